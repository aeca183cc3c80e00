// Payouts from here that were done and may be the very one that is about to be made: paying twice is seldom meant.

import { amountIn, textIn } from '../../effects/read-back-plan.ts';
import type { Row } from '../../journal/intent.ts';
import { compare } from '../../lib/decimal.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isHere, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import type { Order } from './payout-order.ts';

/** One that was DONE so lately (ms) may have been this very one. */
export const LATELY = 10 * 60_000;

/**
 * The payouts of the same amount to the same beneficiary, whatever their references and notes: those that were done
 * lately, or found done by a person. `own` is the request ID of the one it is asked for. Those that aren't certain every
 * dialog says by itself (effects/doubts.ts).
 */
export function twiceWarnings(order: Order, state: State, own?: string): readonly Visible[] {
  const alike = journalRows(state).filter(
    row => row.intent.requestId !== own && isOfCustomer(row, state) && isAlike(row, order),
  );
  const found = alike.find(row => row.state === 'RESOLVED' && isDone(row, order, state));
  const done = alike.find(row => row.state === 'DONE' && isDone(row, order, state));
  return [...(found ? [foundDone(found, state)] : []), ...(done ? [paid(done, state)] : [])];
}

const isOfCustomer = (row: Row, state: State): boolean =>
  isHere(row, state) &&
  state.customer !== undefined &&
  customerKey(row.intent.customer) === customerKey(state.customer);

function isAlike({ intent }: Row, { beneficiaryId, amount, currency }: Order): boolean {
  if (intent.operation !== 'payout.create') return false;
  const sum = amountIn(intent, 'amount');
  return (
    textIn(intent, 'beneficiary_id') === beneficiaryId &&
    textIn(intent, 'currency') === currency &&
    sum !== undefined &&
    compare(sum, amount) === 0
  );
}

/** Epoch ms of the moment since which it counts as done; undefined where it doesn't. */
const doneAt = ({ transitions }: Row): number | undefined =>
  transitions.findLast(({ to, resolution }) => to === 'DONE' || resolution?.verdict === 'DONE')?.at;

/** What a person found done had a form that stayed filled in: the whole of it again is meant for that one, however late. */
function isDone(row: Row, { reference, notes }: Order, { now }: State): boolean {
  const at = doneAt(row);
  if (at === undefined) return false;
  const same = textIn(row.intent, 'reference') === reference && textIn(row.intent, 'notes') === notes;
  return now - at <= LATELY || (row.state === 'RESOLVED' && same);
}

const when = (at: number, { now, reach }: State): Visible => visible(showTime(at, 'local', now, reach.zone));

const which = ({ intent }: Row): Visible =>
  t`reference ${visible(textIn(intent, 'reference') ?? '–')} (request ID ${visible(intent.requestId)})`;

const foundDone = (row: Row, state: State): Visible =>
  t`Don't pay twice: the same amount was paid to this beneficiary, as a person found at ${when(doneAt(row) ?? 0, state)}, ${which(row)}. This would be a second payment.`;

const paid = (row: Row, state: State): Visible =>
  t`The same amount was paid to this beneficiary at ${when(doneAt(row) ?? 0, state)}, ${which(row)}.`;
