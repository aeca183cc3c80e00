// Tries the life of each form in a bare Debian system: install, first start, doctor, upgrade, downgrade, removal.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { commandsUnder } from '../docs/code-lines.ts';
import { bareSystem, scriptInside } from './bare-system.ts';
import { NO_MAINTAINER, writeDeb } from './deb.ts';
import { packed } from './files.ts';
import type { Forms } from './forms.ts';
import { writeRpm } from './rpm.ts';
import { npmOf } from './sbom.ts';
import { type Call, demo, pay, serve, tryProgram, variables } from './trial.ts';

interface Tried {
  readonly forms: Forms;
  /** The folder of the forms. */
  readonly out: string;
  /** An empty folder. */
  readonly work: string;
  readonly version: { readonly version: string; readonly packaged: string };
  readonly maintainer: string;
  readonly told: (line: string) => void;
}

/** Older than every build. */
const EARLIER = '0.0.1';

interface Life {
  readonly label: string;
  readonly path: string;
  /** The installed program, in the system. */
  readonly program: string;
  install(which: 'earlier' | 'this'): void;
  /** The version that the installer knows; undefined after the removal. */
  installed(): string | undefined;
  remove(): void;
  readonly version: string;
}

export async function tryPackages(tried: Tried): Promise<void> {
  const { forms, out, work, told } = tried;
  const made = bareSystem(work);
  if ('why' in made) return told(`left out: ${made.why}`);
  const { root } = made;
  const inside = (...args: readonly string[]): string => {
    const [command = '', ...rest] = args;
    const script = scriptInside(root, join(work, 'command'), [command]);
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8' };
    return execFileSync(script, rest, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const lives: Life[] = [executableLife(tried, root)];
  const deb = forms.debs.find(name => name.includes('amd64'));
  if (deb === undefined) told('left out: the Debian package, which was not made');
  else lives.push(await debLife(tried, deb, inside));
  const rpm = forms.rpms.find(name => name.includes('x86_64'));
  if (rpm === undefined) told('left out: the rpm package, which was not made');
  else lives.push(await rpmLife(tried, rpm, root));
  lives.push(npmLife(tried, root));
  for (const life of lives) await live(life, root, work, told);
  if (deb !== undefined) checkPolicy(join(out, deb), tried.maintainer, told);
}

async function live(life: Life, root: string, work: string, told: (line: string) => void): Promise<void> {
  const { label, version } = life;
  const home = join(work, `home-${label.replaceAll(' ', '-')}`);
  mkdirSync(home, { mode: 0o700 });
  const program = scriptInside(root, join(work, 'purser'), [life.program]);
  const env = { HOME: home, PATH: life.path, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  const run = (more: Record<string, string>, ...args: readonly string[]) => {
    const ran = spawnSync(program, args, { encoding: 'utf8', env: { ...env, ...more } });
    return { code: ran.status, out: ran.stdout, err: ran.stderr };
  };
  const listed = (): number => JSON.parse(run({}, 'journal', 'list', '--json').out).length;

  life.install('earlier');
  assert.equal(life.installed(), EARLIER);
  await demo(program, life.path, work);
  const doctor = run({}, 'doctor', '--json');
  assert.equal(doctor.code, 0, doctor.out + doctor.err);
  const simulator = spawn(program, ['simulate', '--json'], { env, stdio: 'pipe' });
  try {
    const signedIn = variables(await serve(simulator));
    const call: Call = (...args) => run(signedIn, 'call', ...args);
    pay(call, '12.34', 'before the upgrade');
    life.install('this');
    assert.equal(life.installed(), version);
    pay(call, '23.45', 'after the upgrade');
    life.install('earlier');
    assert.equal(life.installed(), EARLIER);
    assert.equal(listed(), 2);
    life.install('this');
  } finally {
    simulator.kill('SIGKILL');
  }
  if (label === 'Debian package') await asDocumented(root, work, home, told);
  if (label === 'Debian package')
    await tryProgram({ program, path: life.path, keyring: false, team: false, told });
  life.remove();
  assert.equal(life.installed(), undefined);
  assert.equal(existsSync(join(root, life.program)), false, `${life.program} is still there`);
  const left = leftIn(root);
  assert.deepEqual(left, [], 'the removal leaves files');
  assert.ok(readdirSync(join(home, '.local/state/purser')).includes('journal.db'), 'the journal stays');
  told(`${label}: install, first start, doctor, upgrade, downgrade and removal work, and the journal stays`);
}

/** From a profile to a cancelled payout, with the commands of docs/admin.md alone. */
async function asDocumented(
  root: string,
  work: string,
  home: string,
  told: (line: string) => void,
): Promise<void> {
  const shell = scriptInside(root, join(work, 'shell'), ['/bin/sh', '-ec']);
  const env = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const simulator = spawn(
    scriptInside(root, join(work, 'simulate'), ['/usr/bin/purser', 'simulate', '--json']),
    {
      env,
      stdio: 'pipe',
    },
  );
  try {
    const { url, clientId, apiKey, programId, customers } = await serve(simulator);
    const live = {
      environment: 'demo',
      baseUrl: url,
      clientId,
      programId,
      onBehalfOf: customers[0]?.onBehalfOf,
    };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles: { live } }));
    writeFileSync(join(home, 'key'), apiKey, { mode: 0o600 });
    const values: Record<string, string> = { USER_ID: customers[0]?.userId ?? '' };
    const said: string[] = [];
    const [begin = '', ...lines] = commandsUnder('docs/admin.md', '### Try the set-up');
    for (const line of [...commandsUnder('docs/admin.md', '## Configure'), ...lines]) {
      const put = `cd ${home}; ${begin}; ${line}`.replaceAll(
        /\b(?:[A-Z]+_ID|4f2a)\b/g,
        word => values[word] ?? word,
      );
      const { status, stdout, stderr } = spawnSync(shell, [put], { encoding: 'utf8', env });
      assert.equal(status, 0, `${line}: ${stdout}${stderr}`);
      said.push(line);
      if (line.includes('beneficiary.list')) {
        const rows = stdout
          .trim()
          .split('\n')
          .map(row => JSON.parse(row) as Record<string, string>);
        const payee = rows.find(({ currency, status: word }) => currency === 'GBP' && word === 'VERIFIED');
        values['BENEFICIARY_ID'] = payee?.['id'] ?? '';
      } else if (line.includes('payout.create')) {
        const { id } = JSON.parse(stdout) as { readonly id: string };
        Object.assign(values, { PAYOUT_ID: id, '4f2a': id.slice(-4) });
      }
    }
    assert.ok(
      said.some(line => line.includes('payout.cancel')),
      'a payout is cancelled',
    );
    told(`the ${said.length} commands of docs/admin.md lead from a profile to a cancelled payout`);
  } finally {
    simulator.kill('SIGKILL');
  }
}

const leftIn = (root: string): readonly string[] =>
  execFileSync('find', [join(root, 'usr'), '-iname', '*purser*'], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line !== '');

function executableLife({ forms, out }: Tried, root: string): Life {
  const program = '/usr/local/bin/purser';
  let now: string | undefined;
  return {
    ...{ label: 'executable', path: '/usr/local/bin', program, version: 'this' },
    install: which => {
      // As `install` does: a program that runs can't be overwritten.
      rmSync(join(root, program), { force: true });
      copyFileSync(join(out, forms.linuxX64), join(root, program));
      now = which === 'this' ? 'this' : EARLIER;
    },
    installed: () => now,
    remove: () => {
      rmSync(join(root, program));
      now = undefined;
    },
  };
}

/** The same program under an earlier version, quickly packed. */
async function debLife(
  tried: Tried,
  deb: string,
  inside: (...args: readonly string[]) => string,
): Promise<Life> {
  const { out, work, version } = tried;
  const executable = packed('usr/bin/purser', readFileSync(join(out, tried.forms.linuxX64)), 0o755);
  const earlier = join(work, 'earlier.deb');
  const parts = { version: EARLIER, architecture: 'amd64', maintainer: NO_MAINTAINER, time: 0 } as const;
  await writeDeb({ ...parts, files: [executable] }, join(work, 'earlier-deb'), earlier, 'gzip');
  return {
    ...{ label: 'Debian package', path: '/usr/bin', program: '/usr/bin/purser', version: version.packaged },
    install: which => {
      const file = which === 'this' ? join(work, 'this.deb') : earlier;
      copyFileSync(which === 'this' ? join(out, deb) : earlier, file);
      inside('apt-get', 'install', '--yes', '--allow-downgrades', file);
    },
    installed: () => /^purser\t(\S+)$/m.exec(inside('dpkg-query', '--show'))?.[1],
    remove: () => void inside('apt-get', 'purge', '--yes', 'purser'),
  };
}

async function rpmLife(tried: Tried, rpm: string, root: string): Promise<Life> {
  const { out, work, version } = tried;
  const executable = packed('usr/bin/purser', readFileSync(join(out, tried.forms.linuxX64)), 0o755);
  const earlier = join(work, 'earlier.rpm');
  mkdirSync(join(work, 'earlier-rpm'));
  const parts = { version: EARLIER, architecture: 'x86_64', files: [executable], time: 0 } as const;
  await writeRpm(parts, join(work, 'earlier-rpm'), earlier);
  const rpmIn = (...args: readonly string[]): string =>
    execFileSync('rpm', ['--root', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  rpmIn('--initdb');
  return {
    ...{ label: 'rpm package', path: '/usr/bin', program: '/usr/bin/purser', version: version.packaged },
    // The libraries are there, but Debian's own packages brought them.
    install: which =>
      void rpmIn('-U', '--nodeps', '--oldpackage', which === 'this' ? join(out, rpm) : earlier),
    installed: () => /^purser (\S+)$/m.exec(rpmIn('-qa', '--qf', '%{NAME} %{VERSION}\n'))?.[1],
    remove: () => void rpmIn('-e', 'purser'),
  };
}

function npmLife({ forms, out, work, version }: Tried, root: string): Life {
  const prefix = join(root, 'usr/local');
  const npm = npmOf(process.env);
  copyFileSync(process.execPath, join(prefix, 'bin/node'));
  const again = join(work, 'earlier-npm');
  mkdirSync(again);
  execFileSync('tar', ['-xzf', join(out, forms.npm), '-C', again]);
  const manifest = join(again, 'package/package.json');
  const published = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifest, JSON.stringify({ ...published, version: EARLIER }));
  npm('pack', join(again, 'package'), '--pack-destination', again);
  const global = ['--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund'];
  const installed = join(prefix, 'lib/node_modules/purser/package.json');
  return {
    ...{
      label: 'npm package',
      path: '/usr/local/bin',
      program: '/usr/local/bin/purser',
      version: version.version,
    },
    install: which => {
      const file = which === 'this' ? join(out, forms.npm) : join(again, `purser-${EARLIER}.tgz`);
      npm('install', '--omit', 'optional', ...global, file);
    },
    installed: () =>
      existsSync(installed)
        ? (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version
        : undefined,
    remove: () => {
      npm('uninstall', ...global, 'purser');
      rmSync(join(prefix, 'bin/node'));
    },
  };
}

/** Debian's own check. */
function checkPolicy(file: string, maintainer: string, told: (line: string) => void): void {
  // The project has no address of its own, so a package without --maintainer can't pass these two.
  const without =
    maintainer === NO_MAINTAINER ? 'bogus-mail-host,bogus-mail-host-in-debian-changelog' : undefined;
  const suppressed = without === undefined ? [] : ['--suppress-tags', without];
  const { error, status, stdout } = spawnSync(
    'lintian',
    ['--allow-root', '--fail-on', 'error,warning', ...suppressed, file],
    { encoding: 'utf8', cwd: dirname(file) },
  );
  if (error) {
    told('left out: the check of the Debian package, because lintian is not installed here');
    return;
  }
  assert.equal(status, 0, `lintian refuses the package:\n${stdout}`);
  told(
    without === undefined
      ? 'lintian finds nothing'
      : `lintian finds nothing, apart from ${without}: give --maintainer`,
  );
}
