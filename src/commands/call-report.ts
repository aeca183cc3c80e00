// What `purser call` prints about a write before and after it is sent, and how it ends at a signal.

import type { Outcome } from '../api/client/failure.ts';
import type { Row } from '../journal/intent.ts';
import { isBegun } from '../journal/possible-duplicates.ts';
import type { Clock } from '../lib/clock.ts';
import { maskBody } from '../lib/redact.ts';
import { showTime } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import type { JournalEffects } from '../money/journal-effects.ts';
import { CHECK } from '../money/write-end.ts';
import type { AskedWrite } from '../sending/asked-write.ts';
import type { Flights } from '../sending/flight.ts';
import { checksOf } from '../sending/question.ts';
import type { DuplicatesFound, EndedWrite } from '../sending/send.ts';
import { keptLines } from '../sending/shown-line.ts';
import type { Dialog } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import { environmentWord } from '../store/writing.ts';
import { installProcessEnd, type ProcessEnd } from '../system/process-end.ts';
import { sayDrift } from './call-read.ts';
import { type CommandParts, checkOutput, fails } from './command-parts.ts';
import { jsonText } from './json-text.ts';

/** `kept`: hides personal data as in the journal, for a call that is already confirmed. */
export function preview(
  { title, warnings, ...dialog }: Dialog,
  { prepared: { method, target, ...sent }, intent }: AskedWrite,
  {
    similar,
    state,
    kept,
  }: { readonly similar: readonly Row[]; readonly state: State; readonly kept: boolean },
): string {
  const approval = dialog.approval ?? { lines: [], warnings: [] };
  const lines = [...(kept ? keptLines(dialog.lines) : dialog.lines), ...approval.lines];
  const body = kept ? intent.body : sent.body;
  const { baseUrl } = state.reach;
  const where = environmentWord(state.reach);
  const width = Math.max(...lines.map(({ label }) => label.length));
  const all: readonly Visible[] = [
    t`${title}: ${where}, ${visible(baseUrl, 200)}`,
    ...lines.map(({ label, value }) => t`  ${visible(label.padEnd(width))}  ${value}`),
    ...[...warnings, ...approval.warnings].map(warning => t`  ! ${warning}`),
    ...similar
      .filter(({ intent }) => warnings.every(warning => !warning.includes(intent.requestId)))
      .map(row => t`  ! ${secondSentence(row, state)}`),
    t`  ${visible(method)} ${visible(target)}`,
    ...(body === undefined ? [] : [t`  ${visible(maskBody(body))}`]),
  ];
  return `${all.join('\n')}\n`;
}

function secondSentence(row: Row, { now, reach }: State): Visible {
  const { intent, state } = row;
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  if (state === 'WAITING')
    return t`Possible duplicate of ${visible(intent.title, 60)}, asked for at ${at}, request ID ${visible(intent.requestId)}: waits for approval.`;
  if (isBegun(row))
    return t`Possible duplicate of ${visible(intent.title, 60)}, started at ${at}, request ID ${visible(intent.requestId)}: being sent.`;
  return t`Possible duplicate of ${visible(intent.title, 60)}, sent at ${at}, request ID ${visible(intent.requestId)}: ${visible(state)}.`;
}

const KINDS: readonly (readonly [are: (row: Row) => boolean, says: Visible])[] = [
  [row => row.state !== 'WAITING' && !isBegun(row), t`was done before, or may have been.`],
  [isBegun, t`is being sent. Wait for its outcome (purser journal list).`],
  [row => row.state === 'WAITING', t`waits for approval.`],
];

/** Why Purser sends nothing while no --besides names these duplicates. */
export function checkNamed(rows: readonly Row[], named: readonly string[]): Visible | undefined {
  const unnamed = rows.filter(({ intent }) => !named.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  const said = KINDS.filter(([are]) => unnamed.some(are)).map(([, says]) => says);
  return unnamed.length === 0
    ? undefined
    : t`the same write ${join(said, ' The same write ')} To send a duplicate on purpose: ${visible(flags, 400)}`;
}

/** The exit code of a write that is DONE with CHECK. */
const ANSWER_DIFFERS = 4;

export function reportOutcome(
  sent: EndedWrite | DuplicatesFound,
  { intent, question }: AskedWrite,
  parts: CommandParts,
): number {
  const { out, err } = parts;
  if (sent.kind === 'duplicates') return fails(parts, t`NOT SENT: ${checkNamed(sent.rows, []) ?? t``}`);
  const { word, sentences, outcome, row } = sent;
  const id = visible(intent.requestId);
  err(`purser: ${visible(word)}: ${question.title}, request ID ${id}\n`);
  // Without a failure's third sentence, which names a key of the console. If the outcome was not recorded, the last
  // sentence says why.
  for (const sentence of new Set([
    ...sentences.slice(0, 2),
    ...(row === undefined ? sentences.slice(-1) : []),
    ...explainBarred(outcome),
  ]))
    err(`purser: ${sentence}\n`);
  const checks = word === 'DONE' ? checksOf(question, outcome) : [];
  if (checks.length > 0) for (const sentence of [CHECK, ...checks]) err(`purser: ${sentence}\n`);
  if (word === 'DONE' && outcome?.ok) {
    sayDrift(outcome.drift, err);
    out(jsonText(outcome.raw, 2));
  }
  // If the output is lost, the write is still DONE, and the exit code says so.
  const why = checkOutput(parts);
  if (why !== undefined) err(`purser: ${why} The journal keeps the answer: purser journal show ${id}\n`);
  return word !== 'DONE' ? 1 : checks.length > 0 ? ANSWER_DIFFERS : 0;
}

/** What barred the write names no key. */
const explainBarred = (outcome: Outcome<unknown> | undefined): readonly Visible[] =>
  outcome?.ok === false && outcome.failure.kind === 'unsent' && outcome.failure.cause === 'barred'
    ? [outcome.failure.why]
    : [];

interface Watched {
  readonly clock: Clock;
  readonly journal: Pick<JournalEffects, 'auditHead'>;
}

/** After a signal, waits up to two seconds for the response, and calls the write UNKNOWN without it (FAULTS E13). */
export function watchEnd(
  { finish, unknown }: Pick<Flights, 'finish' | 'unknown'>,
  { clock, journal }: Watched,
  { process, err }: CommandParts,
): ProcessEnd {
  const deaf = { on: () => undefined, off: () => undefined };
  return installProcessEnd({
    // The end of a stream must not stop a call: streams may be files or pipes.
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
