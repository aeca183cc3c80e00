// Payouts of the same amount that this journal has as done: an entry of the history that looks like a candidate may be one of theirs.

import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import type { ReadBack } from '../../store/read-back.ts';
import { doneAt } from '../../ui/screens/done-from-here.ts';
import { isOfSameCustomer, sumOf } from '../rules/same-thing.ts';
import { sinceOf } from './plan.ts';

export interface OwnPayout {
  readonly row: Row;
  /** Epoch ms by the server's clock. */
  readonly at: number;
  /** What the service answered, as it is kept: its reference may be in there. */
  readonly answer: string;
}

/** Payouts of the same customer. */
export function ownPayouts(row: Row, { since }: ReadBack, all: readonly Row[]): readonly OwnPayout[] {
  const skew = since - sinceOf(row.intent);
  return all.flatMap(other => {
    const at = other.intent.requestId === row.intent.requestId ? undefined : doneAt(other);
    if (at === undefined || !isSameSum(row.intent, other.intent)) return [];
    const answer = other.transitions.map(({ answer: kept }) => kept?.text ?? '').join('\n');
    return [{ row: other, at: at + skew, answer }];
  });
}

const isSameSum = (one: Intent, other: Intent): boolean =>
  other.operation === one.operation &&
  isOfSameCustomer(one, other) &&
  sumOf(one, 'amount') !== undefined &&
  sumOf(one, 'amount') === sumOf(other, 'amount') &&
  textIn(one, 'currency') === textIn(other, 'currency');
