// The dialog of a write, from its question.

import type { Lists } from '../effects/lists.ts';
import { type AskedWrite, buildWrite } from '../sending/asked-write.ts';
import type { NamedCustomer, Question } from '../sending/question.ts';
import type { ShownLine } from '../sending/shown-line.ts';
import { type Dialog, newDialog } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import { neededFor } from './approval/approval-words.ts';
import { readBalances } from './available.ts';
import type { Connections } from './dialog-tools.ts';
import type { CallSources } from './for-call.ts';
import type { WriteRules } from './write-rules.ts';
import { asksToken } from './write-tokens.ts';

interface CallParts extends Omit<DialogSources, 'state'>, Pick<CallSources, 'client' | 'store' | 'clock'> {
  readonly lists: Lists;
}

/** What the question of the write `requestId` may read. */
export const sourcesOf = (
  { client, store, clock, lists, rules, port }: CallParts,
  requestId: string,
): CallSources => ({
  ...{ client, store, clock, readBalances: () => readBalances({ lists }) },
  usedUp: (operation, id) => rules.usedUp(operation, id, requestId, port.journal, store.getState()),
});

interface DialogSources extends Pick<Connections, 'port'> {
  readonly state: State;
  readonly rules: WriteRules;
}

interface NewWrite extends DialogSources, Connections {
  readonly customer: NamedCustomer;
  readonly requestId: string;
  /** Epoch ms. */
  readonly now: number;
}

export async function buildDialog(question: Question, write: NewWrite) {
  const made = await buildWrite(question, { ...write, reach: write.state.reach });
  if (!made.ok) return made;
  const { asked, lines } = made;
  const approval = await neededFor(asked.intent, write.port.journal);
  const dialog = await dialogOf(asked, lines, write);
  return { ok: true, asked, dialog: { ...dialog, ...(approval && { approval }) } } as const;
}

export async function dialogOf(
  { question, intent }: AskedWrite,
  lines: readonly ShownLine[],
  { state, port, rules }: DialogSources,
): Promise<Dialog> {
  const rows = await rules.earlierRows(intent, port.journal, state);
  const typed = asksToken(intent.class, state.reach);
  return newDialog({
    requestId: intent.requestId,
    title: question.title,
    button: question.button,
    lines,
    warnings: [
      ...rules.earlierWarnings(intent, state, rows),
      ...(question.lasting ?? []),
      ...question.warnings,
    ],
    token: typed ? question.token : undefined,
    deadline: question.deadline,
    ...(question.renew && { renews: true }),
  });
}
