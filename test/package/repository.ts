// Repositories for apt and dnf, from all versions in release/. Any folder that all machines can read offers them.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const APT = 'apt-ftparchive';
const DNF = 'createrepo_c';
const REPOSITORY = 'repository';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** `key` names a key of gpg, which apt verifies. Throws if the repository has a package with other bytes. */
export function makeRepository(release: string, key: string | undefined, told: (line: string) => void): void {
  const collect = (kind: 'deb' | 'rpm'): string => {
    const folder = join(release, REPOSITORY, kind);
    mkdirSync(folder, { recursive: true });
    for (const version of readdirSync(release).filter(name => name !== REPOSITORY))
      for (const file of readdirSync(join(release, version)).filter(name => name.endsWith(`.${kind}`)))
        place(join(release, version, file), join(folder, file));
    return folder;
  };
  if (has(APT)) {
    const debs = collect('deb');
    offerApt(debs, key, told);
    readWithApt(debs, key, told);
  } else told(`left out: the repository for apt, because ${APT} is not installed here`);
  if (has(DNF)) offerDnf(collect('rpm'), told);
  else told(`left out: the repository for dnf, because ${DNF} is not installed here`);
}

function offerDnf(folder: string, told: (line: string) => void): void {
  execFileSync(DNF, ['--quiet', folder]);
  told(`release/${REPOSITORY}/rpm is a repository for dnf with ${countOf(folder, '.rpm')} packages`);
}

function place(from: string, to: string): void {
  if (!existsSync(to)) copyFileSync(from, to);
  else if (!readFileSync(from).equals(readFileSync(to))) throw new Error(`${to} exists with other bytes.`);
}

const countOf = (folder: string, end: string): number =>
  readdirSync(folder).filter(name => name.endsWith(end)).length;

function offerApt(folder: string, key: string | undefined, told: (line: string) => void): void {
  const apt = (...args: readonly string[]): string =>
    execFileSync(APT, args, { cwd: folder, encoding: 'utf8' });
  for (const old of ['Release', 'InRelease']) rmSync(join(folder, old), { force: true });
  const packages = apt('packages', '.');
  writeFileSync(join(folder, 'Packages'), packages);
  writeFileSync(join(folder, 'Packages.gz'), gzipSync(packages, { level: 9 }));
  const fields = {
    Origin: 'Purser',
    Label: 'Purser',
    Suite: 'stable',
    Codename: 'stable',
    Architectures: 'amd64 arm64',
  };
  const set = Object.entries(fields).flatMap(([field, value]) => [
    '-o',
    `APT::FTPArchive::Release::${field}=${value}`,
  ]);
  writeFileSync(join(folder, 'Release'), apt(...set, 'release', '.'));
  told(`release/${REPOSITORY}/deb is a repository for apt with ${countOf(folder, '.deb')} packages`);
  if (key === undefined) {
    told('left out: its signature, because PURSER_GPG_KEY names no key of gpg');
    return;
  }
  const sign = ['--batch', '--yes', '--local-user', key, '--clearsign', '--output', 'InRelease', 'Release'];
  execFileSync('gpg', sign, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  told('InRelease is signed');
}

/** apt on this machine reads the repository, with lists and settings of its own. */
function readWithApt(folder: string, key: string | undefined, told: (line: string) => void): void {
  const own = mkdtempSync(join(tmpdir(), 'purser-apt-'));
  try {
    for (const name of ['lists/partial', 'cache/archives/partial', 'sources'])
      mkdirSync(join(own, name), { recursive: true });
    const ring = join(own, 'purser.gpg');
    if (key !== undefined) execFileSync('gpg', ['--export', '--output', ring, key]);
    const trust = key === undefined ? 'Trusted: yes' : `Signed-By: ${ring}`;
    const source = ['Types: deb', `URIs: file:${folder}`, 'Suites: ./', trust, ''].join('\n');
    writeFileSync(join(own, 'sources/purser.sources'), source);
    const settings = {
      ...{ 'Dir::State::lists': join(own, 'lists'), 'Dir::Cache': join(own, 'cache') },
      ...{ 'Dir::Etc::sourcelist': '/dev/null', 'Dir::Etc::sourceparts': join(own, 'sources') },
      'APT::Sandbox::User': 'root',
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    execFileSync('apt-get', [...given, '--error-on=any', 'update'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const listed = execFileSync('apt-cache', [...given, 'madison', 'purser'], { encoding: 'utf8' });
    told(
      `apt reads it${key === undefined ? '' : ', and verifies its signature'}: ${listed.split('|')[1]?.trim()}`,
    );
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
