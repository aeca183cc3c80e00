// Reads the record before a write is sent again: once for the dialog, and once more before Purser sends.

import type { App } from '../../effects/app.ts';
import { type DocumentOperation, type DocumentQuery, queryKey } from '../../effects/query.ts';
import { type Reread, reread, rereadBoth } from '../../effects/question.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Card, type CardStatus, cardReread, cardsQuery } from '../../records/card-lines.ts';
import { whyNotCancellable } from '../../records/debit-cancelling.ts';
import { debitQuery, debitReread } from '../../records/debit-lines.ts';
import { globalAccountQuery } from '../../records/global-account.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import { idText, isId } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { notRead } from '../dialog/not-read.ts';

/** What the dialog shows, or why there is no dialog, as whole sentences. */
type RecordFound =
  | {
      readonly warnings: readonly Visible[];
      /** If absent, the dialog shows the lines of the last confirmation. */
      readonly lines?: readonly ShownLine[];
      readonly reread?: Reread;
    }
  | { readonly barred: Visible };

export interface RecordReading {
  /** Reads the record for the selected customer. */
  load(app: App): Promise<void>;
  /** Call after `load`: takes the record from the store. */
  found(app: App): RecordFound;
}

/** The key that reads the record again. */
const KEY = t`p`;
const AS_CONFIRMED = t`Everything above is the same as at the last confirmation.`;

/** For a record that Purser doesn't read. `warnings`: what that means, as whole sentences. */
export const unread = (...warnings: readonly Visible[]): RecordReading => ({
  async load() {},
  found: () => ({ warnings: [AS_CONFIRMED, ...warnings] }),
});

/** Reads the two records that one write changes. */
export const bothOf = (first: RecordReading, second: RecordReading): RecordReading => ({
  load: async app => void (await Promise.all([first.load(app), second.load(app)])),
  found(app) {
    const [one, other] = [first.found(app), second.found(app)];
    if ('barred' in one) return one;
    if ('barred' in other) return other;
    const warnings = [...new Set([...one.warnings, ...other.warnings])];
    return { warnings, ...(one.reread && other.reread && { reread: rereadBoth(one.reread, other.reread) }) };
  },
});

/**
 * Reads one document by its ID. `title`: the document's name in a sentence. The query may depend on the selected
 * customer.
 */
export const ofDocument = <Id extends DocumentOperation>(
  title: Visible,
  againFor: (state: State) => Reread<Id>,
): RecordReading => ({
  load: app => app.documents.load(queryOf(againFor(app.store.getState()))),
  found({ store }) {
    const state = store.getState();
    const again = againFor(state);
    const { value, failure } = documentOf(state, queryOf(again));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, title, KEY) };
    if (value === undefined) return { barred: t`Not sent. Not read: ${title}.` };
    return checked(again, value);
  },
});

const queryOf = <Id extends DocumentOperation>({ operation, input }: Reread<Id>): DocumentQuery<Id> => ({
  operation,
  input,
});

/** The warnings for the record as it is now. Purser reads the record once more before it sends. */
function checked<Id extends Reread['operation']>(
  again: Reread<Id>,
  value: Parameters<Reread<Id>['check']>[0],
): RecordFound {
  const found = again.check(value);
  return 'barred' in found
    ? { barred: t`${found.barred} Nothing was sent.` }
    : { warnings: [AS_CONFIRMED, ...(found.warnings ?? [])], reread: reread(again) };
}

/** The whole list, because the service can't read one card by its ID. `MOST_CARDS` is also the limit of a reconciliation. */
const CARDS = cardsQuery({ server: {} });
const MOST_CARDS = 1000;

/** Reads the list and finds the card's row and position in the list. */
export const ofCard = (id: string, becomes: CardStatus): RecordReading => ({
  load: app => app.lists.load(CARDS, 'again', MOST_CARDS),
  found({ store }) {
    const { pages, failure } = listIn(currentWorkspace(store.getState()), queryKey(CARDS));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, t`Cards`, KEY) };
    const at = pages.items.findIndex(({ key }) => key === id);
    if (at < 0)
      return {
        barred:
          pages.end === undefined
            ? t`Not sent. The card is not among the ${countText(pages.items.length)} cards read. Change the card on Cards (3).`
            : t`Not sent. Card not found in the customer's list.`,
      };
    // The query is for card.list, so the rows are cards.
    const rows = pages.items.map(({ row }) => row as Card);
    return checked(cardReread(id, { filter: {}, offset: at }, becomes), rows);
  },
});

/** A direct debit and its Global Account: both decide whether the direct debit can be cancelled. */
export const ofDebit = (id: string): RecordReading => ({
  async load(app) {
    await app.documents.load(debitQuery(id));
    const account = accountIdOf(id, app.store.getState());
    if (account !== undefined) await app.documents.load(globalAccountQuery(account));
  },
  found({ store }) {
    const state = store.getState();
    const title = t`Direct debit`;
    const { value: debit, failure } = documentOf(state, debitQuery(id));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, title, KEY) };
    if (!debit) return { barred: t`Not sent. Not read: ${title}.` };
    if (!isId(debit.transaction_id, id))
      return {
        barred: t`Not sent. The service returned a different direct debit.`,
      };
    const accountId = accountIdOf(id, state);
    const read = accountId === undefined ? undefined : documentOf(state, globalAccountQuery(accountId));
    const account = read?.failure ? undefined : read?.value;
    const why = whyNotCancellable(debit, account);
    if (why !== undefined || !account) return { barred: t`${why ?? t``} Nothing was sent.` };
    return { warnings: [AS_CONFIRMED], reread: debitReread(id, account) };
  },
});

function accountIdOf(id: string, state: State): string | undefined {
  const { value } = documentOf(state, debitQuery(id));
  return value && idText(value.global_account_id);
}
