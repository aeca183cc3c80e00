// The dialog's text, line by line: the drawing and the rule that all of it must be read count the same lines.

import { WHOSE } from '../../effects/question.ts';
import { mixedScripts } from '../../lib/mixed-scripts.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, wrap } from '../../lib/width.ts';
import { approvedText, digestLine, ONLINE } from '../../records/approval-words.ts';
import { LABELS } from '../../records/conversion-lines.ts';
import { AMOUNT, BENEFICIARY, DEBTOR } from '../../records/shown-lines.ts';
import { expiryOf, type Waiting, waitingOf } from '../../store/approvals.ts';
import {
  changedText,
  type Dialog,
  type DialogApproval,
  isOver,
  NOT_GIVEN,
  type Phase,
  type ShownLine,
} from '../../store/dialog.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { DASH } from '../kit/cell.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import type { Painted, Theme, Tone } from '../kit/theme.ts';

const onItsWay = (ms: number): Visible =>
  t`Sent once. Waiting for the response: ${showDuration(Math.max(0, ms))} of at most 30 seconds. Esc hides this dialog; the request goes on.`;
/** Nothing of the confirmed data is left out. */
const WHOLE = { valueLines: Number.POSITIVE_INFINITY } as const;

/** The cells of the outcome word and its frame. */
const OUTCOME_TONES: Readonly<Record<Extract<Phase, { kind: 'ended' }>['word'], Tone>> = {
  DONE: 'good',
  'NOT SENT': 'bad',
  REFUSED: 'bad',
  UNKNOWN: 'bad',
};

/** `tick`: monotonic ms; `sent`: the journal has it as sent. */
interface At {
  readonly tick: number;
  readonly sent: boolean;
  /** While it waits for approval: when it expires, in monotonic ms. */
  readonly waiting?: { readonly its: Waiting; readonly until: number } | undefined;
}

/** The state's part of a dialog's text. */
export const atNow = (state: State, dialog: Dialog): At => {
  const its = waitingOf(state, dialog.requestId);
  return {
    tick: state.tick,
    sent: isSent(state, dialog),
    ...(its && { waiting: { its, until: expiryOf(state, its) } }),
  };
};

/** Everything above the dialog's buttons, except the outcome word. */
export function dialogEntries(dialog: Dialog, at: At, mark: Visible): readonly Entry[] {
  const { phase, approval } = dialog;
  const { tick, sent } = at;
  const id = visible(dialog.requestId);
  // The money and the payee come first; the customer is below them.
  const isWhose = ({ label }: ShownLine): boolean => WHOSE.includes(label);
  const headline = headlineOf(dialog.lines);
  const others = dialog.lines.filter(line => !headline?.lines.includes(line));
  const shown = [
    ...(headline
      ? [
          { note: headline.text, tone: 'strong' as const },
          ...headline.lines.flatMap(scriptNotes),
          { note: t`` },
        ]
      : []),
    ...[...others.filter(line => !isWhose(line)), ...others.filter(isWhose)].flatMap(shownEntries),
  ];
  if (phase.kind === 'ended' || phase.kind === 'voted') {
    return [
      ...phase.sentences.map(note => ({ note, tone: 'plain' as const })),
      { label: t`Request ID`, cell: { text: id } },
      ...(phase.kind === 'ended' && phase.word === 'DONE' ? [{ heading: t`You confirmed` }] : []),
      ...shown,
    ];
  }
  if (phase.kind === 'waiting') {
    return [
      {
        note: t`Nothing was sent. Purser tells you when somebody answers.`,
        tone: 'plain',
      },
      ...waitingEntries(at),
      ...(approval ? approval.lines.filter(({ label }) => label === ONLINE).flatMap(shownEntries) : []),
      { label: t`Request ID`, cell: { text: id } },
      { heading: t`You asked for` },
      ...shown,
    ];
  }
  return [
    // The reason why it isn't done yet comes first, so that it is on the screen even if not everything fits.
    ...whyAskedAnew(phase, approval?.part),
    ...shown,
    { label: t`Request ID`, cell: { text: id, tone: 'dim' } },
    ...(approval?.lines ?? []).flatMap(shownEntries),
    ...deadlineEntries(dialog, tick),
    ...(dialog.warnings.length + (approval?.warnings.length ?? 0) > 0 ? [{ note: t`` }] : []),
    ...(approval?.warnings ?? []).map(note => ({ note, mark, tone: 'bad' as const })),
    // Right above the question, so that nobody answers before reading the warnings.
    ...dialog.warnings.map(note => ({ note, mark, tone: 'warn' as const })),
    ...onTheWay(phase, { tick, sent }),
  ];
}

/** The same as it is drawn. */
export function dialogLines(dialog: Dialog, at: At, width: number, theme: Theme): readonly Painted[] {
  const { phase } = dialog;
  return [
    ...longTitle(dialog.title, width, theme),
    ...headLines(phase, theme),
    ...composeDetails(dialogEntries(dialog, at, t`▲`), width, theme, WHOLE),
  ];
}

const VOTED = {
  yes: { word: t`APPROVED`, tone: 'good' },
  no: { word: t`NOT APPROVED`, tone: 'bad' },
  unknown: { word: t`APPROVAL UNKNOWN`, tone: 'warn' },
} as const;

/** What became of it, above everything else. */
export function headOf(phase: Phase): { readonly word: Visible; readonly tone: Tone } | undefined {
  switch (phase.kind) {
    case 'ended':
      return { word: visible(phase.word), tone: OUTCOME_TONES[phase.word] };
    case 'waiting':
      return { word: t`WAITING FOR APPROVAL`, tone: 'warn' };
    case 'voted':
      return VOTED[phase.approved];
    default:
      return undefined;
  }
}

function headLines(phase: Phase, theme: Theme): readonly Painted[] {
  const head = headOf(phase);
  return head ? [theme.paint(head.tone, head.word)] : [];
}

/** Who may still approve it, and for how long. */
function waitingEntries({ waiting, tick }: At): readonly Entry[] {
  if (!waiting) return [];
  const { its, until } = waiting;
  return [
    { label: t`Approval`, cell: { text: approvedText(its) } },
    { label: t`Expires in`, cell: { text: showDuration(Math.max(0, until - tick)), tone: 'strong' } },
    ...shownEntries(digestLine(its)),
  ];
}

/** Cells of the frame's top edge that its corners and the environment take. */
const EDGE = 20;

/** The title, if the frame has no room for all of it. */
const longTitle = (title: Visible, width: number, theme: Theme): readonly Painted[] =>
  cellWidth(title) <= width - EDGE
    ? []
    : wrap(title, width, WHOLE.valueLines).map(line => theme.paint('heading', line));

/** A value, and under it a warning that the name may be another than it seems (FAULTS F14). */
const shownEntries = (line: ShownLine): readonly Entry[] => [
  { label: line.label, cell: { text: line.value === '' ? NOT_GIVEN : line.value } },
  ...scriptNotes(line),
];

function scriptNotes({ label, value }: ShownLine): readonly Entry[] {
  const scripts = mixedScripts(value).map(name => visible(name));
  if (scripts.length === 0) return [];
  return [
    {
      note: t`${label} mixes ${join(scripts, ' and ')} letters. Check the name: it may only look like a known name.`,
      tone: 'warn',
    },
  ];
}

function deadlineEntries(dialog: Dialog, tick: number): readonly Entry[] {
  const { deadline } = dialog;
  if (!deadline) return [];
  if (isOver(dialog, tick)) return [{ note: deadline.over, tone: 'bad' }];
  const left = deadline.at - tick;
  return [
    { label: deadline.label, cell: { text: showDuration(left), tone: left < 30_000 ? 'bad' : 'strong' } },
  ];
}

function onTheWay(
  phase: Phase,
  { tick, sent }: { readonly tick: number; readonly sent: boolean },
): readonly Entry[] {
  if (phase.kind === 'reading') return [{ note: phase.said ?? t`Checking the record before sending …` }];
  if (phase.kind !== 'sending') return [];
  return [
    { note: sent ? onItsWay(tick - phase.since) : t`Signing in and connecting. Nothing was sent yet …` },
  ];
}

const NOT_DONE = { ask: t`Not asked.`, send: t`Not sent.`, vote: t`Not approved.` } as const;

function whyAskedAnew(phase: Phase, part: DialogApproval['part'] = 'send'): readonly Entry[] {
  const bad = (note: Visible): Entry => ({ note, tone: 'bad' });
  if (phase.kind === 'equal') return phase.sentences.map(bad);
  if (phase.kind !== 'asking') return [];
  const { changes, trouble } = phase;
  return [
    ...(changes.length === 0 ? [] : [bad(t`${NOT_DONE[part]} The record changed. Check the changes:`)]),
    ...changes.map(change => bad(changedText(change))),
    ...(trouble ? [bad(trouble)] : []),
  ];
}

/** The question above the field for the token. */
export const tokenText = ({ name, text }: NonNullable<Dialog['token']>): Visible =>
  t`Type ${name}, ${visible(text)}, to confirm:`;

/** The journal has it as sent. */
const isSent = (state: State, { requestId }: Dialog): boolean =>
  journalRows(state).some(row => row.intent.requestId === requestId && row.state !== 'PREPARED');

interface Headline {
  readonly text: Visible;
  /** The lines that it says: an amount, and its payee, its payer or the amount on the other side. */
  readonly lines: readonly [ShownLine, ShownLine];
}

/** "587.58 GBP to Zoë Ltd"; undefined where a part is unknown, or isn't as promised. */
function headlineOf(lines: readonly ShownLine[]): Headline | undefined {
  const known = (label: Visible): ShownLine | undefined =>
    lines.find(line => line.label === label && isKnown(line.value));
  const [amount, payee, payer] = [known(AMOUNT), known(BENEFICIARY), known(DEBTOR)];
  const [sold, bought] = [known(LABELS.sold), known(LABELS.bought)];
  if (amount && payee) return { text: t`${amount.value} to ${payee.value}`, lines: [amount, payee] };
  if (amount && payer) return { text: t`${amount.value} from ${payer.value}`, lines: [amount, payer] };
  return sold && bought
    ? { text: t`${sold.label} ${sold.value}, buys ${bought.value}`, lines: [sold, bought] }
    : undefined;
}

const isKnown = (value: Visible): boolean => value !== '' && value !== DASH.text && !value.startsWith('? ');
