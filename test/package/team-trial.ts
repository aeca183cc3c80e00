// Tries the team journal of an installed program with its own PostgreSQL. Only a team loads the PostgreSQL client.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCluster } from '../team/cluster.ts';

type Run = (
  env: Record<string, string>,
  ...args: readonly string[]
) => { readonly code: number | null; readonly out: string; readonly err: string };

interface TeamTried {
  readonly run: Run;
  /** The environment that signs in to the simulator. */
  readonly signedIn: Readonly<Record<string, string>>;
  /** An empty folder. */
  readonly folder: string;
  /** Makes a payout. Throws if the program does not make it. */
  readonly pay: (call: (...args: readonly string[]) => ReturnType<Run>) => void;
  readonly told: (line: string) => void;
}

export async function tryTeam({ run, signedIn, folder, pay, told }: TeamTried): Promise<void> {
  const cluster = await makeCluster();
  if (!cluster) return told('PostgreSQL is not installed here, so no team journal was tried');
  try {
    cluster.start();
    const config = join(folder, 'config');
    for (const one of [folder, config]) mkdirSync(one, { mode: 0o700 });
    const profile = {
      baseUrl: signedIn['PURSER_BASE_URL'],
      environment: 'demo',
      clientId: signedIn['PURSER_CLIENT_ID'],
      programId: signedIn['PURSER_PROGRAM_ID'],
      journal: {
        ...{ host: '127.0.0.1', port: cluster.port, database: 'postgres' },
        ...{ user: 'ana', sslmode: 'disable' },
      },
    };
    writeFileSync(
      join(config, 'config.json'),
      JSON.stringify({ profile: 'team', profiles: { team: profile } }),
    );
    const env = { ...signedIn, PURSER_CONFIG_DIR: config, PURSER_STATE_DIR: join(folder, 'owner') };
    const team = (...words: readonly string[]): void => {
      const { code, out, err } = run(env, 'team', ...words, '--as', 'postgres');
      assert.equal(code, 0, `${out}${err}`);
    };
    team('init');
    team('operator', 'add', 'ana', '--person', 'Ana Silva', '--new-person');
    const from =
      (machine: string) =>
      (...args: readonly string[]) =>
        run({ ...env, PURSER_STATE_DIR: join(folder, machine) }, 'call', ...args);
    pay(from('one'));
    assert.throws(() => pay(from('another')), /--besides/);
    cluster.kill();
    assert.throws(() => pay(from('one')), /NOT SENT/);
    told(
      `a team's journal on ${cluster.version} stops the same payout from another machine, and every payout without the server`,
    );
  } finally {
    cluster.remove();
  }
}
