// Colleagues at one service: who is where, whose entry it is, notes, and views of lists that all of them have.

import { afterEach, expect, it, vi } from 'vitest';
import { viewsFile } from '../../src/app/views-file.ts';
import { systemDisk } from '../../src/cli/disk.ts';
import { visible } from '../../src/lib/visible.ts';
import { customerKey } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { temporaryFolder } from '../journal/parts.ts';
import { goes, paysInDoubt } from './paying.ts';
import { type Room, room } from './room.ts';
import { cancelPayout } from './writing.ts';

const consoles: TestConsole[] = [];
afterEach(async () => {
  for (const console of consoles.splice(0).toReversed()) {
    expect(console.crashes).toEqual([]);
    await console.close();
  }
});

async function start(
  office: Room,
  person: string,
  options: Parameters<typeof startConsole>[0] = {},
): Promise<TestConsole> {
  const [first] = consoles;
  const console = await startConsole({
    cols: 160,
    rows: 40,
    openJournal: office.as(person),
    nth: consoles.length,
    ...(first && { at: first.simulator }),
    ...options,
  });
  consoles.push(console);
  await console.sees('accounts, all');
  await vi.waitFor(() => expect(console.state().together?.me).toBe(person), patience);
  return console;
}

const office = () => room(['Ana', 'Ben', 'Cy']);
const header = (console: TestConsole): string => console.screen.text().split('\n')[0] ?? '';
const customerOf = (console: TestConsole) => {
  const { customer } = console.state();
  if (!customer) throw new Error('no customer');
  return customer;
};

it('the header says who else is at this customer and which dialog they have open; so does that customer’s dialog', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await ben.sees('Ana is here');
  void ana.app.writes.ask(cancelPayout('451cbdc4-778e-456f-a9e5-437221c5cf8a'));
  await ana.sees('[ Cancel payout');
  await vi.waitFor(() => expect(both.where.get('Ana')?.doing).toBe('Cancel payout'), patience);
  // The other one hears of it with the next beat, or with a dialog of their own.
  void ben.app.writes.ask(cancelPayout('451cbdc4-778e-456f-a9e5-437221c5cf8a'));
  await ben.sees(/Ana is here · Cancel payout open(.|\n)*\[ Cancel payout/);
  await ben.sees(/╰─ ▲ Ana is here · Cancel payout open/);
});

it('a narrow header shortens the customer before it leaves out a colleague', async () => {
  const both = office();
  const ana = await start(both, 'Ana', { cols: 80, rows: 24 });
  both.where.set('Ben', { customer: customerOf(ana), doing: '' });
  await vi.waitFor(() => expect(header(ana)).toMatch(/DEMO +Bramble .*… +WRITE +Ben is here/), patience);
});

it('a colleague at another customer is in the switcher, next to that customer', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await start(both, 'Ben', { customer: 1 });
  ana.press('u');
  // With the next beat.
  both.where.set('Cy', undefined);
  await ana.app.together.addNote('x');
  ana.press('esc', '_');
  await vi.waitFor(() => expect(header(ana)).toContain('Ben is here'), patience);
  ana.press('u');
  await ana.sees(/Recent\n.*1 note/);
});

it('a console that ends is no longer there', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await vi.waitFor(() => expect(both.where.get('Ana')?.customer).toBeDefined(), patience);
  await ana.close();
  consoles.splice(consoles.indexOf(ana), 1);
  expect(both.where.get('Ana')).toBeUndefined();
});

it('nobody is told of a console that is locked', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await vi.waitFor(() => expect(both.where.get('Ana')?.customer).toBeDefined(), patience);
  ana.press('L');
  await vi.waitFor(() => expect(both.where.get('Ana')).toBeUndefined(), patience);
});

it('an unresolved entry has an owner, who hands it over; the other one accepts', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await paysInDoubt(ana, 'reset=after');
  await ana.sees('1 UNRESOLVED (1 yours)');
  await ana.sees(/Owner +Ana/);
  ana.press('H');
  await ana.sees('Hand over to Ben');
  ana.press('enter');
  await ana.sees('Offered to Ben');
  await ana.sees(/Owner +Ana, offered to Ben/);
  await ben.sees('Ana hands an entry over to you');
  await ben.sees('1 OFFERED TO YOU');
  expect(header(ben)).not.toContain('yours');
  await goes(ben, 'journal');
  ben.press('H');
  await ben.sees('› Accept');
  ben.press('enter');
  await ben.sees('1 UNRESOLVED (1 yours)');
  await ben.sees(/Owner +Ben/);
  await vi.waitFor(() => expect(header(ana)).not.toContain('yours'), patience);
  await ana.sees(/Owner +Ben/);
  await ana.sees('Ben owns this entry now: New payout.');
});

it('an offer is declined, and the entry stays; somebody else takes it without asking', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  const ben = await start(both, 'Ben');
  await paysInDoubt(ana, 'reset=after');
  ana.press('H');
  await ana.sees('Hand over to Ben');
  ana.press('enter');
  await ben.sees('1 OFFERED TO YOU');
  await goes(ben, 'journal');
  ben.press('H');
  await ben.sees('› Accept');
  ben.press('j', 'enter');
  await ben.sees('Declined.');
  await ben.losesSight('OFFERED');
  await ana.sees('Ben declined the entry: New payout. You still own the entry.');
  ben.press('H');
  await ben.sees('› Take it yourself');
  ben.press('enter');
  await ben.sees('1 UNRESOLVED (1 yours)');
});

it('the handover of a shift is behind H as before: at once without an entry, else below the persons', async () => {
  const both = office();
  const ana = await start(both, 'Ana');
  await goes(ana, 'journal');
  ana.press('H');
  await ana.sees('## Unresolved: 0');
});

it('a note on the customer and one on a record: in the header, the details, and nowhere at the service', async () => {
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
  await vi.waitFor(() => expect(header(ana)).toContain('2 notes'), patience);
  await ana.sees(/Notes(.|\n)*asks for the form/);
  expect(JSON.stringify(ana.simulator.wire)).not.toMatch(/prefers mail|asks for the form/);
  const ben = await start(both, 'Ben');
  await vi.waitFor(() => expect(header(ben)).toContain('2 notes'), patience);
  ben.press('9');
  await ben.sees('Notes of the team');
  await ben.sees('prefers mail');
});

it('a hostile note shows its characters, and changes nothing else', async () => {
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

it('a note that is too long or that the server does not take stays in its field', async () => {
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

it('without a team there are no notes, and the key says so', async () => {
  const console = await startConsole({ cols: 120, rows: 40 });
  consoles.push(console);
  await console.sees('accounts, all');
  console.press('M');
  await console.sees('Notes need a team journal.');
  expect(console.state().together).toBeUndefined();
});

it('a view that one person shares is in the list of the other, who can’t replace it', async () => {
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

it('two consoles of one person keep the views that each of them saves', async () => {
  const folder = temporaryFolder();
  const disk = systemDisk(() => crypto.randomUUID());
  const both = [];
  for (const nth of [0, 1]) {
    const console = await startConsole({ cols: 120, rows: 30, nth, viewsFile: viewsFile(disk, folder) });
    consoles.push(console);
    both.push(console);
    await console.sees('accounts, all');
    // Each has read the file before the other one writes.
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

it('many pinned customers leave the recent ones on the screen', async () => {
  const pinned = Array.from({ length: 20 }, (_, nth) => ({
    userId: `acct_pin${nth}`,
    name: visible(`Pinned ${nth}`),
    pinned: true as const,
  }));
  const recent = { userId: 'acct_recent', name: visible('Recent customer') };
  const console = await startConsole({ cols: 80, rows: 24, known: [...pinned, recent] });
  consoles.push(console);
  await console.sees('accounts, all');
  console.press('u');
  await console.sees('Pinned 0');
  await console.sees('Recent customer');
});
