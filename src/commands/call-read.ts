// A read or a quote in `purser call`: the response as JSON on standard output, messages on standard error.

import type { Exchange } from '../api/client/exchange.ts';
import type { Failure } from '../api/client/failure.ts';
import { findOther } from '../api/contract/about.ts';
import type { Drift } from '../api/contract/drift.ts';
import { type Input, isWrite, type OperationId } from '../api/contract/operations.ts';
import { fetchPages } from '../effects/export-pages.ts';
import { pageSizesOfRun } from '../effects/page-sizes.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ListOperation } from '../records/query.ts';
import type { Start } from '../system/start.ts';
import type { CallLine } from './call-flags.ts';
import type { CallInput } from './call-input.ts';
import { type CommandParts, fails, type Progress, progressOn } from './command-parts.ts';
import { chosenOn, inSession, type Session, whatFailed } from './command-session.ts';
import { jsonText } from './json-text.ts';

export interface CallRequest {
  readonly input: CallInput;
  readonly line: CallLine;
  readonly start: Start;
}

type CallableId = Exclude<OperationId, 'login'>;

export async function callRead(id: OperationId, request: CallRequest, parts: CommandParts): Promise<number> {
  const { input, line, start } = request;
  if (id === 'login' || isWrite(id)) return parts.refuse(t`${visible(id)} is not a read.`);
  const shown = progressOn(parts);
  const onExchange = progress({ err: shown.before(parts.err) });
  const inputTaken = line.value('body') === '-';
  return inSession({ start, chosen: chosenOn(line), reads: id, onExchange, inputTaken }, parts, session =>
    line.has('all')
      ? allPages(id, input, session, parts, shown)
      : onePage(id, input, session, line.has('json'), parts),
  );
}

async function onePage(
  id: CallableId,
  input: CallInput,
  { client, customer }: Session,
  onOneLine: boolean,
  parts: CommandParts,
): Promise<number> {
  // A cast: the client checks the input against the operation's schemas.
  const outcome = await client.perform(id, input as Input<CallableId>, { customer });
  if (!outcome.ok) return failed(outcome.failure, id, parts);
  parts.out(jsonText(outcome.raw, onOneLine ? undefined : 2));
  sayDrift(outcome.drift, parts.err);
  return outcome.other === undefined ? 0 : notAsAsked(outcome.other, parts);
}

/** The exit code of an answer about another record, or of a list that may be incomplete. No script takes it for what it asked. */
const NOT_AS_ASKED = 3;

function notAsAsked(why: Visible, { err }: CommandParts): number {
  err(`purser: ${why}\n`);
  return NOT_AS_ASKED;
}

export function sayDrift([first, ...more]: readonly Drift[], err: CommandParts['err']): void {
  if (first)
    err(
      `purser: different from the service's API documentation: ${visible(first.path, 80)} ${first.note}${more.length === 0 ? t`` : t`, and ${more.length} more`}.\n`,
    );
}

/** One record per line. Only one page is in memory. */
async function allPages(
  id: CallableId,
  input: CallInput,
  { client, customer }: Session,
  parts: CommandParts,
  progress: Progress,
): Promise<number> {
  const { out, err, outLost } = parts;
  // A cast: `--all` is refused for everything but lists.
  const operation = id as ListOperation;
  const query = { operation, input: input as Input<ListOperation> };
  const { signal } = new AbortController();
  let rows = 0;
  const asked = { ...query, customer };
  let other: Visible | undefined;
  progress.show(t`Loading the first page …`);
  const sizes = pageSizesOfRun();
  for await (const fetched of fetchPages({ query, service: client, customer, signal, sizes })) {
    progress.end();
    if ('failure' in fetched) {
      const code = failed(fetched.failure, id, parts);
      if (rows > 0) err(`purser: the output above is incomplete: ${counted(rows, t`record`)}.\n`);
      return code;
    }
    if ('doubt' in fetched)
      return notAsAsked(other === undefined ? fetched.doubt : t`${other} ${fetched.doubt}`, parts);
    for (const { raw } of fetched.page) {
      other ??= findOther(raw, asked);
      out(jsonText(raw));
    }
    // The reader has ended, or `unlessLost` reports the failure.
    if (outLost?.() !== undefined) return 0;
    rows += fetched.page.length;
    // On a terminal, records and progress would share a line.
    if (!parts.process.stdout.isTTY) progress.show(t`${counted(rows, t`record`)} so far`);
  }
  progress.end();
  return other === undefined ? 0 : notAsAsked(other, parts);
}

/** Prints the failure without keys of the console. Returns the exit code. */
export function failed(failure: Failure, id: OperationId, parts: CommandParts): number {
  const what = whatFailed(failure, id);
  return failure.kind === 'invalid-input' ? parts.refuse(what) : fails(parts, what);
}

export const progress =
  ({ err }: Pick<CommandParts, 'err'>) =>
  ({ state, title, attempt }: Exchange): void => {
    if (state === 'waiting') err(`purser: ${title}: attempt ${attempt} is waiting\n`);
  };
