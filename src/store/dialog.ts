// The one dialog for every write, as plain data: its text, its focus, and what it waits for. Pure.

import type { OutcomeWord } from '../api/client/outcome.ts';
import { compare, parseDecimal, parseTypedAmount } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type DialogReading, type Drawn, isAllRead, readOn, scrolled, UNREAD } from './dialog-reading.ts';

/** One line about the write, from the snapshot that the dialog is bound to. */
export interface ShownLine {
  readonly label: Visible;
  readonly value: Visible;
  /** About a person: the dialog shows it, and nothing stores it. */
  readonly personal?: true;
}

/** The text to type before anything is sent: an amount, or the end of an ID. */
export interface ConfirmToken {
  readonly text: string;
  /** Its name: "the amount". */
  readonly name: Visible;
  /** An amount, which may be typed in any spelling. */
  readonly amount?: true;
  /** The ID of the confirmed record, if the token is the end of an ID. */
  readonly of?: string;
}

/** The subject of the dialog expires: a quote. */
export interface DialogDeadline {
  /** Monotonic ms. It counts as expired `margin` ms earlier. */
  readonly at: number;
  readonly margin: number;
  /** "Quote expires in". */
  readonly label: Visible;
  /** A whole sentence for an expired subject. */
  readonly over: Visible;
}

/** The part of another person's approval in a dialog. */
export interface DialogApproval {
  /**
   * What the button does. `ask`: asks for approval. `send`: sends what was approved. `vote`: approves a write of another
   * person.
   */
  readonly part: 'ask' | 'send' | 'vote';
  /** Who asked, who may approve, the digest. */
  readonly lines: readonly ShownLine[];
  /** Whole sentences: nobody would see the question, or the two persons see different things. */
  readonly warnings: readonly Visible[];
  /** What the vote is about: by its name, and exactly. */
  readonly name?: Visible;
  readonly digest?: string;
}

export interface LineChange {
  readonly label: Visible;
  readonly before: Visible | undefined;
  readonly now: Visible | undefined;
}

export const NOT_GIVEN = t`–`;

export type Phase =
  /**
   * `changes`: differences in a fresh reading, which void the confirmation. `trouble`: why the write can't
   * continue.
   */
  | {
      readonly kind: 'asking';
      readonly changes: readonly LineChange[];
      readonly trouble: Visible | undefined;
    }
  /** `said`: what is read, if it isn't the record. */
  | { readonly kind: 'reading'; readonly said?: Visible }
  /** Duplicates with these request IDs are done or UNKNOWN. Only a deliberate duplicate can be sent. */
  | { readonly kind: 'equal'; readonly requestIds: readonly string[]; readonly sentences: readonly Visible[] }
  | { readonly kind: 'sending'; readonly since: number }
  /** It is asked for: another person has to approve it. The store has the rest. */
  | { readonly kind: 'waiting' }
  /** What became of the vote on another person's write. */
  | {
      readonly kind: 'voted';
      /** Unknown: the server took the vote or did not, and gave no answer. */
      readonly approved: 'yes' | 'no' | 'unknown';
      readonly sentences: readonly Visible[];
    }
  | {
      readonly kind: 'ended';
      readonly word: OutcomeWord;
      readonly sentences: readonly Visible[];
      /** It can be confirmed again, with the same request ID. */
      readonly again: boolean;
    };

type Focus = 'safe' | 'token' | 'go' | 'decline';

export interface Dialog {
  /** The intent's own ID, for all its attempts. */
  readonly requestId: string;
  readonly title: Visible;
  readonly button: Visible;
  /** The customer and the place. */
  readonly lines: readonly ShownLine[];
  readonly warnings: readonly Visible[];
  /** Undefined if the write can be undone. */
  readonly token: ConfirmToken | undefined;
  readonly deadline: DialogDeadline | undefined;
  /** The dialog can renew what its deadline is for, such as a quote. */
  readonly renews?: true;
  /** Only where another person has to approve it. */
  readonly approval?: DialogApproval;
  readonly typed: string;
  /** Monotonic ms of the last typed character. */
  readonly typedAt: number;
  readonly focus: Focus;
  readonly reading: DialogReading;
  /** All of the text was on the screen, and its end for long enough to read. Only then a key confirms. */
  readonly ready: boolean;
  readonly phase: Phase;
}

type DialogParts = Pick<
  Dialog,
  'requestId' | 'title' | 'button' | 'lines' | 'warnings' | 'token' | 'deadline' | 'renews' | 'approval'
>;

const asking: Phase = { kind: 'asking', changes: [], trouble: undefined };

export const newDialog = (beginning: DialogParts): Dialog => ({
  ...beginning,
  typed: '',
  typedAt: Number.NEGATIVE_INFINITY,
  focus: 'safe',
  reading: UNREAD,
  ready: false,
  phase: asking,
});

/** All of it was read, so it can be answered: in the token's field, or on the safe button where nothing is typed. */
export const answerable = (dialog: Dialog): Dialog => ({
  ...dialog,
  ready: true,
  focus: dialog.token ? 'token' : 'safe',
});

/** Starts again: earlier typing and reading confirm nothing. */
export const rearmed = (dialog: Dialog, phase: Phase = asking): Dialog => ({
  ...dialog,
  typed: '',
  focus: 'safe',
  reading: UNREAD,
  ready: false,
  phase,
});

/** The dialog after a drawing; without `drawn`, none of it is on the screen. A partly read dialog asks again. */
export function afterDrawing(dialog: Dialog, drawn: Drawn | undefined): Dialog {
  // Nobody confirms in these phases, so the reading stays as it was.
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

/** Once it is over nothing is typed any more: its letters are keys then. */
export const takesToken = (dialog: Dialog, tick: number): boolean =>
  asksStill(dialog) && dialog.ready && dialog.focus === 'token' && !isOver(dialog, tick);

/** The places that can have the focus now, in order. */
function stops({ phase, token, ready, approval }: Dialog): readonly Focus[] {
  if (phase.kind === 'waiting') return ['safe', 'go'];
  if (phase.kind === 'voted') return ['safe'];
  if (phase.kind === 'ended') return phase.again || phase.word === 'UNKNOWN' ? ['safe', 'go'] : ['safe'];
  if (!ready || phase.kind === 'sending' || phase.kind === 'reading') return ['safe'];
  const typed: readonly Focus[] = token ? ['token'] : [];
  return ['safe', ...typed, 'go', ...(approval?.part === 'vote' ? (['decline'] as const) : [])];
}

export function moveDialogFocus(dialog: Dialog, by: number): Dialog {
  const all = stops(dialog);
  const at = (all.indexOf(dialog.focus) + by + all.length) % all.length;
  return { ...dialog, focus: all[at] ?? 'safe' };
}

export const typeToken = (dialog: Dialog, typed: string, typedAt: number): Dialog =>
  takesToken(dialog, typedAt) ? { ...dialog, typed, typedAt } : dialog;

/** The dialog that takes the place of `before`: the same token need not be typed twice, and everything is to be read. */
export const inPlaceOf = (before: Dialog, dialog: Dialog): Dialog =>
  before.token !== undefined && before.token.text === dialog.token?.text
    ? { ...dialog, typed: before.typed }
    : dialog;

export const isOver = ({ deadline }: Dialog, tick: number): boolean =>
  deadline !== undefined && tick >= deadline.at - deadline.margin;

/** A key this soon (ms) after a character is part of a paste, not a press by the person. */
const SAME_BURST = 200;

/** Whether the typed text is the token. 1,000.5 equals 1000.50, and letters ignore case. */
export function isTyped({ text, amount }: ConfirmToken, typed: string): boolean {
  if (typed.trim() === text) return true;
  if (!amount) return typed.trim().toLowerCase() === text.toLowerCase();
  const [meant, read] = [parseDecimal(text), parseTypedAmount(typed, MOST_DIGITS)];
  return meant !== undefined && read.ok && compare(meant, read.value) === 0;
}

/** The button does nothing before the token is typed, so that the next key belongs into its field. */
export const needsTyping = (dialog: Dialog, tick: number): boolean =>
  dialog.token !== undefined &&
  !isTyped(dialog.token, dialog.typed) &&
  takesToken({ ...dialog, focus: 'token' }, tick);

/** Decimal places: more than any currency has. */
const MOST_DIGITS = 20;

/** Why Enter on the button does nothing at `tick`, as a sentence; undefined if it acts. */
export function whyNotConfirm(dialog: Dialog, tick: number): Visible | undefined {
  if (!asksStill(dialog)) return t`There is nothing to confirm.`;
  if (isOver(dialog, tick)) return dialog.deadline?.over;
  const nothing = t`Nothing was ${DOES[dialog.approval?.part ?? 'send']}`;
  if (!dialog.ready) return t`${nothing}: read to the end first.`;
  if (dialog.token && !isTyped(dialog.token, dialog.typed)) {
    return dialog.typed.trim() === ''
      ? t`${nothing}: type ${dialog.token.name} first.`
      : t`${nothing}: the typed text is not ${dialog.token.name}.`;
  }
  if (tick - dialog.typedAt < SAME_BURST)
    return t`${nothing}: Enter came too soon after the typing. Press Enter again.`;
  return undefined;
}

/** What the button of each part does, after "nothing was". */
const DOES = { ask: t`asked`, send: t`sent`, vote: t`approved` } as const;

/** The lines in a form that may be stored: personal values are hidden. */
export const keptLines = (lines: readonly ShownLine[]): readonly ShownLine[] =>
  lines.map(({ label, value, personal }) => ({ label, value: personal ? t`•••` : value }));

export const changedText = ({ label, before = NOT_GIVEN, now = NOT_GIVEN }: LineChange): Visible =>
  t`${label}: was ${before}, now ${now}.`;

/** The differences between two readings of the same lines. */
export function changesBetween(
  before: readonly ShownLine[],
  now: readonly ShownLine[],
): readonly LineChange[] {
  const labels = [...new Set([...before, ...now].map(line => line.label))];
  const of = (lines: readonly ShownLine[], label: Visible) => lines.find(line => line.label === label)?.value;
  return labels
    .map(label => ({ label, before: of(before, label), now: of(now, label) }))
    .filter(change => change.before !== change.now);
}
