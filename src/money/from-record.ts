// Rebuilds the question of a recorded write from its bytes and a new read of its record: for approval, and to send it again.

import { type Input, operations, type WriteId } from '../api/contract/operations.ts';
import { whyNotRepeat } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Dialog } from '../store/dialog.ts';
import { changesBetween, keptLines, type LineChange, type ShownLine } from '../store/shown-line.ts';
import type { KnownCustomer } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { type AskedWrite, dialogOf, forWhom } from './ask.ts';
import { readBalances } from './available.ts';
import { definitionOf } from './definition.ts';
import type { Connections, DialogTools } from './dialog-tools.ts';
import { latelyOf } from './duplicates.ts';
import type { CallSources } from './for-call.ts';
import { isStillThere } from './journal.ts';
import { anyQuestion } from './question.ts';
import { notRead } from './read-again.ts';
import { confirmedLines, isOfMoment } from './shown-lines.ts';
import { whyNotTypeable } from './tokens.ts';
import type { WriteRules } from './write-rules.ts';

export interface Rebuilt {
  readonly about: AskedWrite;
  readonly lines: readonly ShownLine[];
  /** From the last confirmation. */
  readonly differs: readonly LineChange[];
}

export interface Refused {
  readonly why: Visible;
}

const no = (why: Visible): Refused => ({ why });

const ANOTHER = t`This request belongs to another customer. Open the request again.`;
const OTHER_BYTES = t`This version of Purser would send a different request, so it can't show this request.`;
const HIDES = t`The journal does not keep personal data, so Purser can't send this request.`;

/** `warnings` stay when the record is read again. */
export async function fromRecord(
  row: Row,
  customer: KnownCustomer,
  sources: CallSources & { readonly rules: WriteRules },
  warnings: readonly Visible[] = [],
): Promise<Rebuilt | Refused> {
  const { intent } = row;
  // Purser would send the request for the current customer.
  if (customerKey(customer) !== customerKey(intent.customer)) return no(ANOTHER);
  const definition = definitionOf(sources.rules.definitions, intent.operation);
  if (!definition) return no(t`This version of Purser does not know the request.`);
  if ('personal' in operations[definition.operation]) return no(HIDES);
  const { writes } = sources.client;
  const input = writes.recorded(definition.operation, intent);
  if (input === undefined) return no(OTHER_BYTES);
  const made = await definition.question(input, sources);
  const key = row.state === 'WAITING' ? t`Enter` : t`p`;
  if (made.kind === 'unread') return no(notRead(made.failure, visible(intent.title), key));
  if (made.kind !== 'question') return no(made.why);
  const question = { ...anyQuestion<WriteId>(made.question), lasting: warnings };
  const given = made.question.input as Input<WriteId>;
  const built = writes.prepare(definition.operation, given, { customer, requestId: intent.requestId });
  // The dialog must show what Purser would send.
  if (!built.ok || built.prepared.target !== intent.target || built.prepared.body !== intent.body)
    return no(OTHER_BYTES);
  const whose = forWhom(customer, definition.operation);
  return {
    about: {
      ...{ question, prepared: built.prepared, intent, customer, whose },
      meaning: definition.meaning,
      hide: text => text,
      recorded: row.state !== 'WAITING',
    },
    lines: [...whose, ...question.lines],
    differs: differences(confirmedLines(row), question.lines),
  };
}

/** Without the customer, whose name may differ, and amounts that change while the write waits. */
const differences = (asked: readonly ShownLine[], now: readonly ShownLine[]): readonly LineChange[] =>
  changesBetween(
    asked.filter(line => !isOfMoment(line)),
    keptLines(now).filter(line => !isOfMoment(line)),
  );

interface AskedRecord extends Rebuilt {
  readonly dialog: Dialog;
}

/** Shows that it reads. Undefined if the person has left the screen meanwhile. */
export async function askedFromRecord(
  row: Row,
  tools: DialogTools,
  { client, port }: Connections,
  warnings?: readonly Visible[],
): Promise<AskedRecord | Refused | undefined> {
  const { store, clock, rules } = tools;
  const before = store.getState();
  if (!before.customer) return undefined;
  const notice = { text: t`Reading the record first …`, tone: 'info' } as const;
  store.setState({ notice });
  const sources = {
    ...{ client, store, clock, rules, readBalances: () => readBalances(tools) },
    async usedUp(operation: WriteId, id: string) {
      const rows = await latelyOf([operation], port.journal, store.getState());
      const others = rows.filter(({ intent }) => intent.requestId !== row.intent.requestId);
      return rules.usedUpBy(operation, id, others, store.getState());
    },
  };
  const found = await fromRecord(row, before.customer, sources, warnings);
  const after = store.getState();
  if (after.notice === notice) store.setState({ notice: undefined });
  if (!isStillThere(before, after)) return undefined;
  if ('why' in found) return found;
  const dialog = await dialogOf(found.about, found.lines, { state: after, port, rules });
  return isStillThere(before, store.getState()) ? { ...found, dialog } : undefined;
}

const AS_CONFIRMED = t`Everything above is the same as at the last confirmation.`;
const BUT_MOMENT = t`Everything above is the same as at the last confirmation, but the available amount is current.`;

/** The dialog names what changed since the confirmation. */
export async function askedAgain(
  row: Row,
  tools: DialogTools,
  connections: Connections,
  warnings: readonly Visible[],
): Promise<Pick<AskedRecord, 'about' | 'dialog'> | Refused | undefined> {
  const { journal } = connections.port;
  // The store may have fewer entries, and a refusal after the confirmation would come too late.
  const earlier = await journal.earlierForms(row.intent);
  if (!earlier.ok) return no(earlier.unreadable);
  const intent = { ...row.intent, earlierForms: earlier.value };
  const equals = await journal.equals(intent);
  const why = equals.ok ? whyNotRepeat(row, equals.value) : equals.unreadable;
  if (why !== undefined) return no(why);
  const found = await askedFromRecord({ ...row, intent }, tools, connections, warnings);
  if (!found) return undefined;
  if ('why' in found) return found;
  const { about, dialog, differs } = found;
  const untypeable = whyNotTypeable(about.question.token);
  if (untypeable !== undefined) return no(untypeable);
  const same = about.question.lines.some(isOfMoment) ? BUT_MOMENT : AS_CONFIRMED;
  return {
    about,
    dialog: {
      ...dialog,
      title: t`Send again: ${dialog.title}`,
      warnings: differs.length > 0 ? dialog.warnings : [...dialog.warnings, same],
      phase: { kind: 'asking', changes: differs, trouble: undefined },
    },
  };
}
