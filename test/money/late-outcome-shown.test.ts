// The screens show an outcome that the disk could not take yet. Otherwise they would say that the write is being sent.

import { describe, expect, it } from 'vitest';
import { isInFlight, journalRows } from '../../src/store/journal-view.ts';
import { payout, requestId } from '../journal/parts.ts';
import { fullDisk } from './full-disk.ts';

describe('until an outcome is recorded', () => {
  const flying = ({ store }: Awaited<ReturnType<typeof fullDisk>>) =>
    journalRows(store.getState()).filter(row => isInFlight(row, store.getState()));

  it.each(['UNKNOWN', 'NOT SENT'] as const)('screens show %s, not a request on its way', async outcome => {
    const console = await fullDisk();
    expect(flying(console)).toHaveLength(1);
    console.effects.late.add(requestId(1), { outcome });
    expect(console.states()).toEqual([outcome]);
    expect(flying(console)).toEqual([]);
    await console.effects.refresh();
    expect(console.states()).toEqual([outcome]);
  });

  it('a dialog that reads the journal finds the outcome', async () => {
    const { effects } = await fullDisk();
    const { journal } = (await effects.open()) ?? {};
    effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
    expect(await journal?.equals(payout(1))).toMatchObject({ value: [{ state: 'UNKNOWN' }] });
    expect(await journal?.list()).toMatchObject({ value: [{ state: 'UNKNOWN' }] });
    expect(await journal?.unresolved()).toMatchObject({ value: [{ state: 'UNKNOWN', wasUnknown: true }] });
    expect(await journal?.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
    effects.late.add(requestId(1), { outcome: 'NOT SENT' });
    expect(await journal?.equals(payout(1))).toMatchObject({ value: [] });
    expect(await journal?.unresolved()).toMatchObject({ value: [] });
  });

  it('screens show the outcome that came during a reading of the journal', async () => {
    const console = await fullDisk();
    console.reads(async () => {
      const read = await console.whole.unresolved();
      console.effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
      return read;
    });
    await console.effects.refresh();
    expect(console.states()).toEqual(['UNKNOWN']);
  });

  it('a duplicate that the journal refuses has the outcome too', async () => {
    const { effects } = await fullDisk();
    const { journal } = (await effects.open()) ?? {};
    const duplicate = payout(2, { fingerprint: payout(1).fingerprint });
    effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
    expect(await journal?.prepare(duplicate)).toMatchObject({ equal: [{ state: 'UNKNOWN' }] });
  });

  it('a write that was not sent is no duplicate, but the journal records no other write before its outcome', async () => {
    const { effects, works } = await fullDisk();
    const { journal } = (await effects.open()) ?? {};
    const next = payout(2, { fingerprint: payout(1).fingerprint });
    effects.late.add(requestId(1), { outcome: 'NOT SENT' });
    const refused = await journal?.prepare(next);
    expect(refused).not.toHaveProperty('equal');
    expect(refused).toMatchObject({
      ok: false,
      unwritable:
        'A duplicate was not sent, but the journal has not recorded that yet. Try again in a few seconds.',
    });
    works();
    await effects.refresh();
    expect(await journal?.prepare(next)).toMatchObject({ ok: true });
  });

  it('a row that the journal returns at a refusal keeps the outcome', async () => {
    const { whole, effects, states } = await fullDisk();
    effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
    const read = await whole.get(requestId(1));
    if (!read.ok || !read.value) throw new Error('not read');
    expect(read.value.state).toBe('SENT');
    effects.tell(read.value);
    expect(states()).toEqual(['UNKNOWN']);
  });

  it('a person who resolves the entry records it first', async () => {
    const { whole, effects, works } = await fullDisk();
    effects.late.add(requestId(1), { outcome: 'UNKNOWN' });
    const resolution = { by: 'Ana', verdict: 'DONE', evidence: 'statement', note: '' } as const;
    expect(await effects.resolve(requestId(1), resolution)).toBeDefined();
    works();
    expect(await effects.resolve(requestId(1), resolution)).toBeUndefined();
    expect(await whole.get(requestId(1))).toMatchObject({ value: { state: 'RESOLVED' } });
  });
});
