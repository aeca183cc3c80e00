// A read or a quote without the screen: its answer as JSON on standard output, everything else on standard error.

import type { Exchange } from '../api/client/exchange.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Drift } from '../api/contract/drift.ts';
import type { Operation } from '../api/contract/operation.ts';
import { type Input, isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import type { Start } from '../cli/start.ts';
import { fetchPages } from '../effects/export-pages.ts';
import { pageSizesOfRun } from '../effects/page-sizes.ts';
import type { ListOperation } from '../effects/query.ts';
import { countText } from '../lib/decimal.ts';
import { t, visible } from '../lib/visible.ts';
import { noteSignIn } from './audit-lines.ts';
import type { CallLine } from './call-flags.ts';
import type { CallInput } from './call-input.ts';
import type { CommandParts } from './commands.ts';
import { jsonText } from './json-text.ts';
import { unlessLost } from './lost-output.ts';
import { afterProgress, type Progress, progressOn } from './progress.ts';
import { type ChosenCustomer, openSession, type Session } from './session.ts';

export interface CallRequest {
  readonly input: CallInput;
  readonly line: CallLine;
  readonly start: Start;
}

type CallableId = Exclude<OperationId, 'login'>;

export async function callRead(id: OperationId, request: CallRequest, parts: CommandParts): Promise<number> {
  const { input, line, start } = request;
  if (id === 'login' || isWrite(id)) return parts.refuse(t`${visible(id)} is not a read.`);
  let signedIn = false;
  const shown = progressOn(parts);
  const opened = await openSession(parts, start, chosenOn(line), {
    onExchange: progress({ ...parts, err: afterProgress(shown, parts.err) }),
    onSignedIn: () => {
      signedIn = true;
    },
    inputTaken: line.value('body') === '-',
  });
  if (!opened.ok) return parts.refuse(opened.why);
  const { session } = opened;
  try {
    const missing = noCustomer(operations[id], session);
    if (missing !== undefined) return parts.refuse(missing);
    const code = line.has('all')
      ? await allPages(id, input, session, parts, shown)
      : await onePage(id, input, session, line.has('json'), parts);
    return unlessLost(code, parts);
  } finally {
    const why = signedIn ? await noteSignIn(session) : undefined;
    if (why !== undefined) parts.err(`purser: this sign-in is not in the audit log. ${why}\n`);
    await session.close();
  }
}

export const chosenOn = (line: CallLine): ChosenCustomer => ({
  userId: line.value('user'),
  onBehalfOf: line.value('on-behalf-of'),
  programId: line.value('program'),
});

/** Family B acts for a user, so the user must be given. */
export function noCustomer({ family, unrequired = [] }: Operation, { customer, reach }: Session) {
  if (family === 'A') return undefined;
  if (reach.programId === '') return t`Give the program with --program ID or PURSER_PROGRAM_ID.`;
  return customer === undefined && !unrequired.includes('x-user-id')
    ? t`Give the customer with --user ID or PURSER_USER_ID.`
    : undefined;
}

async function onePage(
  id: CallableId,
  input: CallInput,
  { client, customer }: Session,
  onOneLine: boolean,
  { out, err, refuse }: CommandParts,
): Promise<number> {
  // The operation's own schemas read it, and refuse it if it doesn't fit.
  const outcome = await client.perform(id, input as Input<CallableId>, { customer });
  if (!outcome.ok) return failed(outcome.failure, id, { err, refuse });
  out(jsonText(outcome.raw, onOneLine ? undefined : 2));
  sayDrift(outcome.drift, err);
  return 0;
}

/** One line for differences from the API's documentation; they change no outcome. */
export function sayDrift([first, ...more]: readonly Drift[], err: CommandParts['err']): void {
  if (first)
    err(
      `purser: different from the service's API documentation: ${visible(first.path, 80)} ${first.note}${more.length === 0 ? t`` : t`, and ${more.length} more`}.\n`,
    );
}

/** One record per line; each page is dropped before the next. */
async function allPages(
  id: CallableId,
  input: CallInput,
  { client, customer }: Session,
  parts: CommandParts,
  progress: Progress,
): Promise<number> {
  const { out, err, refuse, outLost } = parts;
  // `--all` is only taken if the contract declares pages, and pages contain lists.
  const operation = id as ListOperation;
  const query = { operation, input: input as Input<ListOperation>, idField: ID_FIELDS[operation] ?? 'id' };
  const { signal } = new AbortController();
  let rows = 0;
  progress.show(t`Loading the first page …`);
  for await (const fetched of fetchPages({
    query,
    service: client,
    customer,
    signal,
    sizes: pageSizesOfRun(),
  })) {
    progress.end();
    if ('failure' in fetched) {
      const code = failed(fetched.failure, id, { err, refuse });
      if (rows > 0) err(`purser: the output above is incomplete: ${rows} records.\n`);
      return code;
    }
    if ('doubt' in fetched) {
      err(`purser: ${fetched.doubt}\n`);
      return 1;
    }
    for (const { raw } of fetched.page) out(jsonText(raw));
    // The reader of the output left.
    if (outLost?.() !== undefined) return 0;
    rows += fetched.page.length;
    // A row on the same terminal would be written into the line.
    if (!parts.process.stdout.isTTY) progress.show(t`${countText(rows)} records so far`);
  }
  progress.end();
  return 0;
}

/** The service's own ID of a record, if it isn't `id`. */
const ID_FIELDS: { readonly [Id in ListOperation]?: string } = {
  'directDebit.list': 'transaction_id',
  'card.list': 'cardHashId',
  'card.transactions': 'transaction_id',
};

/** Says what failed, without the keys of a screen. */
export function failed(
  failure: Failure,
  id: OperationId,
  { err, refuse }: Pick<CommandParts, 'err' | 'refuse'>,
): number {
  const { title, class: does } = operations[id];
  const { what } = explain(failure, title, { does });
  if (failure.kind === 'invalid-input') return refuse(what);
  err(`purser: ${what}\n`);
  return 1;
}

/** Says that a request waits for its next attempt; other steps are short. */
export const progress =
  ({ err }: CommandParts) =>
  ({ state, title, attempt }: Exchange): void => {
    if (state === 'waiting') err(`purser: ${title}: attempt ${attempt} is waiting\n`);
  };
