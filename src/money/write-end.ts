// How a write ended, as text: for the dialog, and in one line for a person who has left the dialog.

import type { Customer } from '../api/client/call-context.ts';
import type { Outcome } from '../api/client/failure.ts';
import type { Row } from '../journal/intent.ts';
import { doneAt } from '../journal/possible-duplicates.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { AskedWrite } from '../sending/asked-write.ts';
import { checksOf, type Ended, fieldErrors } from '../sending/question.ts';
import type { EndedWrite } from '../sending/send.ts';
import { nameOf } from '../store/customer-name.ts';
import type { Phase } from '../store/dialog.ts';
import { isInFlight, isUnresolved, journalRows } from '../store/journal-view.ts';
import { type Notice, noticeOf } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import { openView } from '../store/view.ts';
import { customerKey, goTo, pushView, stackOf, updateView, withWorkspace } from '../store/workspace.ts';
import type { WriteDefinition } from './definition.ts';
import { openEqual } from './duplicates.ts';

interface WriteEnd {
  readonly phase: Phase;
  readonly notice: Notice;
  readonly ended: Ended;
}

interface EndFacts {
  readonly definition?: Pick<WriteDefinition, 'happened'> | undefined;
  readonly approved?: boolean;
}

export function endOf(
  { outcome, word, sentences, final }: EndedWrite,
  { question, intent, customer }: AskedWrite,
  state: State,
  { definition, approved = false }: EndFacts = {},
): WriteEnd {
  const { requestId } = intent;
  // The outcome belongs to the question's operation.
  const value = outcome?.ok === true && word === 'DONE' ? (outcome.value as Ended['value']) : undefined;
  const checks = word === 'DONE' ? checksOf(question, outcome) : [];
  const proved = word === 'DONE' && !final;
  const happened = proved && checks.length === 0 ? definition?.happened(intent) : undefined;
  const done = proved && happened === undefined ? [t`The service confirmed: ${question.title}.`] : [];
  const more = [
    ...(checks.length === 0 ? [] : [CHECK, ...checks]),
    ...(value === undefined ? [] : (question.done?.(value) ?? [])),
  ];
  const earlier = word === 'REFUSED' ? openEqual(intent, journalRows(state), state) : undefined;
  const facts =
    earlier === undefined
      ? []
      : [
          t`An earlier request (request ID ${visible(earlier.intent.requestId)}) ${isInFlight(earlier, state) ? t`is being sent` : t`is still UNKNOWN`}. This refusal does not prove that the earlier request failed.`,
        ];
  // An approval is for one sent request.
  const again = !final && (word === 'NOT SENT' || (word === 'REFUSED' && !approved && mayPass(outcome)));
  return {
    phase: {
      kind: 'ended',
      word,
      ...(happened !== undefined && { happened }),
      sentences: longLast([...sentences, ...done, ...more, ...facts]),
      again,
    },
    notice: noticeOf(
      // The person may be with another customer by now, and writes have the same title.
      t`${question.title} (${visible(question.token.text, 24)}) for ${nameOf(customer, state)}: ${visible(word)}. Request ID ${visible(requestId)}.`,
      word === 'DONE' ? 'info' : 'warning',
      { stays: true },
    ),
    ended: {
      word,
      requestId,
      ...(value !== undefined && { value }),
      ...(word === 'REFUSED' && errorsIn(outcome)),
    },
  };
}

/** Before the sentences that say what to check. */
export const CHECK = t`CHECK: the response differs from what you confirmed.`;

const errorsIn = (outcome: Outcome<unknown> | undefined): Pick<Ended, 'errors'> =>
  outcome?.ok === false && outcome.failure.kind === 'refused' ? { errors: fieldErrors(outcome.failure) } : {};

/** A longer sentence pushes the next ones out of a small terminal. */
const LONG = 200;

/** The service's own words must not hide what the outcome means for the money. */
function longLast(sentences: readonly Visible[]): readonly Visible[] {
  const [reason, ...others] = sentences;
  return reason !== undefined && reason.length > LONG ? [...others, reason] : sentences;
}

/** An expired sign-in, or too many requests. */
const mayPass = (outcome: Outcome<unknown> | undefined): boolean =>
  outcome?.ok === false &&
  (outcome.failure.kind === 'throttled' ||
    outcome.failure.kind === 'signed-out' ||
    (outcome.failure.kind === 'refused' && outcome.failure.status === 401));

export function equalPhase(rows: readonly Row[], state: State): Phase {
  const { now, reach } = state;
  const stands = (row: Row): Visible => {
    const id = visible(row.intent.requestId);
    if (row.state === 'WAITING') return t`waits for approval already. Its request ID is ${id}.`;
    if (isInFlight(row, state))
      return t`is being sent already. Wait for the outcome of request ID ${id} in the journal.`;
    const at = visible(showTime(doneAt(row) ?? row.intent.createdAt, 'local', now, reach.zone));
    return isUnresolved(row)
      ? t`was already sent at ${at}, and its outcome is not known. Check request ID ${id} in the journal first.`
      : t`was already done at ${at}. Its request ID is ${id}.`;
  };
  return {
    kind: 'equal',
    requestIds: rows.map(({ intent }) => intent.requestId),
    sentences: [
      ...rows.map(
        row => t`Not sent. “${visible(row.intent.title, 60)}” with the same content ${stands(row)}`,
      ),
      t`Confirm only if you mean to do it again. The new request has its own request ID.`,
    ],
  };
}

/** So that `0` shows the new write. Not if another one is unresolved, or the journal is open or filtered. */
export function selectedInJournal(state: State, customer: Customer, requestId: string): State {
  const rows = journalRows(state);
  const row = rows.find(({ intent }) => intent.requestId === requestId);
  if (!row || (!isUnresolved(row) && rows.some(isUnresolved))) return state;
  return withWorkspace(state, customerKey(customer), workspace => {
    const [root, ...above] = stackOf(workspace, 'journal');
    const { tab, stacks } = workspace;
    if (tab === 'journal' || !root || root.filter !== '' || Object.keys(root.server).length > 0)
      return workspace;
    return {
      ...workspace,
      stacks: { ...stacks, journal: [{ ...root, cursorKey: requestId, lost: false }, ...above] },
    };
  });
}

/** On top of the journal, with the cursor on this entry. */
export const inJournal = (state: State, requestId: string): State => {
  const journal = updateView(goTo(state, 'journal'), { cursorKey: requestId });
  return { ...pushView(journal, openView('read-back', requestId)), overlay: undefined };
};

/** The outcome is still to come. */
export const isSentElsewhere = ({ final, row }: EndedWrite): boolean =>
  final === true && (row?.state === 'PREPARED' || row?.state === 'SENT');
