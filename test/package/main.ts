// `npm run package`: builds all forms of Purser into release/VERSION, and tries each. docs/admin.md has the options.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOf, tagOf } from '../../build/version.ts';
import type { Figures } from '../bench/figures.ts';
import { tryPackages } from './bare-root.ts';
import { NO_MAINTAINER } from './deb.ts';
import { tryEmulated } from './emulated.ts';
import { buildExecutable, whyNoExecutable } from './executable.ts';
import { type Forms, JOURNAL, makeForms, sign } from './forms.ts';
import { tryHistory } from './history.ts';
import { otherBytes } from './published.ts';
import { makeRepository } from './repository.ts';
import { npmOf } from './sbom.ts';
import { publicKeyOf, type SigningKey, signingKeyIn } from './signature.ts';
import { measureStarts } from './start.ts';
import { tryProgram } from './trial.ts';
import { buildTwice } from './twice.ts';

const RELEASE = resolve('release');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const told = (line: string): void => say(`  ${line}`);

const { values: options } = parseArgs({
  options: {
    /** Only builds, into this empty folder. */
    into: { type: 'string' },
    downloads: { type: 'string' },
    maintainer: { type: 'string' },
    repository: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});
const { name, version: last } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly version: string;
};
const build = buildOf(last, '.');
const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`);
  process.exit(1);
};
const why = whyNoExecutable() ?? whyNoRelease();
if (why !== undefined) refuse(why);

const npm = npmOf(process.env);
const work = mkdtempSync(join(tmpdir(), 'purser-package-'));
const folder = (path: string): string => {
  mkdirSync(join(work, path), { recursive: true });
  return join(work, path);
};
/** An empty folder: the PATH of a program that needs no other program. */
const nothing = folder('nothing');
/** A folder with this Node: the PATH of the npm package. */
const node = folder('node');
symlinkSync(process.execPath, join(node, 'node'));

try {
  say(`Purser ${build.version}, commit ${build.commit}`);
  told(`journal's file: reads versions 1 to ${JOURNAL.file.reads.at(-1)}, writes ${JOURNAL.file.writes}`);
  told(
    `team journal: version ${JOURNAL.team.writes}; consoles from ${JOURNAL.team.consolesReadFrom} on can read it`,
  );
  const out = options.into === undefined ? folder('forms') : resolve(options.into);
  const { downloads, maintainer } = options;
  const key = signingKeyIn(process.env);
  // No program of the trials inherits the key.
  delete process.env['PURSER_SIGNING_KEY'];
  const wanted = { build, out, work: folder('build'), npm, told, maintainer, downloads };
  const forms = await makeForms(wanted);
  if (options.into === undefined) {
    refuseOtherBytes(out);
    await tryAll(forms, out);
    sign(wanted, key);
    verify(out, key);
    publish(out);
    if (options.repository) {
      say('Repositories for apt and dnf');
      makeRepository(RELEASE, process.env['PURSER_GPG_KEY'], told);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Why the commit's tag or the files can't give a release. */
function whyNoRelease(): string | undefined {
  const { version } = JSON.parse(readFileSync('dist/package.json', 'utf8')) as { readonly version: string };
  if (version !== build.version) return `dist/ has version ${version}. Run npm run build first.`;
  const { stdout } = spawnSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' });
  const wrong = (stdout ?? '').split('\n').find(tag => /^v\d/.test(tag) && tag !== tagOf(last));
  if (wrong !== undefined)
    return `The tag ${wrong} names another version than package.json, which has ${last}.`;
  const [, newest] = /^## (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  return build.release && newest?.startsWith(`${last} (`) !== true
    ? `CHANGELOG.md does not begin with version ${last} and its date.`
    : undefined;
}

/** Files that changed after the commit have no version of their own, so only their build replaces an earlier one. */
function refuseOtherBytes(made: string): void {
  const other = build.changed ? [] : otherBytes(made, join(RELEASE, build.version));
  if (other.length > 0) refuse(`release/${build.version} exists with other bytes: ${other.join(', ')}`);
}

function publish(made: string): void {
  const place = join(RELEASE, build.version);
  if (build.changed) rmSync(place, { recursive: true, force: true });
  cpSync(made, place, { recursive: true });
  for (const file of readdirSync(place).toSorted())
    told(`${(statSync(join(place, file)).size / 1e6).toFixed(1).padStart(6)} MB  ${file}`);
}

/** As docs/admin.md says it to administrators. */
function verify(out: string, key: SigningKey | undefined): void {
  const run = (file: string, ...args: readonly string[]) =>
    spawnSync(file, args, { cwd: out, encoding: 'utf8' });
  const sums = run('sha256sum', '--check', '--quiet', 'SHA256SUMS');
  if (sums.status !== 0) throw new Error(`sha256sum refuses a file: ${sums.stdout}`);
  if (!key) return;
  const signed = run('minisign', '-V', '-P', publicKeyOf(key), '-m', 'SHA256SUMS');
  if (signed.error) told('left out: the check of the signature, because minisign is not installed here');
  else if (signed.status !== 0) throw new Error(`minisign refuses the signature: ${signed.stderr}`);
  else told(`minisign verifies the signature of ${/^Trusted comment: (.+)$/m.exec(signed.stdout)?.[1]}`);
}

async function tryAll(forms: Forms, out: string): Promise<void> {
  say('npm package');
  const installed = folder('npm');
  npm(
    ...['install', '--offline', '--no-audit', '--no-fund', '--omit', 'optional', '--prefix', installed],
    join(out, forms.npm),
  );
  const fromNpm = join(installed, 'node_modules', '.bin', name);
  await tryProgram({ program: fromNpm, path: node, keyring: true, told });

  say('Executable');
  const executable = join(out, forms.linuxX64);
  await tryProgram({ program: executable, path: nothing, keyring: false, told });

  say('Packages in a bare root');
  const maintainer = options.maintainer ?? NO_MAINTAINER;
  await tryPackages({ forms, out, work: folder('bare'), version: build, maintainer, told });

  say('linux-arm64');
  await tryEmulated({ forms, out, work: folder('arm64'), told });

  say('Earlier versions of the journal');
  await tryHistory({ program: executable, work: folder('history'), told });

  say('A second build');
  if (build.changed) told('left out: the files changed after the commit, so a clone of it is another build');
  else {
    const given = (['downloads', 'maintainer'] as const).flatMap(one => {
      const value = options[one];
      return value === undefined ? [] : [`--${one}`, value];
    });
    buildTwice(out, work, given);
    told(
      'a clone gives the same bytes in every file, in another folder, time zone and language, and with another umask',
    );
  }

  say('Start, in ms: median (p95)');
  const launcher = join(installed, 'node_modules', name, name);
  const programs = [
    { label: 'npm package', program: fromNpm, path: node },
    // The launcher is a shell script.
    {
      label: 'npm package, own launcher',
      program: launcher,
      path: [node, '/usr/bin', '/bin'].join(delimiter),
    },
    { label: 'executable', program: executable, path: nothing },
  ];
  if (options.compare) {
    const plain = join(work, 'plain');
    buildExecutable({ work: join(work, 'build'), output: plain, node: process.execPath, codeCache: false });
    programs.push({ label: 'executable without a code cache', program: plain, path: nothing });
  }
  const { floor, starts } = await measureStarts(programs);
  const ms = ({ median, p95 }: Figures): string => `${median.toFixed(0)} (${p95.toFixed(0)})`;
  told(`node -e 0: ${ms(floor)}`);
  for (const { label, version: exit, header, demo } of starts)
    told(`${label}: --version ${ms(exit)}, header ${ms(header)}, first customer ${ms(demo)}`);
}
