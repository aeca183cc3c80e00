// The buttons of a write's dialog: their labels and their drawing.

import type { Tone } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import { type Dialog, isAsking, type Phase, whyNotConfirm } from '../../store/dialog.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

interface DialogButtons {
  readonly safe: Visible;
  readonly go?: Visible;
  /** Declines the write of another person. */
  readonly decline?: Visible;
}

/** The labels of the dialog's buttons now; undefined for a missing button. */
export function buttonsOf({ phase, button, approval }: Dialog): DialogButtons {
  switch (phase.kind) {
    case 'voted':
      return { safe: t`Close` };
    case 'waiting':
      return { safe: t`Hide`, go: t`Withdraw request` };
    case 'ended':
      return { safe: t`Close`, ...goOn(phase) };
    case 'reading':
      return { safe: t`Go back` };
    // The request continues without the dialog.
    case 'sending':
      return { safe: t`Hide` };
    case 'equal':
      return { safe: t`Go back`, go: approval?.part === 'ask' ? t`Ask again` : t`${button} again` };
    case 'asking':
      return {
        safe: t`Go back`,
        go: approval?.part === 'ask' ? t`Ask for approval` : button,
        ...(approval?.part === 'vote' && { decline: t`Decline` }),
      };
  }
}

function goOn({ word, again }: Extract<Phase, { kind: 'ended' }>): { readonly go?: Visible } {
  if (again) return { go: t`Send again, same request ID` };
  return word === 'UNKNOWN' ? { go: t`Check in the journal` } : {};
}

/** The gap between two buttons, and the brackets around a label, in cells. */
const BETWEEN = 6;
const BRACKETS = 4;

/**
 * The line of buttons, the safe button first. The acting button is red, or dim while it can't act. In a narrow terminal the
 * gaps are smaller, and the longest label is cut.
 */
export function buttonsLine(dialog: Dialog, tick: number, width: number, theme: Theme): Painted {
  const { safe, go, decline } = buttonsOf(dialog);
  const { focus } = dialog;
  const asks = isAsking(dialog);
  const dead = asks && whyNotConfirm(dialog, tick) !== undefined;
  const acting: Tone = asks && !dead ? 'danger-button-focused' : 'cursor';
  const acts: Tone = asks ? (dead ? 'dim' : 'danger-button') : 'plain';
  const button = (label: Visible | undefined, id: Dialog['focus'], tones: readonly [Tone, Tone]) =>
    label === undefined ? [] : [{ label, tone: tones[focus === id ? 0 : 1] }];
  const buttons = [
    ...button(safe, 'safe', ['cursor', 'plain']),
    ...button(go, 'go', [acting, acts]),
    ...button(decline, 'decline', ['cursor', 'plain']),
  ];
  const gaps = buttons.length - 1;
  const sizes = buttons.map(({ label }) => cellWidth(label));
  const cells = sizes.reduce((sum, size) => sum + size + BRACKETS, 0);
  const between = gaps === 0 ? 0 : Math.max(1, Math.min(BETWEEN, Math.floor((width - cells) / gaps)));
  const spare = width - cells - between * gaps;
  const longest = Math.max(...sizes);
  const space = (count: number): Painted => theme.paint('plain', toWidth(t``, Math.max(0, count)));
  return concat(
    space(Math.floor(spare / 2)),
    ...buttons.flatMap(({ label, tone }, at) => [
      ...(at === 0 ? [] : [space(between)]),
      theme.paint(tone, t`[ ${sizes[at] === longest ? cut(label, longest + Math.min(0, spare)) : label} ]`),
    ]),
  );
}
