// Opens the dialog of each write with the keys that staff press, and confirms it.

import { vi } from 'vitest';
import type { WriteId } from '../../src/api/contract/operations.ts';
import { issueCardForm } from '../../src/subjects/cards/card-issue.ts';
import { newCardholderScreen } from '../../src/subjects/cards/cardholder-create.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { type Filled, fills, HOME, nothing } from './cardholders.ts';
import { askFor } from './fx.ts';
import { fillsIn, goes } from './paying.ts';
import { confirm, confirms, dialogOf, isReady, openCustomer, payee, pendingDebit } from './writing.ts';

interface Write {
  readonly operation: WriteId;
  /** Opens the dialog of the write. */
  readonly asks: (console: TestConsole) => Promise<void>;
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
  (key: string, status: string): Write['asks'] =>
  async console => {
    await onCard(console, status);
    console.press(key);
  };
const holder = (console: TestConsole): string => openCustomer(console).cardholders.all[0]?.id ?? '';
const right = (presses: number): Filled => ({ right: presses });

/** In this order each write leaves the data that the next ones need. The first starts on the first screen. */
export const everyWrite: readonly Write[] = [
  {
    operation: 'conversion.create',
    async asks(console) {
      await askFor(console, ['gbp', 'usd', '1,000']);
      await console.sees('Expires in');
      console.press('enter');
    },
  },
  { operation: 'card.update', asks: pressing('z', 'ACTIVE') },
  { operation: 'card.activate', asks: pressing('v', 'INACTIVE') },
  { operation: 'card.close', asks: pressing('x', 'ACTIVE') },
  {
    operation: 'cardholder.create',
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
  },
  {
    operation: 'cardholder.update',
    async asks(console) {
      await goes(console, `update-cardholder/${holder(console)}`);
      await console.sees("Purser can't read cardholders");
      console.type('Zoë');
      console.press('tab');
      console.type('Lindqvist');
      console.press('up', 'up', 'up', 'enter');
    },
  },
  {
    operation: 'card.issue',
    async asks(console) {
      const { id } = openCustomer(console).cardholders.all.find(({ type }) => type === 'INDIVIDUAL') ?? {
        id: '',
      };
      await goes(console, 'issue-card');
      await fills(console, issueCardForm.forms, [
        id,
        ...[right(1), right(2), 'VIRTUAL', right(1), right(1), right(1), 'B2B_TRAVEL', right(2), 'gbp'],
        ...['1,000', ...nothing(4), ''],
      ]);
      console.press('enter');
    },
  },
  {
    operation: 'mandate.cancel',
    async asks(console) {
      const account = openCustomer(console).accounts.find(({ global }) => global?.currency === 'GBP')?.record
        .id;
      await goes(console, `account-mandates/${account}`);
      await console.sees(/mandates, all/);
      console.press('x');
    },
  },
  {
    operation: 'directDebit.cancel',
    async asks(console) {
      await goes(console, `direct-debits/${pendingDebit(console)}`);
      await console.sees('Cancelling: possible');
      console.press('x');
    },
  },
  { operation: 'payout.create', asks: console => fillsIn(console, { status: '\\S' }) },
  {
    operation: 'payout.cancel',
    async asks(console) {
      // The dialog opens with any ID, but only an existing payout can be cancelled.
      const { id } = console.simulator.world.payouts.all.at(-1) ?? { id: 'payout-0001' };
      await goes(console, `cancel-payout/${id}`);
      await console.sees(/Payout ID/);
      console.press('up', 'enter');
    },
  },
  {
    operation: 'beneficiary.create',
    async asks(console) {
      await goes(console, 'create-beneficiary');
      await console.sees('The service has not validated these fields.');
      for (const typed of ['usd', '123456789', 'Jo Bloggs', '021000021', '', 'us']) {
        if (typed !== '') console.type(typed);
        console.press('tab');
      }
      console.press('tab', 'tab', 'tab', 'tab', 'enter');
    },
  },
  {
    operation: 'beneficiary.update',
    async asks(console) {
      await goes(console, `update-beneficiary/${payee(console)}`);
      await console.sees('An empty field stays unchanged');
      console.type('Maria Jose');
      console.press(...Array.from({ length: 8 }, () => 'tab'), 'enter');
    },
  },
  {
    operation: 'account.create',
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
  },
];

/** Confirms the open dialog, with its token if it needs one. */
export async function agrees(console: TestConsole): Promise<void> {
  await vi.waitFor(() => dialogOf(console), patience);
  await isReady(console);
  const { token } = dialogOf(console);
  return token ? confirm(console, token.text) : confirms(console);
}
