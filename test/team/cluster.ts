/** A PostgreSQL in a temporary folder, run by a user that is not root. `remove` deletes it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export interface Cluster {
  readonly folder: string;
  readonly port: number;
  readonly version: string;
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  start(): void;
  /** The process IDs of the server. */
  processes(): readonly number[];
  /** Kills the PostgreSQL server with SIGKILL. */
  kill(): void;
  /** Runs one of PostgreSQL's programs as the superuser, and returns its output. Throws if the program fails. */
  run(program: string, ...words: readonly string[]): string;
  /** Writes a file into the data folder. Only the server's user can read it. */
  put(name: string, text: string): void;
  remove(): void;
}

interface Wanted {
  /** How operators sign in over the network. By default they need no password. */
  readonly auth?: 'trust' | 'scram-sha-256';
  /** A running cluster to copy. */
  readonly copyOf?: Cluster;
  /** For the server's programs. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The folder of PostgreSQL's programs: Debian's newest version, or a folder of the PATH. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian) : [];
  const folders = [
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map(version => `${debian}/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find(folder => fs.existsSync(path.join(folder, 'initdb')));
}

/** Makes a cluster. Returns undefined if PostgreSQL is not installed. */
export async function makeCluster({
  auth = 'trust',
  copyOf,
  env = {},
}: Wanted = {}): Promise<Cluster | undefined> {
  const programs = findPrograms();
  if (programs === undefined) return undefined;
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'purser-team-'));
  const root = process.getuid?.() === 0;
  // PostgreSQL does not run as root. The user "nobody" exists on every system.
  const [uid, gid] = root ? nobody() : [undefined, undefined];
  const own = (file: string): void => {
    if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
  };
  own(folder);
  const data = path.join(folder, 'data');
  const port = await freePort();
  const run = (program: string, ...words: readonly string[]): string => {
    const ran = spawnSync(path.resolve(programs, program), words, {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' },
      ...(uid !== undefined && { uid, gid }),
    });
    if (ran.error)
      throw new Error(`${program} can't be run. Is its package installed?`, { cause: ran.error });
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}${ran.stdout}`);
    return ran.stdout;
  };
  if (copyOf) run('pg_basebackup', '-c', 'fast', '-h', copyOf.folder, '-p', String(copyOf.port), '-D', data);
  else
    run(
      'initdb',
      ...['-D', data, '-U', 'postgres', '--auth-local=trust', `--auth-host=${auth}`],
      ...['--no-locale', '-E', 'UTF8'],
    );
  fs.appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 400\n`,
  );
  return {
    folder,
    port,
    programs,
    version: run('postgres', '--version').trim(),
    start() {
      // The output goes to a file, because pg_ctl would wait for a pipe.
      run('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-w', '-t', '60', 'start');
    },
    kill() {
      process.kill(postmaster(data), 'SIGKILL');
    },
    processes() {
      const main = postmaster(data);
      return [main, ...childrenOf(main)];
    },
    run,
    put(name, text) {
      const file = path.join(data, name);
      fs.writeFileSync(file, text, { mode: 0o600 });
      own(file);
    },
    remove() {
      try {
        process.kill(postmaster(data), 'SIGQUIT');
      } catch {
        // The server has already ended.
      }
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

const postmaster = (data: string): number =>
  Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Linux only. */
const childrenOf = (pid: number): readonly number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function nobody(): readonly [number, number] {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(one => one.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return [Number(uid ?? 65_534), Number(gid ?? 65_534)];
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 55_432;
}
