// How staff reach each write with their keys, and what the simulator can change about it. A new write needs an entry here.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { WriteId } from '../../src/api/contract/operations.ts';
import { issueCardForm } from '../../src/subjects/cards/card-issue.ts';
import { newCardholderScreen } from '../../src/subjects/cards/cardholder-create.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { applicant } from '../sim/samples.ts';
import { type Filled, fills, HOME, nothing } from './cardholders.ts';
import { begins, opens } from './onboarding.ts';
import { fillsIn, goes, paysOut } from './paying.ts';
import {
  breaks,
  closes,
  dialogOf,
  isArmed,
  isReady,
  mayConfirm,
  mends,
  openCustomer,
  payee,
  pendingDebit,
  readsOn,
} from './writing.ts';

interface Way {
  /** Opens the dialog of the write from any screen. */
  readonly asks: (console: TestConsole) => Promise<void>;
  /**
   * A text in the last reading before the write, as a fault without its value. `undefined`: Purser reads no record between the
   * confirmation and the write.
   */
  readonly reread: string | undefined;
  /** The ID of the record in that reading, as a fault without its value. */
  readonly identity?: string;
  /** Uses up something, such as a quote, so that no second write can follow. */
  readonly once?: true;
  /** Makes what the write needs, in a console that has write access. */
  readonly prepares?: (console: TestConsole) => Promise<void>;
  /** The index of a customer whom the write is for. Default: the first. */
  readonly customer?: number;
}

const card = (console: TestConsole, status: string) => {
  const { all } = openCustomer(console).cards;
  return all.findIndex(one => one.status === status);
};
/** Opens the card list with the cursor on the first card with this status. */
async function onCard(console: TestConsole, status: string): Promise<void> {
  await goes(console, 'cards');
  await console.sees(/cards, all/);
  console.press('g', ...Array.from({ length: card(console, status) }, () => 'j'));
  await console.drawn();
}
const pressing =
  (key: string, status: string): Way['asks'] =>
  async console => {
    await onCard(console, status);
    console.press(key);
  };
const right = (presses: number): Filled => ({ right: presses });
const CARD = 'card.list set=data[*].cardStatus';
const HASH = 'card.list set=data[*].cardHashId';
const onCustomer =
  (key: string): Way['asks'] =>
  async console => {
    await goes(console, 'customer');
    await console.sees('Customer agreements');
    console.press(key);
  };

export const ways: { readonly [Id in WriteId]: Way } = {
  'payout.create': {
    asks: console => fillsIn(console, { status: '\\S' }),
    reread: 'beneficiary.get set=data.account_number',
    identity: 'beneficiary.get set=data.id',
  },
  'payout.cancel': {
    async asks(console) {
      // The dialog opens with any ID, but only an existing payout can be cancelled.
      const { id } = console.simulator.world.payouts.all.at(-1) ?? { id: 'payout-0001' };
      await goes(console, `cancel-payout/${id}`);
      await console.sees(/Payout ID/);
      console.press('up', 'enter');
    },
    reread: undefined,
    async prepares(console) {
      await paysOut(console);
    },
  },
  'conversion.create': {
    async asks(console) {
      await goes(console, 'convert');
      await console.sees(/Get a quote|new quote/);
      if (console.screen.text().includes('new quote')) console.press('r');
      else {
        console.type('gbpusd1000');
        await console.sees(/› Amount +1000/);
        console.press('enter');
      }
      await console.sees('Expires in');
      console.press('enter');
    },
    reread: 'quote.get set=data.id',
    once: true,
  },
  'directDebit.cancel': {
    async asks(console) {
      await goes(console, `direct-debits/${pendingDebit(console)}`);
      await console.sees('Cancelling: possible');
      console.press('x');
    },
    reread: 'directDebit.get set=debtor_name',
    identity: 'directDebit.get set=transaction_id',
  },
  'mandate.cancel': {
    async asks(console) {
      const { accounts } = openCustomer(console);
      const account = accounts.find(({ global }) => global?.currency === 'GBP')?.record.id;
      await goes(console, `account-mandates/${account}`);
      await console.sees(/mandates, all/);
      console.press('x');
    },
    reread: 'mandate.get set=creditor_name',
    identity: 'mandate.get set=id',
  },
  'card.issue': {
    async asks(console) {
      const { all } = openCustomer(console).cardholders;
      const { id } = all.find(({ type }) => type === 'INDIVIDUAL') ?? { id: '' };
      await goes(console, 'issue-card');
      await fills(console, issueCardForm.forms, [
        id,
        ...[right(1), right(2), 'VIRTUAL', right(1), right(1), right(1), 'B2B_TRAVEL', right(2), 'gbp'],
        ...['1,000', ...nothing(4), ''],
      ]);
      console.press('enter');
    },
    reread: undefined,
  },
  'card.activate': { asks: pressing('v', 'INACTIVE'), reread: CARD, identity: HASH },
  'card.update': { asks: pressing('z', 'ACTIVE'), reread: CARD, identity: HASH },
  'card.close': { asks: pressing('x', 'ACTIVE'), reread: CARD, identity: HASH },
  'cardholder.create': {
    async asks(console) {
      await goes(console, 'new-cardholder');
      await fills(console, newCardholderScreen.forms, [
        right(1),
        ...['Zoë', 'Ångström', '1990-02-28', 'zoe@example.com', ''],
        ...HOME,
        ...nothing(11),
      ]);
      console.press('enter');
    },
    reread: undefined,
  },
  'cardholder.update': {
    async asks(console) {
      const holder = openCustomer(console).cardholders.all[0]?.id ?? '';
      await goes(console, `update-cardholder/${holder}`);
      await console.sees("Purser can't read cardholders");
      console.type('Zoë');
      console.press('tab');
      console.type('Lindqvist');
      console.press('up', 'up', 'up', 'enter');
    },
    reread: undefined,
  },
  'beneficiary.create': {
    async asks(console) {
      await goes(console, 'create-beneficiary');
      await console.sees('The service has not validated these fields.');
      for (const typed of ['usd', '123456789', 'Jo Bloggs', '021000021', '', 'us']) {
        if (typed !== '') console.type(typed);
        console.press('tab');
      }
      console.press('tab', 'tab', 'tab', 'tab', 'enter');
    },
    reread: undefined,
  },
  'beneficiary.update': {
    async asks(console) {
      await goes(console, `update-beneficiary/${payee(console)}`);
      await console.sees('An empty field stays unchanged');
      console.type('Maria Jose');
      console.press(...Array.from({ length: 8 }, () => 'tab'), 'enter');
    },
    reread: 'beneficiary.get set=data.account_holder_name',
    identity: 'beneficiary.get set=data.id',
  },
  'account.create': {
    async asks(console) {
      await goes(console, 'new-account');
      await console.sees('Opens an account');
      console.press('right', 'right', 'tab');
      for (const typed of ['gb', 'gbp', 'Payroll', 'gbp']) {
        console.type(typed);
        console.press('tab');
      }
      console.press('right', 'tab', 'enter');
    },
    reread: undefined,
  },
  'user.create': {
    async asks(console) {
      writeFileSync(join(console.home, 'new.json'), JSON.stringify(applicant('Acme Ltd')));
      await begins(console);
      console.press('o');
      await console.sees('Load JSON file');
      console.type('~/new.json');
      console.press('tab', 'enter');
      await console.sees('Loaded from');
      await opens(console, 'review');
    },
    reread: undefined,
  },
  'user.activate': {
    asks: onCustomer('v'),
    reread: 'user.get set=data.status',
    identity: 'user.get set=data.id',
    customer: 5,
  },
  'user.terms': {
    asks: onCustomer('a'),
    reread: 'user.get set=data.nickname',
    identity: 'user.get set=data.id',
  },
  'rfi.respond': {
    async asks(console) {
      await goes(console, 'rfi');
      await console.sees('questions, all');
      console.press('g', 'j', 'n');
      await console.sees(/Title +Where the money comes from/);
      console.press('left');
      await console.sees(/Attachments/);
      console.press('ctrl-n');
      console.type('answer_text');
      console.press('tab', 'tab');
      await console.sees(/Other field 1 +answer_text/);
      console.type('savings');
      console.press('tab', 'enter');
    },
    reread: 'rfi.get set=status',
  },
};

/** In this order one console can make these writes, because each leaves the data that the next ones need. */
export const everyWrite = (
  [
    'conversion.create',
    'card.update',
    'card.activate',
    'card.close',
    'cardholder.create',
    'cardholder.update',
    'card.issue',
    'mandate.cancel',
    'directDebit.cancel',
    'payout.create',
    'payout.cancel',
    'beneficiary.create',
    'beneficiary.update',
    'account.create',
  ] as const
).map(operation => ({ operation, ...ways[operation] }));

/** `npm run check` chooses the writes that changed. Default: every write. */
const { PURSER_WRITES: chosen } = process.env;
export const writeIds = (Object.keys(ways) as readonly WriteId[]).filter(
  id => chosen === undefined || chosen.split(',').includes(id),
);

/** A console for a customer whom the write is for. */
export async function startFor(id: WriteId, options: ConsoleOptions = {}): Promise<TestConsole> {
  const { customer = 0, prepares } = ways[id];
  const console = await startConsole({ cols: 140, rows: 60, customer, ...options });
  // The journal opens first if an earlier console left an UNKNOWN write.
  await console.sees(/accounts?, all|› .*UNKNOWN/);
  const isNew = console.simulator.world.ledger.effects.length === 0;
  if (isNew && options.environment !== 'production') await prepares?.(console);
  return console;
}

/** Opens the dialog of the write and waits until it was on the screen. */
export async function opensDialog(console: TestConsole, id: WriteId): Promise<void> {
  await ways[id].asks(console);
  await vi.waitFor(() => dialogOf(console), patience);
  await readsOn(console);
  await isReady(console);
}

/** Confirms with a record that differs from the dialog, which then shows this value. Leaves the dialog open for the next confirmation. */
export async function changesMeanwhile(console: TestConsole, id: WriteId, value: string, shown: RegExp) {
  const { reread } = ways[id];
  if (reread === undefined) return;
  await breaks(console, `${reread}:${JSON.stringify(value)}`);
  await agrees(console);
  await console.sees(shown);
  expect(sentFor(console, id)).toEqual([]);
  // A quote that differs is void.
  if (dialogOf(console).phase.kind === 'asking') return;
  await closes(console);
  await mends(console);
  await opensDialog(console, id);
}

/** Confirms while the service returns another record in place of the confirmed one, which stops the write. */
export async function isReplaced(console: TestConsole, id: WriteId): Promise<void> {
  const { identity } = ways[id];
  if (identity === undefined) return;
  await breaks(console, `${identity}:"another-0001"`);
  await agrees(console);
  await console.sees(/returned a different|The card has moved in the list/);
  expect(sentFor(console, id)).toEqual([]);
  await closes(console);
  await mends(console);
  await opensDialog(console, id);
}

/** Text that gives the terminal a title and writes from right to left. */
export const HOSTILE = '\u001b]0;owned\u0007\u202e';
export const isRaw = (text: string): boolean => text.includes('\u001b]0;owned') || text.includes('\u202e');

/** The lines of the screen from one text to another, without blank lines. */
export function section({ screen }: TestConsole, from: RegExp, to: RegExp): string {
  const lines = screen.contents().split('\n');
  const first = lines.findIndex(line => from.test(line));
  const last = lines.findIndex((line, at) => at > first && to.test(line));
  return lines
    .slice(first, last)
    .filter(line => line.trim() !== '')
    .join('\n');
}

/** The parts are as in the reviewed file, apart from times, rates and the numbers of request IDs, which are those of the run. */
export async function expectTold(file: string, ...parts: readonly string[]): Promise<void> {
  const lasting = parts
    .join('\n\n')
    .replaceAll(/(20 Nov 2026 |2026-11-20T)\d\d:\d\d:\d\d/g, '$1‹time›')
    .replaceAll(/\d+ (?:s|min) ago/g, '‹age› ago')
    .replaceAll(/(00000000-0000-4000-8000-)\d{12}/g, '$1‹number›')
    .replaceAll(/1\.27\d+|1,27\d\.\d\d|(?<=→ )\d\d\.\d\d(?=, once settled)/g, '‹by the rate›');
  await expect(`${lasting}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'every-write/told', file));
}

/** The requests of this write. */
export const sentFor = ({ simulator }: TestConsole, id: WriteId) =>
  simulator.wire.filter(({ operation }) => operation === id);

/** Types the token, if the open dialog needs one. The focus is then on the button, and Enter would confirm. */
export async function arms(console: TestConsole): Promise<void> {
  await vi.waitFor(() => dialogOf(console), patience);
  await readsOn(console);
  await isReady(console);
  const { token } = dialogOf(console);
  if (token) return mayConfirm(console, token.text);
  console.press('tab');
  await isArmed(console);
}

/** Confirms the open dialog. */
export async function agrees(console: TestConsole): Promise<void> {
  await arms(console);
  console.press('enter');
}
