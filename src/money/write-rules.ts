// Warnings about earlier writes: the new write may be a duplicate, or its record may change meanwhile.

import { meaningOfClass, type WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent, IntentAmount, Row } from '../journal/intent.ts';
import { doneAt } from '../journal/possible-duplicates.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { sameId } from '../lib/identifier.ts';
import { type Json, writeJson } from '../lib/json.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { SenderPorts } from '../sending/sender.ts';
import { isInFlight, isOpen, journalRows } from '../store/journal-view.ts';
import type { State } from '../store/state.ts';
import { customerIds } from '../store/workspace.ts';
import { type Definitions, definitionOf, type PaidAlike, type WriteDefinition } from './definition.ts';
import { createDuplicates, type Duplicates, isUnknown, SIMILAR_DAYS } from './duplicates.ts';

export function createWriteRules(definitions: Definitions) {
  const duplicates = createDuplicates(definitions);
  const { duplicateRule, duplicatesOf } = duplicates;

  /** A newer version's operation has the meanings of its class. */
  const meaningOf = ({ operation, class: does }: Pick<Intent, 'operation' | 'class'>): WriteMeaning =>
    definitionOf(definitions, operation)?.meaning ?? meaningOfClass(does);

  function amountsOf(intent: Intent): readonly IntentAmount[] | undefined {
    const { amounts, shownAmount }: Partial<WriteDefinition> =
      definitionOf(definitions, intent.operation) ?? {};
    return amounts?.map(([name, unit]) => {
      const shown = shownAmount?.(intent, name);
      const amount = amountIn(intent, name) ?? shown?.amount;
      const currency = textIn(intent, unit) ?? shown?.cell.unit;
      return { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) };
    });
  }

  const pays = ({ intent }: Row): boolean => duplicateRule(intent).similar?.pays !== undefined;

  const referenceOf = (row: Row): Visible =>
    pays(row) ? t`, reference ${visible(textIn(row.intent, 'reference') ?? '–')}` : t``;

  const whichOf = (row: Row, state: State): Visible =>
    t`${referenceOf(row)}${elsewhere(row, state)} (request ID ${visible(row.intent.requestId)})`;

  function again(asked: Intent, row: Row, more: Visible, state: State): Visible {
    const { similar } = duplicateRule(asked);
    const paid = similar?.pays?.(asked, row.intent);
    const what = paid ? t`${paid.what} ${whomOf(paid)}` : (similar?.what ?? t`the same request`);
    if (row.state === 'WAITING')
      return t`Possible duplicate: ${what}, asked for at ${when(row, state)}${whichOf(row, state)}${more} waits for approval.`;
    const begin = pays(row) ? t`Don't pay twice` : t`Possible duplicate`;
    if (isInFlight(row, state))
      return t`${begin}: ${what}, started at ${when(row, state)}${whichOf(row, state)}${more} ${SENDING}`;
    const done = pays(row) ? t`paid` : t`done`;
    return t`${begin}: ${what}, sent at ${when(row, state)}${whichOf(row, state)}${more} is UNKNOWN and may have been ${done}. ${FIRST}`;
  }

  function doneAlready(asked: Intent, row: Row, state: State): Visible {
    const begin = pays(row) ? t`Don't pay twice` : t`Duplicate`;
    const { record } = duplicateRule(asked);
    const content =
      asked.fingerprint === row.intent.fingerprint
        ? t`, with the same content`
        : record?.changes
          ? t`, for ${record.what}`
          : t`, with the same details`;
    return t`${begin}: “${visible(row.intent.title, 60)}” was done${saidAt(row, state)}${content}${whichOf(row, state)}.`;
  }

  function refusedBefore(row: Row, state: State): Visible {
    const { message, status } = row.transitions.findLast(({ to }) => to === 'REFUSED')?.answer ?? {};
    const words = message ?? (status === undefined ? '' : `HTTP ${status}`);
    const said = words === '' ? t`It gave no reason.` : t`It said: “${visible(words, 200)}”.`;
    return t`The service REFUSED the same request${saidAt(row, state)}${whichOf(row, state)}. ${said} Check that the refusal is true before you confirm.`;
  }

  function similarText(asked: Intent, row: Row, others: number, state: State): Visible {
    const { similar } = duplicateRule(asked);
    const at = shownTime(doneAt(row) ?? row.intent.createdAt, state);
    const own = similar?.done?.(at, row.state === 'RESOLVED', visible(row.intent.requestId));
    if (own !== undefined) return own;
    const paid = similar?.pays?.(asked, row.intent);
    const done = paid
      ? capital(t`${paid.what} was paid ${whomOf(paid)}`)
      : t`Possible duplicate: ${similar?.what ?? t``} was made`;
    const more = others === 0 ? t`` : t`, and ${others} more in the last ${SIMILAR_DAYS} days`;
    return t`${done}${saidAt(row, state)}${whichOf(row, state)}${more}.`;
  }

  function changed(row: Row, more: Visible, record: Visible, state: State): Visible {
    const what = t`“${visible(row.intent.title, 60)}” of ${record}`;
    const id = t`(request ID ${visible(row.intent.requestId)})`;
    if (row.state === 'WAITING') return t`${what}${more} waits for approval ${id}.`;
    if (isInFlight(row, state)) return t`${what}, started at ${when(row, state)} ${id}${more} ${SENDING}`;
    return t`${what}, sent at ${when(row, state)} ${id}${more} is UNKNOWN: ${meaningOf(row.intent).may}. ${FIRST}`;
  }

  function ofKind(asked: Intent, { anyOpen, similar }: Duplicates, state: State): readonly Visible[] {
    const { similar: rule, open } = duplicateRule(asked);
    const alike = Map.groupBy(similar, ({ intent }) => {
      const { what, whom } = rule?.pays?.(asked, intent) ?? {};
      return JSON.stringify([what, whom]);
    });
    return [
      ...(anyOpen && open
        ? [t`${open} (${shownTime(anyOpen.intent.createdAt, state)}) ${unended(anyOpen, state)}`]
        : []),
      ...[...alike.values()].flatMap(([newest, ...others]) =>
        newest === undefined ? [] : [similarText(asked, newest, others.length, state)],
      ),
    ];
  }

  /** Unresolved duplicates, then exact ones that are done, possible ones, and unresolved changes of the record. */
  function earlierWarnings(
    intent: Intent,
    state: State,
    rows: readonly Row[] = journalRows(state),
  ): readonly Visible[] {
    const found = duplicatesOf(intent, rows, state);
    const { exact, open, ofRecord, refused, anyOpen } = found;
    const rule = duplicateRule(intent);
    const named = [...exact, ...open];
    const unsettled = named.filter(isOpen).toSorted((a, b) => b.number - a.number);
    return [
      ...oneOfEach(unsettled, state, (row, more) => again(intent, row, more, state)),
      ...exact.filter(row => !isOpen(row)).map(row => doneAlready(intent, row, state)),
      ...(refused ? [refusedBefore(refused, state)] : []),
      ...ofKind(intent, anyOpen && named.includes(anyOpen) ? { ...found, anyOpen: undefined } : found, state),
      ...oneOfEach(ofRecord, state, (row, more) => changed(row, more, rule.record?.what ?? t``, state)),
    ];
  }

  /** Before anybody has asked, so the exact request is not known. */
  const kindWarnings = (
    intent: Intent,
    state: State,
    rows: readonly Row[] = journalRows(state),
  ): readonly Visible[] => ofKind(intent, duplicatesOf(intent, rows, state), state);

  return { definitions, meaningOf, amountsOf, ...duplicates, earlierWarnings, kindWarnings };
}

export type WriteRules = ReturnType<typeof createWriteRules>;

/** The rules as they are at each call, for the sender. */
export const rulesNow = (
  rules: WriteRules,
  now: () => State,
): Pick<SenderPorts, 'earlierWarnings' | 'namingOf'> => ({
  async earlierWarnings(intent, { journal }) {
    const rows = await rules.earlierRows(intent, journal, now());
    return rules.earlierWarnings(intent, now(), rows);
  },
  namingOf: (intent, named, { journal }) => rules.namingOf(intent, named, journal, now()),
});

const shownTime = (at: number, { time, now, reach }: State): Visible =>
  showTime(at, time === 'relative' ? 'local' : time, now, reach.zone);

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

const whomOf = ({ whom, amount }: PaidAlike): Visible =>
  amount === undefined ? whom : t`${whom} (${amount})`;

const capital = (words: Visible): Visible =>
  t`${visible(words.slice(0, 1).toUpperCase())}${visible(words.slice(1))}`;

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
    customer: customerIds(customer),
    body: writeJson(body),
    createdAt: now,
  };
}
