// Recovery: the next console that opens the journal takes over the rows of ended consoles.

import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { createJournalEffects } from '../../src/money/journal-effects.ts';
import { journalRows } from '../../src/store/journal-view.ts';
import { manualClock } from '../harness/clock.ts';
import { machine, open, payout, requestId, temporaryFile, whole } from '../journal/parts.ts';
import { signedInStore } from '../store/signed-in.ts';

/** A console's journal over the file, with this process ID. */
async function opened(file: string, processes: Processes) {
  const store = signedInStore();
  const effects = createJournalEffects({
    clock: manualClock(0),
    store,
    openJournal: async () => ({ journal: localJournal(whole(open({ file, processes }))), fingerprint }),
  });
  await effects.open();
  const rows = () =>
    journalRows(store.getState()).map(({ intent, state, transitions }) => ({
      id: intent.requestId,
      state,
      changes: transitions.map(({ to }) => to),
    }));
  return { store, effects, rows };
}

/** Two processes. Each has a row in flight. */
async function twoUnderWay(file: string, host: ReturnType<typeof machine>) {
  const both = [host.processes(), host.processes()] as const;
  both.forEach((processes, number) => {
    const journal = whole(open({ file, processes }));
    journal.prepare(payout(number));
    journal.sent(requestId(number));
    journal.close();
  });
  return both;
}

describe('recovery', () => {
  it('gives the same result if it stops between two rows and runs again several times [E5]', async () => {
    const file = temporaryFile();
    const host = machine();
    const [one, other] = await twoUnderWay(file, host);
    host.end(one);
    // The first recovery ended after its first row, because the second row seemed to be in flight.
    const stopped = host.processes();
    const first = await opened(file, stopped);
    expect(first.rows().map(({ state }) => state)).toEqual(['SENT', 'UNKNOWN']);
    await first.effects.close();
    host.end(stopped);
    host.end(other);
    const second = await opened(file, host.processes());
    const after = second.rows();
    expect(after.map(({ changes }) => changes)).toEqual([
      ['PREPARED', 'SENT', 'UNKNOWN'],
      ['PREPARED', 'SENT', 'UNKNOWN'],
    ]);
    await second.effects.refresh();
    expect(second.rows()).toEqual(after);
    await second.effects.close();
    const third = await opened(file, host.processes());
    expect(third.rows()).toEqual(after);
    await third.effects.close();
  });

  it('leaves the writes of a living console unchanged, and takes them over after its end', async () => {
    const file = temporaryFile();
    const host = machine();
    const [one, other] = await twoUnderWay(file, host);
    const mine = await opened(file, host.processes());
    expect(mine.rows().map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    host.end(one);
    host.end(other);
    await mine.effects.refresh();
    expect(mine.rows().map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN']);
    await mine.effects.close();
  });
});
