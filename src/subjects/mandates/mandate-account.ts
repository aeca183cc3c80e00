// Whether an account can have mandates, and whether the service lists them.

import { Odd } from '../../api/contract/odd.ts';
import { idText, isId, textCell } from '../../format/cells.ts';
import { type Cell, DASH } from '../../format/entry.ts';
import { documentOf, isAbsent } from '../../format/joined.ts';
import {
  type Account,
  type GlobalAccount,
  globalAccountQuery,
  isUnitedKingdom,
} from '../../format/records.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';

/** An account of Family B, with the read of the Global Account with the same ID. */
export type MandateAccount = Account & { readonly globalAccountRead?: Document<GlobalAccount> };

type MandatesListed =
  /** The service lists the account's mandates. */
  | 'here'
  /** The account supports direct debits, but only the external party has its mandates. */
  | 'elsewhere'
  | 'unavailable'
  | 'unknown';

/**
 * Tells where the mandates are listed (INTERFACE.md, Endpoints › Family A, rules 1 and 2). Direct debits need the
 * capability. The mandate calls cover only mandates signed in the United Kingdom for GBP. If a value is missing or
 * invalid, the result is 'unknown'.
 */
export function mandatesOf(id: string, account: GlobalAccount): MandatesListed {
  const { capability, currency, country_code: country } = account;
  if (!isId(account.id, id) || capability === undefined || capability instanceof Odd) return 'unknown';
  if (capability.support_direct_debit === false) return 'unavailable';
  if (capability.support_direct_debit !== true) return 'unknown';
  const [code, where] = [idText(currency), idText(country)];
  if (code === undefined || where === undefined) return 'unknown';
  return code === 'GBP' && isUnitedKingdom(where) ? 'here' : 'elsewhere';
}

const words: Readonly<Record<MandatesListed, Cell>> = {
  here: { text: t`listed here`, tone: 'good' },
  elsewhere: { text: t`external party`, tone: 'warn' },
  unavailable: { text: t`not available`, tone: 'dim' },
  unknown: { text: t`? not known`, tone: 'warn' },
};

/** The cell that says where the account's mandates are listed. */
export function mandatesCell(row: MandateAccount): Cell {
  const id = idText(row.id);
  const read = row.globalAccountRead;
  if (id === undefined || read === undefined) return DASH;
  if (read.value) return words[mandatesOf(id, read.value)];
  if (read.loading) return { text: t`reading …`, tone: 'dim' };
  if (isAbsent(read)) return { text: t`no Global Account`, tone: 'dim' };
  return read.failure ? { text: t`not read`, tone: 'warn' } : DASH;
}

/** Where the account's mandates are listed, in sentences that staff can pass on to the customer. */
export function mandatesSentence(id: string, account: GlobalAccount): Visible {
  switch (mandatesOf(id, account)) {
    case 'here':
      return t`Press Enter for this account's mandates. The service lists only GBP mandates that were signed in the United Kingdom.`;
    case 'elsewhere':
      return t`The account supports direct debits, in ${short(account.currency)}, ${short(account.country_code)}. The service lists only mandates signed in the United Kingdom for GBP. For other currencies, ask the external party for the mandates.`;
    case 'unavailable':
      return t`Direct debits are not available: the Global Account reports no support.`;
    case 'unknown':
      return t`Purser can't tell whether the account supports direct debits: the Global Account's response doesn't say, or is for another account.`;
  }
}

const short = (value: Parameters<typeof textCell>[0]): Visible => visible(textCell(value).text, 24);

/** Returns a function that adds the Global Accounts to the rows. Rows and array stay the same until the data changes. */
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

/** Compares the parts, because a document that was never read is a new object each time. */
const sameReading = (before: Document<GlobalAccount>, now: Document<GlobalAccount>): boolean =>
  before.value === now.value && before.loading === now.loading && before.failure === now.failure;
