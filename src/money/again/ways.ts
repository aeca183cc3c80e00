// Sends a journal entry again: reads the records, then opens the dialog. Request ID and bytes stay the same.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { asGiven } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { ConfirmToken } from '../../store/confirm-token.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { App } from '../app.ts';
import { type Definitions, definitionOf, type WriteDefinition } from '../definition.ts';
import { sendsRequestId } from '../in-path.ts';
import type { Reread } from '../question.ts';
import { confirmedLines } from '../shown-lines.ts';
import { endInTitle } from '../tokens.ts';
import { unshownMembers } from './unshown-members.ts';

interface SendAgainWay {
  /** Reads the records for the comparison, for the current customer. */
  read(app: App): Promise<void>;
  /** Opens the dialog, or returns why not, as whole sentences. */
  ask(app: App): Visible | undefined;
}

/**
 * Why no entry of this operation is ever sent again, as a whole sentence. Undefined if some entries may be sent again.
 */
export function whyNoWay(operation: string, definitions: Definitions): Visible | undefined {
  const again = definitionOf(definitions, operation)?.again;
  return again && 'never' in again ? again.never : undefined;
}

/** Undefined if Purser can't send this operation again, or the entry lacks a value. */
export function wayOf(row: Row, definitions: Definitions): SendAgainWay | undefined {
  const { requestId } = row.intent;
  const definition = definitionOf(definitions, row.intent.operation);
  if (!definition || 'never' in definition.again) return undefined;
  const { operation, again } = definition;
  const { title, button } = again;
  const named = again.named === undefined ? {} : again.named(row.intent);
  const reading = again.hasToken(row.intent) ? again.reading(row) : undefined;
  if (!reading || !named) return undefined;
  return {
    read: app => reading.load(app),
    ask(app) {
      const found = reading.found(app);
      if ('barred' in found) return found.barred;
      const lines = found.lines ?? confirmedLines(row);
      const unshown = unshownMembers(bodyOf(row.intent), lines, requestId);
      void app.writes.askAgain(row, {
        operation,
        title,
        button,
        lines: [...lines, ...unshown],
        warnings:
          row.state === 'REFUSED' && sendsRequestId(row.intent)
            ? [...found.warnings, REPEATS]
            : found.warnings,
        token: tokenAgain(definition, row.intent, named),
        ...(found.reread && { reread: withLines(found.reread, unshown) }),
      });
      return undefined;
    },
  };
}

/** INTERFACE.md, Published elsewhere: an idempotent service may keep its answer, refusals too. */
const REPEATS = t`The service may only repeat its refusal. Then make a new request.`;

/** The token of the first confirmation, from the request as it was sent. `named`: the values in its path and query. */
function tokenAgain({ token }: WriteDefinition, intent: Intent, named: object): ConfirmToken {
  const body = bodyOf(intent);
  const input: object = { ...named, ...(body !== undefined && { body: asGiven(body) }) };
  // The body was made from this operation's own input, so the token's parts are in it.
  const { customer } = intent;
  return token.of(input as Input<WriteId>, { customer, cardEnd: endInTitle(intent.title) });
}

/** Adds lines that don't depend on the record to the result of the read before sending. */
const withLines = (reread: Reread, unshown: readonly ShownLine[]): Reread => ({
  ...reread,
  check(value) {
    const found = reread.check(value);
    return 'barred' in found ? found : { ...found, lines: [...found.lines, ...unshown] };
  },
});
