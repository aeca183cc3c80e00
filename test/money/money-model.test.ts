import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { mayBeDone } from '../../src/journal/possible-duplicates.ts';
import { repeated } from '../harness/whole.ts';
import { type Fate, fates, type MoneyWorld, moneyWorld } from './money-world.ts';

type Step =
  | {
      readonly kind: 'send';
      readonly action: string;
      readonly repeatable: boolean;
      readonly fate: Fate;
      readonly second: boolean;
    }
  | { readonly kind: 'again'; readonly pick: number; readonly fate: Fate }
  | { readonly kind: 'resolve'; readonly pick: number; readonly verdict: 'DONE' | 'NOT DONE' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly hours: number };

const fate = fc.constantFrom(...fates);
const pick = fc.constantFrom(0, 0, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      action: fc.constantFrom('pay A', 'pay B', 'cancel'),
      repeatable: fc.boolean(),
      fate,
      second: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again' as const), pick, fate }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      pick,
      verdict: fc.constantFrom('DONE' as const, 'NOT DONE' as const),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 25) }),
  },
);

const open: ReadonlySet<Row['state']> = new Set(['PREPARED', 'SENT', 'UNKNOWN']);
const count = (ids: readonly string[], id: string): number => ids.filter(other => other === id).length;

/** What must be true after every step (FAULTS, O1). */
function holds(world: MoneyWorld): void {
  const rows = world.rows();
  const known = new Set(rows.map(row => row.intent.requestId));
  // Every request that reached the service is in the journal.
  expect(world.arrived.filter(id => !known.has(id))).toEqual([]);
  for (const { intent, state, transitions } of rows) {
    const effects = count(world.effects, intent.requestId);
    expect(effects, `effects of ${intent.requestId}`).toBeLessThanOrEqual(1);
    if (state === 'DONE') expect(effects).toBe(1);
    if (state === 'REFUSED' || state === 'NOT SENT' || state === 'PREPARED') expect(effects).toBe(0);
    // No request leaves before the journal has recorded the request as SENT.
    expect(count(world.arrived, intent.requestId)).toBeLessThanOrEqual(
      transitions.filter(({ to }) => to === 'SENT').length,
    );
  }
  // At most one intent with the same effect is open, apart from duplicates that a person sent on purpose.
  const plain = rows.filter(row => open.has(row.state) && row.duplicateOf === undefined);
  const prints = plain.map(row => row.intent.fingerprint);
  for (const print of prints) {
    expect(prints.filter(other => other === print).length, `open intents of ${print}`).toBe(1);
  }
}

async function take(world: MoneyWorld, chosen: Step): Promise<void> {
  const arrivedBefore = world.arrived.length;
  if (chosen.kind === 'send') {
    const equal = world
      .rows()
      .filter(row => row.intent.fingerprint === `2:${chosen.action}` && mayBeDone(row))
      .filter((row, at) => at === 0 || open.has(row.state))
      .map(row => row.intent.requestId);
    const named = chosen.second ? equal : [];
    const sent = await world.send(chosen.action, chosen.repeatable, chosen.fate, named);
    if (equal.length > 0 && !chosen.second && chosen.fate !== 'dies unrecorded') {
      expect(sent).toMatchObject({
        kind: 'duplicates',
        rows: equal.map(requestId => ({ intent: { requestId } })),
      });
      expect(world.arrived).toHaveLength(arrivedBefore);
    } else if (sent === undefined) {
      world.restart();
    } else if (sent.kind === 'ended') {
      const recorded = world.rows()[0]?.state;
      // The shown outcome is the recorded outcome. An outcome that couldn't be recorded is UNKNOWN.
      const lost = chosen.fate === 'outcome not written';
      expect(sent.word).toBe(lost ? 'UNKNOWN' : recorded);
      if (lost) expect(recorded).toBe('SENT');
    }
  }
  if (chosen.kind === 'again') {
    const row = world.rows()[chosen.pick];
    if (!row) return;
    const { state, intent } = row;
    const sent = await world.again(row, chosen.fate);
    if (sent === undefined) {
      world.restart();
      return;
    }
    const promised =
      state === 'UNKNOWN' ? intent.repeatable === true : state === 'REFUSED' || state === 'NOT SENT';
    if (!promised) expect(world.arrived).toHaveLength(arrivedBefore);
    if (sent.kind === 'ended') {
      const now = world.rows().find(other => other.intent.requestId === intent.requestId);
      const verdict = now?.transitions.findLast(({ resolution }) => resolution)?.resolution?.verdict;
      // The shown outcome fits the record: never NOT SENT for a write that was done or may have been.
      if (chosen.fate !== 'outcome not written') {
        const found = verdict === 'DONE' ? 'DONE' : 'NOT SENT';
        const open = now?.state === 'SENT' || now?.state === 'PREPARED';
        const stands = now?.state === 'RESOLVED' ? found : open ? 'UNKNOWN' : now?.state;
        expect(sent.word).toBe(stands);
      }
      const claims = sent.sentences.some(sentence => sentence.includes('no money moved'));
      if (claims) expect(sent.word).not.toBe('UNKNOWN');
    }
    const doubted = row.wasUnknown && sent.kind === 'ended' && chosen.fate !== 'done' && promised;
    if (doubted && world.arrived.length > arrivedBefore) {
      expect(sent).toMatchObject({ word: 'UNKNOWN' });
    }
  }
  if (chosen.kind === 'resolve') {
    const row = world.rows()[chosen.pick];
    if (!row) return;
    const resolution = { by: 'A. Clerk', verdict: chosen.verdict, evidence: 'asked', note: '' };
    const result = world.journal().resolve(row.intent.requestId, resolution);
    expect(result.ok).toBe(row.state === 'UNKNOWN');
  }
  if (chosen.kind === 'restart') {
    world.restart();
    // All writes that the dead console had begun are UNKNOWN now.
    expect(world.rows().filter(({ state }) => state === 'SENT' || state === 'PREPARED')).toEqual([]);
  }
  if (chosen.kind === 'wait') world.clock.advance(chosen.hours * 3_600_000);
}

test('no effect happens twice or without a record, whatever is sent, lost, killed, restarted, repeated and resolved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async steps => {
      const world = moneyWorld();
      try {
        for (const chosen of steps) {
          await take(world, chosen);
          holds(world);
        }
      } finally {
        world.close();
      }
    }),
    { seed: 20_261_121, numRuns: repeated(75, 150) },
  );
}, 120_000);
