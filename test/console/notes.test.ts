// Notes of one machine, without a team: written with M, shown in the details, counted, and kept in the journal's file.

import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import type { Shared } from '../../src/journal/together.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { t, visible } from '../../src/lib/visible.ts';
import { noteCount, notesHere } from '../../src/store/together-view.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { whole } from '../journal/parts.ts';
import { goes, paysOut } from './paying.ts';

const wide = { cols: 160, rows: 40 } as const;
const header = (console: TestConsole): string => console.screen.text().split('\n')[0] ?? '';

async function notes(
  console: TestConsole,
  text: string,
  about: 'record' | 'customer' = 'record',
): Promise<void> {
  console.press('M');
  await console.sees('New note');
  if (about === 'customer') console.press('shift-tab', 'right', 'tab');
  console.type(text);
  await console.sees(text);
  console.press('enter');
  await console.sees('Note added.');
  await vi.waitFor(() => expect(notesHere(console.state())[0]?.text).toBe(text), patience);
}

it('a note on a record and on the customer appear in header, details and switcher, and never at the service', async () => {
  const console = await startOnAccounts(wide);
  console.press('2');
  await console.sees(/Global Account|Account/);
  await notes(console, 'asks for the form');
  await console.sees(/This record\n(.|\n)*asks for the form/);
  console.press('esc');
  await console.losesSight('New note');
  await notes(console, 'prefers mail', 'customer');
  console.press('esc');
  await console.losesSight('New note');
  await vi.waitFor(() => expect(header(console)).toContain('2 notes'), patience);
  await console.sees(/Notes(.|\n)*asks for the form/);
  expect(console.screen.text()).not.toContain('prefers mail');
  console.press('9');
  await console.sees('prefers mail');
  expect(JSON.stringify(console.simulator.wire)).not.toMatch(/prefers mail|asks for the form/);
  // Another customer has none.
  const [, second] = console.simulator.customers;
  console.press('u');
  await console.sees('Connected account');
  console.type(second?.userId ?? '');
  console.press('enter');
  await vi.waitFor(() => expect(console.shown().customer?.userId).toBe(second?.userId), patience);
  await console.drawn();
  expect(header(console)).not.toContain('notes');
  expect(console.screen.text()).not.toMatch(/prefers mail|asks for the form/);
  console.press('9');
  await console.sees('Nickname');
  expect(console.screen.text()).not.toMatch(/prefers mail|asks for the form/);
  console.press('M');
  await console.sees('Nobody has written a note on this customer yet.');
  console.press('esc');
  await console.losesSight('New note');
  console.press('u');
  await console.sees(/2 notes/);
});

it('a note on a payout is at the payout and at its entry of the journal', async () => {
  const console = await startOnAccounts(wide);
  await paysOut(console);
  await goes(console, 'payouts');
  await vi.waitFor(() => expect(currentView(console.shown()).cursorKey).toMatch(/^journal /), patience);
  await console.drawn();
  await notes(console, 'the payee will call');
  console.press('esc');
  await console.losesSight('New note');
  await goes(console, 'journal');
  await console.sees(/New payout/);
  console.press('M');
  await console.sees(/This record\n(.|\n)*the payee will call/);
});

it('a read-only console writes notes too, as in a team', async () => {
  const console = await startOnAccounts({ ...wide, environment: 'production', readOnly: t`by the profile` });
  await console.sees('READ-ONLY');
  await notes(console, 'read-only note', 'customer');
});

it('two consoles of one file see the notes of each other, and the next console finds them', async () => {
  const journalFile = path.join(temporaryFolder(), 'journal.db');
  const one = await startOnAccounts({ ...wide, journalFile });
  const two = await startOnAccounts({ ...wide, journalFile, at: one.simulator });
  await notes(one, 'from the first', 'customer');
  two.passes(5000);
  await vi.waitFor(() => expect(header(two)).toContain('1 note'), patience);
  two.press('M');
  await two.sees('from the first');
  two.press('esc');
  await two.losesSight('New note');
  await one.close();
  await two.close();
});

it('M asks the journal again at once', async () => {
  const journalFile = path.join(temporaryFolder(), 'journal.db');
  const one = await startOnAccounts({ ...wide, journalFile });
  const real = systemClock();
  // This console never asks again by itself.
  const after: Clock['after'] = (ms, run) => (ms === 5000 ? () => {} : real.after(ms, run));
  const two = await startOnAccounts({ ...wide, journalFile, at: one.simulator, clock: { ...real, after } });
  await vi.waitFor(() => expect(two.state().notes).toBeDefined(), patience);
  await notes(one, 'just now', 'customer');
  two.press('M');
  await two.sees('just now');
});

describe('a note that the journal does not take', () => {
  /** `answer` is the journal's answer to the note. */
  async function startUnwritable() {
    const answer = Promise.withResolvers<Shared>();
    const file = path.join(temporaryFolder(), 'journal.db');
    const parts = { file, clock: systemClock(), processes: systemProcesses(), redact: (one: string) => one };
    const opened = whole(openJournal(parts));
    const local = localJournal(opened);
    const openSlow: OpenJournal = async () => ({
      journal: { ...local, notes: service => ({ ...opened.notes(service), addNote: () => answer.promise }) },
      fingerprint,
    });
    const console = await startOnAccounts({ ...wide, openJournal: openSlow });
    console.press('M');
    await console.sees('New note');
    console.type('asks for Ana');
    await console.sees('asks for Ana');
    console.press('enter');
    await console.losesSight('asks for Ana');
    return { console, refuse: () => answer.resolve({ ok: false, why: t`The disk is full.` }) };
  }

  it('comes back into its field', async () => {
    const { console, refuse } = await startUnwritable();
    refuse();
    await console.sees(/asks for Ana(.|\n)*The note was not added\. The disk is full\./);
  });

  it('is in its field again when the notes are opened again', async () => {
    const { console, refuse } = await startUnwritable();
    console.press('esc');
    await console.losesSight('New note');
    refuse();
    await console.sees('The note was not added. The disk is full.');
    console.press('M');
    await console.sees('asks for Ana');
  });

  it('does not come into the notes of another customer', async () => {
    const { console, refuse } = await startUnwritable();
    console.press('esc');
    await console.losesSight('New note');
    console.press('u');
    await console.sees('Connected account');
    console.type(console.simulator.customers[1]?.userId ?? '');
    console.press('enter');
    await console.losesSight('Connected account');
    console.press('M');
    await console.sees('Nobody has written a note on this customer yet.');
    refuse();
    await console.sees('The note was not added. The disk is full.');
    expect(console.screen.text()).not.toContain('asks for Ana');
    console.press('esc');
    await console.losesSight('New note');
    console.press('_');
    await vi.waitFor(() =>
      expect(console.shown().customer?.userId).toBe(console.simulator.customers[0]?.userId),
    );
    console.press('M');
    await console.sees('asks for Ana');
  });
});

it('without a journal M says why in a sentence', async () => {
  const locked = await startOnAccounts({
    ...wide,
    openJournal: async () => ({ locked: t`The journal can't be used, because the disk is full.` }),
  });
  locked.press('M');
  await locked.sees("Notes are in the journal. The journal can't be used, because the disk is full.");
  expect(locked.state().overlay).toBeUndefined();
});

it('hostile text in a note and in its file is shown as text', async () => {
  const console = await startOnAccounts(wide);
  await vi.waitFor(() => expect(console.state().notes).toBeDefined(), patience);
  const text = 'a\u001b]52;c;AA\u0007b\u202ec\u001b[2J\nd';
  expect(await console.app.together.addNote(text)).toBeUndefined();
  console.press('M');
  await console.sees(visible(text).slice(0, 12));
  expect(console.copied()).toEqual([]);
});

it('a note belongs to the customer who was open when it was written', async () => {
  const console = await startOnAccounts(wide);
  await vi.waitFor(() => expect(console.state().notes).toBeDefined(), patience);
  const [first, second] = console.simulator.customers;
  const adding = console.app.together.addNote('call back');
  if (second) console.app.customers.switchTo(second);
  expect(await adding).toBeUndefined();
  expect(noteCount(console.state(), second)).toBe(0);
  expect(noteCount(console.state(), first)).toBe(1);
});

it('the screen reader says how many notes the customer has', async () => {
  const console = await startOnAccounts({ ...wide, screenReader: true });
  await vi.waitFor(() => expect(console.state().notes).toBeDefined(), patience);
  expect(await console.app.together.addNote('call back')).toBeUndefined();
  console.press('M');
  await console.sees(/Notes(.|\n)*1 note/);
});

it('a half-typed note stays with its record until it is added', async () => {
  const console = await startOnAccounts(wide);
  console.press('M');
  await console.sees('New note');
  console.type('calls back on Mon');
  await console.sees('calls back on Mon');
  console.press('esc');
  await console.losesSight('New note');
  console.press('j', 'M');
  await console.sees('New note');
  await console.drawn();
  expect(console.screen.text()).not.toContain('calls back');
  console.press('esc');
  await console.losesSight('New note');
  console.press('k', 'M');
  await console.sees('calls back on Mon');
  console.type('day');
  console.press('enter');
  await console.sees('Note added.');
  await vi.waitFor(() => expect(notesHere(console.state())[0]?.text).toBe('calls back on Monday'), patience);
  console.press('esc');
  await console.losesSight('New note');
  console.press('M');
  await console.sees('New note');
  expect(console.screen.text()).not.toMatch(/New note +calls/);
});
