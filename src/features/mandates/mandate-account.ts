// What is known of an account's mandates before any is listed: whether there can be some, and where they are to be found.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { RowOf } from '../../effects/query.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import { DASH } from '../../ui/kit/cell.ts';
import { idText, isId, textCell } from '../../ui/screens/cells.ts';
import { globalAccountQuery, isUnitedKingdom } from '../../ui/screens/global-account.ts';
import { documentOf, isAbsent } from '../../ui/screens/joined.ts';

type GlobalAccount = Result<'globalAccount.get'>;
type Account = RowOf<'account.list'>;

/** An account of Family B with the Global Account of the same ID, as far as that was read. */
export type MandateAccount = Account & { readonly globalAccountRead?: Document<GlobalAccount> };

type Listed =
  /** Its mandates are listed by the interface. */
  | 'here'
  /** It takes direct debits, and its mandates are the external party's to show. */
  | 'elsewhere'
  | 'unavailable'
  | 'unknown';

/**
 * INTERFACE.md, Endpoints › Family A, rules 1 and 2: direct debits need the capability, and the mandate calls cover those
 * signed in the United Kingdom for GBP. What is missing, odd or of another account proves nothing.
 */
export function mandatesOf(id: string, account: GlobalAccount): Listed {
  const { capability, currency, country_code: country } = account;
  if (!isId(account.id, id) || capability === undefined || capability instanceof Odd) return 'unknown';
  if (capability.support_direct_debit === false) return 'unavailable';
  if (capability.support_direct_debit !== true) return 'unknown';
  const [code, where] = [idText(currency), idText(country)];
  if (code === undefined || where === undefined) return 'unknown';
  return code === 'GBP' && isUnitedKingdom(where) ? 'here' : 'elsewhere';
}

const words: Readonly<Record<Listed, Cell>> = {
  here: { text: t`listed here`, tone: 'good' },
  elsewhere: { text: t`external party`, tone: 'warn' },
  unavailable: { text: t`not available`, tone: 'dim' },
  unknown: { text: t`? not known`, tone: 'warn' },
};

/** Where its mandates are, in a column. */
export function mandatesCell(row: MandateAccount): Cell {
  const id = idText(row.id);
  const read = row.globalAccountRead;
  if (id === undefined || read === undefined) return DASH;
  if (read.value) return words[mandatesOf(id, read.value)];
  if (read.loading) return { text: t`reading …`, tone: 'dim' };
  if (isAbsent(read)) return { text: t`no Global Account`, tone: 'dim' };
  return read.failure ? { text: t`not read`, tone: 'warn' } : DASH;
}

/** The same in whole sentences: what a person tells the customer. */
export function mandatesSentence(id: string, account: GlobalAccount): Visible {
  switch (mandatesOf(id, account)) {
    case 'here':
      return t`Its mandates are those signed in the United Kingdom for GBP: Enter lists them.`;
    case 'elsewhere':
      return t`It supports direct debits, but it is in ${short(account.currency)}, ${short(account.country_code)}: the interface lists only mandates signed in the United Kingdom for GBP. Those of other currencies are obtained from the external party.`;
    case 'unavailable':
      return t`Direct debit payouts are not available: its Global Account doesn't report that it supports them.`;
    case 'unknown':
      return t`Whether it supports direct debits isn't known: what came of its Global Account doesn't say so, or is of another one.`;
  }
}

const short = (value: Parameters<typeof textCell>[0]): Visible => visible(textCell(value).text, 24);

/** The rows with their Global Accounts; each is made once for one reading, and the array stays the same while they do. */
export function withGlobalAccounts(): (
  items: readonly Item<MandateAccount>[],
  state: State,
) => readonly Item<MandateAccount>[] {
  const made = new WeakMap<
    Item<MandateAccount>,
    { readonly read: Document<GlobalAccount>; readonly item: Item<MandateAccount> }
  >();
  let last: readonly Item<MandateAccount>[] = [];
  const joined = (item: Item<MandateAccount>, state: State): Item<MandateAccount> => {
    const id = idText(item.row.id);
    if (id === undefined) return item;
    const read = documentOf(state, globalAccountQuery(id));
    const known = made.get(item);
    if (known && sameReading(known.read, read)) return known.item;
    const fresh = { ...item, row: { ...item.row, globalAccountRead: read } };
    made.set(item, { read, item: fresh });
    return fresh;
  };
  return (items, state) => {
    const now = items.map(item => joined(item, state));
    if (now.length !== last.length || now.some((item, i) => item !== last[i])) last = now;
    return last;
  };
}

/** What was not read yet is a new object each time. */
const sameReading = (before: Document<GlobalAccount>, now: Document<GlobalAccount>): boolean =>
  before.value === now.value && before.loading === now.loading && before.failure === now.failure;
