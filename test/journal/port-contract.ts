/** The contract that every implementation of the journal port must fulfil. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/journal/audit.ts';
import type { Row, Settlement } from '../../src/journal/intent.ts';
import type { Journal, ReadResult } from '../../src/journal/journal.ts';
import { payout, requestId } from './parts.ts';

/** One journal, and the consoles that share it. */
export interface PortWorld {
  /** Opens the journal as another console. */
  open(): Promise<Journal>;
  /** Ends the console of this journal. It takes no further step. */
  die(journal: Journal): void;
  advance(ms: number): void;
}

const DAY = 24 * 3_600_000;
const note: AuditEntry = { kind: 'exported', detail: { what: 'rows' } };
const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;
const equal = (number: number, repeatable = false) =>
  payout(number, { fingerprint: '2:the same', repeatable });

function read<T>(reading: ReadResult<T>): T {
  if (!reading.ok) throw new Error(reading.unreadable);
  return reading.value;
}

const stateOf = async (journal: Journal, number: number) => read(await journal.get(requestId(number)))?.state;
const numbersOf = (rows: readonly Row[]) => rows.map(({ intent }) => Number(intent.requestId.slice(-3)));

/** Prepares, sends and settles a payout. */
async function goes(journal: Journal, number: number, outcome: Settlement, repeatable = false) {
  const intent = payout(number, { repeatable });
  for (const step of [
    await journal.prepare(intent),
    await journal.sent(intent.requestId),
    await journal.settle(intent.requestId, outcome),
  ])
    expect(step.ok).toBe(true);
}

/** Runs the contract for journals from `begin`. */
export function portContract(name: string, begin: () => PortWorld): void {
  describe(`the journal port of ${name}`, () => {
    test('returns the new row after each step, and every console sees it [E9a]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      const intent = payout(1);
      expect(await one.prepare(intent)).toMatchObject({ ok: true, row: { intent, state: 'PREPARED' } });
      expect(await stateOf(other, 1)).toBe('PREPARED');
      expect(await one.sent(requestId(1))).toMatchObject({ ok: true, row: { state: 'SENT' } });
      expect(read(await other.unresolved())).toMatchObject([{ intent, state: 'SENT' }]);
      const answer = { status: 200, text: '{"id":"p-1"}' };
      const done = await one.settle(requestId(1), 'DONE', answer);
      expect(done).toMatchObject({ ok: true, row: { state: 'DONE' } });
      expect(read(await other.get(requestId(1)))).toEqual(done.ok && done.row);
      expect(done.ok && done.row.transitions.map(({ to }) => to)).toEqual(['PREPARED', 'SENT', 'DONE']);
      expect(done.ok && done.row.transitions.at(-1)).toMatchObject({ answer, process: one.self });
      expect(read(await other.unresolved())).toEqual([]);
    });

    test('lets exactly one console send if several prepare the same write at the same moment [E9b]', async () => {
      const world = begin();
      const consoles = [await world.open(), await world.open(), await world.open()];
      for (let round = 0; round < 10; round++) {
        const asked = consoles.flatMap((journal, at) =>
          [0, 1].map(nth =>
            journal.prepare(
              // In odd rounds only one of the things that they use up is the same.
              round % 2 === 0
                ? payout(round * 10 + at * 2 + nth, { fingerprint: `2:round ${round}` })
                : payout(round * 10 + at * 2 + nth, { uses: [`own ${at} ${nth}`, `round ${round}`] }),
            ),
          ),
        );
        const answers = await Promise.all(asked);
        const winners = answers.filter(({ ok }) => ok);
        expect(winners).toHaveLength(1);
        for (const answer of answers) if (!answer.ok) expect(answer).toHaveProperty('equal');
      }
    });

    test('refuses a duplicate until a person names the first write, and records which write [E21a–b]', async () => {
      const journal = await begin().open();
      await journal.prepare(equal(1));
      const stopped = { ok: false, equal: [{ intent: { requestId: requestId(1) } }] };
      expect(await journal.prepare(equal(2))).toMatchObject(stopped);
      expect(await journal.prepare(equal(2), { named: [requestId(9)] })).toMatchObject(stopped);
      expect(await journal.prepare(equal(2), { named: [requestId(1)] })).toMatchObject({
        ok: true,
        row: { duplicateOf: requestId(1) },
      });
      await journal.settle(requestId(1), 'NOT SENT');
      await journal.settle(requestId(2), 'NOT SENT');
      expect((await journal.prepare(equal(3))).ok).toBe(true);
    });

    test('refuses a write that uses up the same, until a person names the first write', async () => {
      const journal = await begin().open();
      const uses = (number: number, ...names: readonly string[]) => payout(number, { uses: names });
      expect((await journal.prepare(uses(1, 'a', 'b'))).ok).toBe(true);
      const stopped = { ok: false, equal: [{ intent: { requestId: requestId(1), uses: ['a', 'b'] } }] };
      expect(await journal.prepare(uses(2, 'b', 'c'))).toMatchObject(stopped);
      expect(numbersOf(read(await journal.equals(uses(2, 'c', 'a'))))).toEqual([1]);
      expect(await journal.prepare(uses(2, 'b', 'c'), { named: [requestId(1)] })).toMatchObject({
        row: { duplicateOf: requestId(1) },
      });
      await journal.sent(requestId(1));
      await journal.settle(requestId(1), 'REFUSED');
      await journal.settle(requestId(2), 'NOT SENT');
      expect((await journal.prepare(uses(3, 'a'))).ok).toBe(true);
      // The refused write may not go out again next to its duplicate.
      expect(await journal.repeat(requestId(1))).toMatchObject({ ok: false });
      expect((await journal.prepare(uses(4, 'c'))).ok).toBe(true);
    });

    test('accepts a duplicate of a replaced write without its name, but not of an unresolved write [E21a]', async () => {
      const journal = await begin().open();
      await goes(journal, 9, 'DONE');
      const superseded = [{ requestId: requestId(1), by: requestId(9) }];
      await journal.prepare(equal(1));
      expect(await journal.prepare(equal(2), { named: [], superseded })).toHaveProperty('equal');
      await journal.sent(requestId(1));
      await journal.settle(requestId(1), 'DONE');
      expect(await journal.prepare(equal(2))).toHaveProperty('equal');
      expect((await journal.prepare(equal(2), { named: [], superseded })).ok).toBe(true);
    });

    test('counts a write as replaced only while the later write may have been done [E21a]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      await one.prepare(equal(1));
      await one.sent(requestId(1));
      await one.settle(requestId(1), 'DONE');
      await goes(one, 2, 'UNKNOWN');
      const naming = { named: [], superseded: [{ requestId: requestId(1), by: requestId(2) }] };
      // After this console read the journal, another console finds that the later write was not done.
      await other.resolve(requestId(2), { ...verdict, verdict: 'NOT DONE' });
      expect(await one.prepare(equal(3), naming)).toMatchObject({
        equal: [{ intent: { requestId: requestId(1) } }],
      });
      const unknownBy = { named: [], superseded: [{ requestId: requestId(1), by: requestId(8) }] };
      expect(await one.prepare(equal(3), unknownBy)).toHaveProperty('equal');
      await goes(one, 4, 'UNKNOWN');
      const again = { named: [], superseded: [{ requestId: requestId(1), by: requestId(4) }] };
      expect((await one.prepare(equal(3), again)).ok).toBe(true);
    });

    test("accepts a request ID once, and refuses a body that can't be kept byte for byte", async () => {
      const journal = await begin().open();
      await journal.prepare(payout(1));
      expect(await journal.prepare(payout(1, { fingerprint: '2:x' }))).toHaveProperty('barred');
      expect(await journal.prepare(payout(2, { body: '\ud800' }))).toHaveProperty('barred');
      expect(numbersOf(read(await journal.list()))).toEqual([1]);
    });

    test('accepts further steps of a write only from the console that prepared it [E9b]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      await one.prepare(payout(1));
      expect(await other.sent(requestId(1))).toHaveProperty('barred');
      expect(await other.settle(requestId(1), 'NOT SENT')).toHaveProperty('barred');
      expect(await one.sent(requestId(1))).toMatchObject({ ok: true });
      expect(await one.sent(requestId(1))).toHaveProperty('barred');
      expect(await one.sent(requestId(7))).toHaveProperty('barred');
    });

    test('keeps a write UNKNOWN if another attempt is refused, and makes it DONE if the attempt succeeds [B18d E25c]', async () => {
      const journal = await begin().open();
      await goes(journal, 1, 'UNKNOWN', true);
      const what = [{ label: 'Amount', value: '5.00 GBP' }];
      expect(await journal.repeat(requestId(1), what)).toMatchObject({ ok: true, row: { state: 'SENT' } });
      const refused = await journal.settle(requestId(1), 'REFUSED', { status: 400 });
      expect(refused).toMatchObject({ ok: true, row: { state: 'UNKNOWN', wasUnknown: true } });
      expect(refused.ok && refused.row.transitions.at(-2)).toMatchObject({ what });
      await journal.repeat(requestId(1));
      expect(await journal.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
      expect(await journal.repeat(requestId(1))).toHaveProperty('barred');
    });

    test('refuses another attempt after 24 hours, if it could do the write twice, and after a duplicate [E18 E19a]', async () => {
      const world = begin();
      const journal = await world.open();
      await goes(journal, 1, 'UNKNOWN');
      expect(await journal.repeat(requestId(1))).toHaveProperty('barred');
      await journal.prepare(equal(2));
      await journal.settle(requestId(2), 'NOT SENT');
      await journal.prepare(equal(3));
      expect(await journal.repeat(requestId(2))).toHaveProperty('barred');
      await journal.settle(requestId(3), 'NOT SENT');
      expect((await journal.repeat(requestId(2))).ok).toBe(true);
      await journal.settle(requestId(2), 'REFUSED');
      world.advance(DAY);
      expect(await journal.repeat(requestId(2))).toHaveProperty('barred');
    });

    test.each([
      ['the same bytes', {}],
      ['what uses up the same', { fingerprint: '2:another', uses: ['2:invoice 7'] }],
    ])('a refused write is not repeated after a colleague did %s', async (_, more) => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      const mine = payout(1, { fingerprint: '2:the same', uses: ['2:invoice 7'] });
      await one.prepare(mine);
      await one.sent(requestId(1));
      await one.settle(requestId(1), 'REFUSED');
      const its = payout(2, { fingerprint: '2:the same', ...more });
      expect((await other.prepare(its)).ok).toBe(true);
      await other.sent(requestId(2));
      expect(await one.repeat(requestId(1))).toHaveProperty('barred');
      await other.settle(requestId(2), 'DONE');
      expect(await one.repeat(requestId(1))).toHaveProperty('barred');
      expect(await stateOf(one, 1)).toBe('REFUSED');
    });

    test('resolves only an UNKNOWN write, and only once', async () => {
      const journal = await begin().open();
      await journal.prepare(payout(1));
      expect(await journal.resolve(requestId(1), verdict)).toHaveProperty('barred');
      await journal.settle(requestId(1), 'UNKNOWN');
      const resolved = await journal.resolve(requestId(1), verdict);
      expect(resolved).toMatchObject({ ok: true, row: { state: 'RESOLVED' } });
      expect(resolved.ok && resolved.row.transitions.at(-1)?.resolution).toEqual(verdict);
      expect(await journal.resolve(requestId(1), { ...verdict, verdict: 'NOT DONE' })).toHaveProperty(
        'barred',
      );
    });

    test('makes the open writes of an ended console UNKNOWN once, and leaves those of a running console [E5]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      for (const number of [1, 2]) await one.prepare(payout(number));
      await one.sent(requestId(2));
      await goes(one, 3, 'DONE');
      expect(await other.recover()).toEqual({ recovered: [] });
      world.die(one);
      expect(numbersOf((await other.recover()).recovered)).toEqual([1, 2]);
      expect(await other.recover()).toEqual({ recovered: [] });
      expect(read(await other.list()).map(({ state }) => state)).toEqual(['DONE', 'UNKNOWN', 'UNKNOWN']);
      expect(await other.prepare(payout(9, { fingerprint: '2:fingerprint 2' }))).toMatchObject({
        equal: [{ intent: { requestId: requestId(2) } }],
      });
    });

    test('lists rows newest first, filtered and in pages, and unresolved rows oldest first', async () => {
      const journal = await begin().open();
      for (const [number, outcome] of (['DONE', 'UNKNOWN', 'REFUSED', 'UNKNOWN'] as const).entries())
        await goes(journal, number, outcome);
      const listed = async (wanted?: Parameters<Journal['list']>[0]) =>
        numbersOf(read(await journal.list(wanted)));
      expect(await listed()).toEqual([3, 2, 1, 0]);
      expect(await listed({ filters: { states: ['DONE', 'REFUSED'] } })).toEqual([2, 0]);
      expect(await listed({ filters: { states: [] } })).toEqual([]);
      expect(await listed({ filters: { userId: 'user-1', profile: 'demo' }, limit: 2 })).toEqual([3, 2]);
      for (const none of [{ userId: 'user-2' }, { profile: 'live' }, { operations: ['card.close'] }])
        expect(await listed({ filters: none })).toEqual([]);
      expect(await listed({ filters: { operations: ['card.close', 'payout.create'] } })).toHaveLength(4);
      const third = read(await journal.get(requestId(2)));
      expect(await listed({ filters: { before: third?.number ?? 0 }, limit: 1 })).toEqual([1]);
      expect(numbersOf(read(await journal.unresolved()))).toEqual([1, 3]);
      expect(numbersOf(read(await journal.equals(payout(0))))).toEqual([0]);
      // A refusal may be wrong, so a person reads it before an equal write. It stops nothing.
      expect(numbersOf(read(await journal.equals(payout(2))))).toEqual([2]);
      expect(read(await journal.get(requestId(9)))).toBeUndefined();
    });

    test('has an audit line for every change and note, in order, and the head of the last line [O6]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      const [before] = [one.auditHead()];
      await one.prepare(payout(1));
      expect(await other.note(note)).toEqual({ ok: true });
      await one.settle(requestId(1), 'NOT SENT');
      const lines = read(await one.audit(3));
      expect(lines.map(({ kind, detail }) => [kind, detail['to'] ?? detail['what']])).toEqual([
        ['write', 'PREPARED'],
        ['exported', 'rows'],
        ['write', 'NOT SENT'],
      ]);
      expect(lines.map(({ pid }) => pid)).toEqual([one.self.pid, other.self.pid, one.self.pid]);
      const last = lines.at(-1)?.number ?? 0;
      expect(one.auditHead()).toMatch(new RegExp(`^${last}:[0-9a-f]{32}$`));
      expect(one.auditHead()).not.toBe(before);
    });

    test('runs calls in the order in which they were made, even if nobody waits for each answer', async () => {
      const journal = await begin().open();
      const [, , settled, noted, listed] = await Promise.all([
        journal.prepare(payout(1)),
        journal.sent(requestId(1)),
        journal.settle(requestId(1), 'DONE'),
        journal.note(note),
        journal.list(),
      ]);
      expect(settled).toMatchObject({ ok: true, row: { state: 'DONE' } });
      expect(noted).toEqual({ ok: true });
      expect(read(listed)).toMatchObject([{ state: 'DONE' }]);
      const told = read(await journal.audit(4)).map(({ detail }) => detail['to'] ?? detail['what']);
      expect(told).toEqual(['PREPARED', 'SENT', 'DONE', 'rows']);
    });

    test('changes its version when another console has written [E9a]', async () => {
      const world = begin();
      const [one, other] = [await world.open(), await world.open()];
      const before = await one.version();
      await one.get(requestId(1));
      expect(await one.version()).toBe(before);
      await other.prepare(payout(1));
      expect(await one.version()).not.toBe(before);
    });

    test('returns failures from a closed journal: nothing is recorded, nothing is thrown [E6a]', async () => {
      const journal = await begin().open();
      await journal.close();
      await journal.close();
      const unwritable = { ok: false, unwritable: expect.any(String) };
      expect(await journal.prepare(payout(1))).toEqual(unwritable);
      expect(await journal.sent(requestId(1))).toEqual(unwritable);
      expect(await journal.repeat(requestId(1))).toEqual(unwritable);
      expect(await journal.settle(requestId(1), 'DONE')).toEqual(unwritable);
      expect(await journal.resolve(requestId(1), verdict)).toEqual(unwritable);
      expect(await journal.note(note)).toEqual(unwritable);
      expect(await journal.recover()).toEqual({ recovered: [], unwritable: expect.any(String) });
      const unreadable = { ok: false, unreadable: expect.any(String) };
      expect(await journal.list()).toEqual(unreadable);
      expect(await journal.get(requestId(1))).toEqual(unreadable);
      expect(await journal.unresolved()).toEqual(unreadable);
      expect(await journal.equals(payout(1))).toEqual(unreadable);
      expect(await journal.audit(1)).toEqual(unreadable);
      expect(journal.auditHead()).toBeUndefined();
      expect(await journal.version()).toBeUndefined();
    });
  });
}
