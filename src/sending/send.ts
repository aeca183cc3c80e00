// Records a write, sends it once, records its outcome. Only this file uses both the journal and the client.

import type { Client } from '../api/client/client.ts';
import { explain, ownWords } from '../api/client/explain.ts';
import type { Failure, Outcome } from '../api/client/failure.ts';
import { type OutcomeWord, outcomeOf } from '../api/client/outcome.ts';
import { isUnknown, notSent, type WriteMeaning } from '../api/contract/write-meaning.ts';
import type { Confirmed } from '../journal/approvals.ts';
import type { Answer, Intent, Row } from '../journal/intent.ts';
import type { Barred, Journal, Unwritable } from '../journal/journal.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import type { Naming } from '../journal/possible-duplicates.ts';
import { writeJson } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { AskedWrite } from './asked-write.ts';
import type { LateOutcome, LateOutcomes } from './late-outcomes.ts';

export interface SendAttempt extends Pick<AskedWrite, 'prepared' | 'intent' | 'meaning' | 'hide'> {
  readonly title: Visible;
  /** A retry has the same request ID. */
  readonly retry: boolean;
  readonly approved?: Confirmed | undefined;
  /** The duplicates that a person named, and those that no longer count. */
  readonly naming: Naming;
  /** Why it is too late to send. Called just before the first byte leaves. */
  readonly over: () => Visible | undefined;
}

/** Nobody named the duplicates, so nothing was recorded or sent. */
export interface DuplicatesFound {
  readonly kind: 'duplicates';
  readonly rows: readonly Row[];
}

/** Nothing was recorded: no attempt has begun. */
type NoStart =
  | DuplicatesFound
  | { readonly kind: 'barred'; readonly why: Visible; readonly row: Row | undefined }
  /** `row`: the start, which was taken back. */
  | { readonly kind: 'unwritable'; readonly why: Visible; readonly row: Row | undefined }
  /** The journal has the start of this attempt, and could not take it back. */
  | { readonly kind: 'left'; readonly why: Visible; readonly row: Row };

type StartResult = NoStart | { readonly kind: 'begun'; readonly row: Row };

export interface EndedWrite {
  readonly kind: 'ended';
  readonly word: OutcomeWord;
  readonly sentences: readonly Visible[];
  readonly outcome: Outcome<unknown> | undefined;
  readonly row: Row | undefined;
  /** The write can't be sent again: the recorded outcome stays. */
  readonly final?: true;
  /** The journal could not record it: the entry is still PREPARED or SENT. */
  readonly unsettled?: LateOutcome;
}

interface SendDeps {
  readonly port: JournalPort;
  readonly client: Client;
  readonly tell: (row: Row) => void;
  /** A retry needs the outcome of its last attempt, and any write those of its duplicates. */
  readonly late?: Pick<LateOutcomes, 'record' | 'isNotSent'>;
}

/** Never throws. */
export async function sendRecorded(
  attempt: SendAttempt,
  { port, client, tell, late }: SendDeps,
): Promise<EndedWrite | DuplicatesFound> {
  const { journal } = port;
  const { intent, prepared } = attempt;
  await late?.record();
  if (attempt.retry && late?.isNotSent(intent.requestId)) return endUnsettled(attempt);
  const start = await begin(attempt, journal);
  if (start.kind !== 'begun') return endWithoutStart(start, attempt, journal, tell);
  tell(start.row);
  /** Why Purser held the request back. */
  let over: Visible | undefined;
  const mayLeave = async (): Promise<boolean> => {
    // Signing in, connecting and recording may have taken too long.
    over = attempt.over();
    if (over !== undefined) return false;
    if (!attempt.retry) {
      const sent = await journal.sent(intent.requestId);
      if (!sent.ok) {
        if ('barred' in sent) over = sent.barred;
        return false;
      }
      tell(sent.row);
      over = attempt.over();
    }
    over ??= journal.stale?.(intent.requestId);
    return over === undefined;
  };
  const outcome = await client.writes.send(prepared, mayLeave);
  const word = outcomeOf(outcome);
  const answer = answerOf(outcome, attempt.hide);
  const settled = await journal.settle(intent.requestId, word, answer);
  if (!settled.ok) {
    // Purser claims no outcome that the journal lacks, except NOT SENT if no earlier attempt is UNKNOWN.
    const { wasUnknown } = start.row;
    const shown: OutcomeWord = word === 'NOT SENT' && !wasUnknown ? word : 'UNKNOWN';
    const unrecorded = t`The response could not be recorded. ${reasonOf(settled)} Check the record at the service.`;
    const about = outcome.ok ? [] : sentencesOf(outcome.failure, attempt);
    const isDoubted = wasUnknown && word !== 'UNKNOWN' && word !== 'DONE';
    const known = shown === word ? about : notKnown(about, attempt.meaning);
    const sentences = [...(isDoubted ? provesNothing(about) : known), unrecorded];
    const unsettled = 'unwritable' in settled && { unsettled: { outcome: shown, answer } };
    return { kind: 'ended', word: shown, sentences, outcome, row: undefined, ...unsettled };
  }
  tell(settled.row);
  const recorded = settled.row.state;
  // RESOLVED: another console had set UNKNOWN, and this outcome resolves it.
  const shown: OutcomeWord = recorded === 'RESOLVED' ? word : isWord(recorded) ? recorded : 'UNKNOWN';
  // Held back just before the first byte (FAULTS D11).
  const heldBack = over !== undefined && [over, notSent(attempt.meaning)];
  const about = heldBack || (outcome.ok ? [] : sentencesOf(outcome.failure, attempt));
  const sentences = shown === word ? about : provesNothing(about);
  return { kind: 'ended', word: shown, sentences, outcome, row: settled.row };
}

export const reasonOf = (failed: Barred | Unwritable): Visible =>
  'barred' in failed ? failed.barred : failed.unwritable;

/** Without the sentence about the money. */
const provesNothing = (about: readonly Visible[]): readonly Visible[] => [
  ...about.slice(0, 1),
  t`An earlier attempt ended UNKNOWN. This response proves nothing about that attempt.`,
];

/** Without a record, no sentence may say what the response means for the money. */
const notKnown = (about: readonly Visible[], meaning: WriteMeaning): readonly Visible[] => [
  ...about.slice(0, 1),
  isUnknown(meaning),
];

async function begin(
  { intent, retry, approved, naming }: SendAttempt,
  journal: Journal,
): Promise<StartResult> {
  // `prepare` refuses a write without the approval that it needs.
  const step = retry
    ? journal.repeat(intent.requestId, intent.what, approved && { intent, confirmed: approved })
    : ((approved && journal.approvals?.claim(intent, approved)) ?? journal.prepare(intent, naming));
  const answer = await step;
  if (answer.ok) return { kind: 'begun', row: answer.row };
  if ('equal' in answer) return { kind: 'duplicates', rows: answer.equal };
  if ('barred' in answer) return { kind: 'barred', why: answer.barred, row: answer.row };
  const { unwritable: why, left, row } = answer;
  return left ? { kind: 'left', why, row: left } : { kind: 'unwritable', why, row };
}

async function endWithoutStart(
  start: NoStart,
  attempt: SendAttempt,
  journal: Journal,
  tell: SendDeps['tell'],
): Promise<EndedWrite | DuplicatesFound> {
  const { retry, approved } = attempt;
  switch (start.kind) {
    case 'duplicates':
      return start;
    case 'barred': {
      const { why, row } = start;
      const ended = row && (retry ? endAsRecorded(why, row) : approved && endElsewhere(row));
      if (!ended) return endUnrecorded(why, attempt, undefined);
      tell(row);
      return ended;
    }
    case 'left':
      return endLeft(start.why, attempt, start.row, tell);
    case 'unwritable': {
      const row = start.row ?? (retry ? await readRow(attempt.intent, journal) : undefined);
      if (row) tell(row);
      return endUnrecorded(start.why, attempt, row);
    }
  }
}

function endAsRecorded(why: Visible, row: Row): EndedWrite {
  const sentences = [t`Nothing was sent now: ${why}`, t`The journal says ${visible(row.state)}.`];
  return { kind: 'ended', word: outcomeWord(row), sentences, outcome: undefined, row, final: true };
}

/** Another console of the asker has started to send the approved write. */
export function endElsewhere(row: Row): EndedWrite | undefined {
  // NOT SENT: declined, expired, or a failed attempt of that console.
  if (row.state === 'WAITING' || row.state === 'NOT SENT') return undefined;
  const what = row.state === 'PREPARED' ? t`is sending` : t`sent`;
  const sentences = [
    t`This console sent nothing. Another console of yours ${what} the request.`,
    t`The journal says ${visible(row.state)}.`,
  ];
  return { kind: 'ended', word: outcomeWord(row), sentences, outcome: undefined, row, final: true };
}

export function outcomeWord({ state, transitions }: Row): OutcomeWord {
  if (isWord(state)) return state;
  if (state !== 'RESOLVED') return 'UNKNOWN';
  return transitions.at(-1)?.resolution?.verdict === 'DONE' ? 'DONE' : 'NOT SENT';
}

const isWord = (state: Row['state']): state is OutcomeWord =>
  state === 'DONE' || state === 'REFUSED' || state === 'NOT SENT' || state === 'UNKNOWN';

function sentencesOf(failure: Failure, { title, intent, meaning }: SendAttempt): readonly Visible[] {
  const { what, money, todo } = explain(failure, title, { does: intent.class, meaning });
  return [what, money, todo];
}

async function readRow({ requestId }: Intent, journal: JournalPort['journal']): Promise<Row | undefined> {
  const read = await journal.get(requestId);
  return read.ok ? read.value : undefined;
}

/** The journal could not record the write first, so nothing was sent (FAULTS E6). */
function endUnrecorded(
  why: Visible,
  { retry, meaning }: Pick<SendAttempt, 'retry' | 'meaning'>,
  row: Row | undefined,
): EndedWrite {
  // An earlier attempt may have worked.
  const word = row ? outcomeWord(row) : retry ? 'UNKNOWN' : 'NOT SENT';
  const before = row ? t`The journal says ${visible(row.state)}.` : t`An earlier attempt may have worked.`;
  const sentences = [
    t`The journal could not record the request first: ${why}`,
    word === 'NOT SENT' ? notSent(meaning) : t`Nothing was sent now. ${before}`,
  ];
  return { kind: 'ended', word, sentences, outcome: undefined, row };
}

/** The journal can't record the last attempt's outcome, so it can't record another attempt. */
const endUnsettled = (attempt: SendAttempt): EndedWrite =>
  endUnrecorded(
    t`The outcome of the last attempt is not recorded yet.`,
    { ...attempt, retry: false },
    undefined,
  );

/** The journal has the start of this attempt, and could not take it back. */
function endLeft(why: Visible, attempt: SendAttempt, left: Row, tell: SendDeps['tell']): EndedWrite {
  tell(left);
  const ended = endUnrecorded(why, attempt, left.wasUnknown ? undefined : { ...left, state: 'NOT SENT' });
  return { ...ended, row: undefined, unsettled: { outcome: ended.word } };
}

/** The journal redacts the texts. */
function answerOf(outcome: Outcome<unknown>, hide: SendAttempt['hide']): Answer {
  if (outcome.ok) return { text: hide(writeJson(outcome.raw)) };
  const { failure } = outcome;
  const status = 'status' in failure ? failure.status : undefined;
  const words = ownWords(failure);
  return { ...(status !== undefined && { status }), ...(words !== undefined && { message: hide(words) }) };
}
