// Turns a question into the exact request and the intent for the journal.

import type { Client } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Prepared } from '../api/client/writes.ts';
import type { Declaration } from '../api/contract/operation.ts';
import { operations, type WriteId } from '../api/contract/operations.ts';
import type { WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Intent, IntentAmount } from '../journal/intent.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import { echoHidden, withoutPersonal } from '../lib/redact.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type NamedCustomer, type Question, whose } from './question.ts';
import { keptLines, type ShownLine } from './shown-line.ts';

export interface AskedWrite {
  readonly question: Omit<Question, 'input'>;
  readonly prepared: Prepared;
  readonly intent: Intent;
  readonly customer: NamedCustomer;
  readonly whose: readonly ShownLine[];
  readonly meaning: WriteMeaning;
  /** Hides personal data in the part of the answer that the journal keeps. */
  readonly hide: (text: string) => string;
  /** Sending is then a retry. */
  readonly recorded: boolean;
}

type AskResult =
  | { readonly ok: true; readonly asked: AskedWrite; readonly lines: readonly ShownLine[] }
  | { readonly ok: false; readonly why: Visible };

/** Where the write would go. */
type Reach = Pick<Intent, 'baseUrl' | 'clientId' | 'programId' | 'profile' | 'environment'>;

/** What the definitions of the writes say about an intent. */
interface WriteFacts {
  meaningOf(write: Pick<Intent, 'operation' | 'class'>): WriteMeaning;
  namesUsed(intent: Intent): readonly string[];
  amountsOf(intent: Intent): readonly IntentAmount[] | undefined;
}

interface AskSources {
  readonly reach: Reach;
  readonly customer: NamedCustomer;
  readonly client: Client;
  readonly port: JournalPort;
  readonly rules: WriteFacts;
  readonly requestId: string;
  /** Epoch ms. */
  readonly now: number;
}

const unchanged = (text: string): string => text;

/** Sends nothing. `why` is a whole sentence. */
export async function buildWrite(question: Question, around: AskSources): Promise<AskResult> {
  const { reach, customer, client, port, rules, requestId, now } = around;
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
  const amounts = rules.amountsOf(intent);
  const asked = {
    ...{ question, prepared: built.prepared, customer, meaning, hide },
    intent: { ...intent, uses, ...(amounts && { amounts }) },
    whose: forCustomer,
    recorded: false,
  };
  return { ok: true, asked, lines };
}

/** Requests of Family B don't have the connected account (INTERFACE.md, Headers). */
export const forWhom = (customer: NamedCustomer, operation: WriteId): readonly ShownLine[] =>
  whose(operations[operation].family === 'A' ? customer : { userId: customer.userId, name: customer.name });
