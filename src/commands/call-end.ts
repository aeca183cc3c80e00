// Prints the outcome of a call, and handles signals while a write is on its way.

import type { Clock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import type { AskedWrite } from '../money/ask.ts';
import type { Flights } from '../money/flight.ts';
import type { JournalEffects } from '../money/journal.ts';
import type { Ended } from '../money/question.ts';
import type { Sent } from '../money/send.ts';
import { installProcessEnd, type ProcessEnd } from '../system/process-end.ts';
import { whyNotNamed } from './call-preview.ts';
import { sayDrift } from './call-read.ts';
import type { CommandParts } from './commands.ts';
import { jsonText } from './json-text.ts';
import { whyNotOut } from './lost-output.ts';

/** Prints the outcome, and the response of a write that is DONE. Returns the exit code. */
export function reportOutcome(
  sent: Sent,
  { intent, question }: AskedWrite,
  flights: Flights,
  parts: CommandParts,
): number {
  const { out, err } = parts;
  if (sent.kind === 'equal') {
    err(`purser: NOT SENT: ${whyNotNamed(sent.rows, []) ?? t``}\n`);
    return 1;
  }
  const { word, sentences, outcome, row } = sent;
  const id = visible(intent.requestId);
  err(`purser: ${visible(word)}: ${question.title}, request ID ${id}\n`);
  if (row === undefined && word === 'UNKNOWN')
    flights.unrecorded({ requestId: intent.requestId, title: question.title });
  // Leaves out the third sentence of a failure, because that sentence names a key of the console. If the outcome was not
  // recorded, the last sentence says why.
  for (const sentence of new Set([
    ...sentences.slice(0, 2),
    ...(row === undefined ? sentences.slice(-1) : []),
  ]))
    err(`purser: ${sentence}\n`);
  if (word === 'DONE' && outcome?.ok) {
    // The outcome belongs to the question's operation.
    const differs = question.contradictions?.(outcome.value as NonNullable<Ended['value']>) ?? [];
    if (differs.length > 0) err('purser: CHECK: the response differs from what you confirmed.\n');
    for (const sentence of differs) err(`purser: ${sentence}\n`);
    sayDrift(outcome.drift, err);
    out(jsonText(outcome.raw, 2));
  }
  // If the output is lost, the write is still DONE, and the exit code says so.
  const why = whyNotOut(parts);
  if (why !== undefined) err(`purser: ${why} The journal keeps the answer: purser journal show ${id}\n`);
  return word === 'DONE' ? 0 : 1;
}

interface Watched {
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'auditHead'>;
}

/** After a signal, waits up to two seconds for the response. Without a response, the write is UNKNOWN (FAULTS E13). */
export function watchEnd(
  { finish, unknown }: Pick<Flights, 'finish' | 'unknown'>,
  { clock, journal }: Watched,
  { process, err }: CommandParts,
): ProcessEnd {
  const deaf = { on: () => undefined, off: () => undefined };
  return installProcessEnd({
    // The end of a stream must not stop a call, because streams may be files or pipes.
    process: {
      on: (event, listener) => process.on(event, listener),
      off: (event, listener) => process.off(event, listener),
      exit: code => process.exit(code),
      stdin: deaf,
      stdout: deaf,
      stderr: deaf,
    },
    after: clock.after,
    finish,
    unknown,
    last: () => {
      const head = journal.auditHead();
      return head && t`purser: the audit log's head is ${head}.`;
    },
    restore: () => {},
    onEnd: () => {},
    say: err,
    bundle: import.meta.filename,
  });
}
