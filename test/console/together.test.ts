// A team at one service: who is where, owners of entries, notes, and shared list views.

import { beforeEach, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { visible } from '../../src/lib/visible.ts';
import { viewsFile } from '../../src/start/kept-files.ts';
import { journalRows } from '../../src/store/journal-view.ts';
import { customerKey } from '../../src/store/workspace.ts';
import { systemDisk } from '../../src/system/disk.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { patience } from '../harness/patience.ts';
import { goes, paysUnknown } from './paying.ts';
import { type Room, room } from './room.ts';
import { breaks, cancelPayout, pays } from './writing.ts';

const consoles: TestConsole[] = [];
beforeEach(() => void consoles.splice(0));

async function start(office: Room, person: string, options: ConsoleOptions = {}): Promise<TestConsole> {
  const [first] = consoles;
  const console = await startConsole({
    cols: 160,
    rows: 40,
    openJournal: office.as(person),
    ...(first && { at: first.simulator }),
    ...options,
  });
  consoles.push(console);
  await console.sees('accounts, all');
  await vi.waitFor(() => expect(console.state().together?.me).toBe(person), patience);
  return console;
}

/** The time until each console has asked the server and the journal again, in ms. It passes at once. */
const POLL = 5000;
const office = () => room(['Ana', 'Ben', 'Cy']);
const header = (console: TestConsole): string => console.screen.text().split('\n')[0] ?? '';
const customerOf = (console: TestConsole) => {
  const { customer } = console.state();
  if (!customer) throw new Error('no customer');
  return customer;
};

it('the header and a dialog show who else has this customer open, and their dialog', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await ben.sees('Ana is here');
  void ana.app.dialog.ask(cancelPayout('451cbdc4-778e-456f-a9e5-437221c5cf8a'));
  await ana.sees('[ Cancel payout');
  await vi.waitFor(() => expect(both.where.get('Ana')?.doing).toBe('Cancel payout'), patience);
  // Ben's console learns of Ana's dialog with the next poll, or when a dialog opens.
  void ben.app.dialog.ask(cancelPayout('451cbdc4-778e-456f-a9e5-437221c5cf8a'));
  await ben.sees(/Ana is here · Cancel payout open(.|\n)*\[ Cancel payout/);
  await ben.sees(/╰─ ▲ Ana is here · Cancel payout open/);
  // Without a frame, the warning is above the footer with the keys.
  for (const [columns, rows] of [[80, 14] as const, [60, 12] as const, [40, 10] as const]) {
    ben.screen.resize(columns, rows);
    await ben.sees(/^▲ Ana is here · Cancel payout open *\nEnter select/m);
  }
});

it('a narrow header shortens the customer before it leaves out a colleague', async () => {
  const both = office();
  const ana = await start(both, 'Ana', { cols: 80, rows: 24 });
  both.where.set('Ben', { customer: customerOf(ana), doing: '' });
  ana.passes(POLL);
  await vi.waitFor(
    () => expect(header(ana)).toMatch(/DEMO +Bramble & Finch Trading Ltd …\w+ +WRITE +Ben is here/),
    patience,
  );
});

it('the switcher shows colleagues and notes next to their customers', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await start(both, 'Ben', { customer: 1 });
  ana.press('u');
  // Presence and notes arrive with the next poll.
  both.where.set('Cy', undefined);
  await ana.app.together.addNote('x');
  ana.passes(POLL);
  await ana.sees(/Recent\n.*Ben is here/);
  ana.press('esc', '_');
  await vi.waitFor(() => expect(header(ana)).toContain('Ben is here'), patience);
  ana.press('u');
  await ana.sees(/Recent\n.*1 note/);
});

it('a closed console is no longer shown to colleagues', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await vi.waitFor(() => expect(both.where.get('Ana')?.customer).toBeDefined(), patience);
  await ana.close();
  expect(both.where.get('Ana')).toBeUndefined();
});

it('a locked console is not shown to colleagues', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await vi.waitFor(() => expect(both.where.get('Ana')?.customer).toBeDefined(), patience);
  ana.press('L');
  await vi.waitFor(() => expect(both.where.get('Ana')).toBeUndefined(), patience);
});

it('a write that a colleague is sending is shown to everybody as being sent, and to nobody as UNRESOLVED', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await breaks(ana, 'payout.create delay=4000');
  await pays(ana);
  await ana.sees('Waiting for the response');
  ben.passes(POLL);
  await vi.waitFor(() => expect(header(ben)).toContain('1 being sent'), patience);
  expect(header(ben)).not.toContain('UNRESOLVED');
  await goes(ben, 'overview');
  await ben.sees(/sending +12\.50 GBP to /);
});

it('an unresolved entry has an owner, who hands it over, and the colleague accepts', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await paysUnknown(ana, 'reset=after');
  await ana.sees('1 UNRESOLVED (1 yours)');
  await ana.sees(/Owner +Ana/);
  ana.press('H');
  await ana.sees('Hand over to Ben');
  ana.press('enter');
  await ana.sees('Offered to Ben');
  await ana.sees(/Owner +Ana, offered to Ben/);
  ben.passes(POLL);
  await ben.sees('Ana hands an entry over to you');
  await ben.sees('1 OFFERED TO YOU');
  expect(header(ben)).not.toContain('yours');
  await goes(ben, 'journal');
  ben.press('H');
  await ben.sees('› Accept');
  ben.press('enter');
  await ben.sees('1 UNRESOLVED (1 yours)');
  await ben.sees(/Owner +Ben/);
  ana.passes(POLL);
  await vi.waitFor(() => expect(header(ana)).not.toContain('yours'), patience);
  await ana.sees(/Owner +Ben/);
  await ana.sees('Ben owns this entry now: New payout.');
});

it('the journal list of a team names the owner of each entry, if there is room', async () => {
  const both = office();
  const ana = await start(both, 'Ana', { cols: 200 });
  const narrow = await start(both, 'Ben', { cols: 80, rows: 24 });
  await paysUnknown(ana, 'reset=after');
  await ana.sees(/State +Write +.*Owner/);
  await ana.sees(/UNKNOWN +New payout +12\.50 GBP.* Ana /);
  await goes(narrow, 'journal');
  await narrow.sees(/UNKNOWN +New payout/);
  expect(narrow.screen.text()).not.toMatch(/State +Write.*Owner/);
});

it('a header of 80 columns still shows an offer', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben', { cols: 80, rows: 24 });
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('Hand over to Ben');
  ana.press('enter');
  await vi.waitFor(() => expect(header(ben)).toContain('1 UNRESOLVED  1 OFFERED'), patience);
  expect(header(ben)).toMatch(/DEMO +Bramble.* WRITE /);
});

it('a declined offer leaves the entry with its owner; a colleague can take it without an offer', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('Hand over to Ben');
  ana.press('enter');
  await ben.sees('1 OFFERED TO YOU');
  await goes(ben, 'journal');
  ben.press('H');
  await ben.sees('› Accept');
  ben.press('down', 'enter');
  await ben.sees('Declined.');
  await ben.losesSight('OFFERED');
  await ana.sees('Ben declined the entry: New payout. You still own the entry.');
  ben.press('H');
  await ben.sees('› Take the entry yourself');
  ben.press('enter');
  await ben.sees('1 UNRESOLVED (1 yours)');
});

const many = (): string[] => Array.from({ length: 200 }, (_, nth) => `Person ${nth + 1}`);

it('letters filter 200 colleagues by name, at 80 × 24 too', async () => {
  const both = room(['Ana', ...many(), 'Zoë Łęcka']);
  const ana = await start(both, 'Ana', { cols: 80, rows: 24 });
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('filter:');
  await ana.sees('Hand over to Person 1');
  ana.press('q', 'j');
  await ana.sees('No matching person.');
  ana.press('enter');
  await ana.sees('No matching person.');
  ana.press('ctrl-u');
  ana.type('zoe le');
  await ana.sees('› Hand over to Zoë Łęcka');
  await ana.losesSight('Person');
  ana.press('enter');
  await ana.sees('Offered to Zoë Łęcka.');
});

it('a page of colleagues leaves out none of them', async () => {
  const ana = await start(room(['Ana', ...many()]), 'Ana', { cols: 80, rows: 24 });
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('› Hand over to Person 1');
  const shown = (): readonly string[] => ana.screen.text().match(/Person \d+/g) ?? [];
  const last = shown().at(-1);
  ana.press('pgdn');
  await vi.waitFor(() => expect(shown()).not.toContain('Person 1'), patience);
  expect(shown()).toContain(last);
});

it('half a name never answers an offer', async () => {
  const both = room(['Ana', 'Ben', 'Acca']);
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('› Hand over to Ben');
  ana.press('enter');
  await ben.sees('1 OFFERED TO YOU');
  await goes(ben, 'journal');
  ben.press('H');
  await ben.sees('› Accept');
  ben.type('acc');
  await ben.sees('› Hand over to Acca');
  await ben.sees(/ {2}Accept/);
  ben.type('ept');
  await ben.sees('› Accept');
  ben.press('enter');
  await ben.sees('1 UNRESOLVED (1 yours)');
});

it('if the chosen colleague leaves, Enter gives the entry to nobody else', async () => {
  const people = ['Ana', 'Ben', 'Cy', 'Dee'];
  const both = room(people);
  const ana = await start(both, 'Ana');
  await paysUnknown(ana, 'reset=after');
  ana.press('H');
  await ana.sees('› Hand over to Ben');
  ana.press('down');
  await ana.sees('› Hand over to Cy');
  people.splice(people.indexOf('Cy'), 1);
  ana.passes(POLL);
  await ana.losesSight('Hand over to Cy');
  ana.press('enter');
  await ana.sees('Your choice is no longer in the list. Choose again.');
  expect(both.held.size).toBe(0);
  ana.press('enter');
  await ana.sees('Offered to Dee');
});

it('a second offer is announced again, and only the person who offered hears that it was declined', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  const cy = await start(both, 'Cy');
  await paysUnknown(ana, 'reset=after');
  const [row] = journalRows(ana.state());
  if (!row) throw new Error('no entry');
  for (const offer of [1, 2]) {
    await cy.app.together.handOver(row, 'Ben');
    await vi.waitFor(() => expect(ben.state().notice?.text).toContain('Cy hands an entry over'), patience);
    await ana.app.journal.refresh();
    expect(journalRows(ana.state())[0]?.held).toEqual({ owner: 'Ana', offer: { to: 'Ben', by: 'Cy' } });
    ben.app.store.setState({ notice: undefined });
    await ben.app.together.answer(row, false);
    ana.passes(POLL);
    await vi.waitFor(() => expect(both.held.get(row.intent.requestId)?.offer).toBeUndefined(), patience);
    await ana.app.journal.refresh();
    expect([offer, ana.state().notice?.text ?? '']).not.toEqual([offer, expect.stringContaining('declined')]);
    await ben.app.journal.refresh();
  }
});

it('colleagues disappear while the server is away, and an operator who presses no key for 2 minutes disappears too', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  both.where.set('Ben', { customer: customerOf(ana), doing: '' });
  ana.passes(POLL);
  await vi.waitFor(() => expect(header(ana)).toContain('Ben is here'), patience);
  both.away = true;
  ana.passes(POLL);
  await vi.waitFor(() => expect(header(ana)).not.toContain('Ben is here'), patience);
  both.away = false;
  ana.passes(POLL);
  await vi.waitFor(() => expect(header(ana)).toContain('Ben is here'), patience);
  ana.passes(120_000);
  ana.passes(POLL);
  await vi.waitFor(() => expect(both.where.get('Ana')).toBeUndefined(), patience);
});

it('H without an entry opens the handover of the shift', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await goes(ana, 'journal');
  ana.press('H');
  await ana.sees('Unresolved: 0');
});

it('notes on a customer and on a record appear in header and details, and are not sent to the service', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  ana.press('M');
  await ana.sees('Nobody has written a note on this customer yet.');
  ana.type('asks for the form');
  ana.press('enter');
  await ana.sees('Note added.');
  await ana.sees(/This record\n(.|\n)*Ana\n(.|\n)*asks for the form/);
  ana.press('shift-tab', 'right', 'tab');
  ana.type('prefers mail');
  ana.press('enter');
  await ana.sees(/The customer\n(.|\n)*prefers mail/);
  ana.press('esc');
  ana.passes(POLL);
  await vi.waitFor(() => expect(header(ana)).toContain('2 notes'), patience);
  await ana.sees(/Notes(.|\n)*asks for the form/);
  expect(JSON.stringify(ana.simulator.wire)).not.toMatch(/prefers mail|asks for the form/);
  // Ben's console never asks again by itself, so only M can show him a new note.
  const real = systemClock();
  const after: Clock['after'] = (ms, run) => (ms === POLL ? () => {} : real.after(ms, run));
  const ben = await start(both, 'Ben', { clock: { ...real, after } });
  await vi.waitFor(() => expect(header(ben)).toContain('2 notes'), patience);
  ben.press('9');
  await ben.sees(/Notes\n(.|\n)*prefers mail/);
  ana.press('M');
  await vi.waitFor(() => expect(ana.state().overlay?.kind).toBe('notes'), patience);
  ana.type('called back');
  ana.press('enter');
  await ana.sees('Note added.');
  ben.press('M');
  await ben.sees('called back');
});

it("the header counts the operator's own note immediately", async () => {
  const real = systemClock();
  const after: Clock['after'] = (ms, run) => (ms === POLL ? () => {} : real.after(ms, run));
  const ana = await start(office(), 'Ana', { clock: { ...real, after } });
  for (const [text, count] of [
    ['asks for the form', '1 note'],
    ['prefers mail', '2 notes'],
  ] as const) {
    ana.press('M');
    await ana.sees('New note');
    ana.type(text);
    await ana.sees(text);
    ana.press('enter');
    await vi.waitFor(() => expect(header(ana)).toContain(count), patience);
    ana.press('esc');
    await ana.losesSight('New note');
  }
});

it('the notes say how many lines follow, in a small terminal too', async () => {
  const both = office();
  const ana = await start(both, 'Ana', { customer: 0 });
  for (let number = 1; number <= 9; number++)
    both.notes.push({
      number,
      author: 'Ben',
      at: 0,
      text: `note ${number}`,
      of: customerKey(customerOf(ana)),
    });
  for (const [cols, rows] of [
    [80, 24],
    [60, 14],
  ] as const) {
    ana.screen.resize(cols, rows);
    ana.press('M');
    await ana.sees(/Notes .*↓ \d+ more · PgDn/);
    ana.press('esc');
    await vi.waitFor(() => expect(ana.state().overlay).toBeUndefined(), patience);
  }
});

it('a hostile note is shown with its characters visible, and changes nothing else', async () => {
  const both = office();
  const ana = await start(both, 'Ana', { customer: 0 });
  const text = 'a\u001b]52;c;AA\u0007b\u202ec\u001b[2J\nd';
  both.notes.push({
    ...{ number: 1, author: 'Ben\u001b[31m', at: 0, text },
    of: customerKey(customerOf(ana)),
  });
  ana.press('_');
  ana.press('_');
  await vi.waitFor(() => expect(header(ana)).toContain('1 note'), patience);
  ana.press('M');
  await ana.sees(visible(text).slice(0, 20));
});

it('a note that is empty, or that the server refuses, stays in its field', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  ana.press('M');
  await ana.sees('New note');
  ana.press('enter');
  ana.press('enter');
  await ana.sees('Required: type the note.');
  both.away = true;
  ana.type('call back');
  ana.press('enter');
  await ana.sees('The note was not added. The server is away.');
  await ana.sees('call back');
  both.away = false;
});

it('without a team there is no owner, and no colleague', async () => {
  const console = await startOnAccounts({ cols: 120, rows: 40 });
  await goes(console, 'journal');
  expect(console.screen.text()).not.toContain('Owner');
  expect(console.state().together).toBeUndefined();
});

it('a view that one person shares is listed for a colleague, who can’t replace it', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  ana.press('V');
  await ana.sees('name:');
  ana.type('night');
  ana.press('enter');
  await ana.sees('Saved as “night”');
  ana.press('V');
  await ana.sees('› night');
  ana.press('ctrl-o');
  await ana.sees('“night” is shared with the team.');
  await ana.sees('night  everything  shared by Ana');
  ben.press('V');
  await ben.sees('night  everything  shared by Ana');
  ben.press('ctrl-x');
  await ben.sees('The team shares this view.');
  ben.press('esc');
  ben.press('V');
  await ben.sees('name:');
  ben.type('night');
  ben.press('down', 'enter');
  await ben.sees('Saved as “night”');
  ben.press('V');
  await ben.sees('shared by Ana');
  ben.press('ctrl-o');
  await ben.sees('Somebody else shares a view of this name.');
});

it("two consoles of one person keep each other's saved views", async () => {
  const folder = temporaryFolder();
  const disk = systemDisk(() => crypto.randomUUID());
  const both = [];
  for (const _ of ['first', 'second']) {
    const console = await startOnAccounts({ cols: 120, rows: 30, viewsFile: viewsFile(disk, folder) });
    both.push(console);
    // Each console reads the file before the other writes it.
    console.press('V');
    await console.sees('name:');
  }
  for (const [nth, console] of both.entries()) {
    console.type(`view ${nth}`);
    console.press('enter');
    await console.sees(`Saved as “view ${nth}”`);
  }
  for (const console of both) {
    console.press('V');
    await console.sees('view 0');
    await console.sees('view 1');
  }
});

it('many pinned customers leave room for the recent ones', async () => {
  const pinned = Array.from({ length: 20 }, (_, nth) => ({
    userId: `acct_pin${nth}`,
    name: visible(`Pinned ${nth}`),
    pinned: true as const,
  }));
  const recent = { userId: 'acct_recent', name: visible('Recent customer') };
  const console = await startOnAccounts({ cols: 80, rows: 24, known: [...pinned, recent] });
  console.press('u');
  await console.sees('Pinned 0');
  await console.sees('Recent customer');
});
