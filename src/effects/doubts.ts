// Writes from here that aren't certain yet and bear on the one that is asked for: it may be the second, or meet another record than is shown.

import { meaningOfWrite } from '../api/contract/write-meaning.ts';
import { doneAt } from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isHere, isUnresolved, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { ALIKE_DAYS, duplicatesOf } from './duplicates.ts';
import { changesItsRecord, likeness } from './likeness.ts';
import { textIn } from './read-back-plan.ts';

/**
 * The dialog's warnings about them, as whole sentences: exact duplicates first, then what looks alike, then what its record
 * may have become. `rows`: those of duplicates.ts, where the journal could be asked.
 */
export function doubtsAbout(
  intent: Intent,
  state: State,
  rows: readonly Row[] = journalRows(state),
): readonly Visible[] {
  const { exact, open, ...done } = duplicatesOf(intent, rows, state);
  const { alike, record } = likeness(intent);
  const unsettled = [...exact.filter(isUnresolved), ...open].toSorted((a, b) => b.number - a.number);
  const before = rows.filter(
    row =>
      isUnresolved(row) &&
      row.intent.requestId !== intent.requestId &&
      isOfSame(row, intent, state) &&
      !unsettled.includes(row) &&
      changesItsRecord(row.intent, intent),
  );
  return [
    ...oneOf(unsettled, (row, more) => again(row, more, state)),
    ...exact.filter(row => !isUnresolved(row)).map(row => doneAlready(row, state)),
    ...(alike === undefined || alike.warnedElsewhere
      ? []
      : oneOf(done.alike, row => looksAlike(row, alike.what, done.alike.length - 1, state))),
    ...(record ? oneOf(before, (row, more) => changed(row, more, record.what, state)) : []),
  ];
}

function oneOf(rows: readonly Row[], said: (row: Row, more: Visible) => Visible): readonly Visible[] {
  const [first, ...others] = rows;
  if (!first) return [];
  return [said(first, others.length === 0 ? t`` : t`, and ${others.length} more like it,`)];
}

const isOfSame = (row: Row, { customer }: Intent, state: State): boolean =>
  isHere(row, state) && customerKey(row.intent.customer) === customerKey(customer);

const when = ({ intent }: Row, { now, reach }: State): Visible =>
  visible(showTime(intent.createdAt, 'local', now, reach.zone));

function again(row: Row, more: Visible, state: State): Visible {
  const { intent } = row;
  const what = likeness(intent).alike?.what ?? t`the same`;
  const pays = intent.operation === 'payout.create';
  const which = pays ? t`, reference ${visible(textIn(intent, 'reference') ?? '–')}` : t``;
  const begun = t`${what}, begun at ${when(row, state)}${which} (request ID ${visible(intent.requestId)})`;
  return pays
    ? t`Don't pay twice: ${begun}${more} is ${visible(row.state)} and may have been paid. ${FIRST}`
    : t`Don't do it twice: ${begun}${more} is ${visible(row.state)} and may have been done. ${FIRST}`;
}

/** The newest of those that were done: it is sent again only once a person says that another one is meant. */
function doneAlready(row: Row, state: State): Visible {
  const begin = row.intent.operation === 'payout.create' ? t`Don't pay twice` : t`Don't do it twice`;
  return t`${begin}: “${visible(row.intent.title, 60)}” was done${saidAt(row, state)}, with the same content${whichOf(row)}.`;
}

function looksAlike(row: Row, what: Visible, others: number, state: State): Visible {
  const pays = row.intent.operation === 'payout.create';
  const done = pays ? t`The same amount was paid to this beneficiary` : t`It looks alike: ${what} was made`;
  const more = others === 0 ? t`` : t`, and ${others} more in the last ${ALIKE_DAYS} days`;
  return t`${done}${saidAt(row, state)}${whichOf(row)}${more}.`;
}

/** What a person found done has the moment of that. */
function saidAt(row: Row, { now, reach }: State): Visible {
  const at = t`at ${visible(showTime(doneAt(row) ?? row.intent.createdAt, 'local', now, reach.zone))}`;
  return row.state === 'RESOLVED' ? t`, as a person found ${at}` : t` ${at}`;
}

const whichOf = ({ intent }: Row): Visible =>
  intent.operation === 'payout.create'
    ? t`, reference ${visible(textIn(intent, 'reference') ?? '–')} (request ID ${visible(intent.requestId)})`
    : t` (request ID ${visible(intent.requestId)})`;

function changed(row: Row, more: Visible, record: Visible, state: State): Visible {
  const { intent } = row;
  const { may } = meaningOfWrite(intent.operation, intent.class);
  const what = t`“${visible(intent.title, 60)}” of ${record}, begun at ${when(row, state)} (request ID ${visible(intent.requestId)})`;
  return t`${what}${more} is ${visible(row.state)}: ${may}. ${FIRST}`;
}

const FIRST = t`Resolve that first, in the journal (0).`;
