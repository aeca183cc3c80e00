// The output of `purser simulate`, and its refusals.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectValues } from '../../src/api/contract/dialect.ts';
import { t } from '../../src/lib/visible.ts';
import { FLAGS, simulate } from '../../src/sim/command.ts';
import { readCommandLine } from '../../src/system/command-line.ts';
import { expectReviewed, wordsOf } from '../harness/reviewed.ts';

async function start(...argv: readonly string[]) {
  let [out, err] = ['', ''];
  const read = readCommandLine(t`purser simulate`, argv, FLAGS);
  if (!read.ok) return { ended: 2, out, err: `purser: ${read.why}\n` };
  const running = await simulate(read.line, {
    out: text => {
      out += text;
    },
    err: text => {
      err += text;
    },
  });
  return typeof running === 'number' ? { ended: running, out, err } : { running, out, err };
}

/** Closes a simulator that has started. */
async function run(...argv: readonly string[]) {
  const { running, ended = 'running', out, err } = await start(...argv);
  await running?.close();
  return { ended, out, err, lines: out.split('\n').slice(0, -1) };
}

describe('purser simulate', () => {
  it('prints the address and the values as one line of JSON for a program', async () => {
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
    const words = '--seed 3 --rows 5 --clock 2026-11-20T09:00:00Z --dialect scope=a=b --fault "* delay=0"';
    const { ended, lines } = await run(...wordsOf(words));
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

  it('refuses wrong usage on standard error, as the reviewed file says', () =>
    expectReviewed(join(import.meta.dirname, 'simulate.txt'), async line => {
      const { ended, out, err } = await run(...wordsOf(line).slice(2));
      return `${ended}: ${out}${err.replace(/(one of|there are) \w[^.]{50,}/, '$1 …')}`;
    }));

  const switches = Object.entries(dialectValues);

  it.each(switches.flatMap(([name, values]) => values.map(value => `${name}=${value}`)))(
    'accepts --dialect %s',
    async pair => {
      expect((await run('--dialect', pair)).ended).toBe('running');
    },
  );

  it.each(switches)('lists the values of --dialect %s', async (name, values) => {
    const { ended, err } = await run('--dialect', `${name}=other`);
    expect(ended).toBe(2);
    expect(err).toContain(`--dialect ${name} is one of ${values.join(', ')}. `);
  });

  it('accepts only the given dialect', async () => {
    const { running } = await start('--dialect', 'quote=POST');
    if (!running) throw new Error('not running');
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

  it('says on standard error that the port is in use, and exits with 1', async () => {
    const { running } = await start();
    if (!running) throw new Error('not running');
    const { ended, out, err } = await run('--port', new URL(running.simulator.url).port);
    await running.close();
    expect([ended, out]).toEqual([1, '']);
    expect(err).toMatch(/^purser: the simulator can't listen: .*EADDRINUSE/);
  });

  it('listens on IPv6 on request', async () => {
    const { out, err } = await run('--host', '::1');
    expect(out + err).toMatch(/^listening on http:\/\/\[::1\]:\d+\n|EADDRNOTAVAIL|EAFNOSUPPORT/);
  });
});
