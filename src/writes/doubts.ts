// Warnings about unresolved or done writes of Purser: the new write may be a duplicate, or change another record than
// it shows.

import type { WriteId } from '../api/contract/operations.ts';
import { doneAt } from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { textIn } from '../journal/request-body.ts';
import { type Json, writeJson } from '../lib/json.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isOpen, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import type { DuplicateRule } from './definition.ts';
import { ALIKE_DAYS, type Duplicates, duplicateRule, duplicatesOf } from './duplicates.ts';
import { meaningOfWrite, registry } from './registry.ts';

/**
 * The dialog's warnings, as whole sentences: exact duplicates first, then possible duplicates, then unresolved changes
 * of its record. `rows`: the journal's, if it answered.
 */
export function doubtsAbout(
  intent: Intent,
  state: State,
  rows: readonly Row[] = journalRows(state),
): readonly Visible[] {
  const found = duplicatesOf(intent, rows, state);
  const { exact, open, ofRecord } = found;
  const rule = duplicateRule(intent);
  const unsettled = [...exact.filter(isOpen), ...open].toSorted((a, b) => b.number - a.number);
  return [
    ...oneOf(unsettled, (row, more) => again(row, more, state)),
    ...exact.filter(row => !isOpen(row)).map(row => doneAlready(row, state)),
    ...ofKind(rule, found, state),
    ...oneOf(ofRecord, (row, more) => changed(row, more, rule.record?.what ?? t``, state)),
  ];
}

/** The warnings that need no exact request: for a screen, before the write is asked. */
export const kindWarnings = (
  intent: Intent,
  state: State,
  rows: readonly Row[] = journalRows(state),
): readonly Visible[] => ofKind(duplicateRule(intent), duplicatesOf(intent, rows, state), state);

/** The unresolved ones of the kind, if they matter; and possible duplicates that are done. */
function ofKind(
  { alike: rule, open }: DuplicateRule,
  { anyOpen, alike }: Duplicates,
  state: State,
): readonly Visible[] {
  const [newest] = alike;
  const mode = state.time === 'relative' ? 'local' : state.time;
  const text = (at: number): Visible => showTime(at, mode, state.now, state.reach.zone);
  const done =
    newest &&
    (rule?.done?.(text(doneAt(newest) ?? newest.intent.createdAt), newest.state === 'RESOLVED') ??
      looksAlike(newest, rule?.what ?? t``, alike.length - 1, state));
  return [
    ...(anyOpen && open ? [open(text(anyOpen.intent.createdAt))] : []),
    ...(done === undefined ? [] : [done]),
  ];
}

function oneOf(rows: readonly Row[], said: (row: Row, more: Visible) => Visible): readonly Visible[] {
  const [first, ...others] = rows;
  if (!first) return [];
  return [said(first, others.length === 0 ? t`` : t`, and ${others.length} more like it,`)];
}

const when = ({ intent }: Row, { now, reach }: State): Visible =>
  visible(showTime(intent.createdAt, 'local', now, reach.zone));

function again(row: Row, more: Visible, state: State): Visible {
  const { intent } = row;
  const { what = t`the same request` } = duplicateRule(intent).alike ?? {};
  if (row.state === 'WAITING')
    return t`Possible duplicate: ${what}, asked for at ${when(row, state)}${whichOf(row)}${more} waits for approval.`;
  const begun = t`${what}, sent at ${when(row, state)}${whichOf(row)}`;
  return pays(row)
    ? t`Don't pay twice: ${begun}${more} is ${visible(row.state)} and may have been paid. ${FIRST}`
    : t`Possible duplicate: ${begun}${more} is ${visible(row.state)} and may have been done. ${FIRST}`;
}

/** The newest done one: the next is sent only once a person says that a duplicate is meant. */
function doneAlready(row: Row, state: State): Visible {
  const begin = pays(row) ? t`Don't pay twice` : t`Duplicate`;
  return t`${begin}: “${visible(row.intent.title, 60)}” was done${saidAt(row, state)}, with the same content${whichOf(row)}.`;
}

const doneText = (row: Row, { now, reach }: State): Visible =>
  visible(showTime(doneAt(row) ?? row.intent.createdAt, 'local', now, reach.zone));

function looksAlike(row: Row, what: Visible, others: number, state: State): Visible {
  const done = pays(row)
    ? t`The same amount was paid to this beneficiary`
    : t`Possible duplicate: ${what} was made`;
  const more = others === 0 ? t`` : t`, and ${others} more in the last ${ALIKE_DAYS} days`;
  return t`${done}${saidAt(row, state)}${whichOf(row)}${more}.`;
}

/** A resolved write has the moment of its resolution. */
function saidAt(row: Row, state: State): Visible {
  const at = t`at ${doneText(row, state)}`;
  return row.state === 'RESOLVED' ? t`, as resolved by a person ${at}` : t` ${at}`;
}

const pays = ({ intent }: Row): boolean => duplicateRule(intent).alike?.pays === true;

const whichOf = (row: Row): Visible => t`${referenceOf(row)} (request ID ${visible(row.intent.requestId)})`;

const referenceOf = (row: Row): Visible =>
  pays(row) ? t`, reference ${visible(textIn(row.intent, 'reference') ?? '–')}` : t``;

function changed(row: Row, more: Visible, record: Visible, state: State): Visible {
  const { intent } = row;
  if (row.state === 'WAITING')
    return t`“${visible(intent.title, 60)}” of ${record}${more} waits for approval (request ID ${visible(intent.requestId)}).`;
  const { may } = meaningOfWrite(intent.operation, intent.class);
  const what = t`“${visible(intent.title, 60)}” of ${record}, sent at ${when(row, state)} (request ID ${visible(intent.requestId)})`;
  return t`${what}${more} is ${visible(row.state)}: ${may}. ${FIRST}`;
}

const FIRST = t`Resolve that entry first, in the journal (0).`;

/** Without a request ID and a fingerprint, so nothing is its exact duplicate; undefined without a customer. */
export function draftIntent(
  operation: WriteId,
  body: Json,
  { customer, reach, now }: State,
): Intent | undefined {
  if (!customer) return undefined;
  const { userId, onBehalfOf } = customer;
  return {
    ...{ operation, requestId: '', fingerprint: '', title: '', method: '', target: '', what: [] },
    class: registry[operation].class,
    profile: reach.profile,
    environment: reach.environment,
    baseUrl: reach.baseUrl,
    clientId: reach.clientId,
    programId: reach.programId,
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    body: writeJson(body),
    createdAt: now,
  };
}
