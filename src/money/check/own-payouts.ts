// Other done writes of the same kind: a candidate in the balance history may belong to one of them.

import { sendsAlike } from '../../journal/duplicates.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { OutcomeCheck } from '../../store/state.ts';
import { doneAt } from '../done-from-here.ts';
import { sumOf } from '../same-thing.ts';
import { sinceOf } from './reconciliation.ts';

export interface OwnWrite {
  readonly row: Row;
  readonly what: Visible;
  /** Epoch ms of the service's clock. */
  readonly at: number;
  /** It may have the reference. */
  readonly answer: string;
}

export const ownPayouts = (row: Row, outcomeCheck: OutcomeCheck, all: readonly Row[]): readonly OwnWrite[] =>
  ownDone(row, outcomeCheck, all, isSameSum, t`a payout made in Purser of the same amount`);

/** The candidates already have the right amounts. */
export const ownConversions = (
  row: Row,
  outcomeCheck: OutcomeCheck,
  all: readonly Row[],
): readonly OwnWrite[] => ownDone(row, outcomeCheck, all, isSameKind, t`a conversion made in Purser`);

function ownDone(
  row: Row,
  { since }: OutcomeCheck,
  all: readonly Row[],
  isLike: (one: Intent, other: Intent) => boolean,
  what: Visible,
): readonly OwnWrite[] {
  const skew = since - sinceOf(row.intent);
  return all.flatMap(other => {
    const at = other.intent.requestId === row.intent.requestId ? undefined : doneAt(other);
    if (at === undefined || !isLike(row.intent, other.intent)) return [];
    const answer = other.transitions.map(({ answer: kept }) => kept?.text ?? '').join('\n');
    return [{ row: other, what, at: at + skew, answer }];
  });
}

const isSameKind = (one: Intent, other: Intent): boolean =>
  other.operation === one.operation && sendsAlike(one, other);

const isSameSum = (one: Intent, other: Intent): boolean =>
  isSameKind(one, other) &&
  sumOf(one, 'amount') !== undefined &&
  sumOf(one, 'amount') === sumOf(other, 'amount') &&
  textIn(one, 'currency') === textIn(other, 'currency');
