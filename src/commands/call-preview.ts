// What would be sent, said before anything is: the dialog's lines, and the request itself.

import type { Asked } from '../effects/ask.ts';
import { maskBody } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Dialog } from '../store/dialog.ts';
import type { Reach } from '../store/state.ts';

export function preview(
  { title, lines, warnings }: Dialog,
  { prepared: { method, target, body } }: Asked,
  { environment, baseUrl }: Reach,
): string {
  const where = environment === 'production' ? t`PRODUCTION` : t`DEMO`;
  const width = Math.max(...lines.map(({ label }) => label.length));
  const all: readonly Visible[] = [
    t`${title}: ${where}, ${visible(baseUrl, 200)}`,
    ...lines.map(({ label, value }) => t`  ${visible(label.padEnd(width))}  ${value}`),
    ...warnings.map(warning => t`  ! ${warning}`),
    t`  ${visible(method)} ${visible(target)}`,
    ...(body === undefined ? [] : [t`  ${visible(maskBody(body))}`]),
  ];
  return `${all.join('\n')}\n`;
}
