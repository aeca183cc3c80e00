// An outcome that the disk could not take is recorded as soon as the disk works. Until then, the entry would say for
// ever that the write is being sent, and nobody could resolve it.

import { describe, expect, it, vi } from 'vitest';
import type { Settlement } from '../../src/journal/intent.ts';
import { t } from '../../src/lib/visible.ts';
import { createFlights } from '../../src/sending/flight.ts';
import { patience } from '../harness/patience.ts';
import { payout, requestId } from '../journal/parts.ts';
import { fullDisk } from './full-disk.ts';

it.each(['UNKNOWN', 'NOT SENT'] as const)(
  '%s is recorded within seconds after the disk works',
  async word => {
    const { whole, clock, effects, settle, works } = await fullDisk();
    const recorded = async () => {
      const read = await whole.get(requestId(1));
      return read.ok && read.value?.state;
    };
    effects.late.add(requestId(1), { outcome: word });
    const looks = (seen: () => void | Promise<void>) =>
      vi.waitFor(async () => {
        clock.advance(2000);
        await seen();
      }, patience);
    await looks(() => expect(settle).toHaveBeenCalled());
    expect(await recorded()).toBe('SENT');
    works();
    await looks(async () => expect(await recorded()).toBe(word));
  },
);

it('is recorded with the answer of the service, which says whether sending again makes sense', async () => {
  const { whole, effects, works } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'UNKNOWN', answer: { status: 422, message: 'No.' } });
  works();
  await effects.refresh();
  const row = await whole.get(requestId(1));
  expect(row.ok && row.value?.transitions.at(-1)).toMatchObject({
    to: 'UNKNOWN',
    answer: { status: 422, message: 'No.' },
  });
});

it('is recorded before the next action reads the journal', async () => {
  const { effects, states, works } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
  works();
  await effects.refresh();
  expect(states()).toEqual(['UNKNOWN']);
});

it('is recorded only once, so that it never ends a later attempt', async () => {
  const { whole, effects, settle, states, works } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'NOT SENT' });
  works();
  await Promise.all([effects.refresh(), effects.refresh()]);
  expect(settle).toHaveBeenCalledTimes(1);
  expect(await whole.repeat(requestId(1))).toMatchObject({ ok: true });
  await effects.refresh();
  expect(settle).toHaveBeenCalledTimes(1);
  expect(states()).toEqual(['SENT']);
});

it('is given up if the journal bars it, because the entry has moved on', async () => {
  const { whole, effects, settle, works } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
  await whole.settle(requestId(1), 'DONE');
  works();
  await effects.refresh();
  await effects.refresh();
  expect(settle).toHaveBeenCalledTimes(1);
  expect(await whole.get(requestId(1))).toMatchObject({ value: { state: 'DONE' } });
});

it('is replaced on the screens by the entry that bars it', async () => {
  const { whole, clock, effects, settle, states, works } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
  await whole.settle(requestId(1), 'REFUSED');
  works();
  await vi.waitFor(() => {
    clock.advance(2000);
    expect(settle).toHaveBeenCalled();
  }, patience);
  await vi.waitFor(() => expect(states()).toEqual(['REFUSED']), patience);
});

it('shows an equal entry whose refusal is not recorded yet, because the refusal may be wrong', async () => {
  const { effects } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'REFUSED' });
  const port = await effects.open();
  const { fingerprint } = payout(1);
  expect(await port?.journal.equals(payout(2, { fingerprint }))).toMatchObject({
    value: [{ state: 'REFUSED' }],
  });
});

it('is recorded when the console closes its journal', async () => {
  const { whole, effects, works } = await fullDisk({ close: async () => {} });
  effects.late.add(requestId(1), { outcome: 'NOT SENT' });
  works();
  await effects.close();
  expect(await whole.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
});

it('is tried before the call returns when the process ends, and only the first try waits for another console', async () => {
  const { whole, effects, settle } = await fullDisk();
  await whole.prepare(payout(2));
  for (const number of [1, 2]) effects.late.add(requestId(number), { outcome: 'NOT SENT' });
  void effects.late.recordLast();
  expect(settle.mock.calls.map(([id, , , waitMs]) => [id, waitMs])).toEqual([
    [requestId(1), 500],
    [requestId(2), 0],
  ]);
});

it('does not wait for another console while the console runs, because the screen would freeze', async () => {
  const { effects, settle } = await fullDisk();
  effects.late.add(requestId(1), { outcome: 'NOT SENT' });
  await effects.refresh();
  expect(settle.mock.calls).toEqual([[requestId(1), 'NOT SENT', undefined, 0]]);
});

describe('at the end of the program', () => {
  async function unknownAfter(outcome: Settlement) {
    const { effects, clock } = await fullDisk();
    effects.late.add(requestId(1), { outcome });
    return createFlights({ clock, journal: effects }).unknown();
  }

  it('a write that was not sent is not said to be UNKNOWN, although its entry is SENT', async () => {
    expect(await unknownAfter('NOT SENT')).toEqual([]);
    expect(await unknownAfter('UNKNOWN')).toMatchObject([{ requestId: requestId(1) }]);
  });

  it('a write that was not sent is not said to be UNKNOWN during its last try', async () => {
    const { effects, clock, works } = await fullDisk();
    effects.late.add(requestId(1), { outcome: 'NOT SENT' });
    works();
    void effects.late.recordLast();
    expect(createFlights({ clock, journal: effects }).unknown()).toEqual([]);
  });

  it('a write whose outcome the journal got later and a person resolved is not said to be UNKNOWN', async () => {
    const { effects, clock, works } = await fullDisk();
    const flights = createFlights({ clock, journal: effects });
    flights.unrecorded({ requestId: requestId(1), title: t`Create payout` });
    effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
    works();
    await effects.refresh();
    expect(flights.unknown()).toHaveLength(1);
    const resolution = { by: 'Ana', verdict: 'DONE', evidence: 'statement', note: '' } as const;
    expect(await effects.resolve(requestId(1), resolution)).toBeUndefined();
    expect(flights.unknown()).toEqual([]);
  });
});
