// A call's outcome in one of the four words; and what a signal does to a write on its way.

import { installProcessEnd, type ProcessEnd } from '../cli/process-end.ts';
import type { Flights } from '../effects/flight.ts';
import type { JournalEffects } from '../effects/journal.ts';
import type { Ended } from '../effects/question.ts';
import type { Clock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import type { AskedWrite } from '../writes/dialog/ask.ts';
import type { Sent } from '../writes/dialog/send.ts';
import { whyNotBesides } from './call-preview.ts';
import { sayDrift } from './call-read.ts';
import type { CommandParts } from './commands.ts';
import { jsonText } from './json-text.ts';
import { whyNotOut } from './lost-output.ts';

/** One line for the outcome, and the answer of a write that is DONE; the exit code. */
export function told(
  sent: Sent,
  { intent, question }: AskedWrite,
  flights: Flights,
  parts: CommandParts,
): number {
  const { out, err } = parts;
  if (sent.kind === 'equal') {
    err(`purser: NOT SENT: ${whyNotBesides(sent.rows, []) ?? t``}\n`);
    return 1;
  }
  const { word, sentences, outcome, row } = sent;
  const id = visible(intent.requestId);
  err(`purser: ${visible(word)}: ${question.title}, request ID ${id}\n`);
  // A write that nobody recorded is UNKNOWN all the same, and the last sentence says why.
  const unrecorded = row === undefined && word === 'UNKNOWN';
  if (unrecorded) flights.unrecorded({ requestId: intent.requestId, title: question.title });
  // The third sentence of a failure names a key to press.
  for (const sentence of new Set([...sentences.slice(0, 2), ...(unrecorded ? sentences.slice(-1) : [])]))
    err(`purser: ${sentence}\n`);
  if (word === 'DONE' && outcome?.ok) {
    // The outcome is that of the question's own operation.
    const differs = question.contradictions?.(outcome.value as NonNullable<Ended['value']>) ?? [];
    if (differs.length > 0) err('purser: CHECK: the response differs from what you confirmed.\n');
    for (const sentence of differs) err(`purser: ${sentence}\n`);
    sayDrift(outcome.drift, err);
    out(jsonText(outcome.raw, 2));
  }
  // The write is DONE all the same, and the exit code says that.
  const why = whyNotOut(parts);
  if (why !== undefined) err(`purser: ${why} The journal keeps the answer: purser journal show ${id}\n`);
  return word === 'DONE' ? 0 : 1;
}

interface Watched {
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'auditHead'>;
}

/** Signals wait two seconds for the answer, then it is recorded as UNKNOWN (FAULTS E13). */
export function watchEnd(
  { finish, unknown }: Pick<Flights, 'finish' | 'unknown'>,
  { clock, journal }: Watched,
  { process, err }: CommandParts,
): ProcessEnd {
  const deaf = { on: () => undefined, off: () => undefined };
  return installProcessEnd({
    // Its streams may be files, pipes or terminals: their end says nothing.
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
