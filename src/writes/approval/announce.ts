// Announces what concerns this operator in four eyes: somebody asks, somebody approved, a request of mine ended.

import { BELL } from '../../effects/announce.ts';
import type { App } from '../../effects/app.ts';
import type { WaitingChange } from '../../effects/approvals.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import {
  approvalEndOf,
  approvalEndText,
  approversText,
  askedText,
  nextAfter,
  personText,
} from '../../records/approval-words.ts';

interface ApprovalNewsDeps {
  readonly app: App;
  /** Writes a sequence to the terminal, between two frames. */
  readonly write: (sequence: string) => void;
}

/** Watches until the returned function is called. */
export const announceApprovals = ({ app, write }: ApprovalNewsDeps): (() => void) =>
  app.approvals.watch(changes => {
    const said = changes.flatMap(change => sentencesOf(change, app));
    if (said.length === 0) return;
    const [first, ...more] = said;
    const others = more.length === 0 ? [] : [t`${more.length} more: A shows them.`];
    const text = join([...(first ? [first] : []), ...others], ' ');
    app.store.setState({ notice: { text, tone: 'warning', stays: true } });
    if (app.store.getState().bell) write(BELL);
  });

/** Nothing where the dialog on the screen says it, or the person did it. */
function sentencesOf({ requestId, before, now, ended }: WaitingChange, app: App): readonly Visible[] {
  if (now?.part === 'vote' && before === undefined)
    return [t`${personText(now.asker)} asks for approval: ${askedText(now.row)}. Press A.`];
  if (now?.part === 'send')
    return app.writes.approvalTold(requestId, undefined)
      ? []
      : [t`${approversText(now)} approved: ${askedText(now.row)}. Press A to send it.`];
  const mine = before?.part === 'wait' || before?.part === 'send';
  const end = mine && ended && approvalEndOf(ended);
  if (!end || app.writes.approvalTold(requestId, ended)) return [];
  if (end.outcome !== 'declined' && end.outcome !== 'expired') return [];
  const next = nextAfter(end);
  return [t`${askedText(ended)}: NOT SENT. ${approvalEndText(end)} ${next}`];
}
