// What the dialog says, line by line: the drawing and the rule that it must be whole on the screen read the same lines.

import { showDuration } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { type Dialog, isOver, type Phase } from '../../store/dialog.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import type { Painted, Theme, Tone } from '../kit/theme.ts';

const NOT_GIVEN = t`–`;
const onItsWay = (ms: number): Visible =>
  t`Sent once; waiting for the answer since ${showDuration(Math.max(0, ms))}, 30 seconds at most. Esc leaves it to go on by itself.`;
/** Of what is confirmed nothing is left out. */
const WHOLE = { valueLines: Number.POSITIVE_INFINITY } as const;

const toneOf: Readonly<Record<Extract<Phase, { kind: 'ended' }>['word'], Tone>> = {
  DONE: 'good',
  'NOT SENT': 'warn',
  REFUSED: 'warn',
  UNKNOWN: 'bad',
};

/** Everything above the dialog's buttons, at `tick` (monotonic ms); `sent`: the journal has it as sent. */
export function dialogLines(
  dialog: Dialog,
  { tick, sent }: { readonly tick: number; readonly sent: boolean },
  width: number,
  theme: Theme,
): readonly Painted[] {
  const heading = theme.paint('heading', cut(dialog.title, width));
  const { phase } = dialog;
  if (phase.kind === 'ended') {
    const entries: readonly Entry[] = [
      ...phase.sentences.map(note => ({ note, tone: 'plain' as const })),
      { label: t`Request ID`, cell: { text: visible(dialog.requestId) } },
      ...dialog.lines.map(shownEntry),
    ];
    return [
      heading,
      theme.paint(toneOf[phase.word], t`${visible(phase.word)}`),
      ...composeDetails(entries, width, theme, WHOLE),
    ];
  }
  const entries: readonly Entry[] = [
    ...dialog.lines.map(shownEntry),
    { label: t`Request ID`, cell: { text: visible(dialog.requestId), tone: 'dim' } },
    ...deadlineEntries(dialog, tick),
    ...dialog.warnings.map(note => ({ note, tone: 'warn' as const })),
    ...phaseEntries(phase, { tick, sent }),
  ];
  return [heading, ...composeDetails(entries, width, theme, WHOLE)];
}

const shownEntry = ({ label, value }: Dialog['lines'][number]): Entry => ({
  label,
  cell: { text: value === '' ? NOT_GIVEN : value },
});

function deadlineEntries(dialog: Dialog, tick: number): readonly Entry[] {
  const { deadline } = dialog;
  if (!deadline) return [];
  if (isOver(dialog, tick)) return [{ note: deadline.over, tone: 'bad' }];
  const left = deadline.at - tick;
  return [
    { label: deadline.label, cell: { text: showDuration(left), tone: left < 30_000 ? 'bad' : 'strong' } },
  ];
}

function phaseEntries(
  phase: Exclude<Phase, { kind: 'ended' }>,
  { tick, sent }: { readonly tick: number; readonly sent: boolean },
): readonly Entry[] {
  switch (phase.kind) {
    case 'reading':
      return [{ note: t`Reading the record again before anything is sent …` }];
    case 'sending':
      return [
        {
          note: sent
            ? onItsWay(tick - phase.since)
            : t`Signing in and connecting; nothing has been sent yet …`,
        },
      ];
    case 'equal':
      return phase.sentences.map(note => ({ note, tone: 'bad' as const }));
    case 'asking':
      return [
        ...(phase.changes.length === 0
          ? []
          : [
              {
                note: t`It has changed meanwhile, so nothing was sent. Read it again:`,
                tone: 'bad' as const,
              },
            ]),
        ...phase.changes.map(({ label, before = NOT_GIVEN, now = NOT_GIVEN }) => ({
          note: t`${label}: it was ${before}, it is ${now}.`,
          tone: 'bad' as const,
        })),
        ...(phase.trouble ? [{ note: phase.trouble, tone: 'bad' as const }] : []),
      ];
  }
}

/** What the three stops of the dialog are called now; a button that isn't there has none. */
export function buttonsOf({ phase, button }: Dialog): { readonly safe: Visible; readonly go?: Visible } {
  switch (phase.kind) {
    case 'ended':
      return { safe: t`Close`, ...goOn(phase) };
    case 'reading':
    case 'sending':
      return { safe: t`Leave` };
    case 'equal':
      return { safe: t`Go back`, go: t`${button}: a second one` };
    case 'asking':
      return { safe: t`Go back`, go: button };
  }
}

function goOn({ word, again }: Extract<Phase, { kind: 'ended' }>): { readonly go?: Visible } {
  if (again) return { go: t`Ask again, same request ID` };
  return word === 'UNKNOWN' ? { go: t`Read back in the journal` } : {};
}
