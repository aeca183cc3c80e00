// `purser check` of a sound service while money moves: nothing that the service did right does not follow.

import { expect, it } from 'vitest';
import { type Dice, dice, type NonEmpty } from '../../src/sim/random.ts';
import type { SimulatedPayout } from '../../src/sim/world/sim-payouts.ts';
import { repeated } from '../harness/whole.ts';
import { signIn } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { breaks, calls, desk, openCalls, setsOf } from './caller.ts';

type Sent = Readonly<Record<string, string>>;

/** Sends the sample with the change, as often as Purser asks to name a duplicate. */
async function sends(id: 'payout.create' | 'conversion.create', change: Sent): Promise<void> {
  // The simulator's clock may have moved past the end of the token.
  await signIn(desk);
  const { body } = (await inputFor(desk, id, 0)) as { body: object };
  await confirmed([id, ...setsOf({ body: { ...body, ...change } })]);
}

async function confirmed(given: readonly string[]): Promise<void> {
  const asked = await calls.call(...given);
  const token = ['--confirm', /--confirm (\S+)\n$/.exec(asked.err)?.[1] ?? ''];
  const first = await calls.call(...given, ...token);
  const others = [...first.err.matchAll(/--besides (\S+)/g)].flatMap(([, id = '']) => ['--besides', id]);
  if (others.length > 0) await calls.call(...given, ...token, ...others);
}

async function acts(luck: Dice): Promise<void> {
  const made = desk.sim.world.payouts.all;
  const act = luck.whole(0, 9);
  if (act < 4) await sends('payout.create', { amount: `${luck.whole(1, 4)}.00` });
  else if (act < 6) await sends('conversion.create', {});
  else if (act < 7 && made.length > 0) {
    const { systemReference } = luck.pick(made as NonEmpty<SimulatedPayout>);
    const name = `body.systemReferenceNumber=${systemReference}`;
    await confirmed(['payout.cancel', '--set', 'params.version=v1', '--set', name]);
  } else if (act < 8)
    await breaks(`payout.create ${luck.pick(['reset=after', 'status=500', 'reset=before'])} count=1`);
  else await desk.control('/clock', { advance_ms: luck.pick([1000, 60_000, 3_600_000, 90_000_000]) });
}

it('a sound service never does not follow, whatever was sent, and whatever is sent during the check', {
  timeout: 600_000,
}, async () => {
  const wrong: unknown[] = [];
  for (let seed = 0; seed < repeated(3, 25); seed++) {
    const luck = dice(seed, 'live books');
    const books = luck.pick([undefined, ['fee-outside'], ['clocks-apart']] as const);
    await openCalls({ clock: '2026-11-20T09:00:00Z', seed, rows: 300, ...(books && { books }) });
    for (let step = 0; step < 10; step++) {
      const [checked] = await Promise.all([calls.run('check', []), acts(luck)]);
      if (checked.code === 1) wrong.push({ seed, step, out: checked.out.match(/^.*DOES NOT FOLLOW.*$/gm) });
    }
    const last = await calls.run('check', []);
    if (last.code === 1) wrong.push({ seed, out: last.out.match(/^.*DOES NOT FOLLOW.*$/gm) });
    expect(last.out).toContain('of the journal: the history has their entries');
  }
  expect(wrong).toEqual([]);
});
