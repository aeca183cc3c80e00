// Announces approval news: a colleague asks, a colleague has approved, or the operator's own request has ended.

import { BELL } from '../../effects/announce-changes.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { type Notice, noticeOf, withoutNotice } from '../../store/notices.ts';
import type { App } from '../app.ts';
import type { WaitingChange } from '../approval-effects.ts';
import {
  approvalEndOf,
  approvalEndText,
  approvedText,
  approversText,
  askedText,
  nextAfter,
  personText,
} from './approval-words.ts';

interface ApprovalNewsDeps {
  readonly app: App;
  readonly write: (sequence: string) => void;
}

export function announceApprovals({ app, write }: ApprovalNewsDeps): () => void {
  /** The last message, and the requests in it that have not changed since. */
  let news: { readonly notice: Notice; readonly about: Set<string> } | undefined;

  return app.approvals.watch(changes => {
    for (const { requestId } of changes) news?.about.delete(requestId);
    const over = news?.about.size === 0 ? news.notice : undefined;
    if (over) app.store.setState(state => withoutNotice(state, notice => notice === over));
    const announced = changes.map(change => ({ change, sentences: sentencesOf(change, app) }));
    const sentences = announced.flatMap(one => one.sentences);
    if (sentences.length === 0) return;
    const [first, ...more] = sentences;
    const others = more.length === 0 ? [] : [t`${more.length} more: press A.`];
    const text = join([...(first ? [first] : []), ...others], ' ');
    const about = announced.filter(one => one.sentences.length > 0).map(one => one.change);
    const stays = about.some(({ ended }) => ended !== undefined);
    const notice = noticeOf(text, 'warning', { stays: true, about: stays ? undefined : 'approvals' });
    app.store.setState({ notice });
    news = stays ? undefined : { notice, about: new Set(about.map(({ requestId }) => requestId)) };
    if (app.store.getState().bell) write(BELL);
  });
}

function sentencesOf({ requestId, before, now, ended }: WaitingChange, app: App): readonly Visible[] {
  const unlessShown = (...sentences: readonly Visible[]): readonly Visible[] =>
    app.dialog.approvalChanged(requestId, undefined) ? [] : sentences;
  if (now?.part === 'vote' && before?.part !== 'vote')
    return unlessShown(t`${personText(now.asker)} asks for approval: ${askedText(now.row)}. Press A.`);
  // Only an open dialog needs to know.
  if (before?.part === 'vote' && now) return unlessShown();
  if (now?.part === 'send')
    // After NOT SENT the dialog has shown the outcome.
    return now.row.state !== 'WAITING'
      ? []
      : unlessShown(t`${approversText(now)} approved: ${askedText(now.row)}. Press A to send it.`);
  // An approval that expired is not news: the end of the request follows.
  if (now?.part === 'wait' && before?.part === 'send' && now.lasts > 0)
    return unlessShown(t`${askedText(now.row)} waits for approval again: ${approvedText(now)}.`);
  const mine = before?.part === 'wait' || before?.part === 'send';
  const end = ended && approvalEndOf(ended);
  if (!end || app.dialog.approvalChanged(requestId, ended) || !mine) return [];
  if (end.outcome !== 'declined' && end.outcome !== 'expired') return [];
  const next = nextAfter(end);
  return [t`${askedText(ended)}: NOT SENT. ${approvalEndText(end)} ${next}`];
}
