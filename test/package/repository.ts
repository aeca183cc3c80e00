// Repositories for apt and dnf, from all versions in release/. A web server, or any folder that all machines see, can offer them.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  if (has(APT)) offerApt(collect('deb'), key, told);
  else told(`left out: the repository for apt, because ${APT} is not installed here`);
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
