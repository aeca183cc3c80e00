// What a key that was typed leaves outside this process's memory: nothing, also when the process is made to crash.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { diesAtOnce } from './case.ts';
import { pidOf, sees, startPurser, startService, startShell } from './purser.ts';

const script = `
  ulimit -c unlimited
  cd "$HOME"
  sh -c 'echo "$$" >"$HOME/pid"; exec "$0" "$@"' "$0" "$@"
  echo "over $?"`;

/** Every file under the folder that holds the text. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(text));
}

/** Whether the process listens to anybody: its sockets, compared with those of the system that listen. */
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
  'a typed key is in no file, argument or environment; no debugger listens, and a crash dumps no memory [G6]',
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
    diesAtOnce(purser, 'a fault of the machine');
    process.kill(pid, 'SIGSEGV');
    await purser.exit;
    expect(screen.bytes).not.toContain(key);
    expect(filesWith(home, key)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a key of purser call is in no argument, environment or file; no debugger opens, and no memory would be dumped [G6]',
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
    // Its answer comes later than a debugger would say that it listens.
    await sees(screen, 'over 0');
    expect(screen.bytes).toContain('available_balance');
    expect(screen.bytes).not.toContain(key);
    expect(screen.bytes).not.toMatch(/Debugger|inspector/i);
    expect(filesWith(home, key)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  "Purser removes keys from the environment once they are read, also from the system's copy [G6]",
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
