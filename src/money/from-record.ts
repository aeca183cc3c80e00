// Rebuilds the question of a recorded write from its bytes and a new read of its record: for approval, and to send it again.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import { operations, type WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { checkRepeat } from '../journal/possible-duplicates.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type AskedWrite, forWhom } from '../sending/asked-write.ts';
import { notRead } from '../sending/reading.ts';
import { changesBetween, keptLines, type LineChange, type ShownLine } from '../sending/shown-line.ts';
import { SHORT_DIGEST } from '../store/approval-view.ts';
import type { Dialog } from '../store/dialog.ts';
import { info, withoutNotice } from '../store/notices.ts';
import type { KnownCustomer, State } from '../store/state.ts';
import { customerKey, frontKey } from '../store/workspace.ts';
import { dialogOf, sourcesOf } from './asked-dialog.ts';
import { definitionOf, type WriteDefinition } from './definition.ts';
import type { Connections, DialogTools } from './dialog-tools.ts';
import type { CallSources } from './for-call.ts';
import { isStillThere } from './journal-effects.ts';
import { confirmedLines, isOfMoment } from './shown-lines.ts';
import type { WriteRules } from './write-rules.ts';
import { checkTypeable } from './write-tokens.ts';

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
const ONLY_THERE = t`The journal hides personal data, so only the console that asked can send this request. If that console does not send it, the request expires.`;
const HIDDEN = t`The journal hides personal data, so Purser can't check this request. Check the request with the person who asked for approval.`;

export interface RecordToAsk {
  readonly row: Row;
  /** Warnings that stay when the record is read again. */
  readonly lasting?: readonly Visible[];
  /** Of a request to approve. Only a person who does not send may confirm a request whose personal data is hidden. */
  readonly digest?: string;
}

export async function fromRecord(
  { row, lasting = [], digest }: RecordToAsk,
  customer: KnownCustomer,
  sources: CallSources & { readonly rules: WriteRules },
): Promise<Rebuilt | Refused> {
  const { intent } = row;
  // Purser would send the request for the current customer.
  if (customerKey(customer) !== customerKey(intent.customer)) return no(ANOTHER);
  const definition = definitionOf(sources.rules.definitions, intent.operation);
  if (!definition) return no(t`This version of Purser does not know the request.`);
  const { operation, meaning } = definition;
  const personal = 'personal' in operations[operation];
  if (personal && digest === undefined) return no(ONLY_THERE);
  const made =
    personal && digest !== undefined
      ? rebuildHidden(row, digest, operation, customer)
      : await rebuild(row, definition, customer, sources);
  if ('why' in made) return made;
  const question = { ...made.question, lasting };
  const whose = forWhom(customer, operation);
  return {
    about: {
      ...{ question, prepared: made.prepared, intent, customer, whose, meaning },
      hide: text => text,
      recorded: row.state !== 'WAITING',
    },
    lines: [...whose, ...question.lines],
    differs: differences(confirmedLines(row), question.lines),
  };
}

type Restored = Pick<AskedWrite, 'question' | 'prepared'>;

/** The dialog must show what Purser would send. */
async function rebuild(
  { state, intent }: Row,
  { operation, question: questionOf }: WriteDefinition,
  customer: KnownCustomer,
  sources: CallSources,
): Promise<Restored | Refused> {
  const { writes } = sources.client;
  const input = writes.recorded(operation, intent);
  if (input === undefined) return no(OTHER_BYTES);
  const made = await questionOf(input, sources);
  if (made.kind === 'unread') {
    if (state === 'WAITING') return no(notRead(made.failure, visible(intent.title), t`Enter`));
    const { what, todo } = explain(made.failure, t`Reading the record`, { key: t`p` });
    return no(t`The request was not sent again. ${what} ${todo}`);
  }
  if (made.kind !== 'question') return no(made.why);
  const { question } = made;
  const built = writes.prepare(operation, question.input, { customer, requestId: intent.requestId });
  return built.ok && built.prepared.target === intent.target && built.prepared.body === intent.body
    ? { question, prepared: built.prepared }
    : no(OTHER_BYTES);
}

/** Only the asker's console has the personal data. */
function rebuildHidden(row: Row, digest: string, operation: WriteId, customer: KnownCustomer): Restored {
  const { title, requestId, target } = row.intent;
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

interface AskedRecord extends Rebuilt {
  readonly dialog: Dialog;
}

/** Shows that it reads. `before`: as the person asked. Undefined if they stopped it or left the screen since. */
export async function askFromRecord(
  record: RecordToAsk,
  tools: DialogTools,
  { client, port }: Connections,
  before: State,
): Promise<AskedRecord | Refused | undefined> {
  const { store, rules, reading } = tools;
  if (!before.customer) return undefined;
  // Esc on another screen stops nothing.
  const slot = frontKey(before);
  reading.abortAll();
  const { loading, signal } = reading.begin(slot, 'first');
  const notice = info(t`Reading the record first …`);
  store.setState({ notice });
  const stoppable: Client = {
    ...client,
    perform: (id, input, by) => client.perform(id, input, { ...by, signal }),
  };
  const sources = sourcesOf({ ...tools, client: stoppable, port }, record.row.intent.requestId);
  const isWanted = (state: State): boolean => !signal.aborted && isStillThere(before, state);
  try {
    const found = await fromRecord(record, before.customer, { ...sources, rules });
    const state = store.getState();
    if (!isWanted(state)) return undefined;
    if ('why' in found) return found;
    const dialog = await dialogOf(found.about, found.lines, { state, port, rules });
    return isWanted(store.getState()) ? { ...found, dialog } : undefined;
  } finally {
    store.setState(now => withoutNotice(now, shown => shown === notice));
    reading.end(slot, loading);
  }
}

const AS_CONFIRMED = t`Everything above is the same as at the last confirmation.`;
const BUT_MOMENT = t`Everything above is the same as at the last confirmation, but the available amount is current.`;

/** The dialog names what changed since the confirmation. */
export async function askRecordAgain(
  row: Row,
  tools: DialogTools,
  connections: Connections,
  before: State,
  lasting: readonly Visible[],
): Promise<Pick<AskedRecord, 'about' | 'dialog'> | Refused | undefined> {
  const { journal } = connections.port;
  // The store may have fewer entries, and a refusal after the confirmation would come too late.
  const equals = await journal.equals(row.intent);
  const why = equals.ok ? checkRepeat(row, equals.value) : equals.unreadable;
  if (why !== undefined) return no(why);
  const found = await askFromRecord({ row, lasting }, tools, connections, before);
  if (!found) return undefined;
  if ('why' in found) return found;
  const { about, dialog, differs } = found;
  const untypeable = checkTypeable(about.question.token);
  if (untypeable !== undefined) return no(untypeable);
  const same = about.question.lines.some(isOfMoment) ? BUT_MOMENT : AS_CONFIRMED;
  return {
    about,
    dialog: {
      ...dialog,
      title: t`Send again: ${dialog.title}`,
      warnings: differs.length > 0 ? dialog.warnings : [same, ...dialog.warnings],
      phase: { kind: 'asking', earlier: true, changes: differs, trouble: undefined },
    },
  };
}
