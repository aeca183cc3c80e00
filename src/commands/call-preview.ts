// The request before it is sent: the dialog's lines and warnings, its possible duplicates, and the request itself.

import type { Row } from '../journal/intent.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type Dialog, keptLines } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import type { AskedWrite } from '../writes/dialog/ask.ts';
import { secondSentence } from './second-one.ts';

/** With `kept`, personal data is hidden as in the journal: after the confirmation nobody needs to see it again. */
export function preview(
  { title, warnings, ...dialog }: Dialog,
  { prepared: { method, target, ...sent }, intent }: AskedWrite,
  { alike, state, kept }: { readonly alike: readonly Row[]; readonly state: State; readonly kept: boolean },
): string {
  const lines = kept ? keptLines(dialog.lines) : dialog.lines;
  const body = kept ? intent.body : sent.body;
  const { environment, baseUrl } = state.reach;
  const where = environment === 'production' ? t`PRODUCTION` : t`DEMO`;
  const width = Math.max(...lines.map(({ label }) => label.length));
  const all: readonly Visible[] = [
    t`${title}: ${where}, ${visible(baseUrl, 200)}`,
    ...lines.map(({ label, value }) => t`  ${visible(label.padEnd(width))}  ${value}`),
    ...warnings.map(warning => t`  ! ${warning}`),
    ...alike.map(row => t`  ! ${secondSentence(row, state)}`),
    t`  ${visible(method)} ${visible(target)}`,
    ...(body === undefined ? [] : [t`  ${visible(maskBody(body))}`]),
  ];
  return `${all.join('\n')}\n`;
}
