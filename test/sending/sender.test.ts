// The sender without a screen: each step needs the one before it, and a write that may not leave never leaves.

import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { failed } from '../../src/api/client/failure.ts';
import { changed } from '../../src/api/contract/write-meaning.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import type { AskedWrite } from '../../src/sending/asked-write.ts';
import { createFlights } from '../../src/sending/flight.ts';
import { createLateOutcomes } from '../../src/sending/late-outcomes.ts';
import { type Reread, rereadOf } from '../../src/sending/question.ts';
import { confirmedAs, createSender, type SenderPorts } from '../../src/sending/sender.ts';
import { newClock } from '../api/client/test-client.ts';
import { resultOf } from '../harness/answers.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { alpha } from '../store/signed-in.ts';

const LINE = { label: t`Status`, value: t`ACTIVE` };

/** A service whose record has this status, and what crossed the wire to it, in order, with the state of the journal then. */
function scene(ports: Partial<SenderPorts> = {}) {
  const clock = newClock();
  const journal = localJournal(openWhole());
  const events: string[] = [];
  const record = { status: t`ACTIVE` };
  const reread: Reread = rereadOf<'card.limits', object>({
    ...{ operation: 'card.limits', input: { query: { id: 'card-1' } } },
    found: now => now,
    lines: () => [{ label: t`Status`, value: record.status }],
  });
  const stateNow = async () => {
    const read = await journal.get(requestId(1));
    return read.ok ? (read.value?.state ?? 'none') : 'unreadable';
  };
  const client = {
    async perform() {
      events.push(`read, journal ${await stateNow()}`);
      return { ok: true, value: resultOf('card.limits', {}), drift: [], receivedAt: 0, raw: null };
    },
    writes: {
      async send(_: unknown, mayLeave: () => Promise<boolean>) {
        if (!(await mayLeave())) return failed({ kind: 'unsent', cause: 'not-recorded' });
        events.push(`sent, journal ${await stateNow()}`);
        return { ok: true, value: {}, raw: {}, drift: [], receivedAt: 0 };
      },
    },
  } as unknown as Client;
  const late = createLateOutcomes({ journal: () => journal, tell: () => {}, changed: () => {} });
  const self = () => undefined;
  const sender = createSender({
    ...{ clock, client: () => client, barred: () => undefined },
    journal: { open: async () => ({ journal, fingerprint }), tell: () => {}, late },
    flights: createFlights({ clock, journal: { self, rows: () => [], lose: async () => {} } }),
    earlierWarnings: async () => [],
    namingOf: async (_, named) => ({ named }),
    ...ports,
  });
  const intent = payout(1, { operation: 'card.update' });
  const asked: AskedWrite = {
    ...{ intent, customer: alpha, whose: [], meaning: changed, hide: text => text, recorded: false },
    question: {
      ...{ operation: 'card.update', title: t`Freeze card`, button: t`Freeze card`, lines: [LINE] },
      ...{ warnings: [], token: { text: 'x', name: t`x` }, reread: [reread] },
    },
    prepared: {
      ...{ operation: 'card.update', requestId: requestId(1), method: 'POST', target: '/x', headers: {} },
    },
  };
  const confirmation = { lines: [LINE], warnings: [], deadline: undefined };
  const confirm = () => sender.confirm(asked, confirmation, t`ticket 1`);
  async function sends() {
    const read = await sender.read(confirm());
    return read.kind === 'read' ? sender.send(read, { named: [] }, sent => sent) : read;
  }
  return { clock, journal, events, record, sender, confirm, sends, stateNow };
}

it('reads the record again, then records, then sends once, then records the outcome', async () => {
  const { events, sends, stateNow, journal } = scene();
  expect(await sends()).toMatchObject({ kind: 'ended', word: 'DONE' });
  expect(events).toEqual(['read, journal none', 'sent, journal SENT']);
  expect(await stateNow()).toBe('DONE');
  const read = await journal.get(requestId(1));
  expect(read.ok && read.value?.intent.what).toEqual([
    LINE,
    { label: 'Reason for writing', value: 'ticket 1' },
  ]);
});

describe('nothing is sent', () => {
  it('if the record changed, and the change is named', async () => {
    const { events, record, sends, stateNow } = scene();
    record.status = t`CLOSED`;
    expect(await sends()).toMatchObject({
      kind: 'changed',
      changes: [{ label: 'Status', before: 'ACTIVE', now: 'CLOSED' }],
    });
    expect(events).toEqual(['read, journal none']);
    expect(await stateNow()).toBe('none');
  });

  it.each([
    [0, 120_000],
    [120_000, 0],
  ])('two minutes after the confirmation: %i ms until the reading, then %i ms', async (before, after) => {
    const { clock, events, sender, confirm, stateNow } = scene();
    const write = confirm();
    await clock.advance(before);
    const read = await sender.read(write);
    if (read.kind !== 'read') throw new Error(read.kind);
    await clock.advance(after);
    const sent = await sender.send(read, { named: [] }, one => one);
    expect(sent).toMatchObject({ word: 'NOT SENT', sentences: [expect.stringContaining('Two minutes'), {}] });
    expect(events).toEqual(['read, journal none']);
    expect(await stateNow()).toBe('NOT SENT');
  });

  it('under a policy that became stricter after the reading', async () => {
    let why: Visible | undefined;
    const { events, sender, confirm } = scene({ barred: () => why });
    const read = await sender.read(confirm());
    if (read.kind !== 'read') throw new Error(read.kind);
    why = t`The policy bars it.`;
    const sent = await sender.send(read, { named: [] }, one => one);
    expect(sent).toMatchObject({ word: 'NOT SENT', sentences: [why, expect.anything()] });
    expect(events).toEqual(['read, journal none']);
  });

  it("if the team's permission to send has become old, which is asked last", async () => {
    const { events, journal, sends, stateNow } = scene();
    const stale = t`The permission is old.`;
    const seen: unknown[] = [];
    Object.assign(journal, { stale: (id: string) => (seen.push(id) > 0 ? stale : undefined) });
    expect(await sends()).toMatchObject({ word: 'NOT SENT', sentences: [stale, expect.anything()] });
    expect(seen).toEqual([requestId(1)]);
    expect(events).toEqual(['read, journal none']);
    expect(await stateNow()).toBe('NOT SENT');
  });

  it('if a duplicate is done that nobody named', async () => {
    const { events, journal, sends } = scene();
    await journal.prepare(payout(2, { operation: 'card.update', fingerprint: payout(1).fingerprint }));
    await journal.sent(requestId(2));
    await journal.settle(requestId(2), 'DONE');
    expect(await sends()).toMatchObject({
      kind: 'duplicates',
      rows: [{ intent: { requestId: requestId(2) } }],
    });
    expect(events).toEqual(['read, journal none']);
  });
});

it('an approval lasts as long as a person may still confirm the quote', () => {
  const deadline = { at: 60_000, margin: 5000, label: t`Expires in`, over: t`The quote has expired.` };
  const asked = { prepared: {} } as AskedWrite;
  const lasts = (tick: number) =>
    confirmedAs({ asked, confirmation: { lines: [], warnings: [], deadline } }, tick).lasts;
  expect([0, 10_000, 59_000].map(lasts)).toEqual([55_000, 45_000, 0]);
});
