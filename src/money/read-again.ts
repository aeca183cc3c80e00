// Reads the record again before Purser sends, and compares the record with the dialog.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import { t, type Visible } from '../lib/visible.ts';
import { linesOfBoth } from '../sending/question.ts';
import { changesBetween } from '../sending/shown-line.ts';
import { type Dialog, type Phase, rearmed } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import type { AskedWrite } from './ask.ts';
import type { WriteRules } from './write-rules.ts';

/** With "Nothing was sent" once. */
export function notRead(failure: Failure, title: Visible, key: Visible): Visible {
  const { what, todo } = explain(failure, title, { key });
  const saysUnsent = failure.kind === 'unreachable' && failure.cause === 'tls';
  return saysUnsent ? t`${what} ${todo}` : t`${what} Nothing was sent. ${todo}`;
}

export const trouble = (why: Visible | undefined): Phase => ({ kind: 'asking', changes: [], trouble: why });

/** Undefined if Purser may send. Otherwise the next dialog shows the changes and asks again, or ends. */
export async function readAgain(
  dialog: Dialog,
  { question, customer, whose, intent }: AskedWrite,
  {
    client,
    port,
    rules,
    state,
  }: {
    readonly client: Client | undefined;
    readonly port: JournalPort | undefined;
    readonly rules: WriteRules;
    readonly state: () => State;
  },
  signal: AbortSignal,
): Promise<Dialog | undefined> {
  const { reread, lasting = [] } = question;
  if (!reread) return undefined;
  if (!client) return rearmed(dialog, trouble(t`The session has ended. Nothing was sent.`));
  let lines = whose;
  let warnings: readonly Visible[] | undefined;
  for (const next of reread) {
    const outcome = await client.perform(next.operation, next.input, { customer, signal });
    if (!outcome.ok) {
      return { ...dialog, phase: trouble(notRead(outcome.failure, t`Reading the record again`, t`Enter`)) };
    }
    await next.first?.();
    const checked = next.check(outcome.value);
    const { other } = outcome;
    // The question's own sentence names its record.
    const found = 'barred' in checked || other === undefined ? checked : { barred: other };
    if ('barred' in found) {
      const sentences = [found.barred, t`Nothing was sent.`];
      return rearmed(dialog, { kind: 'ended', word: 'NOT SENT', sentences, again: false });
    }
    lines = linesOfBoth(lines, found.lines);
    if (found.warnings) warnings = [...(warnings ?? []), ...found.warnings];
  }
  // Another console may have started a write meanwhile.
  const rows = port && (await rules.earlierRows(intent, port.journal, state()));
  const all = [
    ...rules.earlierWarnings(intent, state(), rows),
    ...lasting,
    ...(warnings ?? question.warnings),
  ];
  const changes = changesBetween(dialog.lines, lines);
  const known = all.every(warning => dialog.warnings.includes(warning));
  if (changes.length === 0 && known) return undefined;
  return rearmed({ ...dialog, lines, warnings: all }, { kind: 'asking', changes, trouble: undefined });
}

/** False if the read failed. */
export const isChanged = ({ phase }: Dialog): boolean =>
  phase.kind === 'ended' || (phase.kind === 'asking' && phase.trouble === undefined);

/** NOT SENT would mislead the approver, who never sends. */
export const notApproved = (checked: Dialog): Dialog =>
  checked.phase.kind === 'ended'
    ? rearmed(checked, { kind: 'voted', approved: 'no', sentences: checked.phase.sentences.slice(0, 1) })
    : checked;
