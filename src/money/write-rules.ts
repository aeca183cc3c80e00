// Warnings about earlier writes: the new write may be a duplicate, or its record may change meanwhile.

import { meaningOfClass, type WriteMeaning } from '../api/contract/write-meaning.ts';
import { doneAt } from '../journal/duplicates.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { textIn } from '../journal/request-body.ts';
import { sameId } from '../lib/identifier.ts';
import { type Json, writeJson } from '../lib/json.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isInFlight, isOpen, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { type Definitions, type DuplicateRule, definitionOf, type WriteDefinition } from './definition.ts';
import { createDuplicates, type Duplicates, isUnknown, SIMILAR_DAYS } from './duplicates.ts';

export function createWriteRules(definitions: Definitions) {
  const duplicates = createDuplicates(definitions);
  const { duplicateRule, duplicatesOf } = duplicates;

  /** A newer version's operation has the meanings of its class. */
  const meaningOf = ({ operation, class: does }: Pick<Intent, 'operation' | 'class'>): WriteMeaning =>
    definitionOf(definitions, operation)?.meaning ?? meaningOfClass(does);

  const pays = ({ intent }: Row): boolean => duplicateRule(intent).similar?.pays === true;

  const referenceOf = (row: Row): Visible =>
    pays(row) ? t`, reference ${visible(textIn(row.intent, 'reference') ?? '–')}` : t``;

  const whichOf = (row: Row, state: State): Visible =>
    t`${referenceOf(row)}${elsewhere(row, state)} (request ID ${visible(row.intent.requestId)})`;

  function again(row: Row, more: Visible, state: State): Visible {
    const { intent } = row;
    const { what = t`the same request` } = duplicateRule(intent).similar ?? {};
    if (row.state === 'WAITING')
      return t`Possible duplicate: ${what}, asked for at ${when(row, state)}${whichOf(row, state)}${more} waits for approval.`;
    const begin = pays(row) ? t`Don't pay twice` : t`Possible duplicate`;
    if (isInFlight(row, state))
      return t`${begin}: ${what}, started at ${when(row, state)}${whichOf(row, state)}${more} ${SENDING}`;
    const begun = t`${what}, sent at ${when(row, state)}${whichOf(row, state)}`;
    return pays(row)
      ? t`Don't pay twice: ${begun}${more} is UNKNOWN and may have been paid. ${FIRST}`
      : t`Possible duplicate: ${begun}${more} is UNKNOWN and may have been done. ${FIRST}`;
  }

  function doneAlready(row: Row, state: State): Visible {
    const begin = pays(row) ? t`Don't pay twice` : t`Duplicate`;
    return t`${begin}: “${visible(row.intent.title, 60)}” was done${saidAt(row, state)}, with the same content${whichOf(row, state)}.`;
  }

  function similarText(row: Row, what: Visible, others: number, state: State): Visible {
    const done = pays(row)
      ? t`The same amount was paid to this beneficiary`
      : t`Possible duplicate: ${what} was made`;
    const more = others === 0 ? t`` : t`, and ${others} more in the last ${SIMILAR_DAYS} days`;
    return t`${done}${saidAt(row, state)}${whichOf(row, state)}${more}.`;
  }

  function changed(row: Row, more: Visible, record: Visible, state: State): Visible {
    const { intent } = row;
    if (row.state === 'WAITING')
      return t`“${visible(intent.title, 60)}” of ${record}${more} waits for approval (request ID ${visible(intent.requestId)}).`;
    const id = t`(request ID ${visible(intent.requestId)})`;
    if (isInFlight(row, state))
      return t`“${visible(intent.title, 60)}” of ${record}, started at ${when(row, state)} ${id}${more} ${SENDING}`;
    const { may } = meaningOf(intent);
    const what = t`“${visible(intent.title, 60)}” of ${record}, sent at ${when(row, state)} ${id}`;
    return t`${what}${more} is UNKNOWN: ${may}. ${FIRST}`;
  }

  function ofKind(
    { similar: rule, open }: DuplicateRule,
    { anyOpen, similar }: Duplicates,
    state: State,
  ): readonly Visible[] {
    const [newest] = similar;
    const mode = state.time === 'relative' ? 'local' : state.time;
    const text = (at: number): Visible => showTime(at, mode, state.now, state.reach.zone);
    const done =
      newest &&
      (rule?.done?.(text(doneAt(newest) ?? newest.intent.createdAt), newest.state === 'RESOLVED') ??
        similarText(newest, rule?.what ?? t``, similar.length - 1, state));
    return [
      ...(anyOpen && open ? [t`${open} (${text(anyOpen.intent.createdAt)}) ${unended(anyOpen, state)}`] : []),
      ...(done === undefined ? [] : [done]),
    ];
  }

  /** Unresolved duplicates, then exact ones that are done, possible ones, and unresolved changes of the record. */
  function earlierWarnings(
    intent: Intent,
    state: State,
    rows: readonly Row[] = journalRows(state),
  ): readonly Visible[] {
    const found = duplicatesOf(intent, rows, state);
    const { exact, open, ofRecord } = found;
    const rule = duplicateRule(intent);
    const unsettled = [...exact.filter(isOpen), ...open].toSorted((a, b) => b.number - a.number);
    return [
      ...oneOfEach(unsettled, state, (row, more) => again(row, more, state)),
      ...exact.filter(row => !isOpen(row)).map(row => doneAlready(row, state)),
      ...ofKind(rule, found, state),
      ...oneOfEach(ofRecord, state, (row, more) => changed(row, more, rule.record?.what ?? t``, state)),
    ];
  }

  /** Before anybody has asked, so the exact request is not known. */
  const kindWarnings = (
    intent: Intent,
    state: State,
    rows: readonly Row[] = journalRows(state),
  ): readonly Visible[] => ofKind(duplicateRule(intent), duplicatesOf(intent, rows, state), state);

  return { definitions, meaningOf, ...duplicates, earlierWarnings, kindWarnings };
}

export type WriteRules = ReturnType<typeof createWriteRules>;

function unended(row: Row, state: State): Visible {
  if (row.state === 'WAITING') return t`waits for approval.`;
  return isInFlight(row, state)
    ? t`is being sent. Wait for its outcome.`
    : t`is unresolved. Check the journal (Esc, 0) first.`;
}

/** Staff do something else about each group, so no group may hide another. */
function oneOfEach(
  rows: readonly Row[],
  state: State,
  said: (row: Row, more: Visible) => Visible,
): readonly Visible[] {
  const groups = [
    rows.filter(row => isUnknown(row, state)),
    rows.filter(row => isInFlight(row, state)),
    rows.filter(row => row.state === 'WAITING'),
  ];
  return groups.flatMap(group => oneOf(group, said));
}

function oneOf(rows: readonly Row[], said: (row: Row, more: Visible) => Visible): readonly Visible[] {
  const [first, ...others] = rows;
  if (!first) return [];
  return [said(first, others.length === 0 ? t`` : t`, and ${others.length} more like it,`)];
}

const when = ({ intent }: Row, { now, reach }: State): Visible =>
  visible(showTime(intent.createdAt, 'local', now, reach.zone));

const doneText = (row: Row, { now, reach }: State): Visible =>
  visible(showTime(doneAt(row) ?? row.intent.createdAt, 'local', now, reach.zone));

/** For a resolved write, when it was resolved. */
function saidAt(row: Row, state: State): Visible {
  const at = t`at ${doneText(row, state)}`;
  return row.state === 'RESOLVED' ? t`, resolved as done ${at}` : t` ${at}`;
}

/** Only if they are not those of the new write. */
function elsewhere({ intent }: Row, { reach }: State): Visible {
  const program = sameId(intent.programId, reach.programId)
    ? t``
    : t`, program ${visible(intent.programId, 60)}`;
  return sameId(intent.clientId, reach.clientId)
    ? program
    : t`${program}, client ID ${visible(intent.clientId, 60)}`;
}

const SENDING = t`is being sent. Wait for its outcome, in the journal (Esc, 0).`;
const FIRST = t`Resolve that entry first, in the journal (Esc, 0).`;

/** Of Family B, without fingerprint, so it has no exact duplicate. */
export function draftIntent(
  { operation, class: does }: Pick<WriteDefinition, 'operation' | 'class'>,
  body: Json,
  { customer, reach, now }: State,
): Intent | undefined {
  if (!customer) return undefined;
  const { userId, onBehalfOf } = customer;
  return {
    ...{ operation, requestId: '', fingerprint: '', title: '', method: '', what: [] },
    // Only the family counts: the path is in the contract, which the first frame does not need.
    target: '/svc/',
    class: does,
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
