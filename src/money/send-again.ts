// Sends a journal entry again, with its own request ID and bytes, or says why that is barred.

import { repeatableForMs } from '../api/contract/operation.ts';
import { momentOf } from '../format/cells.ts';
import { evidencesIn } from '../format/entry.ts';
import type { Row } from '../journal/intent.ts';
import { checkRepeat, isFor, PRUNED, UNAPPROVED } from '../journal/possible-duplicates.ts';
import { bodyOf } from '../journal/request-body.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { waitingFor } from '../store/approval-view.ts';
import { isHere, isOfOtherProfile, journalRows, rowOf } from '../store/journal-view.ts';
import { warn } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import { whyNotWrite } from '../store/writing.ts';
import type { App } from './app.ts';
import { approvalEndOf } from './approval/approval-words.ts';
import { evidenceOf } from './check/reconciliation.ts';
import { type Definitions, definitionOf, type WriteDefinition } from './definition.ts';
import { equalTo } from './duplicates.ts';
import { recordId, sendsRequestId } from './in-path.ts';
import { withCurrentJournal } from './journal-effects.ts';
import { entryOf } from './journal-entry.ts';
import { isUsableId } from './write-tokens.ts';

/** What the last check found and may be this write. */
function candidatesOf(row: Row, definition: WriteDefinition | undefined, state: State): readonly Visible[] {
  const reconcile = definition?.reconcile;
  const { outcomeCheck, all } = entryOf(row, state);
  if (row.state !== 'UNKNOWN' || !reconcile || !outcomeCheck) return [];
  const found = evidencesIn(evidenceOf(reconcile, { row, outcomeCheck, moment: momentOf(state), all }));
  return found
    .slice(0, MOST)
    .map(
      (one, at) =>
        t`The check found candidate ${at + 1} of ${found.length}, which may be this request: ${one}.`,
    );
}

const MOST = 3;

/** INTERFACE.md, Published elsewhere: an idempotent service may keep its answer, refusals too. */
const REPEATS = t`The service may only repeat its refusal. Then make a new request.`;

function warningsOf(row: Row, state: State, definitions: Definitions): readonly Visible[] {
  const definition = definitionOf(definitions, row.intent.operation);
  return [
    ...candidatesOf(row, definition, state),
    ...(row.state === 'REFUSED' && sendsRequestId(row.intent) ? [REPEATS] : []),
    ...(row.state === 'UNKNOWN' && definition?.knownId !== undefined ? [definition.knownId] : []),
  ];
}

/** In ms: journal and store read the clock at different moments. */
const TICK = 2000;
const FINAL_STATUSES: ReadonlySet<number> = new Set([409, 410, 422]);
const CHECK = t`Check the entry against the service, then resolve it (v).`;

export function checkAgain(row: Row, state: State, definitions: Definitions): Visible | undefined {
  return whyNotWrite(state) ?? checkEntry(row, state, definitions) ?? checkOrigin(row, state);
}

function checkEntry(row: Row, state: State, definitions: Definitions): Visible | undefined {
  const title = visible(row.intent.title, 40);
  switch (row.state) {
    case 'WAITING':
      return t`This request waits for approval.`;
    case 'PREPARED':
    case 'SENT':
      return t`This request is on its way.`;
    case 'DONE':
      return t`This request is DONE. To repeat the write, make a new request.`;
    case 'RESOLVED':
      return t`This entry is RESOLVED, and that is final.`;
    case 'UNKNOWN':
      if (row.intent.repeatable !== true) return t`${title}: sending again could do it twice. ${CHECK}`;
      // They are about the content or the request ID, which stay the same (FAULTS B7, B8).
      if (FINAL_STATUSES.has(row.transitions.at(-1)?.answer?.status ?? 0))
        return t`The service answered HTTP ${row.transitions.at(-1)?.answer?.status ?? 0} to this request. Sending it again changes nothing. ${CHECK}`;
  }
  if (row.prunedAt !== undefined) return PRUNED;
  if (isApproved(row)) {
    const next = row.state === 'UNKNOWN' ? CHECK : t`Make a new request.`;
    return isToSend(row, state) ? undefined : t`${UNAPPROVED} ${next}`;
  }
  const never = definitionOf(definitions, row.intent.operation)?.neverAgain;
  if (never !== undefined) return never;
  return isReadable(row, definitions) ? undefined : t`${title}: this version of Purser can't send it again.`;
}

/** The record's ID must be one that a person can type. */
function isReadable({ intent }: Row, definitions: Definitions): boolean {
  const id = recordId(intent);
  return (
    definitionOf(definitions, intent.operation) !== undefined &&
    (intent.body === undefined || bodyOf(intent) !== undefined) &&
    (id === undefined || isUsableId(id))
  );
}

const isApproved = (row: Row): boolean => approvalEndOf(row) !== undefined;

const isToSend = ({ intent }: Row, state: State): boolean =>
  waitingFor(state, 'send').some(({ row }) => row.intent.requestId === intent.requestId);

function checkOrigin(row: Row, state: State): Visible | undefined {
  const { intent } = row;
  if (!isHere(row, state)) return t`This request belongs to another service. Sign in there first.`;
  if (isOfOtherProfile(row, state))
    return t`This request belongs to the profile ${visible(intent.profile, 30)}. The current service may not know its request ID.`;
  if (state.customer === undefined || !isFor(intent, state.customer))
    return t`This request belongs to another customer, ${visible(intent.customer.userId, 60)}. Switch to that customer with u first.`;
  const age = state.now - intent.createdAt;
  if (!(age > -TICK && age < repeatableForMs))
    return t`This request is more than 24 hours old, or a clock was put back. The service may have forgotten its request ID. ${CHECK}`;
  return checkRepeat(row, equalTo(intent, journalRows(state)));
}

export const sendAgain = (app: App, row: Row): Promise<void> =>
  withCurrentJournal(app, () => readAndAsk(app, row));

function readAndAsk(app: App, row: Row): void {
  const before = app.store.getState();
  const { definitions } = app.rules;
  const { requestId } = row.intent;
  const now = rowOf(requestId, before) ?? row;
  const why = checkAgain(now, before, definitions);
  // The dialog for approved writes compares the record with what was approved.
  if (why === undefined && isApproved(now)) return void app.dialog.openWaiting(requestId);
  if (why === undefined) return void app.dialog.askAgain(now, warningsOf(now, before, definitions));
  warn(app.store, why);
}
