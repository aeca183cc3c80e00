// Sends a journal entry again: reads the records, then opens the dialog. Request ID and bytes stay the same.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import type { App } from '../../effects/app.ts';
import type { Reread } from '../../effects/question.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { asGiven } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { endInTitle } from '../../records/card-lines.ts';
import { sendsRequestId } from '../../records/in-path.ts';
import { confirmedLines } from '../../records/shown-lines.ts';
import type { ConfirmToken } from '../../store/confirm-token.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import { definitionOf, isDefined, registry, tokenOf } from '../registry.ts';
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
export function whyNoWay(operation: string): Visible | undefined {
  const again = definitionOf(operation)?.again;
  return again && 'never' in again ? again.never : undefined;
}

/** Undefined if Purser can't send this operation again, or the entry lacks a value. */
export function wayOf(row: Row): SendAgainWay | undefined {
  const { operation, requestId } = row.intent;
  if (!isDefined(operation)) return undefined;
  const { again } = registry[operation];
  if ('never' in again) return undefined;
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
        token: tokenAgain(operation, row.intent, named),
        ...(found.reread && { reread: withLines(found.reread, unshown) }),
      });
      return undefined;
    },
  };
}

/** INTERFACE.md, Published elsewhere: an idempotent service may keep its answer, refusals too. */
const REPEATS = t`The service may only repeat its refusal. Then make a new request.`;

/** The token of the first confirmation, from the request as it was sent. `named`: the values in its path and query. */
function tokenAgain(operation: WriteId, intent: Intent, named: object): ConfirmToken {
  const body = bodyOf(intent);
  const input: object = { ...named, ...(body !== undefined && { body: asGiven(body) }) };
  // The body was made from this operation's own input, so the token's parts are in it.
  const { customer } = intent;
  return tokenOf(operation, input as Input<WriteId>, { customer, cardEnd: endInTitle(intent.title) });
}

/** Adds lines that don't depend on the record to the result of the read before sending. */
const withLines = (reread: Reread, unshown: readonly ShownLine[]): Reread => ({
  ...reread,
  check(value) {
    const found = reread.check(value);
    return 'barred' in found ? found : { ...found, lines: [...found.lines, ...unshown] };
  },
});
