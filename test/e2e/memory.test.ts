// A typed key stays inside the process's memory, even if the process crashes.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cannotRestore } from './case.ts';
import { pidOf, sees, startPurser, startService, startShell } from './purser.ts';

const script = `
  ulimit -c unlimited
  cd "$HOME"
  sh -c 'echo "$$" >"$HOME/pid"; exec "$0" "$@"' "$0" "$@"
  echo "over $?"`;

/** Every file in the folder that contains the text. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(text));
}

/** Whether the process listens on a socket. */
function listens(pid: number): boolean {
  const folder = `/proc/${pid}/fd`;
  const own = readdirSync(folder).flatMap(name => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name))) ?? [];
    return inode === undefined ? [] : [inode];
  });
  const listening = ['tcp', 'tcp6'].flatMap(kind =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[3] === '0A')
      .map(fields => fields[9]),
  );
  return own.some(inode => listening.includes(inode));
}

test.runIf(process.platform === 'linux')(
  'a typed key is in no file, argument or environment, and no debugger or dump can show it [G6a–b]',
  async () => {
    const service = await startService();
    const { PURSER_API_KEY: key = '', ...env } = service.variables();
    const purser = await startShell(script, { cols: 100, rows: 30, env });
    const { screen, home } = purser;
    await sees(screen, 'Service address', 'API key');
    screen.type(key);
    await sees(screen, '••••');
    screen.press('enter', 'enter', 'enter', 'enter');
    await sees(screen, 'accounts, all');
    const pid = pidOf(purser);
    for (const file of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${pid}/${file}`, 'latin1')).not.toContain(key);
    expect(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    process.kill(pid, 'SIGUSR1');
    screen.press('j', 'j');
    await sees(screen, '› Euro suppliers');
    expect(listens(pid)).toBe(false);
    expect(screen.bytes).not.toMatch(/Debugger|inspector/i);
    cannotRestore(purser, 'a fault of the machine');
    process.kill(pid, 'SIGSEGV');
    await purser.exit;
    expect(screen.bytes).not.toContain(key);
    expect(filesWith(home, key)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'the key of purser call is in no argument, environment or file, and no debugger or dump can show it [G6a–b]',
  async () => {
    const service = await startService({ faults: ['account.balances delay=1500'] });
    const { PURSER_API_KEY: key = '', ...env } = service.variables();
    const args = ['call', 'account.balances', '--json'];
    const purser = await startShell(script, {
      args,
      cols: 200,
      rows: 30,
      env: { ...env, PURSER_API_KEY: '' },
    });
    const { screen, home } = purser;
    await sees(screen, 'API key (hidden):');
    screen.type(key);
    screen.press('enter');
    await vi.waitFor(() => expect(service.requestsFor('account.balances')).toHaveLength(1), {
      timeout: 20_000,
      interval: 20,
    });
    const pid = pidOf(purser);
    for (const file of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${pid}/${file}`, 'latin1')).not.toContain(key);
    expect(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    process.kill(pid, 'SIGUSR1');
    // By the time of the answer, a debugger would have reported that it listens.
    await sees(screen, 'over 0');
    expect(screen.bytes).toContain('available_balance');
    expect(screen.bytes).not.toContain(key);
    expect(screen.bytes).not.toMatch(/Debugger|inspector/i);
    expect(filesWith(home, key)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  "Purser removes keys from the environment after reading them, also from the system's copy [G6b]",
  async () => {
    const service = await startService({ faults: ['account.balances delay=1500'] });
    const { PURSER_API_KEY: key = '', ...others } = service.variables();
    const variables = { ...others, OTHER: 'canary', PURSER_API_KEY: key, PURSER_SHARED_API_KEY: key };
    const console = await startPurser({ cols: 100, rows: 30, env: variables });
    await sees(console.screen, 'accounts, all');
    const simulator = await startPurser({ args: ['simulate', '--port', '0'], env: variables });
    await sees(simulator.screen, 'listening on');
    const call = await startPurser({ args: ['call', 'account.balances'], env: variables });
    await vi.waitFor(() => expect(service.requestsFor('account.balances')).toHaveLength(1), {
      timeout: 20_000,
      interval: 20,
    });
    for (const { pid } of [console, simulator, call]) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      expect(environment).toContain('OTHER=canary');
      expect(environment).not.toContain(key);
      expect(environment).toContain('PURSER_SHARED_API_KEY=***');
    }
  },
);
