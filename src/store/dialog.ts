// The one dialog that every write goes through, as plain data: what it shows, where its focus is, what it waits for; pure.

import type { OutcomeWord } from '../api/client/outcome.ts';
import { compare, parseDecimal, parseTypedAmount } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type Drawn, isAllRead, type Reading, readOn, scrolled, UNREAD } from './dialog-reading.ts';

/** One line of what would be done, as it stands in the snapshot that the dialog is bound to. */
export interface ShownLine {
  readonly label: Visible;
  readonly value: Visible;
  /** It is about a person: the dialog shows it, and nothing that is kept does. */
  readonly personal?: true;
}

/** What has to be typed before anything is sent: an amount, or the end of an ID. */
export interface Token {
  readonly text: string;
  /** What it is, in words: "the amount". */
  readonly name: Visible;
  /** It is an amount, of which any spelling will do. */
  readonly amount?: true;
  /** The ID of the thing that is confirmed, where one names it: the whole of what `text` may be the end of. */
  readonly of?: string;
}

/** What it is good for ends by itself: a quote. */
export interface Deadline {
  /** Monotonic ms; `margin` ms before it, it counts as over. */
  readonly at: number;
  readonly margin: number;
  /** "Quote expires in". */
  readonly label: Visible;
  /** The whole sentence once it is over. */
  readonly over: Visible;
}

export interface Change {
  readonly label: Visible;
  readonly before: Visible | undefined;
  readonly now: Visible | undefined;
}

export type Phase =
  /** `changes`: what a fresh reading found different; what was confirmed before is void. `trouble`: why it can't go on. */
  | { readonly kind: 'asking'; readonly changes: readonly Change[]; readonly trouble: Visible | undefined }
  | { readonly kind: 'reading' }
  /** Equal ones, under these request IDs, were done or are not certain: only another one, meant as such, can be sent. */
  | { readonly kind: 'equal'; readonly requestIds: readonly string[]; readonly sentences: readonly Visible[] }
  | { readonly kind: 'sending'; readonly since: number }
  | {
      readonly kind: 'ended';
      readonly word: OutcomeWord;
      readonly sentences: readonly Visible[];
      /** It may be confirmed again, under the same request ID. */
      readonly again: boolean;
    };

type Focus = 'safe' | 'token' | 'go';

export interface Dialog {
  /** The intent's own, kept for every attempt at it. */
  readonly requestId: string;
  readonly title: Visible;
  readonly button: Visible;
  /** For whom, and where. */
  readonly lines: readonly ShownLine[];
  readonly warnings: readonly Visible[];
  /** Undefined where what it does can be undone. */
  readonly token: Token | undefined;
  readonly deadline: Deadline | undefined;
  readonly typed: string;
  /** Monotonic ms of the last character typed. */
  readonly typedAt: number;
  readonly focus: Focus;
  readonly reading: Reading;
  /** All of it has been on the screen, and its end for long enough to be read: only then does a key confirm. */
  readonly ready: boolean;
  readonly phase: Phase;
}

type Beginning = Pick<Dialog, 'requestId' | 'title' | 'button' | 'lines' | 'warnings' | 'token' | 'deadline'>;

const asking: Phase = { kind: 'asking', changes: [], trouble: undefined };

export const newDialog = (beginning: Beginning): Dialog => ({
  ...beginning,
  typed: '',
  typedAt: Number.NEGATIVE_INFINITY,
  focus: 'safe',
  reading: UNREAD,
  ready: false,
  phase: asking,
});

/** Is read from its beginning: whatever was typed or read before confirms nothing any more. */
export const rearmed = (dialog: Dialog, phase: Phase = asking): Dialog => ({
  ...dialog,
  typed: '',
  focus: 'safe',
  reading: UNREAD,
  ready: false,
  phase,
});

/** After a drawing; without one, nothing of it is on the screen. What was confirmed by halves is asked anew. */
export function afterDrawing(dialog: Dialog, drawn: Drawn | undefined): Dialog {
  // What it does now isn't read to be confirmed: it stays as it was confirmed.
  if (dialog.phase.kind === 'reading' || dialog.phase.kind === 'sending') return dialog;
  const reading = drawn ? readOn(dialog.reading, drawn) : UNREAD;
  if (reading === dialog.reading) return dialog;
  const unread = asksStill(dialog) && dialog.ready && !isAllRead(reading);
  return { ...(unread ? rearmed(dialog, dialog.phase) : dialog), reading };
}

export const scrollDialog = (dialog: Dialog, by: number, unit: 'lines' | 'pages'): Dialog => ({
  ...dialog,
  reading: scrolled(dialog.reading, by, unit),
});

/** Whether the dialog waits for a decision. */
export const asksStill = ({ phase }: Dialog): boolean => phase.kind === 'asking' || phase.kind === 'equal';

export const takesToken = (dialog: Dialog): boolean =>
  asksStill(dialog) && dialog.ready && dialog.focus === 'token';

/** Where the focus can be now, in order. */
function stops({ phase, token, ready }: Dialog): readonly Focus[] {
  if (phase.kind === 'ended') return phase.again || phase.word === 'UNKNOWN' ? ['safe', 'go'] : ['safe'];
  if (!ready || phase.kind === 'sending' || phase.kind === 'reading') return ['safe'];
  return token ? ['safe', 'token', 'go'] : ['safe', 'go'];
}

export function moveDialogFocus(dialog: Dialog, by: number): Dialog {
  const all = stops(dialog);
  const at = (all.indexOf(dialog.focus) + by + all.length) % all.length;
  return { ...dialog, focus: all[at] ?? 'safe' };
}

export const typeToken = (dialog: Dialog, typed: string, typedAt: number): Dialog =>
  takesToken(dialog) ? { ...dialog, typed, typedAt } : dialog;

export const isOver = ({ deadline }: Dialog, tick: number): boolean =>
  deadline !== undefined && tick >= deadline.at - deadline.margin;

/** A key that comes so soon (ms) after a character was not pressed by the person who typed it. */
const SAME_BURST = 200;

/** Whether what was typed is the token; 1,000.5 is 1000.50, and letters are the same in capitals. */
export function isTyped({ text, amount }: Token, typed: string): boolean {
  if (typed.trim() === text) return true;
  if (!amount) return typed.trim().toLowerCase() === text.toLowerCase();
  const [meant, read] = [parseDecimal(text), parseTypedAmount(typed, MOST_DIGITS)];
  return meant !== undefined && read.ok && compare(meant, read.value) === 0;
}

/** Of a fraction: more than any currency has. */
const MOST_DIGITS = 20;

/** Why Enter on the button sends nothing at `tick`, as a sentence; nothing if it does. */
export function whyNotConfirm(dialog: Dialog, tick: number): Visible | undefined {
  if (!asksStill(dialog)) return t`There is nothing to confirm here any more.`;
  if (isOver(dialog, tick)) return dialog.deadline?.over;
  if (!dialog.ready)
    return t`Read it first: all of it has to be on the screen, to its end, before a key confirms it.`;
  if (dialog.token && !isTyped(dialog.token, dialog.typed)) {
    return dialog.typed.trim() === ''
      ? t`Nothing was sent: type ${dialog.token.name} first.`
      : t`Nothing was sent: what was typed is not ${dialog.token.name}.`;
  }
  if (tick - dialog.typedAt < SAME_BURST)
    return t`Nothing was sent: that Enter came with the typing. Wait a moment, then press it again.`;
  return undefined;
}

/** The lines as they may be kept: what is about a person is hidden in them. */
export const keptLines = (lines: readonly ShownLine[]): readonly ShownLine[] =>
  lines.map(({ label, value, personal }) => ({ label, value: personal ? t`•••` : value }));

/** What differs between two readings of the same lines. */
export function changesBetween(before: readonly ShownLine[], now: readonly ShownLine[]): readonly Change[] {
  const labels = [...new Set([...before, ...now].map(line => line.label))];
  const of = (lines: readonly ShownLine[], label: Visible) => lines.find(line => line.label === label)?.value;
  return labels
    .map(label => ({ label, before: of(before, label), now: of(now, label) }))
    .filter(change => change.before !== change.now);
}
