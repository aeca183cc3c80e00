// The journal in the store: Purser reads it again before an action, and never replaces it with an older reading.

import { describe, expect, it, vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { createJournalEffects, watchAudit, withCurrentJournal } from '../../src/money/journal-effects.ts';
import { journalFacts, journalRows } from '../../src/store/journal-view.ts';
import { overlayWith } from '../../src/store/open-overlays.ts';
import { currentView, goTo } from '../../src/store/workspace.ts';
import { whyNotWrite } from '../../src/store/writing.ts';
import { createTheme } from '../../src/ui/kit/theme.ts';
import { headerFacts, headerLine } from '../../src/ui/shell/header.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { machine, openWhole, payout, requestId, temporaryFile, unsynced } from '../journal/parts.ts';
import { slow } from '../journal/slow.ts';
import { beta, signedInStore } from '../store/signed-in.ts';

/** Lets all pending promises settle. */
const settled = () => new Promise(resolve => setImmediate(resolve));

/** A console whose journal answers when the test says so, and another console on the same journal. */
async function consoles() {
  const file = temporaryFile();
  const other = openWhole({ file, open: (path, opening) => unsynced(openSqlite(path, opening)) });
  const waiting: (() => void)[] = [];
  let held = false;
  const wait = () => (held ? new Promise<void>(resolve => waiting.push(resolve)) : Promise.resolve());
  const store = signedInStore();
  const clock = manualClock(0);
  const effects = createJournalEffects({
    store,
    clock,
    openJournal: async () => ({ journal: slow(localJournal(openWhole({ file })), wait), fingerprint }),
  });
  await effects.open();
  return {
    other,
    store,
    clock,
    effects,
    states: () => journalRows(store.getState()).map(({ state }) => state),
    notice: () => store.getState().notice?.text,
    /** From now on the journal does not answer. */
    hold() {
      held = true;
    },
    /** From now on the journal answers again, but not the earlier calls. */
    answer() {
      held = false;
    },
    /** The journal answers the earlier calls. */
    async release() {
      held = false;
      while (waiting.length > 0) {
        for (const resolve of waiting.splice(0)) resolve();
        await settled();
      }
    },
  };
}

it('Purser records UNKNOWN for the write of a killed console, even if nobody writes afterwards', async () => {
  const file = temporaryFile();
  const processes = machine();
  const [dying, own] = [processes.processes(), processes.processes()];
  const other = openWhole({ file, processes: dying });
  other.prepare(payout(1));
  other.sent(requestId(1));
  const [store, clock] = [signedInStore(), manualClock(0)];
  const effects = createJournalEffects({
    store,
    clock,
    openJournal: async () => ({ journal: localJournal(openWhole({ file, processes: own })), fingerprint }),
  });
  await effects.open();
  const states = () => journalRows(store.getState()).map(({ state }) => state);
  expect(states()).toEqual(['SENT']);
  processes.end(dying);
  clock.advance(2000);
  await vi.waitFor(() => expect(states()).toEqual(['UNKNOWN']), patience);
});

describe('an action that depends on the journal', () => {
  it('sees the entries of another console', async () => {
    const { other, effects, store, states } = await consoles();
    other.prepare(payout(1));
    const seen: unknown[] = [];
    await withCurrentJournal({ store, journal: effects }, () => seen.push(states()));
    expect(seen).toEqual([['PREPARED']]);
  });

  it('waits 500 ms for a journal that does not answer, then goes on and warns', async () => {
    const { effects, store, clock, hold, notice } = await consoles();
    hold();
    let acted = false;
    const action = withCurrentJournal({ store, journal: effects }, () => {
      acted = true;
    });
    clock.advance(499);
    await settled();
    expect(acted).toBe(false);
    clock.advance(1);
    await action;
    expect(acted).toBe(true);
    expect(notice()).toBe('The journal did not answer in time. Writes from other consoles may be missing.');
  });

  it.each(['another screen', 'another customer', 'an overlay'])(
    'is dropped if the screen shows %s by then',
    async what => {
      const { effects, store, hold, release } = await consoles();
      hold();
      let acted = false;
      const action = withCurrentJournal({ store, journal: effects }, () => {
        acted = true;
      });
      if (what === 'another screen') store.setState(state => goTo(state, 'journal'));
      if (what === 'another customer') store.setState({ customer: beta });
      if (what === 'an overlay') store.setState({ overlay: overlayWith({ kind: 'quit' }) });
      await release();
      await action;
      expect(acted).toBe(false);
    },
  );
});

describe('a reading of the journal', () => {
  it('undoes no newer step if it arrives late', async () => {
    const { other, effects, states, hold, release } = await consoles();
    other.prepare(payout(1));
    await effects.refresh();
    hold();
    const reading = effects.refresh();
    const sent = other.sent(requestId(1));
    const begun = other.prepare(payout(2));
    if (!sent.ok || !begun.ok) throw new Error('not recorded');
    for (const { row } of [sent, begun]) effects.tell(row);
    expect(states()).toEqual(['PREPARED', 'SENT']);
    await release();
    await reading;
    expect(states()).toEqual(['PREPARED', 'SENT']);
  });

  it('never replaces a reading that started later', async () => {
    const { other, effects, store, hold, answer, release } = await consoles();
    for (let number = 0; number < 501; number++) other.prepare(payout(number));
    await effects.refresh();
    expect(store.getState().journal).toMatchObject({ complete: false });
    hold();
    const early = effects.refresh();
    answer();
    effects.older();
    await settled();
    expect(store.getState().journal).toMatchObject({ complete: true });
    await release();
    await early;
    expect(store.getState().journal).toMatchObject({ complete: true });
  });

  it('keeps unchanged rows as the same objects, so that cached results stay valid', async () => {
    const { other, effects, store } = await consoles();
    for (const number of [1, 2]) other.prepare(payout(number));
    await effects.refresh();
    const before = store.getState().journal;
    await effects.refresh();
    expect(store.getState().journal).toBe(before);
    other.sent(requestId(1));
    await effects.refresh();
    const [rows, earlier] = [
      journalRows(store.getState()),
      journalRows({ ...store.getState(), journal: before }),
    ];
    expect(rows[0]).toBe(earlier[0]);
    expect(rows[1]).not.toBe(earlier[1]);
  });

  it('changes nothing in a console that has closed', async () => {
    const { effects, store, hold, release, notice } = await consoles();
    hold();
    const reading = effects.refresh();
    const closed = effects.close();
    const before = store.getState();
    await release();
    await Promise.all([reading, closed]);
    expect(store.getState()).toBe(before);
    expect(notice()).toBeUndefined();
  });
});

it('while a screen shows the audit log, Purser reads it after each change of the journal and each minute', async () => {
  const { other, effects, store } = await consoles();
  let reads = 0;
  const readAudit = () => {
    reads++;
    return effects.readAudit();
  };
  const stop = watchAudit({
    store,
    journal: { readAudit },
    wanted: state => currentView(state).place === 'handover',
  });
  store.setState(state => ({ now: state.now + 1000 }));
  expect(reads).toBe(0);
  store.setState(state => goTo(state, 'handover'));
  store.setState(state => ({ now: state.now + 1000 }));
  await settled();
  expect(reads).toBe(1);
  expect(store.getState().audit).toMatchObject({ kind: 'read', lines: [{ kind: 'log-begun' }] });
  other.prepare(payout(1));
  await effects.refresh();
  await settled();
  expect(reads).toBe(2);
  expect(store.getState().audit).toMatchObject({ lines: { length: 2 } });
  store.setState(state => ({ now: state.now + 60_000 }));
  expect(reads).toBe(3);
  stop();
  store.setState(state => ({ now: state.now + 60_000 }));
  expect(reads).toBe(3);
  await settled();
});

describe('the journal of a team', () => {
  it('is locked if its server refuses to be read, also if its version could not be read before', async () => {
    const store = signedInStore();
    const clock = manualClock(0);
    const local = localJournal(openWhole());
    let version: number | undefined = 1;
    let refused = false;
    const effects = createJournalEffects({
      store,
      clock,
      openJournal: async () => ({
        journal: {
          ...local,
          version: async () => version,
          list: async wanted =>
            refused ? { ok: false, unreadable: t`You are no operator.` } : local.list(wanted),
        },
        fingerprint,
      }),
    });
    await effects.open();
    version = undefined;
    clock.advance(2000);
    await settled();
    refused = true;
    clock.advance(2000);
    await vi.waitFor(() => expect(store.getState().journal.kind).toBe('locked'), patience);
  });

  it('says since when its server has been away', async () => {
    const store = signedInStore();
    const clock = manualClock(0);
    let away: number | undefined;
    let version: number | undefined = 1;
    let refused: Visible | undefined;
    let unread: Visible | undefined;
    const file = localJournal(openWhole());
    const effects = createJournalEffects({
      store,
      clock,
      openJournal: async () => ({
        journal: {
          ...file,
          list: async wanted => (refused ? { ok: false, unreadable: refused } : file.list(wanted)),
          offlineSince: () => away,
          unread: () => unread,
          version: async () => version,
        },
        fingerprint,
      }),
    });
    await effects.open();
    expect(journalFacts(store.getState()).offlineSince).toBeUndefined();
    [away, version] = [5000, undefined];
    clock.advance(2000);
    await vi.waitFor(() => expect(journalFacts(store.getState()).offlineSince).toBe(5000), patience);
    const state = store.getState();
    const said = headerLine(
      { ...state, now: 65_000, size: { columns: 200, rows: 40 } },
      createTheme('default', 'none'),
    );
    expect(said).toContain('JOURNAL 1:00 OLD');
    // The server refuses the next sign-in.
    refused = t`this role may not sign in`;
    await effects.refresh();
    expect(store.getState().journal.kind).toBe('locked');
    expect(journalFacts(store.getState()).offlineSince).toBe(5000);
    refused = undefined;
    [away, version] = [undefined, 1];
    clock.advance(2000);
    await vi.waitFor(() => expect(journalFacts(store.getState()).offlineSince).toBeUndefined(), patience);
    expect(store.getState().journal).toMatchObject({ complete: true });
    [away, version, unread] = [5000, undefined, t`The server can't be reached.`];
    clock.advance(2000);
    await vi.waitFor(() => expect(journalFacts(store.getState()).unread).toBe(unread), patience);
    expect(store.getState().journal).toMatchObject({ complete: false });
    [away, version, unread] = [undefined, 1, undefined];
    clock.advance(2000);
    await vi.waitFor(() => expect(journalFacts(store.getState()).unread).toBeUndefined(), patience);
    expect(store.getState().journal).toMatchObject({ complete: true });
  });

  it('the header says within two seconds that the log is closed, and that it is open again', async () => {
    const store = signedInStore();
    const clock = manualClock(0);
    let why: Visible | undefined;
    const journal = { ...localJournal(openWhole()), shut: () => why };
    const effects = createJournalEffects({
      ...{ store, clock },
      openJournal: async () => ({ journal, fingerprint }),
    });
    await effects.open();
    const header = () =>
      headerLine({ ...store.getState(), size: { columns: 200, rows: 40 } }, createTheme('default', 'none'));
    expect(header()).toContain(' WRITE ');
    why = t`The log is closed.`;
    clock.advance(2000);
    await vi.waitFor(() => expect(header()).toMatch(/READ-ONLY.*LOG CLOSED/), patience);
    expect(whyNotWrite(store.getState())).toBe(why);
    expect(headerFacts(store.getState()).map(({ text }) => text)).toContain("The team's log is closed");
    why = undefined;
    clock.advance(2000);
    await vi.waitFor(() => expect(header()).toContain(' WRITE '), patience);
    await effects.close();
  });

  it('the header and the facts for a screen reader say that the team journal is newer', async () => {
    const store = signedInStore();
    const clock = manualClock(0);
    let why: Visible | undefined;
    const effects = createJournalEffects({
      store,
      clock,
      openJournal: async () => ({
        journal: { ...localJournal(openWhole()), outdated: () => why },
        fingerprint,
      }),
    });
    await effects.open();
    const header = () =>
      headerLine({ ...store.getState(), size: { columns: 200, rows: 40 } }, createTheme('default', 'none'));
    expect(header()).toMatch(/ WRITE /);
    expect(header()).not.toContain('UPDATE PURSER');
    why = t`newer`;
    await effects.refresh();
    expect(header()).toMatch(/READ-ONLY.*UPDATE PURSER/);
    expect(whyNotWrite(store.getState())).toBe(why);
    expect(headerFacts(store.getState()).map(({ text }) => text)).toContain(
      'The team journal is newer than this Purser',
    );
  });
});
