// A write that waits, as this console itself sees it: its question is made from the recorded bytes, and reads the record.

import type { Client } from '../../api/client/client.ts';
import { explain } from '../../api/client/explain.ts';
import { type Input, operations, type WriteId } from '../../api/contract/operations.ts';
import { type AgainQuestion, anyQuestion } from '../../effects/question.ts';
import type { Waiting } from '../../journal/approvals.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { confirmedLines, isOfMoment } from '../../records/shown-lines.ts';
import { SHORT_DIGEST } from '../../store/approvals.ts';
import { changesBetween, keptLines, type LineChange, type ShownLine } from '../../store/dialog.ts';
import { customerKey } from '../../store/workspace.ts';
import type { CallSources } from '../called.ts';
import type { WriteDefinition } from '../definition.ts';
import { type AskedWrite, forWhom } from '../dialog/ask.ts';

import { isDefined, registry } from '../registry.ts';

export { dialogOf } from '../dialog/ask.ts';

interface Rebuilt {
  readonly about: AskedWrite;
  readonly lines: readonly ShownLine[];
  /** What the asker saw, and this console does not. */
  readonly differs: readonly LineChange[];
}

type AskedCustomer = AskedWrite['customer'];
const no = (why: Visible) => ({ why });

const HIDDEN = t`The journal hides personal data, so Purser can't check this request. Ask the person who asked.`;

const ONLY_THERE = t`The journal hides personal data, so only the console that asked can send this request. Otherwise the request expires.`;

const ANOTHER = t`This request belongs to another customer. Open the request again.`;

/** For the current customer. `why`: there is nothing to confirm, as whole sentences. */
export async function fromRecord(
  waiting: Waiting,
  customer: AskedCustomer,
  sources: CallSources,
): Promise<Rebuilt | { readonly why: Visible }> {
  const { intent } = waiting.row;
  const { operation } = intent;
  // The digest covers the customer of the journal entry, and the sender fills in this one.
  if (customerKey(customer) !== customerKey(intent.customer)) return no(ANOTHER);
  if (!isDefined(operation)) return no(t`This version of Purser does not know the request.`);
  const personal = 'personal' in operations[operation];
  if (personal && waiting.part === 'send') return no(ONLY_THERE);
  const made = personal
    ? hidden(waiting, operation, customer)
    : await rebuilt(waiting, operation, { customer, sources });
  if ('why' in made) return made;
  const { question, prepared } = made;
  const whose = forWhom(customer, operation);
  const lines = [...whose, ...question.lines];
  return {
    about: {
      ...{ question, prepared, intent, customer, whose },
      hide: text => text,
      recorded: false,
    },
    lines,
    differs: differences(confirmedLines(waiting.row), question.lines),
  };
}

type Restored = Pick<AskedWrite, 'prepared'> & { readonly question: AgainQuestion };

/** Only if the question's own request has the same bytes: then the dialog shows what would be sent. */
async function rebuilt<Id extends WriteId>(
  { row: { intent } }: Waiting,
  operation: Id,
  { customer, sources }: { readonly customer: AskedCustomer; readonly sources: CallSources },
): Promise<Restored | { readonly why: Visible }> {
  const { writes }: Client = sources.client;
  const definition: WriteDefinition<Id> = registry[operation];
  const input = writes.recorded(operation, intent);
  if (input === undefined)
    return no(t`This version of Purser would send other bytes, so it can't show the request.`);
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
    : no(t`This version of Purser would send other bytes, so it can't show the request.`);
}

/** The lines of the asker, because nobody else has the personal data. */
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
    // Nothing is sent from here: these are not the bytes.
    prepared: { operation, requestId, customer, method: 'POST', target, headers: {} },
  };
}

/** The customer is in the intent, and one machine may know a name that the other does not. */
const differences = (asked: readonly ShownLine[], now: readonly ShownLine[]): readonly LineChange[] =>
  changesBetween(
    asked.filter(line => !isOfMoment(line)),
    keptLines(now).filter(line => !isOfMoment(line)),
  );
