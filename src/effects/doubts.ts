// Writes from here that aren't certain yet and bear on the one that is asked for: it may be the second, or meet another record than is shown.

import { meaningOfWrite } from '../api/contract/write-meaning.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isHere, isUnresolved, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { changesItsRecord, isAlike, likeness } from './likeness.ts';
import { textIn } from './read-back-plan.ts';

/** The dialog's warnings about them, as whole sentences: what looks alike first, then what its record may have become. */
export function doubtsAbout(intent: Intent, state: State): readonly Visible[] {
  const open = journalRows(state).filter(
    row => row.intent.requestId !== intent.requestId && isUnresolved(row) && isOfSame(row, intent, state),
  );
  const twice = open.filter(row => isAlike(intent, row.intent));
  const before = open.filter(row => !twice.includes(row) && changesItsRecord(row.intent, intent));
  return [
    ...oneOf(twice, (row, more) => again(row, more, state)),
    ...oneOf(before, (row, more) => changed(row, more, intent, state)),
  ];
}

function oneOf(rows: readonly Row[], said: (row: Row, more: Visible) => Visible): readonly Visible[] {
  const [first, ...others] = rows;
  if (!first) return [];
  return [said(first, others.length === 0 ? t`` : t`, and ${others.length} more like it,`)];
}

/** A new customer is nobody's yet, whoever is in front when it is made. */
const isOfSame = (row: Row, intent: Intent, state: State): boolean =>
  isHere(row, state) &&
  (intent.operation === 'user.create' || customerKey(row.intent.customer) === customerKey(intent.customer));

const when = ({ intent }: Row, { now, reach }: State): Visible =>
  visible(showTime(intent.createdAt, 'local', now, reach.zone));

function again(row: Row, more: Visible, state: State): Visible {
  const { intent } = row;
  const what = likeness(intent).alike?.what ?? t`an equal one`;
  const pays = intent.operation === 'payout.create';
  const which = pays ? t`, reference ${visible(textIn(intent, 'reference') ?? '–')}` : t``;
  const begun = t`${what}, begun at ${when(row, state)}${which} (request ID ${visible(intent.requestId)})`;
  return pays
    ? t`Don't pay twice: ${begun}${more} is ${visible(row.state)} and may have been paid. ${FIRST}`
    : t`Don't do it twice: ${begun}${more} is ${visible(row.state)} and may have been done. ${FIRST}`;
}

function changed(row: Row, more: Visible, about: Intent, state: State): Visible {
  const { intent } = row;
  const record = likeness(about).record ?? t`this record`;
  const { may } = meaningOfWrite(intent.operation, intent.class);
  const what = t`“${visible(intent.title, 60)}” of ${record}, begun at ${when(row, state)} (request ID ${visible(intent.requestId)})`;
  return t`${what}${more} is ${visible(row.state)}: ${may}. ${FIRST}`;
}

const FIRST = t`Resolve that first, in the journal (0).`;
