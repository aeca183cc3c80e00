// Sends a journal entry again, with its own request ID and bytes, or says why that is barred.

import { repeatableForMs } from '../../api/contract/operation.ts';
import type { App } from '../../effects/app.ts';
import { isStillThere, withCurrentJournal } from '../../effects/current-journal.ts';
import { isFor, UNAPPROVED, whyNotRepeat } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { approvalEndOf } from '../../records/approval-words.ts';
import { waitingFor } from '../../store/approvals.ts';
import { isHere, isOfOtherProfile, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { equalTo } from '../duplicates.ts';
import { wayOf, whyNoWay } from './ways.ts';

/** Tolerance in ms, because the journal and the store read the clock at different moments. */
const TICK = 2000;
const FINAL_STATUSES: ReadonlySet<number> = new Set([409, 410, 422]);
const CHECK = t`Check the entry against the service, then resolve it (v).`;

/** Why the entry can't be sent again now, as a whole sentence. Undefined if it can. */
export function whyNotAgain(row: Row, state: State): Visible | undefined {
  return whyNotWrite(state) ?? whyNeverAgain(row, state) ?? whyNotHere(row, state);
}

function whyNeverAgain(row: Row, state: State): Visible | undefined {
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
      // These statuses are about the content or the request ID, and sending again changes neither (FAULTS B7, B8).
      if (FINAL_STATUSES.has(row.transitions.at(-1)?.answer?.status ?? 0))
        return t`The service answered HTTP ${row.transitions.at(-1)?.answer?.status ?? 0} to this request. Sending it again changes nothing. ${CHECK}`;
  }
  if (isApproved(row)) {
    const next = row.state === 'UNKNOWN' ? CHECK : t`Make a new request.`;
    return isToSend(row, state) ? undefined : t`${UNAPPROVED} ${next}`;
  }
  const never = whyNoWay(row.intent.operation);
  if (never !== undefined) return never;
  return wayOf(row) === undefined ? t`${title}: this version of Purser can't send it again.` : undefined;
}

/** Whether the write waited for approval, and the wait has ended. */
const isApproved = (row: Row): boolean => approvalEndOf(row) !== undefined;

const isToSend = ({ intent }: Row, state: State): boolean =>
  waitingFor(state, 'send').some(({ row }) => row.intent.requestId === intent.requestId);

function whyNotHere(row: Row, state: State): Visible | undefined {
  const { intent } = row;
  if (!isHere(row, state)) return t`This request belongs to another service. Sign in there first.`;
  if (isOfOtherProfile(row, state))
    return t`This request belongs to the profile ${visible(intent.profile, 30)}. The current service may not know its request ID.`;
  // Purser reads the record for the selected customer.
  if (state.customer === undefined || !isFor(intent, state.customer))
    return t`This request belongs to another customer, ${visible(intent.customer.userId, 60)}. Switch to that customer with u first.`;
  const age = state.now - intent.createdAt;
  if (!(age > -TICK && age < repeatableForMs))
    return t`This request is more than 24 hours old, or a clock was put back. The service may have forgotten its request ID. ${CHECK}`;
  return whyNotRepeat(row, equalTo(intent, journalRows(state)));
}

/** Reads the record, then opens the dialog for the retry; or says why not. */
export const sendAgain = (app: App, row: Row): Promise<void> =>
  withCurrentJournal(app, () => readAndAsk(app, row));

function readAndAsk(app: App, row: Row): void {
  const before = app.store.getState();
  const { requestId } = row.intent;
  const now = journalRows(before).find(one => one.intent.requestId === requestId) ?? row;
  const why = whyNotAgain(now, before);
  // The dialog for approved writes compares the record with what was approved.
  if (why === undefined && isApproved(now)) return void app.writes.openWaiting(requestId);
  const way = wayOf(now);
  const say = (text: Visible): void => app.store.setState({ notice: { text, tone: 'warning' } });
  if (why !== undefined) say(why);
  if (why !== undefined || !way) return;
  const reading = { text: t`Reading the record first …`, tone: 'info' } as const;
  app.store.setState({ notice: reading });
  void way.read(app).then(() => {
    const after = app.store.getState();
    if (after.notice === reading) app.store.setState({ notice: undefined });
    if (!isStillThere(before, after)) return;
    const trouble = way.ask(app);
    if (trouble !== undefined) say(trouble);
  });
}
