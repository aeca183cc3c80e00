// Reads the record again before Purser sends, and compares the record with what a person confirmed.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { AskedWrite } from './asked-write.ts';
import { linesOfBoth } from './question.ts';
import { changedText, changesBetween, type LineChange, type ShownLine } from './shown-line.ts';

/** As the person read them. */
export interface ConfirmedText {
  readonly lines: readonly ShownLine[];
  readonly warnings: readonly Visible[];
}

/** Nothing may be sent. `why` is a whole sentence. */
export type Unfit =
  /** Other lines or a new warning: a person must read them and confirm again. */
  | (ConfirmedText & { readonly kind: 'changed'; readonly changes: readonly LineChange[] })
  /** The write is no longer possible. */
  | { readonly kind: 'gone'; readonly why: Visible }
  /** The confirmation no longer counts. */
  | { readonly kind: 'over'; readonly why: Visible }
  /** The record could not be read. */
  | { readonly kind: 'unread'; readonly why: Visible };

/** The record is no longer as another person approved it. */
export const voidsApproval = ({ kind }: Unfit): boolean => kind === 'changed' || kind === 'gone';

/** With "Nothing was sent" once. */
export function notRead(failure: Failure, title: Visible, key: Visible): Visible {
  const { what, todo } = explain(failure, title, { key });
  const saysUnsent = failure.kind === 'unreachable' && failure.cause === 'tls';
  return saysUnsent ? t`${what} ${todo}` : t`${what} Nothing was sent. ${todo}`;
}

interface ReadingParts {
  readonly client: Client;
  /** Another console may have started a write meanwhile. */
  readonly earlierWarnings: () => Promise<readonly Visible[]>;
  readonly signal: AbortSignal;
}

/** Undefined if the record is as the person confirmed it. */
export async function readAgain(
  { question, customer, whose }: Pick<AskedWrite, 'question' | 'customer' | 'whose'>,
  confirmed: ConfirmedText,
  { client, earlierWarnings, signal }: ReadingParts,
): Promise<Unfit | undefined> {
  const { reread, lasting = [] } = question;
  if (!reread) return undefined;
  let lines = whose;
  let warnings: readonly Visible[] | undefined;
  for (const next of reread) {
    const outcome = await client.perform(next.operation, next.input, { customer, signal });
    if (!outcome.ok)
      return { kind: 'unread', why: notRead(outcome.failure, t`Reading the record again`, t`Enter`) };
    await next.first?.();
    const checked = next.check(outcome.value);
    // The question's own sentence names its record.
    const gone = 'barred' in checked ? checked.barred : outcome.other;
    if ('barred' in checked || gone !== undefined) return { kind: 'gone', why: gone ?? t`` };
    lines = linesOfBoth(lines, checked.lines);
    if (checked.warnings) warnings = [...(warnings ?? []), ...checked.warnings];
  }
  const all = [...(await earlierWarnings()), ...lasting, ...(warnings ?? question.warnings)];
  const changes = changesBetween(confirmed.lines, lines);
  const known = all.every(warning => confirmed.warnings.includes(warning));
  return changes.length === 0 && known ? undefined : { kind: 'changed', lines, warnings: all, changes };
}

/** How the record differs from what the person confirmed, or why Purser could not find that out. */
export const unfitText = (unfit: Unfit, { warnings }: Pick<ConfirmedText, 'warnings'>): readonly Visible[] =>
  unfit.kind === 'changed'
    ? [...unfit.changes.map(changedText), ...unfit.warnings.filter(warning => !warnings.includes(warning))]
    : [unfit.why];
