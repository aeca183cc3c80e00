// The output of `purser simulate`, and its refusals.
import { describe, expect, it } from 'vitest';
import { dialectValues } from '../../src/api/contract/dialect.ts';
import { simulate } from '../../src/sim/command.ts';

async function run(...argv: string[]): Promise<{ ended: number | 'running'; lines: string[] }> {
  const lines: string[] = [];
  const ended = await simulate(argv, line => lines.push(line));
  if (typeof ended === 'number') return { ended, lines };
  await ended.close();
  return { ended: 'running', lines };
}

describe('purser simulate', () => {
  it('says the address and the values in one line of JSON for a program', async () => {
    const { ended, lines } = await run('--json');
    expect(ended).toBe('running');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      clientId: expect.any(String),
      apiKey: expect.any(String),
      programId: expect.any(String),
      customers: expect.arrayContaining([
        {
          userId: expect.stringMatching(/^acct_/),
          onBehalfOf: expect.any(String),
          name: expect.any(String),
        },
      ]),
    });
  });

  it('prints its address and the credentials as environment variables', async () => {
    const { ended, lines } = await run(
      '--seed',
      '3',
      '--rows',
      '5',
      '--clock',
      '2026-11-20T09:00:00Z',
      '--dialect',
      'scope=a=b',
      '--fault',
      '* delay=0',
    );
    expect(ended).toBe('running');
    expect(lines[0]).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    const url = lines[0]?.slice('listening on '.length);
    expect(lines[1]).toBe(`PURSER_BASE_URL=${url}`);
    expect(lines.slice(2, 5).map(line => line.split('=')[0])).toEqual([
      'PURSER_CLIENT_ID',
      'PURSER_API_KEY',
      'PURSER_PROGRAM_ID',
    ]);
    const customers = lines.slice(5);
    expect(customers.length).toBeGreaterThanOrEqual(6);
    for (const line of customers) {
      expect(line).toMatch(/^PURSER_USER_ID=acct_[0-9a-f]{20}( PURSER_ON_BEHALF_OF=[0-9a-f-]{36})? # ./u);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });

  it.each([
    [['--port', '70000'], '--port'],
    [['--port', 'any'], '--port'],
    [['--seed', '-1'], '--seed'],
    [['--rows', '100001'], '--rows'],
    [['--clock', 'noon'], '--clock'],
    [['--clock', '2026-11-20'], '--clock'],
    [['--dialect', 'scope'], '--dialect'],
    [['--dialect', 'quote=PUT'], '--dialect'],
    [['--dialect', 'quotes=GET'], '--dialect'],
    [['--dialect', 'scope='], '--dialect'],
    [['--fault', '* explode'], 'explode'],
    [['--speed', '2'], '--speed'],
    [['now'], 'now'],
    [['--rows'], '--rows'],
  ])('refuses %j in one sentence with exit code 2', async (argv, about) => {
    const { ended, lines } = await run(...argv);
    expect([ended, lines.length]).toEqual([2, 1]);
    expect(lines[0]).toContain(about);
    expect(lines[0]).toMatch(/^purser simulate: .*--help/);
  });

  const switches = Object.entries(dialectValues);

  it.each(switches.flatMap(([name, values]) => values.map(value => `${name}=${value}`)))(
    'accepts --dialect %s',
    async pair => {
      expect((await run('--dialect', pair)).ended).toBe('running');
    },
  );

  it.each(switches)('lists the values of --dialect %s', async (name, values) => {
    const { ended, lines } = await run('--dialect', `${name}=other`);
    expect(ended).toBe(2);
    expect(lines[0]).toContain(`--dialect ${name} is one of ${values.join(', ')} (`);
  });

  it('accepts only the given dialect', async () => {
    const running = await simulate(['--dialect', 'quote=POST'], () => {});
    if (typeof running === 'number') throw new Error('not running');
    const quote = (method: string) =>
      fetch(`${running.simulator.url}/svc/api/v1/transfer/quote`, { method }).then(({ status }) => status);
    const asked = [await quote('POST'), await quote('GET')];
    await running.close();
    expect(asked).toEqual([401, 404]);
  });

  it('lists its flags, switches and faults', async () => {
    const { ended, lines } = await run('--help');
    expect(ended).toBe(0);
    for (const [name, values] of switches) expect(lines.join('\n')).toContain(`${name}=${values.join('|')}`);
    expect(lines.join('\n')).toMatch(/--fault RULE[\s\S]*reset=before\|after\|headers/);
  });

  it('says that it cannot listen if the port is taken, with exit code 1', async () => {
    const first = await simulate([], () => undefined);
    if (typeof first === 'number') throw new Error('not running');
    const { ended, lines } = await run('--port', new URL(first.simulator.url).port);
    await first.close();
    expect(ended).toBe(1);
    expect(lines[0]).toMatch(/cannot listen: .*EADDRINUSE/);
  });

  it('listens on IPv6 on request', async () => {
    const { lines } = await run('--host', '::1');
    expect(lines[0]).toMatch(/^listening on http:\/\/\[::1\]:\d+$|EADDRNOTAVAIL|EAFNOSUPPORT/);
  });
});
