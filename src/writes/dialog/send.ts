// One write, recorded before it leaves and settled after: the only place where the journal and the client meet.

import type { Client } from '../../api/client/client.ts';
import { explain, ownWords } from '../../api/client/explain.ts';
import type { Failure, Outcome } from '../../api/client/failure.ts';
import type { OutcomeWord } from '../../api/client/outcome.ts';
import type { Prepared } from '../../api/client/writes.ts';
import { notSent } from '../../api/contract/write-meaning.ts';
import type { JournalPort } from '../../effects/journal.ts';
import type { Naming } from '../../journal/duplicates.ts';
import type { Answer, Intent, Row } from '../../journal/intent.ts';
import { writeJson } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { meaningOfWrite } from '../meaning.ts';

export interface Attempt {
  readonly prepared: Prepared;
  readonly intent: Intent;
  /** The title that the outcome is said of. */
  readonly title: Visible;
  /** The journal holds it already: this is a further attempt, under the same request ID. */
  readonly further: boolean;
  /** The equal ones that a person named, and those that no longer count (duplicates.ts). */
  readonly naming: Naming;
  /** Hides what is about a person in what is kept of the answer. */
  readonly hide: (text: string) => string;
  /** Asked at the very last moment: why it is too late for it now, as a sentence. */
  readonly over: () => Visible | undefined;
}

export type Sent =
  /** Equal ones were done or are not certain, and nobody named them; nothing was recorded or sent. */
  | { readonly kind: 'equal'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'ended';
      readonly word: OutcomeWord;
      /** Whole sentences: what happened, what it means for the money, what to do. */
      readonly sentences: readonly Visible[];
      readonly outcome: Outcome<unknown> | undefined;
      readonly row: Row | undefined;
      /** It can't be asked anew: what is on record stands. */
      readonly final?: true;
    };

interface Parts {
  readonly port: JournalPort;
  readonly client: Client;
  readonly outcomeOf: (outcome: Outcome<unknown>) => OutcomeWord;
  readonly tell: (row: Row) => void;
}

/** Records the intent, sends it once, records what came of it. Never throws. */
export async function sendRecorded(
  attempt: Attempt,
  { port, client, outcomeOf, tell }: Parts,
): Promise<Sent> {
  const { journal } = port;
  const { intent, prepared } = attempt;
  const begun = attempt.further
    ? await journal.repeat(intent.requestId, intent.what)
    : await journal.prepare(intent, attempt.naming);
  if (!begun.ok) {
    if ('equal' in begun) return { kind: 'equal', rows: begun.equal };
    if (attempt.further && 'barred' in begun && begun.row) return asRecorded(begun.barred, begun.row);
    if ('barred' in begun) return notRecorded(begun.barred, intent, undefined);
    if (begun.row) tell(begun.row);
    return notRecorded(begun.unwritable, intent, begun.row);
  }
  tell(begun.row);
  let over: Visible | undefined;
  const inTime = (): void => {
    over = attempt.over();
    if (over !== undefined) throw new Error('too late');
  };
  const before = async (): Promise<void> => {
    // Purser may have used up the time to sign in and to connect, or now to record.
    inTime();
    if (attempt.further) return;
    const sent = await journal.sent(intent.requestId);
    if (!sent.ok) throw new Error('not recorded');
    tell(sent.row);
    inTime();
  };
  const outcome = await client.writes.send(prepared, before, { firstAttempt: !attempt.further });
  const word = outcomeOf(outcome);
  const settled = await journal.settle(intent.requestId, word, answerOf(outcome, attempt.hide));
  if (!settled.ok) {
    // What nobody recorded may not be claimed; that nothing left stays true.
    const shown: OutcomeWord = word === 'NOT SENT' ? word : 'UNKNOWN';
    const why = 'barred' in settled ? settled.barred : settled.unwritable;
    const said = t`What the service answered could not be recorded. ${why} Look at what the service shows of it.`;
    const sentences = outcome.ok ? [said] : [...sentencesOf(outcome.failure, attempt), said];
    return { kind: 'ended', word: shown, sentences, outcome, row: undefined };
  }
  tell(settled.row);
  const recorded = settled.row.state;
  const shown: OutcomeWord = isWord(recorded) ? recorded : 'UNKNOWN';
  const said =
    over !== undefined ? tooLate(over, intent) : outcome.ok ? [] : sentencesOf(outcome.failure, attempt);
  // Of what may have happened earlier this answer knows nothing, so what it means for the money is left out.
  const sentences =
    shown === word
      ? said
      : [
          ...said.slice(0, 1),
          t`An earlier attempt of it ended UNKNOWN, and this proves nothing about that one.`,
        ];
  return { kind: 'ended', word: shown, sentences, outcome, row: settled.row };
}

/** A further attempt that the journal doesn't allow: nothing was sent now, and what is on record stands. */
function asRecorded(why: Visible, row: Row): Extract<Sent, { kind: 'ended' }> {
  const sentences = [t`Nothing was sent now: ${why}`, t`The journal has it as ${visible(row.state)}.`];
  return { kind: 'ended', word: standing(row), sentences, outcome: undefined, row, final: true };
}

/** What is on record of it, in one of the four words: what is still open is not known. */
function standing({ state, transitions }: Row): OutcomeWord {
  if (isWord(state)) return state;
  if (state !== 'RESOLVED') return 'UNKNOWN';
  return transitions.at(-1)?.resolution?.verdict === 'DONE' ? 'DONE' : 'NOT SENT';
}

const isWord = (state: Row['state']): state is OutcomeWord =>
  state === 'DONE' || state === 'REFUSED' || state === 'NOT SENT' || state === 'UNKNOWN';

function sentencesOf(failure: Failure, { title, intent }: Attempt): readonly Visible[] {
  const { operation, class: does } = intent;
  const { what, money, todo } = explain(failure, title, { does, meaning: meaningOfWrite(operation, does) });
  return [what, money, todo];
}

const nothingLeft = ({ operation, class: does }: Intent): Visible => notSent(meaningOfWrite(operation, does));

/** It was held back as the last thing before its first byte (FAULTS D11). */
const tooLate = (over: Visible, intent: Intent): readonly Visible[] => [over, nothingLeft(intent)];

/** Nothing was sent, for it couldn't be recorded first (FAULTS E6). */
function notRecorded(why: Visible, intent: Intent, row: Row | undefined): Extract<Sent, { kind: 'ended' }> {
  const sentences = [t`It could not be written into the journal first: ${why}`, nothingLeft(intent)];
  return { kind: 'ended', word: row ? standing(row) : 'NOT SENT', sentences, outcome: undefined, row };
}

/** What the journal keeps of an answer; it redacts the texts itself. */
function answerOf(outcome: Outcome<unknown>, hide: Attempt['hide']): Answer {
  if (outcome.ok) return { text: hide(writeJson(outcome.raw)) };
  const { failure } = outcome;
  const status = 'status' in failure ? failure.status : undefined;
  const words = ownWords(failure);
  return {
    ...(status !== undefined && { status }),
    ...(words !== undefined && { message: hide(words) }),
  };
}
