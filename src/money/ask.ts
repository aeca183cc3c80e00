// Turns a question into the exact request, the intent for the journal, and the dialog.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Prepared } from '../api/client/writes.ts';
import type { Declaration } from '../api/contract/operation.ts';
import { operations, type WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent, IntentAmount } from '../journal/intent.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { echoHidden, withoutPersonal } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type AgainQuestion, type Question, whose } from '../sending/question.ts';
import { keptLines, type ShownLine } from '../sending/shown-line.ts';
import { type Dialog, newDialog } from '../store/dialog.ts';
import type { KnownCustomer, State } from '../store/state.ts';
import { neededFor } from './approval/approval-words.ts';
import { definitionOf, type WriteDefinition } from './definition.ts';
import type { WriteRules } from './write-rules.ts';
import { asksToken } from './write-tokens.ts';

export function amountsOf(
  intent: Intent,
  { amounts, shownAmount }: Pick<WriteDefinition, 'amounts' | 'shownAmount'>,
): readonly IntentAmount[] | undefined {
  return amounts?.map(([name, unit]) => {
    const shown = shownAmount?.(intent, name);
    const amount = amountIn(intent, name) ?? shown?.amount;
    const currency = textIn(intent, unit) ?? shown?.cell.unit;
    return { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) };
  });
}

export interface AskedWrite {
  readonly question: AgainQuestion;
  readonly prepared: Prepared;
  readonly intent: Intent;
  readonly customer: KnownCustomer;
  readonly whose: readonly ShownLine[];
  readonly meaning: WriteMeaning;
  /** Hides personal data in the part of the answer that the journal keeps. */
  readonly hide: (text: string) => string;
  /** Sending is then a retry. */
  recorded: boolean;
}

type AskResult =
  | { readonly ok: true; readonly asked: AskedWrite; readonly dialog: Dialog }
  | { readonly ok: false; readonly why: Visible };

interface AskSources {
  readonly state: State;
  readonly customer: KnownCustomer;
  readonly client: Client;
  readonly port: JournalPort;
  readonly rules: WriteRules;
  readonly requestId: string;
  /** Epoch ms. */
  readonly now: number;
}

const unchanged = (text: string): string => text;

/** Sends nothing. `why` is a whole sentence. */
export async function asking(question: Question, around: AskSources): Promise<AskResult> {
  const { state, customer, client, port, rules, requestId, now } = around;
  const { reach } = state;
  const declared = operations[question.operation];
  const meaning = rules.meaningOf({ ...question, class: declared.class });
  const built = client.writes.prepare(question.operation, question.input, { customer, requestId });
  if (!built.ok) {
    const { what, todo } = explain(built.failure, question.title, {
      does: declared.class,
      meaning,
    });
    return { ok: false, why: t`${what} ${todo}` };
  }
  const { method, target, body } = built.prepared;
  const { userId, onBehalfOf } = customer;
  const action = {
    requestId,
    operation: question.operation,
    baseUrl: reach.baseUrl,
    clientId: reach.clientId,
    programId: reach.programId,
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    target,
    ...(body !== undefined && { body }),
  };
  const forCustomer = forWhom(customer, question.operation);
  const lines = [...forCustomer, ...question.lines];
  const { personal, impersonalWords }: Declaration = declared;
  const keptBody = personal && body !== undefined ? withoutPersonal(body, personal) : body;
  const hide = personal && body !== undefined ? echoHidden(body, personal, impersonalWords) : unchanged;
  const { body: _, ...bodiless } = action;
  const intent: Intent = {
    ...bodiless,
    ...(keptBody !== undefined && { body: keptBody }),
    title: question.title,
    class: declared.class,
    repeatable: 'repeatable' in declared && declared.repeatable,
    profile: reach.profile,
    environment: reach.environment,
    method,
    // The fingerprints cover the whole body, although the journal may keep less of it.
    fingerprint: port.fingerprint(action),
    what: keptLines(lines),
    createdAt: now,
  };
  const uses = [...rules.namesUsed({ ...intent, ...action }), ...(question.alsoNamed ?? [])].map(name =>
    // Hashed, because the journal keeps the name after the content is pruned.
    port.fingerprint({ ...action, requestId: '', body: JSON.stringify(name) }),
  );
  const amounts = amountsOf(intent, definitionOf(rules.definitions, question.operation) ?? {});
  const asked = {
    ...{ question, prepared: built.prepared, customer, meaning, hide },
    intent: { ...intent, uses, ...(amounts && { amounts }) },
    whose: forCustomer,
    recorded: false,
  };
  const approval = await neededFor(asked.intent, port.journal);
  const dialog = await dialogOf(asked, lines, around);
  return { ok: true, asked, dialog: { ...dialog, ...(approval && { approval }) } };
}

/** Requests of Family B don't have the connected account (INTERFACE.md, Headers). */
export const forWhom = (customer: KnownCustomer, operation: WriteId): readonly ShownLine[] =>
  whose(operations[operation].family === 'A' ? customer : { userId: customer.userId, name: customer.name });

export async function dialogOf(
  { question, intent }: AskedWrite,
  lines: readonly ShownLine[],
  { state, port, rules }: Pick<AskSources, 'state' | 'port' | 'rules'>,
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
