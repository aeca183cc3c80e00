// The dialog's text, line by line: the drawing and the rule that all of it must be read count the same lines.

import { WHOSE } from '../../effects/question.ts';
import { mixedScripts } from '../../lib/mixed-scripts.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, wrap } from '../../lib/width.ts';
import { LABELS } from '../../records/conversion-lines.ts';
import { AMOUNT, BENEFICIARY, DEBTOR } from '../../records/shown-lines.ts';
import { type Dialog, isOver, type Phase, type ShownLine } from '../../store/dialog.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { DASH } from '../kit/cell.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import type { Painted, Theme, Tone } from '../kit/theme.ts';

const NOT_GIVEN = t`–`;
const onItsWay = (ms: number): Visible =>
  t`Sent once. Waiting for the response: ${showDuration(Math.max(0, ms))} of at most 30 seconds. Esc hides this dialog; the request goes on.`;
/** Nothing of the confirmed data is left out. */
const WHOLE = { valueLines: Number.POSITIVE_INFINITY } as const;

/** The cells of the outcome word and its frame. */
export const OUTCOME_TONES: Readonly<Record<Extract<Phase, { kind: 'ended' }>['word'], Tone>> = {
  DONE: 'good',
  'NOT SENT': 'bad',
  REFUSED: 'bad',
  UNKNOWN: 'bad',
};

/** `tick`: monotonic ms; `sent`: the journal has it as sent. */
interface At {
  readonly tick: number;
  readonly sent: boolean;
}

/** Everything above the dialog's buttons, except the outcome word. */
export function dialogEntries(dialog: Dialog, { tick, sent }: At, mark: Visible): readonly Entry[] {
  const { phase } = dialog;
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
  if (phase.kind === 'ended') {
    return [
      ...phase.sentences.map(note => ({ note, tone: 'plain' as const })),
      { label: t`Request ID`, cell: { text: id } },
      ...(phase.word === 'DONE' ? [{ heading: t`You confirmed` }] : []),
      ...shown,
    ];
  }
  return [
    // The reason why it isn't done yet comes first, so that it is on the screen even if not everything fits.
    ...whyAskedAnew(phase),
    ...shown,
    { label: t`Request ID`, cell: { text: id, tone: 'dim' } },
    ...deadlineEntries(dialog, tick),
    ...(dialog.warnings.length > 0 ? [{ note: t`` }] : []),
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
    ...(phase.kind === 'ended' ? [theme.paint(OUTCOME_TONES[phase.word], t`${visible(phase.word)}`)] : []),
    ...composeDetails(dialogEntries(dialog, at, t`▲`), width, theme, WHOLE),
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

function whyAskedAnew(phase: Phase): readonly Entry[] {
  const bad = (note: Visible): Entry => ({ note, tone: 'bad' });
  if (phase.kind === 'equal') return phase.sentences.map(bad);
  if (phase.kind !== 'asking') return [];
  const { changes, trouble } = phase;
  return [
    ...(changes.length === 0 ? [] : [bad(t`Not sent. The record changed. Check the changes:`)]),
    ...changes.map(({ label, before = NOT_GIVEN, now = NOT_GIVEN }) =>
      bad(t`${label}: was ${before}, now ${now}.`),
    ),
    ...(trouble ? [bad(trouble)] : []),
  ];
}

/** The labels of the dialog's buttons now; undefined for a button that isn't there. */
export function buttonsOf({ phase, button }: Dialog): { readonly safe: Visible; readonly go?: Visible } {
  switch (phase.kind) {
    case 'ended':
      return { safe: t`Close`, ...goOn(phase) };
    case 'reading':
      return { safe: t`Go back` };
    // The request goes on without the dialog.
    case 'sending':
      return { safe: t`Hide` };
    case 'equal':
      return { safe: t`Go back`, go: t`${button} again` };
    case 'asking':
      return { safe: t`Go back`, go: button };
  }
}

function goOn({ word, again }: Extract<Phase, { kind: 'ended' }>): { readonly go?: Visible } {
  if (again) return { go: t`Send again, same request ID` };
  return word === 'UNKNOWN' ? { go: t`Check in the journal` } : {};
}

/** The question above the field for the token. */
export const tokenText = ({ name, text }: NonNullable<Dialog['token']>): Visible =>
  t`Type ${name}, ${visible(text)}, to confirm:`;

/** The journal has it as sent. */
export const isSent = (state: State, { requestId }: Dialog): boolean =>
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
