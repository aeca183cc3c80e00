// Rebuilds the question of a write that waits for approval, from the recorded bytes and a new read of the record.

import type { Client } from '../../api/client/client.ts';
import { explain } from '../../api/client/explain.ts';
import { type Input, operations, type WriteId } from '../../api/contract/operations.ts';
import type { Waiting } from '../../journal/approvals.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { SHORT_DIGEST } from '../../store/approval-view.ts';
import { changesBetween, keptLines, type LineChange, type ShownLine } from '../../store/shown-line.ts';
import { customerKey } from '../../store/workspace.ts';
import { type AskedWrite, forWhom } from '../ask.ts';
import { definitionOf, type WriteDefinition } from '../definition.ts';
import type { CallSources } from '../for-call.ts';
import { type AgainQuestion, anyQuestion } from '../question.ts';
import { confirmedLines, isOfMoment } from '../shown-lines.ts';
import type { WriteRules } from '../write-rules.ts';

export { dialogOf } from '../ask.ts';

interface Rebuilt {
  readonly about: AskedWrite;
  readonly lines: readonly ShownLine[];
  readonly differs: readonly LineChange[];
}

type AskedCustomer = AskedWrite['customer'];
const no = (why: Visible) => ({ why });

const HIDDEN = t`The journal hides personal data, so Purser can't check this request. Check the request with the person who asked for approval.`;

const ONLY_THERE = t`The journal hides personal data, so only the console that asked can send this request. If that console does not send it, the request expires.`;

const ANOTHER = t`This request belongs to another customer. Open the request again.`;

export async function fromRecord(
  waiting: Waiting,
  customer: AskedCustomer,
  sources: CallSources & { readonly rules: WriteRules },
): Promise<Rebuilt | { readonly why: Visible }> {
  const { intent } = waiting.row;
  // The digest covers the entry's customer, but Purser would send the request for the current customer.
  if (customerKey(customer) !== customerKey(intent.customer)) return no(ANOTHER);
  const definition = definitionOf(sources.rules.definitions, intent.operation);
  if (!definition) return no(t`This version of Purser does not know the request.`);
  const { operation } = definition;
  const personal = 'personal' in operations[operation];
  if (personal && waiting.part === 'send') return no(ONLY_THERE);
  const made = personal
    ? hidden(waiting, operation, customer)
    : await rebuilt(waiting, definition, { customer, sources });
  if ('why' in made) return made;
  const { question, prepared } = made;
  const whose = forWhom(customer, operation);
  const lines = [...whose, ...question.lines];
  return {
    about: {
      ...{ question, prepared, intent, customer, whose },
      meaning: definition.meaning,
      hide: text => text,
      recorded: waiting.row.state !== 'WAITING',
    },
    lines,
    differs: differences(confirmedLines(waiting.row), question.lines),
  };
}

type Restored = Pick<AskedWrite, 'prepared'> & { readonly question: AgainQuestion };

/** The dialog must show what Purser would send. */
async function rebuilt(
  { row: { intent } }: Waiting,
  definition: WriteDefinition,
  { customer, sources }: { readonly customer: AskedCustomer; readonly sources: CallSources },
): Promise<Restored | { readonly why: Visible }> {
  const { writes }: Client = sources.client;
  const input = writes.recorded(definition.operation, intent);
  if (input === undefined)
    return no(
      t`This version of Purser would send a different request, so it can't show this request for approval.`,
    );
  const made = await definition.question(input, sources);
  if (made.kind === 'unread') {
    const { what, todo } = explain(made.failure, visible(intent.title), { key: t`Enter` });
    return no(t`${what} ${todo}`);
  }
  if (made.kind !== 'question') return no(made.why);
  const { question } = made;
  const built = writes.prepare(question.operation, question.input as Input<WriteId>, {
    ...{ customer, requestId: intent.requestId },
  });
  const same = built.ok && built.prepared.target === intent.target && built.prepared.body === intent.body;
  return same
    ? { question: anyQuestion<WriteId>(question), prepared: built.prepared }
    : no(
        t`This version of Purser would send a different request, so it can't show this request for approval.`,
      );
}

/** Only the asker's console has the personal data. */
function hidden({ row, digest }: Waiting, operation: WriteId, customer: AskedCustomer): Restored {
  const { intent } = row;
  const { title, requestId, target } = intent;
  return {
    question: {
      operation,
      title: visible(title),
      button: visible(title),
      lines: confirmedLines(row),
      warnings: [HIDDEN],
      token: { text: digest.slice(0, SHORT_DIGEST), name: t`the digest` },
    },
    // Not the real request: Purser sends nothing from this dialog.
    prepared: { operation, requestId, customer, method: 'POST', target, headers: {} },
  };
}

/** Without the customer, whose name may differ, and amounts that change while the write waits. */
const differences = (asked: readonly ShownLine[], now: readonly ShownLine[]): readonly LineChange[] =>
  changesBetween(
    asked.filter(line => !isOfMoment(line)),
    keptLines(now).filter(line => !isOfMoment(line)),
  );
