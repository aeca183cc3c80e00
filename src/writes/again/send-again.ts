// Sends a journal entry again, with its own request ID and bytes, or says why that is barred.

import { repeatableForMs } from '../../api/contract/request-id.ts';
import type { App } from '../../effects/app.ts';
import { isStillThere, withCurrentJournal } from '../../effects/current-journal.ts';
import { whyNotRepeat } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isHere, isOfOtherProfile, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { equalTo } from '../duplicates.ts';
import { wayOf, whyNoWay } from './ways.ts';

/** The journal and the store read the same clock at different moments, in ms. */
const TICK = 2000;

/** Why the entry can't be sent again now, as a whole sentence. */
export function whyNotAgain(row: Row, state: State): Visible | undefined {
  return whyNotWrite(state) ?? whyNeverAgain(row) ?? whyNotHere(row, state);
}

function whyNeverAgain(row: Row): Visible | undefined {
  const title = visible(row.intent.title, 40);
  switch (row.state) {
    case 'WAITING':
      return t`This request waits for approval.`;
    case 'PREPARED':
    case 'SENT':
      return t`This request is on its way.`;
    case 'DONE':
      return t`This request is DONE. To repeat it, make a new one.`;
    case 'RESOLVED':
      return t`This entry is RESOLVED, and that is final.`;
    case 'UNKNOWN':
      if (row.intent.repeatable !== true)
        return t`${title}: sending again could do it twice. Check it against the service and resolve it (v).`;
      // The service checked this very content or this request ID, and neither changes by sending it again (FAULTS B8).
      if (row.transitions.at(-1)?.answer?.status === 422)
        return t`The service answered HTTP 422 to this request. Sending it again changes nothing. Check it against the service and resolve it (v).`;
  }
  const never = whyNoWay(row.intent.operation);
  if (never !== undefined) return never;
  return wayOf(row) === undefined ? t`${title}: this version of Purser can't send it again.` : undefined;
}

function whyNotHere(row: Row, state: State): Visible | undefined {
  const { intent } = row;
  if (!isHere(row, state)) return t`This request belongs to another service. Sign in there first.`;
  if (isOfOtherProfile(row, state))
    return t`This request belongs to the profile ${visible(intent.profile, 30)}. The current service may not know its request ID.`;
  // Purser reads the record for the selected customer.
  if (state.customer === undefined || customerKey(state.customer) !== customerKey(intent.customer))
    return t`This request belongs to another customer, ${visible(intent.customer.userId, 60)}. Switch to that customer with u first.`;
  const age = state.now - intent.createdAt;
  if (!(age > -TICK && age < repeatableForMs))
    return t`This request is more than 24 hours old, or a clock was put back. The service may have forgotten its request ID. Check it against the service and resolve it (v).`;
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
