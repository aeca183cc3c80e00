// The request before it is sent: the dialog's lines and warnings, its possible duplicates, and the request itself.

import type { Row } from '../journal/intent.ts';
import { maskBody } from '../lib/redact.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type Dialog, keptLines } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import type { AskedWrite } from '../writes/dialog/ask.ts';

/** With `kept`, personal data is hidden as in the journal: after the confirmation nobody needs to see it again. */
export function preview(
  { title, warnings, ...dialog }: Dialog,
  { prepared: { method, target, ...sent }, intent }: AskedWrite,
  { alike, state, kept }: { readonly alike: readonly Row[]; readonly state: State; readonly kept: boolean },
): string {
  const approval = dialog.approval ?? { lines: [], warnings: [] };
  const lines = [...(kept ? keptLines(dialog.lines) : dialog.lines), ...approval.lines];
  const body = kept ? intent.body : sent.body;
  const { environment, baseUrl } = state.reach;
  const where = environment === 'production' ? t`PRODUCTION` : t`DEMO`;
  const width = Math.max(...lines.map(({ label }) => label.length));
  const all: readonly Visible[] = [
    t`${title}: ${where}, ${visible(baseUrl, 200)}`,
    ...lines.map(({ label, value }) => t`  ${visible(label.padEnd(width))}  ${value}`),
    ...[...warnings, ...approval.warnings].map(warning => t`  ! ${warning}`),
    ...alike.map(row => t`  ! ${secondSentence(row, state)}`),
    t`  ${visible(method)} ${visible(target)}`,
    ...(body === undefined ? [] : [t`  ${visible(maskBody(body))}`]),
  ];
  return `${all.join('\n')}\n`;
}

/** One possible duplicate, as a whole sentence. */
function secondSentence({ intent, state }: Row, { now, reach }: State): Visible {
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  return t`Possible duplicate of ${visible(intent.title, 60)}, sent at ${at}, request ID ${visible(intent.requestId)}: ${visible(state)}.`;
}

/** Why it isn't sent; nothing if every duplicate was named. */
export function whyNotBesides(rows: readonly Row[], besides: readonly string[]): Visible | undefined {
  const unnamed = rows.filter(({ intent }) => !besides.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  return unnamed.length === 0
    ? undefined
    : t`the same write was done before, or may have been. To send a duplicate on purpose: ${visible(flags, 400)}`;
}
