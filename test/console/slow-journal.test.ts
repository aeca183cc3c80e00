// A journal with slow answers, like one on a server: nothing is sent before its answer, and no dialog opens too late.

import { setTimeout as pass } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { machine, temporaryFile, whole } from '../journal/parts.ts';
import { slow } from '../journal/slow.ts';
import { asProcess, intended } from './earlier-journals.ts';
import { askFor, movableClock, openDialog, quotesAsked } from './fx.ts';
import { goes, paysOut } from './paying.ts';
import {
  cancelDebit,
  closes,
  confirm,
  dialogOf,
  endsIn,
  mayConfirm,
  pay,
  payee,
  pays,
  pendingDebit,
  writesOf,
} from './writing.ts';

const consoles: TestConsole[] = [];
beforeEach(() => void consoles.splice(0));

/** If a test sets this, the answers wait for it. Otherwise each answer takes longer than a key and its frame. */
let held: Promise<void> | undefined;
const late = () => held ?? pass(30);
const file = { journal: '' };
const host = machine();

/** A console with this journal. A second console uses the first one's service. */
async function start(options: ConsoleOptions = {}): Promise<TestConsole> {
  const [first] = consoles;
  if (!first) file.journal = temporaryFile();
  const opens: OpenJournal = async () => {
    const processes = host.processes();
    const parts = { file: file.journal, clock: systemClock(), processes, redact: (text: string) => text };
    return { journal: slow(localJournal(whole(openJournal(parts))), late), fingerprint };
  };
  const console = await startConsole({
    cols: 120,
    rows: 40,
    openJournal: opens,
    ...options,
    ...(first && { at: first.simulator }),
  });
  consoles.push(console);
  await console.sees('accounts, all');
  return console;
}

it('two consoles that confirm the same payout at the same moment send it once [E9b]', async () => {
  const both = [await start(), await start()];
  for (const console of both) {
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
  }
  await Promise.all(both.map(console => confirm(console, '12.50')));
  await vi.waitFor(
    () => expect(both.map(console => dialogOf(console).phase.kind).toSorted()).toEqual(['ended', 'equal']),
    patience,
  );
  const [one] = both;
  expect(one && writesOf(one)).toHaveLength(1);
});

it('a duplicate payout is stopped, and sent only after a person confirms the duplicate [E21a]', async () => {
  const console = await start();
  await pays(console);
  await endsIn(console, 'DONE');
  await closes(console);
  await pays(console);
  await console.sees('with the same content was already done');
  expect(writesOf(console)).toHaveLength(1);
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  expect(writesOf(console)).toHaveLength(2);
});

it.each([
  { name: 'the machine slept for 40 seconds', shift: 40_000, why: 'slept or its clock was set' },
  { name: 'the clock was set back', shift: -3_600_000, why: 'slept or its clock was set' },
  { name: 'two minutes have passed', shift: 120_000, advance: 120_000, why: 'Two minutes have passed' },
])(
  'sends nothing if $name between the confirmation and the first byte [A23d]',
  async ({ shift = 0, advance = 0, why }) => {
    const clock = movableClock();
    const console = await start({ clock });
    void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    await console.sees('Send the payout');
    const gate = Promise.withResolvers<void>();
    await mayConfirm(console, '12.50');
    held = gate.promise;
    console.press('enter');
    await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('sending'), patience);
    clock.shiftWall(shift);
    clock.advance(advance);
    held = undefined;
    gate.resolve();
    await endsIn(console, 'NOT SENT');
    await console.sees(why);
    expect(writesOf(console)).toHaveLength(0);
  },
);

it('sends nothing if the machine slept while Purser read the record again [A23d]', async () => {
  const clock = movableClock();
  const console = await start({ clock });
  const id = pendingDebit(console);
  const { reread = [], ...question } = cancelDebit(id);
  const sleeps = async (): Promise<void> => clock.shiftWall(40_000);
  void console.app.dialog.ask({ ...question, reread: reread.map(one => ({ ...one, first: sleeps })) });
  await console.sees('Cancel direct debit');
  await confirm(console, id.slice(-4));
  await endsIn(console, 'NOT SENT');
  await console.sees('slept or its clock was set');
  expect(writesOf(console)).toHaveLength(0);
});

it('a dialog does not open after you changed the screen', async () => {
  const console = await start();
  await paysOut(console);
  console.press('5', 'g');
  await console.sees('Payouts · made in Purser');
  console.type('x3');
  await console.sees('cards, all');
  // The journal has now been read often enough for the dialog to open.
  for (let reading = 0; reading < 4; reading++) await console.app.journal.current();
  expect(console.state().overlay).toBeUndefined();
  expect(currentView(console.state()).place).toBe('cards');
  console.press('5');
  await console.sees('Payouts · made in Purser');
  console.press('x');
  await console.sees('[ Cancel payout');
});

it.each([
  { name: 'opened the prompt', key: ':', typed: 'journal', open: 'prompt' },
  { name: 'locked the console', key: 'L', typed: '', open: 'lock' },
] as const)('a dialog does not open after you $name', async ({ key, typed, open }) => {
  const console = await start();
  await paysOut(console);
  console.press('5', 'g');
  await console.sees('Payouts · made in Purser');
  console.press('x', key);
  console.type(typed);
  await vi.waitFor(() => expect(console.state()[open]).toBeDefined(), patience);
  for (let reading = 0; reading < 4; reading++) await console.app.journal.current();
  expect(console.state().overlay).toBeUndefined();
  console.press('enter');
  if (open === 'prompt')
    await vi.waitFor(() => expect(currentView(console.state()).place).toBe(typed), patience);
});

it('a dialog opens even if the name of the customer arrived meanwhile', async () => {
  const console = await start();
  await paysOut(console);
  console.press('5', 'g');
  await console.sees('Payouts · made in Purser');
  const { customer } = console.state();
  console.press('x');
  // A name or a mark makes another object of the same customer.
  if (customer) console.app.customers.pin(customer);
  await console.sees('[ Cancel payout');
});

it.each(['opens', 'looks for duplicates'])(
  'a dialog that waits while the journal %s does not open over a prompt',
  async when => {
    const [gate, looks] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const parts = { file: temporaryFile(), clock: systemClock(), processes: host.processes() };
    const console = await startConsole({
      openJournal: async () => {
        if (when === 'opens') await gate.promise;
        const journal = localJournal(whole(openJournal({ ...parts, redact: (text: string) => text })));
        const equals: typeof journal.equals = async intent => {
          looks.resolve();
          await gate.promise;
          return journal.equals(intent);
        };
        return { journal: { ...journal, equals }, fingerprint };
      },
    });
    await console.sees('accounts, all');
    const asked = console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
    if (when !== 'opens') await looks.promise;
    console.press(':');
    await vi.waitFor(() => expect(console.state().prompt).toBeDefined(), patience);
    gate.resolve();
    await asked;
    expect(console.state().overlay).toBeUndefined();
  },
);

it('a dialog does not open for another customer who was on the screen while the journal opened', async () => {
  const opening = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  const parts = { file: temporaryFile(), clock: systemClock(), processes: host.processes() };
  const console = await startConsole({
    openJournal: async () => {
      await opening.promise;
      const journal = localJournal(whole(openJournal({ ...parts, redact: (text: string) => text })));
      const equals: typeof journal.equals = async intent => {
        asked.resolve();
        await answers.promise;
        return journal.equals(intent);
      };
      return { journal: { ...journal, equals }, fingerprint };
    },
  });
  await console.sees('accounts, all');
  const [one, other] = console.simulator.customers;
  const isOpen = (customer: typeof one): Promise<unknown> =>
    console.screen.until(() => console.state().customer?.userId === customer?.userId);
  console.press('u');
  await console.sees('Connected account');
  console.type(other?.userId ?? '');
  console.press('enter');
  await isOpen(other);
  console.press('c');
  await isOpen(one);
  const ended = console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  console.press('c');
  await isOpen(other);
  opening.resolve();
  await Promise.race([asked.promise, ended]);
  console.press('c');
  await isOpen(one);
  answers.resolve();
  await ended;
  expect(console.state().overlay).toBeUndefined();
});

it('a new quote appears in its dialog even if you pressed keys there before the journal answered', async () => {
  const clock = movableClock();
  const console = await start({ clock });
  await askFor(console, ['GBP', 'USD', '1000']);
  await console.sees('Expires in');
  console.press('enter');
  await console.screen.until(() => openDialog(console)?.ready === true);
  const first = openDialog(console)?.requestId;
  clock.advance(5 * 60_000);
  await console.screen.until(() => (openDialog(console)?.deadline?.at ?? 0) < console.state().tick);
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  console.press('r');
  await console.screen.until(() => quotesAsked(console) === 2);
  // The quote has arrived; the dialog still waits for the journal.
  for (let frame = 0; frame < 5; frame++) await console.drawn();
  console.press('tab', 'pgdn', 'tab');
  await console.drawn();
  held = undefined;
  gate.resolve();
  await console.screen.until(() => openDialog(console)?.requestId !== first);
  expect(openDialog(console)?.phase.kind).toBe('asking');
});

it('a late verdict keeps the evidence that was typed for another entry meanwhile', async () => {
  const console = await start();
  const ended = host.processes();
  asProcess(file.journal, ended, journal => {
    for (const number of [7, 8]) journal.prepare(intended(console.simulator, number, {}, `12.5${number}`));
  });
  host.end(ended);
  await goes(console, 'journal');
  console.press('r');
  await console.sees('2 UNRESOLVED');
  console.press('g', 'v');
  await console.sees('Give the verdict and its evidence');
  console.press('right', 'tab');
  console.type('seen');
  console.press('tab', 'tab', 'tab', 'enter');
  await console.sees('[ Record verdict ]');
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  console.press('tab', 'enter', 'esc', 'esc', 'j', 'v');
  await console.sees('Give the verdict and its evidence');
  console.press('tab');
  console.type('a statement');
  await console.sees('a statement');
  held = undefined;
  gate.resolve();
  await console.sees('RESOLVED: done');
  await console.drawn();
  expect(console.screen.text()).toContain('a statement');
});

it('the handover waits for the audit log, and is complete', async () => {
  const console = await start();
  await pays(console);
  await endsIn(console, 'DONE');
  await closes(console);
  await goes(console, 'journal');
  console.press('H');
  await console.sees('Done: 1');
  await console.sees('Write access: 0');
});
