// Several calls at once: each keeps its own screens and typed text, and shows nothing of another customer.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDemo } from '../../src/effects/demo.ts';
import { visible } from '../../src/lib/visible.ts';
import { dice } from '../../src/sim/random.ts';
import { callsOf } from '../../src/store/calls.ts';
import type { Overlay } from '../../src/store/open-overlays.ts';
import { watchesOf } from '../../src/store/watches.ts';
import { currentView, customerKey } from '../../src/store/workspace.ts';
import { convertScreen } from '../../src/subjects/fx/convert.tsx';
import { customersKind, customersOverlay, SENDING } from '../../src/ui/shell/customers.tsx';
import { everywhere } from '../../src/ui/shell/everywhere.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { flowing } from '../harness/frames.ts';
import { patience } from '../harness/patience.ts';
import { repeated } from '../harness/whole.ts';
import { row } from '../subjects/fx/rows.ts';
import { rests } from './tour.ts';

let console: TestConsole;

const isOpen = (at: number): Promise<void> =>
  vi.waitFor(
    () => expect(console.shown().customer?.userId).toBe(console.simulator.customers[at]?.userId),
    patience,
  );

/** Opens another customer as staff do. */
async function calls(at: number): Promise<void> {
  console.press('u');
  await console.sees('Connected account');
  console.type(console.simulator.customers[at]?.userId ?? '');
  console.press('enter');
  await isOpen(at);
}

describe('with two calls', () => {
  it('c changes between them, and each keeps its screen, its filter and its typed text', async () => {
    console = await startOnAccounts();
    console.press('5');
    await console.sees(/payouts?|history/i);
    console.type('/refund');
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.shown()).filter).toBe('refund'), patience);
    await calls(1);
    await console.sees('2 calls');
    console.press('X');
    await console.sees('Payout ID');
    console.type('abc');
    await console.sees('abc');
    console.press('esc');
    await vi.waitFor(() => expect(currentView(console.shown()).place).not.toBe('cancel-payout'), patience);
    console.press('c');
    await isOpen(0);
    expect(currentView(console.shown())).toMatchObject({ place: 'payouts', filter: 'refund' });
    console.press('c');
    await isOpen(1);
    console.press('X');
    await console.sees('abc');
  });

  it('K ends a call and goes back to the one before it, and the last call can not end', async () => {
    console = await startOnAccounts();
    await calls(1);
    await console.sees('2 calls');
    console.press('K');
    await isOpen(0);
    await console.losesSight('2 calls');
    await console.sees(/The call of .* ended\. Press _ to open this customer again\./);
    console.press('K');
    await console.sees('There is no other call');
    console.press('_');
    await isOpen(1);
    console.press('X');
    await console.sees('Payout ID');
    console.type('abc');
    console.press('esc');
    await vi.waitFor(() => expect(currentView(console.shown()).place).not.toBe('cancel-payout'), patience);
    console.press('K');
    await console.sees('This call has typed text. Press K again to end the call.');
    console.press('j', 'K');
    await console.sees('This call has typed text. Press K again to end the call.');
    await isOpen(1);
    console.press('K');
    await isOpen(0);
    console.press('c');
    await console.sees('There is no other call');
  });

  it('a call in which a write is being sent can not end', async () => {
    console = await startOnAccounts({ cols: 140 });
    await calls(1);
    await console.sees('2 calls');
    const { app } = console;
    const { reach } = console.state();
    const [first = { userId: '' }] = console.simulator.customers;
    const rows = console.simulator.customers
      .slice(0, 2)
      .map(customer => ({ ...row({ ...reach, customer }), state: 'SENT' as const }));
    console.quietly({
      journal: { kind: 'open', rows, complete: true },
      overlay: { ...customersOverlay(), chosen: customerKey(first) } as Overlay,
    });
    const all = [...everywhere(() => convertScreen), ...customersKind.bindings];
    const ends = all.filter(({ id }) => id === 'call-end' || id === 'customers.end-call');
    expect(ends.map(({ enabled }) => enabled?.(app))).toEqual([SENDING, SENDING]);
  });

  it('_ opens no customer of the demo that was not open before', async () => {
    const demo = await startDemo();
    onTestFinished(demo.close);
    console = await startOnAccounts({ known: demo.customers });
    console.press('_');
    await console.sees('No other customer was open before.');
    await calls(2);
    console.press('_');
    await isOpen(0);
    console.press('_');
    await isOpen(2);
  });

  it('the switcher lists the other calls first and ends the chosen one', async () => {
    console = await startOnAccounts({ cols: 140 });
    await calls(2);
    await calls(1);
    await console.sees('3 calls');
    console.press('u');
    await console.sees('Connected account');
    const [first, , third] = console.simulator.customers;
    const rows = () => console.screen.lines().filter(line => /acct_.* {2}call /.test(line));
    expect(rows().map(line => /acct_\w+/.exec(line)?.[0])).toEqual([first?.userId, third?.userId]);
    console.press('down', 'down', 'ctrl-x');
    await vi.waitFor(() => expect(callsOf(console.shown())).toHaveLength(2), patience);
    await vi.waitFor(() => expect(rows()).toHaveLength(1), patience);
    await isOpen(1);
    console.press('ctrl-x');
    await console.sees('Choose a call with ↓ first');
  });
});

/** Waits until the cursor of the switcher is on this customer. */
const isOn = (at: number): Promise<void> =>
  console.sees(new RegExp(`› .*${console.simulator.customers[at]?.userId}`));

it('the cursor of the switcher stays on its customer when another customer comes into the list', async () => {
  console = await startOnAccounts();
  console.press('u');
  await console.sees('Connected account');
  console.press('down', 'down');
  await isOn(2);
  console.app.customers.offer({ userId: 'acct_new' }, visible('New GmbH'));
  await console.sees('New GmbH');
  await isOn(2);
  console.press('enter');
  await isOpen(2);
});

it('at 80 columns the switcher tells two connected accounts of one user apart', async () => {
  const one = { userId: 'acct_ec6dd444ac467a7afb10', name: visible('Bramble & Finch Trading Ltd') };
  const ends = ['1111', '2222'];
  const known = ends.map(end => ({ ...one, onBehalfOf: `36854c60-d6d0-4cf1-b593-506f6f94${end}` }));
  console = await startOnAccounts({ cols: 80, rows: 24, known });
  console.press('u');
  await console.sees('Recent');
  for (const end of ends)
    await console.sees(`Bramble & Finch Trading Ltd  …ac467a7afb10 · connected …${end}`);
  console.press('down', 'down');
  await console.sees(/› Bramble .* …2222/);
  // All lines are in the same form, and no ID is cut.
  console.screen.resize(60, 15);
  for (const end of ends) await console.sees(`Bramble & Finch Trading Ltd  …ac467a7afb10 · …${end}`);
});

/** Each key is a part of browsing two customers. Digits open tabs, c the other call. */
const KEYS = [
  'c',
  'c',
  'M',
  '!',
  '2',
  '3',
  '5',
  '6',
  '7',
  '8',
  '9',
  '1',
  'j',
  'j',
  'G',
  'enter',
  'esc',
  ']',
  '_',
  'B',
  'i',
  'T',
  'T',
  'z',
  'd',
  'o',
  '2',
];
const STEPS = repeated(70, 400);

/** The texts in an answer, as the screen shows them. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [visible(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** In characters. A shorter text may be in a label. */
const LEAST = 12;

it(`no frame of ${STEPS} steps shows a text of the other call, with hostile texts and slow answers`, async () => {
  console = await startOnAccounts({
    cols: 160,
    simulator: { rows: 40, faults: ['* mutate=values percent=20', '* delay=30'] },
  });
  const frames: { readonly text: string; readonly customer: string }[] = [];
  console.screen.watch(() => {
    const text = console.screen.text();
    const [header = ''] = text.split('\n');
    // The state may already be of the other call while the terminal shows this one: the header names its customer.
    const customer = callsOf(console.state()).find(({ userId }) => header.includes(userId));
    if (customer) frames.push({ text: flowing(text), customer: customerKey(customer) });
  });
  const left = new Map<string, readonly string[]>();
  /** A hostile note and watches, which no frame of the other call may show. */
  const leaves = async (): Promise<void> => {
    const { customer } = console.state();
    await vi.waitFor(() => expect(console.state().notes).toBeDefined(), patience);
    if (!customer) throw new Error('no customer');
    const text = `${[...customer.userId].reverse().join('')} \u202easks\u001b[2J`;
    await console.app.together.addNote(text);
    const names = () => watchesOf(console.state(), customer).map(({ name }) => name);
    // The changed answers may show no record that can be watched. Then Purser reads them again.
    for (let tries = 0; names().length === 0; tries++) {
      expect(tries).toBeLessThan(20);
      if (tries > 0) console.press('R');
      for (const tab of ['3', '5', 'D']) {
        console.press(tab);
        await rests(console);
        console.press('W');
        await console.drawn();
      }
    }
    left.set(customerKey(customer), [visible(text), ...names()]);
  };
  await leaves();
  await calls(1);
  await leaves();
  const client = console.app.session.client();
  if (!client) throw new Error('not signed in');
  const texts = new Map(callsOf(console.state()).map(one => [customerKey(one), new Set<string>()]));
  for (const [key, own] of texts) for (const text of left.get(key) ?? []) own.add(text);
  const perform = client.perform.bind(client);
  vi.spyOn(client, 'perform').mockImplementation(async (operation, input, options) => {
    const outcome = await perform(operation, input, options);
    const own = outcome.ok && options.customer && texts.get(customerKey(options.customer));
    if (own) for (const text of textsIn(outcome.raw)) own.add(text);
    return outcome;
  });
  // Everything is read again, so that all texts are known.
  for (const _ of texts) {
    console.press('R', 'c');
    await rests(console);
  }
  frames.length = 0;
  const luck = dice(28, 'calls');
  for (let step = 0; step < STEPS; step++) {
    console.press(KEYS[luck.whole(0, KEYS.length - 1)] ?? 'c');
    await (luck.whole(0, 2) === 0 ? rests(console) : console.drawn());
  }
  for (const [key, known] of texts) {
    const own = [...known];
    const all = own.join('\n');
    const foreign = [...texts]
      .flatMap(([other, those]) => (other === key ? [] : [...those]))
      .map(text => text.slice(0, 20))
      .filter(text => text.length >= LEAST && !all.includes(text));
    const shown = frames.filter(({ customer }) => customer === key).map(({ text }) => text);
    // The test must have seen this customer's texts, and have texts to look for.
    expect(own.filter(one => shown.some(text => text.includes(one.slice(0, 20)))).length).toBeGreaterThan(20);
    expect(foreign.length).toBeGreaterThan(50);
    const wrong = shown.flatMap(text =>
      foreign.filter(part => text.includes(part)).map(part => ({ part, text })),
    );
    expect(wrong.slice(0, 1)).toEqual([]);
  }
});
