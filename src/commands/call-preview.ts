// The preview of a write: the dialog's lines and warnings, the duplicates, and the request.

import { isBegun } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import { maskBody } from '../lib/redact.ts';
import { showTime } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { AskedWrite } from '../money/ask.ts';
import type { Dialog } from '../store/dialog.ts';
import { keptLines } from '../store/shown-line.ts';
import type { State } from '../store/state.ts';
import { environmentWord } from '../store/writing.ts';

/** `kept`: hides personal data as in the journal, for a call that is already confirmed. */
export function preview(
  { title, warnings, ...dialog }: Dialog,
  { prepared: { method, target, ...sent }, intent }: AskedWrite,
  {
    similar,
    state,
    kept,
  }: { readonly similar: readonly Row[]; readonly state: State; readonly kept: boolean },
): string {
  const approval = dialog.approval ?? { lines: [], warnings: [] };
  const lines = [...(kept ? keptLines(dialog.lines) : dialog.lines), ...approval.lines];
  const body = kept ? intent.body : sent.body;
  const { baseUrl } = state.reach;
  const where = environmentWord(state.reach);
  const width = Math.max(...lines.map(({ label }) => label.length));
  const all: readonly Visible[] = [
    t`${title}: ${where}, ${visible(baseUrl, 200)}`,
    ...lines.map(({ label, value }) => t`  ${visible(label.padEnd(width))}  ${value}`),
    ...[...warnings, ...approval.warnings].map(warning => t`  ! ${warning}`),
    ...similar.map(row => t`  ! ${secondSentence(row, state)}`),
    t`  ${visible(method)} ${visible(target)}`,
    ...(body === undefined ? [] : [t`  ${visible(maskBody(body))}`]),
  ];
  return `${all.join('\n')}\n`;
}

/** A possible duplicate as a whole sentence. */
function secondSentence(row: Row, { now, reach }: State): Visible {
  const { intent, state } = row;
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  if (state === 'WAITING')
    return t`Possible duplicate of ${visible(intent.title, 60)}, asked for at ${at}, request ID ${visible(intent.requestId)}: waits for approval.`;
  if (isBegun(row))
    return t`Possible duplicate of ${visible(intent.title, 60)}, started at ${at}, request ID ${visible(intent.requestId)}: being sent.`;
  return t`Possible duplicate of ${visible(intent.title, 60)}, sent at ${at}, request ID ${visible(intent.requestId)}: ${visible(state)}.`;
}

/** What each kind of duplicate says after "the same write". */
const KINDS: readonly (readonly [are: (row: Row) => boolean, says: Visible])[] = [
  [row => row.state !== 'WAITING' && !isBegun(row), t`was done before, or may have been.`],
  [isBegun, t`is being sent. Wait for its outcome (purser journal list).`],
  [row => row.state === 'WAITING', t`waits for approval.`],
];

/** Why Purser doesn't send while no --besides names these duplicates. Undefined if all are named. */
export function whyNotNamed(rows: readonly Row[], named: readonly string[]): Visible | undefined {
  const unnamed = rows.filter(({ intent }) => !named.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  const said = KINDS.filter(([are]) => unnamed.some(are)).map(([, says]) => says);
  return unnamed.length === 0
    ? undefined
    : t`the same write ${join(said, ' The same write ')} To send a duplicate on purpose: ${visible(flags, 400)}`;
}
