// What belongs to a balance entry, to a write, and to the names of a payout or conversion.

import { movedCell } from '../format/cells.ts';
import type { Row } from '../journal/intent.ts';
import { doneAt } from '../journal/possible-duplicates.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { counted } from '../lib/counted.ts';
import { compare } from '../lib/decimal.ts';
import { isSystemReference } from '../lib/identifier.ts';
import { present } from '../lib/present.ts';
import { remembered } from '../lib/remembered.ts';
import { DAY, HOUR, MINUTE } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { idText, isId, timeOf, whenOf } from '../records/facts.ts';
import type { HistoryEntry, Transaction } from '../records/reads.ts';
import { isReference, nameKey, namesIn } from '../records/record-names.ts';
import type { PlaceId } from '../store/places.ts';
import { plainAmount } from '../store/row-search.ts';
import { openView } from '../store/view.ts';
import { cancelledDebit, cancelledMandate, changedBeneficiary } from './in-path.ts';
import { subjectText } from './journal-entry.ts';
import {
  byWord,
  dayOf,
  idKeys,
  indexOf,
  type Loaded,
  loadedText,
  movedText,
  parts,
  personKey,
  type Related,
  rowsView,
  shortName,
} from './related.ts';
import { confirmedLine, confirmedMoney, LABELS, moneyIn } from './shown-lines.ts';

const entriesNamed = indexOf('account.balanceHistory', row => namesIn(idText(row.description)));
const payees = indexOf('beneficiary.list', row => personKey(row.account_holder_name));
const beneficiariesById = indexOf('beneficiary.list', row => idKeys(row.id));

/** The only system reference in the entry's description, in capitals. */
export function referenceIn({ description }: HistoryEntry): string | undefined {
  const [reference, other] = new Set(namesIn(idText(description)).filter(isSystemReference));
  return other === undefined ? reference : undefined;
}

/** By ID or reference only, oldest first. Of one second, the service sends the newest first. */
export const entriesNaming = (names: readonly string[], loaded: Loaded): readonly HistoryEntry[] =>
  entriesNamed(loaded, names.map(nameKey))
    .map(({ row }) => row)
    .toReversed()
    .toSorted((one, other) => (whenOf('history', one) ?? 0) - (whenOf('history', other) ?? 0));

const entryText = (entry: HistoryEntry, loaded: Loaded): Visible =>
  movedText(movedCell(entry.amount, entry.currency), timeOf('history', entry), loaded);

/** The balance entries whose description has one of the names. */
export function entriesOf(
  names: readonly string[],
  loaded: Loaded,
  except?: HistoryEntry,
): readonly Related[] {
  const [name] = names;
  const view = name === undefined ? undefined : rowsView('history', names, shortName(name));
  if (!view || name === undefined) return [];
  const own = except && idText(except.id);
  const found = entriesNamed(loaded, names.map(nameKey)).filter(
    ({ row }) => row !== except && (own === undefined || idText(row.id) !== own),
  );
  const [newest] = found;
  if (except && !newest) return [];
  const text = loadedText(found.length, newest && entryText(newest.row, loaded), shortName(name));
  return [{ kind: except ? t`Same reference` : t`Balance entries`, text, view }];
}

const PLACES: { readonly [operation: string]: readonly [kind: Visible, place: PlaceId] } = {
  'payout.create': [t`Payout`, 'payouts'],
  'payout.cancel': [t`Cancellation`, 'payouts'],
  'conversion.create': [t`Conversion`, 'fx'],
};

const ENTRY = [t`Journal entry`, 'journal'] as const;

function writeText(row: Row, loaded: Loaded): Visible {
  return parts(
    confirmedMoney(row) ?? subjectText(row),
    visible(row.state),
    dayOf(row.intent.createdAt, loaded),
  );
}

/** The record that a write made, as the list of its subject shows it. */
export function ofWrite(row: Row, loaded: Loaded): readonly Related[] {
  const { operation, requestId } = row.intent;
  const known = Object.hasOwn(PLACES, operation) ? PLACES[operation] : undefined;
  const [kind, place] = known ?? ENTRY;
  const title = known ? undefined : visible(row.intent.title, 40);
  return present(byWord(kind, place, requestId, parts(title, writeText(row, loaded))));
}

const entryLine = ({ intent, state }: Row, loaded: Loaded): Visible =>
  parts(visible(intent.title, 40), visible(state), dayOf(intent.createdAt, loaded));

export const journalEntry = (row: Row, loaded: Loaded): Related | undefined =>
  byWord(...ENTRY, row.intent.requestId, entryLine(row, loaded));

const named = remembered(({ intent, transitions }: Row): ReadonlySet<string> => {
  const answers = transitions.flatMap(({ answer }) => answer?.text ?? []);
  return new Set([intent.target, intent.body, ...answers].flatMap(namesIn));
});

/** The writes whose request or answer has one of the names. */
export const writesNaming = (names: readonly string[], { writes }: Loaded): readonly Row[] => {
  const keys = names.map(nameKey);
  return keys.length === 0 ? [] : writes.filter(row => keys.some(key => named(row).has(key)));
};

/** All in one line: a record may have many. */
export function journalOf(id: string | undefined, loaded: Loaded): readonly Related[] {
  if (id === undefined) return [];
  const rows = writesNaming([id], loaded);
  const [newest] = rows;
  if (!newest) return [];
  const last = entryLine(newest, loaded);
  return present(
    byWord(
      t`Journal`,
      'journal',
      id,
      rows.length === 1 ? last : t`${counted(rows.length, t`entry`, t`entries`)}, newest ${last}`,
    ),
  );
}

/** The amount of a new payout. Undefined for another write. */
export function payoutMoney({ intent }: Row) {
  if (intent.operation !== 'payout.create') return undefined;
  const amount = amountIn(intent, 'amount');
  const currency = textIn(intent, 'currency');
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

/** The IDs of the conversions that these writes made. */
export const conversionsMade = (writes: readonly Row[]): readonly string[] => [
  ...new Set(
    writes
      .filter(({ intent }) => intent.operation === 'conversion.create')
      .flatMap(({ transitions }) => transitions.flatMap(({ answer }) => namesIn(answer?.text)))
      .filter(name => name.startsWith('conversion_')),
  ),
];

const payoutsTo = (beneficiary: string, { writes }: Loaded): readonly Row[] =>
  writes.filter(
    ({ intent }) =>
      intent.operation === 'payout.create' &&
      nameKey(textIn(intent, 'beneficiary_id') ?? '') === nameKey(beneficiary),
  );

export function otherPayouts(beneficiary: string, loaded: Loaded, except?: Row): readonly Related[] {
  const rows = payoutsTo(beneficiary, loaded).filter(row => row !== except);
  const [newest] = rows;
  if (!newest) return [];
  const last = writeText(newest, loaded);
  return present(
    byWord(
      except ? t`Same payee` : t`Payouts`,
      'payouts',
      beneficiary,
      rows.length === 1
        ? last
        : t`${counted(rows.length, except ? t`other payout` : t`payout`)}, newest ${last}`,
    ),
  );
}

const apart = (ms: number): Visible =>
  ms < HOUR ? t`${Math.max(1, Math.round(ms / MINUTE))} min` : t`${Math.round(ms / HOUR)} h`;

function isPayoutOf(paid: Row, converted: Row): boolean {
  const bought = moneyIn(confirmedLine(converted, LABELS.bought) ?? '');
  const money = payoutMoney(paid);
  const gap = paid.intent.createdAt - converted.intent.createdAt;
  if (!bought || !money || gap < 0 || gap > DAY) return false;
  return (
    bought.cell.unit.toLowerCase() === money.currency.toLowerCase() &&
    compare(bought.amount, money.amount) === 0
  );
}

/** Conversions before a payout, or payouts after a conversion, of the same money. No ID joins them. */
export const sameMoney = (row: Row, loaded: Loaded): readonly Related[] =>
  loaded.writes.flatMap(other => {
    const paid = row.intent.operation === 'payout.create' ? row : other;
    const converted = paid === row ? other : row;
    const pair =
      paid.intent.operation === 'payout.create' && converted.intent.operation === 'conversion.create';
    if (!pair || doneAt(other) === undefined || !isPayoutOf(paid, converted)) return [];
    const gap = apart(paid.intent.createdAt - converted.intent.createdAt);
    const possibly =
      other === converted
        ? t`bought the same amount ${gap} before; no ID joins them`
        : t`pays the bought amount, ${gap} later; no ID joins them`;
    return ofWrite(other, loaded).map(related => ({ ...related, possibly }));
  });

/** The spans of words in a description, as `personKey` writes names. */
function spansOf(description: HistoryEntry['description']): readonly string[] {
  const words = (personKey(description)[0] ?? '').split(' ').slice(0, 20);
  return words.flatMap((_, from) =>
    words.slice(from).map((_, to) => words.slice(from, from + to + 1).join(' ')),
  );
}

const SHORTEST_NAME = 4;

/** The payee may be any person of that name. */
function payeesIn(row: HistoryEntry, loaded: Loaded): readonly Related[] {
  const spans = spansOf(row.description).filter(span => span.length >= SHORTEST_NAME);
  const found = payees(loaded, spans).map(item => item.row);
  const [first] = found;
  const name = first && idText(first.account_holder_name);
  if (!first || name === undefined) return [];
  const alike = found.filter(({ currency }) => isId(currency, idText(row.currency))).length;
  const currency = shortName(idText(row.currency) ?? '');
  const related =
    found.length === 1
      ? byWord(t`Beneficiary`, 'beneficiaries', idText(first.id), shortName(name))
      : byWord(t`Beneficiary`, 'beneficiaries', name, t`${found.length} named ${shortName(name)}`, {
          column: 'name',
        });
  const differs =
    alike === found.length
      ? t`same name and currency`
      : found.length > 1
        ? t`same name, ${alike} of them in ${currency}`
        : t`same name, another currency`;
  return related ? [{ ...related, possibly: t`${differs}; no ID joins them` }] : [];
}

/** For the balance history, and for payouts that are known only from it. */
export function relatedToEntry(row: HistoryEntry, loaded: Loaded): readonly Related[] {
  const names = namesIn(idText(row.description)).filter(isReference);
  const currency = idText(row.currency);
  return [
    ...writesNaming(names, loaded).flatMap(write => ofWrite(write, loaded)),
    ...entriesOf(names, loaded, row),
    ...present(currency !== undefined && byWord(t`Balance`, 'balances', currency)),
    ...payeesIn(row, loaded),
  ];
}

const entriesByAmount = indexOf('account.balanceHistory', row => amountKeys(row.amount, row.currency));
const transactionsNamed = indexOf('account.transactions', row => namesIn(idText(row.description)));

const amountKeys = (amount: HistoryEntry['amount'], currency: HistoryEntry['currency']): readonly string[] =>
  typeof amount === 'string' ? [`${plainAmount(amount)} ${idText(currency) ?? ''}`] : [];

/** Bank transactions and balance entries share no ID. */
export function relatedToTransaction(
  row: Transaction,
  loaded: Loaded,
  account: string | undefined,
): readonly Related[] {
  const names = namesIn(idText(row.description)).filter(isReference);
  const at = whenOf('transaction', row);
  const others = transactionsNamed(loaded, names, JSON.stringify(account ?? '')).filter(
    item => item.row !== row && idText(item.row.id) !== idText(row.id),
  );
  const near = entriesByAmount(loaded, amountKeys(row.amount, row.currency)).filter(item => {
    const then = whenOf('history', item.row);
    const shares = namesIn(idText(item.row.description)).some(name => names.includes(name));
    return at !== undefined && then !== undefined && Math.abs(at - then) < DAY && !shares;
  });
  const [nearest] = near;
  const entry = nearest && idText(nearest.row.id);
  const gap = nearest && apart(Math.abs((whenOf('history', nearest.row) ?? 0) - (at ?? 0)));
  const possibly = byWord(t`Balance entry`, 'history', entry, nearest && entryText(nearest.row, loaded));
  const [other] = others;
  const view =
    other &&
    rowsView(
      'transactions',
      names,
      shortName(names[0] ?? ''),
      account === undefined ? {} : { subject: account },
    );
  return [
    ...present(accountOf(account, loaded)),
    ...writesNaming(names, loaded).flatMap(write => ofWrite(write, loaded)),
    ...present(
      view && {
        kind: t`Same reference`,
        text: t`${counted(others.length, t`other transaction`)} loaded`,
        view,
      },
    ),
    ...entriesOf(names, loaded),
    ...present(
      possibly &&
        gap !== undefined && {
          ...possibly,
          possibly: t`same amount and currency, ${gap} apart; no ID joins them`,
        },
    ),
  ];
}

/** The records that the request names. */
export function relatedToWrite(row: Row, loaded: Loaded): readonly Related[] {
  const { intent } = row;
  const { operation } = intent;
  // Another customer's records can't be opened under this one.
  if (!loaded.writes.includes(row)) return [];
  const debit = cancelledDebit(intent)?.params.transaction_id;
  const mandate = cancelledMandate(intent)?.params;
  const beneficiary = textIn(intent, 'beneficiary_id') ?? changedBeneficiary(intent)?.query.beneficiary_id;
  const quote = operation === 'conversion.create' ? textIn(intent, 'quote_id') : undefined;
  const card = operation.startsWith('card.') ? textIn(intent, 'id') : undefined;
  return [
    ...(Object.hasOwn(PLACES, operation) ? ofWrite(row, loaded) : []),
    ...present(
      debit !== undefined && {
        kind: t`Direct debit`,
        text: shortName(debit),
        view: openView('direct-debits', debit),
      },
      mandate && mandateOf(mandate.global_account_id, mandate.mandate_id),
      byWord(
        t`Beneficiary`,
        'beneficiaries',
        beneficiary,
        beneficiary === undefined ? undefined : beneficiaryName(beneficiary, loaded),
      ),
      byWord(t`Card`, 'cards', card),
      quote !== undefined && { kind: t`Quote`, text: shortName(quote), view: openView('quote', quote) },
      operation.startsWith('user.') && customerOf(loaded),
      operation.startsWith('rfi.') && { kind: t`RFI`, text: t`the questions`, view: openView('rfi') },
      byWord(t`Duplicate of`, 'journal', row.duplicateOf),
    ),
    ...(operation === 'payout.cancel' || beneficiary === undefined
      ? []
      : otherPayouts(beneficiary, loaded, row)),
  ];
}

function beneficiaryName(id: string, loaded: Loaded): Visible | undefined {
  const [item] = beneficiariesById(loaded, [nameKey(id)]);
  const name = item && idText(item.row.account_holder_name);
  return name === undefined ? undefined : visible(name, 40);
}

const accountsById = indexOf('account.list', row => idKeys(row.id));

export function accountOf(id: string | undefined, loaded: Loaded): Related | undefined {
  const [item] = id === undefined ? [] : accountsById(loaded, [nameKey(id)]);
  const [label, number] = [idText(item?.row.label), idText(item?.row.account_number)];
  const text = label === undefined ? undefined : t`${visible(label, 40)} ${visible(number ?? '', 24)}`;
  return byWord(t`Account`, 'accounts', id, text);
}

export const mandateOf = (account: string, id: string, text = shortName(id)): Related | undefined =>
  byWord(t`Mandate`, 'account-mandates', id, text, { subject: account });

export const customerOf = ({ customer }: Loaded): Related | undefined =>
  customer && {
    kind: t`Customer`,
    text: customer.name ?? shortName(customer.userId),
    view: openView('customer'),
  };
