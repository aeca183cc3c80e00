// The one dialog for every write, as plain data: its text, its focus, and its phase.

import type { OutcomeWord } from '../api/client/outcome.ts';
import type { Deadline } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { type ConfirmToken, isTyped } from '../sending/confirm-token.ts';
import type { LineChange, ShownLine } from '../sending/shown-line.ts';
import {
  type DialogReading,
  type Drawn,
  isAllRead,
  isAtEnd,
  readOn,
  scrolled,
  UNREAD,
} from './dialog-reading.ts';

export interface DialogApproval {
  /**
   * `ask`: asks for approval. `send`: sends the approved write. `vote`: approves another person's write. `unread`: Purser
   * sends only if the rules, which could not be read, ask for no approval.
   */
  readonly part: 'ask' | 'send' | 'vote' | 'unread';
  /** Who asked, who may approve, and the digest. */
  readonly lines: readonly ShownLine[];
  /** Whole sentences. */
  readonly warnings: readonly Visible[];
  readonly name?: Visible;
  readonly digest?: string;
}

export type Phase =
  /**
   * `changes` in a new read void the confirmation. `earlier`: they are since an earlier confirmation, and nobody has tried
   * to send yet. `trouble`: why the write can't continue.
   */
  | {
      readonly kind: 'asking';
      readonly earlier?: true;
      readonly changes: readonly LineChange[];
      readonly trouble: Visible | undefined;
    }
  /** Reads the record, or does what `doing` says. */
  | { readonly kind: 'reading'; readonly doing?: Visible }
  /** These requests are duplicates. The person may still confirm a deliberate one. */
  | { readonly kind: 'equal'; readonly requestIds: readonly string[]; readonly sentences: readonly Visible[] }
  | { readonly kind: 'sending'; readonly since: number }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'voted';
      /** `unknown`: the server gave no answer, and may have recorded the vote. */
      readonly approved: 'yes' | 'no' | 'unknown';
      readonly sentences: readonly Visible[];
    }
  | {
      readonly kind: 'ended';
      readonly word: OutcomeWord;
      /** What the service confirmed: "Paid 12.34 USD to Zoë Ltd." Only with DONE. */
      readonly happened?: Visible;
      readonly sentences: readonly Visible[];
      /** Whether it can be confirmed again, with the same request ID. */
      readonly again: boolean;
    };

type Focus = 'safe' | 'token' | 'go' | 'decline';

export interface Dialog {
  /** The same for all attempts. */
  readonly requestId: string;
  readonly title: Visible;
  readonly button: Visible;
  readonly lines: readonly ShownLine[];
  readonly warnings: readonly Visible[];
  readonly token: ConfirmToken | undefined;
  readonly deadline: Deadline | undefined;
  /** The dialog can get a new quote when the quote expires. */
  readonly renews?: true;
  /** It came with other amounts in place of a dialog that the person had read. */
  readonly renewed?: true;
  readonly approval?: DialogApproval;
  readonly typed: string;
  /** Characters typed before the dialog was ready are missing in `typed`. */
  readonly missed: boolean;
  /** Enter on the acting button needs a silent terminal: after other input, Enter may be pasted. */
  readonly silent: boolean;
  readonly focus: Focus;
  readonly reading: DialogReading;
  /** All of the text was on the screen, its end for long enough to read. If not, no key confirms. */
  readonly ready: boolean;
  readonly phase: Phase;
}

type DialogParts = Pick<
  Dialog,
  'requestId' | 'title' | 'button' | 'lines' | 'warnings' | 'token' | 'deadline' | 'renews' | 'approval'
>;

const asking: Phase = { kind: 'asking', changes: [], trouble: undefined };

const UNANSWERED = {
  typed: '',
  missed: false,
  silent: false,
  focus: 'safe',
  reading: UNREAD,
  ready: false,
} as const;

export const newDialog = (beginning: DialogParts): Dialog => ({ ...beginning, ...UNANSWERED, phase: asking });

/** The focus goes to the token's field or, without a token, to the safe button. */
export const answerable = (
  dialog: Dialog,
  { missed, silent }: Pick<Dialog, 'missed' | 'silent'>,
): Dialog => ({
  ...dialog,
  ready: true,
  missed,
  silent,
  focus: dialog.token ? 'token' : 'safe',
});

/** The person must read and type again. */
export const rearmed = (dialog: Dialog, phase: Phase = asking): Dialog => ({
  ...dialog,
  ...UNANSWERED,
  phase,
});

/** Without `drawn`, no line is on the screen. Unread new lines make the dialog start again. */
export function afterDrawing(dialog: Dialog, drawn: Drawn | undefined): Dialog {
  // Nobody can confirm in these phases, so the reading stays.
  if (dialog.phase.kind === 'reading' || dialog.phase.kind === 'sending') return dialog;
  const reading = drawn ? readOn(dialog.reading, drawn) : UNREAD;
  if (reading === dialog.reading) return dialog;
  const unread = isAsking(dialog) && dialog.ready && !isAllRead(reading);
  return { ...(unread ? rearmed(dialog, dialog.phase) : dialog), reading };
}

export const scrollDialog = (dialog: Dialog, by: number, unit: 'lines' | 'pages'): Dialog => ({
  ...dialog,
  reading: scrolled(dialog.reading, by, unit),
});

export const isAsking = ({ phase }: Dialog): boolean => phase.kind === 'asking' || phase.kind === 'equal';

export const isSettled = ({ phase }: Dialog): boolean =>
  phase.kind === 'ended' || phase.kind === 'waiting' || phase.kind === 'voted';

/** After the deadline, letters act as commands again. */
export const takesToken = (dialog: Dialog, tick: number): boolean =>
  isAsking(dialog) && dialog.ready && dialog.focus === 'token' && !isOver(dialog, tick);

/** As sentences. Undefined if the character goes into the token's field, or nothing takes text. */
export function typingProblem(dialog: Dialog, tick: number): Visible | undefined {
  const { token, ready, reading } = dialog;
  if (!token || !isAsking(dialog) || isOver(dialog, tick) || takesToken(dialog, tick)) return undefined;
  if (ready) return t`Not typed: press Tab to go to the field.`;
  return isAllRead(reading) && isAtEnd(reading)
    ? t`Typed too early. Type ${token.name} again.`
    : t`Not typed: read to the end first.`;
}

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

export const typeToken = (dialog: Dialog, typed: string, tick: number): Dialog =>
  takesToken(dialog, tick) ? { ...dialog, typed, missed: dialog.missed && typed !== '' } : dialog;

export const afterSilence = (dialog: Dialog, silent: boolean): Dialog =>
  isAsking(dialog) && dialog.ready && dialog.silent !== silent ? { ...dialog, silent } : dialog;

/** With a new quote. An equal token keeps the typed text, but all lines must be read again. */
export const inPlaceOf = (before: Dialog, dialog: Dialog): Dialog => ({
  ...dialog,
  renewed: true,
  ...(before.token !== undefined && before.token.text === dialog.token?.text && { typed: before.typed }),
});

export const isOver = ({ deadline }: Dialog, tick: number): boolean =>
  deadline !== undefined && tick >= deadline.at - deadline.margin;

/** If so, the focus moves to the token's field. */
export const needsTyping = (dialog: Dialog, tick: number): boolean =>
  dialog.token !== undefined &&
  !isTyped(dialog.token, dialog.typed) &&
  takesToken({ ...dialog, focus: 'token' }, tick);

/** Why Enter on the button does nothing at `tick` (monotonic ms), as a sentence; undefined if Enter acts. */
export function confirmProblem(dialog: Dialog, tick: number): Visible | undefined {
  const why = actProblem(dialog, tick);
  if (why || dialog.silent) return why;
  return t`${nothingDone(dialog)}: Enter came too soon after other input. Press Enter again.`;
}

/** Whatever key was pressed last. */
export function actProblem(dialog: Dialog, tick: number): Visible | undefined {
  if (!isAsking(dialog)) return t`There is nothing to confirm.`;
  if (isOver(dialog, tick)) return dialog.deadline?.over;
  const nothing = nothingDone(dialog);
  if (!dialog.ready) {
    const { reading } = dialog;
    return isAllRead(reading) && isAtEnd(reading)
      ? t`${nothing}: the key came too soon. Press it again.`
      : t`${nothing}: read to the end first.`;
  }
  if (dialog.token && !isTyped(dialog.token, dialog.typed)) {
    return dialog.typed.trim() === ''
      ? t`${nothing}: type ${dialog.token.name} first.`
      : t`${nothing}: the typed text is not ${dialog.token.name}.`;
  }
  return undefined;
}

const nothingDone = ({ approval }: Dialog): Visible => t`Nothing was ${DOES[approval?.part ?? 'send']}`;

/** After "Nothing was". */
const DOES = { ask: t`asked`, send: t`sent`, vote: t`approved`, unread: t`sent` } as const;
