// What the loaded balance history says about a payout that a person names: its entries, joined by ID or reference only.

import { type Moment, momentOf, movedCell, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, cellText } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import { isSystemReference } from '../../lib/identifier.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { loadedIn } from '../../money/related.ts';
import { entriesNaming } from '../../money/related-money.ts';
import { idText, timeOf } from '../../records/facts.ts';
import type { ListQuery } from '../../records/query.ts';
import { type HistoryEntry, historyQuery } from '../../records/reads.ts';
import { nameKey, namesIn } from '../../records/record-names.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { State } from '../../store/state.ts';

export const entriesOfPayout = (names: readonly string[], state: State): readonly HistoryEntry[] =>
  entriesNaming(names, loadedIn(state));

const amountText = ({ amount, currency }: HistoryEntry): Visible => cellText(movedCell(amount, currency));

export const entryLines = (entry: HistoryEntry, moment: Moment): readonly ShownLine[] => [
  { label: t`History amount`, value: amountText(entry) },
  { label: t`History text`, value: textCell(entry.description).text },
  { label: t`History time`, value: visible(timeCell(timeOf('history', entry), moment).text) },
];

/** "Held for payout PAY123456789012 −249.00 EUR, 26 Nov 09:00" */
const entryText = (entry: HistoryEntry, moment: Moment): Visible =>
  t`${textCell(entry.description).text} ${amountText(entry)}, ${timeCell(timeOf('history', entry), moment).text}`;

/** Below a field with a system reference: the newest entry, which may say that the payout is over. */
export function entryCell(typed: string, state: State): Cell | undefined {
  if (!isSystemReference(typed)) return undefined;
  const entries = entriesOfPayout([typed], state);
  const newest = entries.at(-1);
  if (newest)
    return { text: entryText(newest, momentOf(state)), ...(entries.length > 1 && { tone: 'warn' as const }) };
  return listOf(state, historyQuery).asOf === undefined
    ? undefined
    : { text: t`not in the loaded history`, tone: 'dim' };
}

/** The money may have come back, or gone out. */
export function laterEntries([, ...later]: readonly HistoryEntry[], state: State): readonly Visible[] {
  const said = later.slice(-MOST).map(entry => entryText(entry, momentOf(state)));
  return said.length === 0
    ? []
    : [t`The payout may no longer be pending. The balance history also has: ${join(said, '; ')}.`];
}

const MOST = 3;

export function notInHistory(reference: string | undefined, state: State): Visible {
  if (reference === undefined) return t`Payout not recognised: check the ID with the customer.`;
  const { asOf, pages } = listOf(state, historyQuery);
  if (asOf === undefined)
    return t`Payout not recognised: the balance history is not loaded. Check the reference with the customer.`;
  const typed = nameKey(reference);
  const like = pages.items
    .slice(0, SEARCHED)
    .flatMap(({ row }) => namesIn(idText(row.description)))
    .find(name => isSystemReference(name) && isMistyped(typed, name));
  return like === undefined
    ? t`Payout not recognised: no loaded balance entry names this reference. Check it with the customer.`
    : t`Reference not found. The balance history has ${visible(like, 60)}: compare the digits.`;
}

/** In rows. */
const SEARCHED = 2000;

/** One wrong digit, or two digits that changed places. */
function isMistyped(typed: string, name: string): boolean {
  if (typed.length !== name.length) return false;
  const wrong = [...typed].flatMap((one, at) => (one === name[at] ? [] : [at]));
  const [first = 0, second = first + 1, third] = wrong;
  if (third !== undefined || wrong.length === 0) return false;
  return (
    wrong.length === 1 ||
    (second === first + 1 && typed[first] === name[second] && typed[second] === name[first])
  );
}

export const PAYOUT = 'PAYOUT';

export const payoutHistory: ListQuery<'account.balanceHistory'> = {
  operation: 'account.balanceHistory',
  input: { query: { transaction_type: PAYOUT } },
};
