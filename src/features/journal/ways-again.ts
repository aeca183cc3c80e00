// How each kind of write is sent again: what is read first, and what is asked, against what was confirmed before.

import { explain } from '../../api/client/explain.ts';
import type { App } from '../../effects/app.ts';
import { cancelledDebit, textIn } from '../../effects/read-back-plan.ts';
import { tokenOf } from '../../effects/token-of.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { beforeAndAfter, readBalances } from '../../ui/screens/available.ts';
import { idText } from '../../ui/screens/cells.ts';
import { whyNotCancellable } from '../../ui/screens/debit-cancelling.ts';
import { accountQuery, debitQuery, debitReread } from '../../ui/screens/debit-lines.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { isUsableId, lastFour } from '../../ui/screens/last-four.ts';
import {
  type Beneficiary,
  beneficiaryQuery,
  payoutReread,
  payoutWarnings,
} from '../../ui/screens/payout-lines.ts';
import { type Order, orderOf } from '../../ui/screens/payout-order.ts';
import { AVAILABLE, confirmedLines } from '../../ui/screens/shown-lines.ts';

interface Way {
  /** Reads what it is compared with, for the customer in front. */
  read(app: App): Promise<void>;
  /** Opens the dialog; or says in a whole sentence why it isn't asked. */
  ask(app: App): Visible | undefined;
}

const AS_CONFIRMED = t`What stands above is as it was confirmed then.`;

/** Undefined where the row doesn't say all that it takes. */
export function wayOf(row: Row): Way | undefined {
  switch (row.intent.operation) {
    case 'payout.create': {
      const order = orderOf(row.intent);
      return order && payAgain(row, order);
    }
    case 'payout.cancel':
      return cancelAgain(row);
    case 'directDebit.cancel': {
      const id = cancelledDebit(row.intent);
      return id !== undefined && isUsableId(id) ? cancelDebitAgain(row, id) : undefined;
    }
    case 'card.issue': {
      const holder = textIn(row.intent, 'card_holder_id');
      return holder !== undefined && isUsableId(holder) ? issueAgain(row, holder) : undefined;
    }
    default:
      return undefined;
  }
}

const payAgain = (row: Row, order: Order): Way => ({
  async read(app) {
    await Promise.all([readBalances(app), app.documents.load(beneficiaryQuery(order.beneficiaryId))]);
  },
  ask(app) {
    const { amount, currency } = order;
    const state = app.store.getState();
    const available = beforeAndAfter(state, amount, currency).text;
    const warnings = (read: Beneficiary | undefined, now: State): readonly Visible[] => [
      ...payoutWarnings(order, read, now, row.intent.requestId),
      t`It stands as it was confirmed then; what is available is as of now.`,
      t`The same bytes under the same request ID: for one that it knows, the service makes no second transfer, by its interface.`,
      ...(row.state === 'UNKNOWN'
        ? [t`If it was done before, this pays nothing more; if not, it pays now.`]
        : []),
    ];
    void app.writes.askAgain(row, {
      operation: 'payout.create',
      title: t`Send the payout again`,
      button: t`Send it again`,
      lines: [
        ...confirmedLines(row).filter(({ label }) => label !== AVAILABLE),
        { label: AVAILABLE, value: available },
      ],
      warnings: warnings(documentOf(state, beneficiaryQuery(order.beneficiaryId)).value, state),
      token: tokenOf('payout.create', {
        body: { beneficiary_id: order.beneficiaryId, amount, currency, reference: order.reference },
      }),
      reread: payoutReread(order, available, read => warnings(read, app.store.getState())),
    });
    return undefined;
  },
});

function cancelAgain(row: Row): Way | undefined {
  const id = textIn(row.intent, 'id');
  const name = id ?? textIn(row.intent, 'systemReferenceNumber');
  if (name === undefined || !isUsableId(name)) return undefined;
  return {
    // A payout can't be read.
    async read() {},
    ask(app) {
      void app.writes.askAgain(row, {
        operation: 'payout.cancel',
        title: t`Cancel the payout: send it again`,
        button: t`Cancel the payout`,
        lines: confirmedLines(row),
        warnings: [
          AS_CONFIRMED,
          t`A payout can't be read first: only the service knows whether it is still pending.`,
        ],
        token: tokenOf('payout.cancel', {
          params: { version: 'v1' },
          body: id === undefined ? { systemReferenceNumber: name } : { id },
        }),
      });
      return undefined;
    },
  };
}

const issueAgain = (row: Row, holder: string): Way => ({
  // A cardholder can't be read, and no card is there to be read before it is issued.
  async read() {},
  ask(app) {
    void app.writes.askAgain(row, {
      operation: 'card.issue',
      title: t`Issue the card: send it again`,
      button: t`Issue the card`,
      lines: confirmedLines(row),
      warnings: [
        AS_CONFIRMED,
        t`The same request ID and the same bytes are sent: by its interface, request_id keeps it to one card.`,
      ],
      token: { text: lastFour(holder), name: t`the last four of the cardholder ID` },
    });
    return undefined;
  },
});

const cancelDebitAgain = (row: Row, id: string): Way => ({
  async read(app) {
    await app.documents.load(debitQuery(id));
    const account = accountIdOf(id, app.store.getState());
    if (account !== undefined) await app.documents.load(accountQuery(account));
  },
  ask(app) {
    const state = app.store.getState();
    const { value: debit, failure } = documentOf(state, debitQuery(id));
    if (failure && failure.kind !== 'abandoned') {
      const { what, todo } = explain(failure, t`Direct debit payout`, { key: t`p` });
      return t`${what} Nothing was sent. ${todo}`;
    }
    if (!debit) return t`The direct debit payout is not read, so it is not cancelled again.`;
    if (idText(debit.transaction_id) !== id)
      return t`The direct debit payout that came is another one than was asked for. Nothing was sent.`;
    const accountId = accountIdOf(id, state);
    const read = accountId === undefined ? undefined : documentOf(state, accountQuery(accountId));
    const account = read?.failure ? undefined : read?.value;
    const why = whyNotCancellable(debit, account);
    if (why !== undefined || !account) return t`${why ?? t``} Nothing was sent.`;
    void app.writes.askAgain(row, {
      operation: 'directDebit.cancel',
      title: t`Cancel the direct debit: send it again`,
      button: t`Cancel the direct debit`,
      lines: confirmedLines(row),
      warnings: [AS_CONFIRMED],
      token: tokenOf('directDebit.cancel', { params: { transaction_id: id } }),
      reread: debitReread(id, account),
    });
    return undefined;
  },
});

function accountIdOf(id: string, state: State): string | undefined {
  const { value } = documentOf(state, debitQuery(id));
  return value && idText(value.global_account_id);
}
