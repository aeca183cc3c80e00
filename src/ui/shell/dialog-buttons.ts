// The buttons of a write's dialog: their labels and their drawing.

import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import { isTyped } from '../../store/confirm-token.ts';
import { type Dialog, isAsking, isOver, type Phase } from '../../store/dialog.ts';
import { concat, type Painted, type Theme, type Tone } from '../kit/theme.ts';

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

/** The gap between two buttons, in cells. */
const BETWEEN = 6;

/** The line of buttons, the safe button first. The acting button is red, or dim while it can't act. */
export function buttonsLine(dialog: Dialog, tick: number, width: number, theme: Theme): Painted {
  const { safe, go, decline } = buttonsOf(dialog);
  const { focus, ready } = dialog;
  const mistyped = dialog.token !== undefined && !isTyped(dialog.token, dialog.typed);
  const asks = isAsking(dialog);
  const dead = asks && (!ready || mistyped || isOver(dialog, tick));
  const acting: Tone = asks && !dead ? 'danger-button-focused' : 'cursor';
  const acts: Tone = asks ? (dead ? 'dim' : 'danger-button') : 'plain';
  const button = (text: Visible | undefined, id: Dialog['focus'], tones: readonly [Tone, Tone]) =>
    text === undefined ? [] : [{ text: t`[ ${text} ]`, tone: tones[focus === id ? 0 : 1] }];
  const buttons = [
    ...button(safe, 'safe', ['cursor', 'plain']),
    ...button(go, 'go', [acting, acts]),
    ...button(decline, 'decline', ['cursor', 'plain']),
  ];
  const cells = buttons.reduce((sum, { text }) => sum + cellWidth(text) + BETWEEN, -BETWEEN);
  const space = (count: number): Painted => theme.paint('plain', toWidth(t``, Math.max(0, count)));
  return concat(
    space(Math.floor((width - cells) / 2)),
    ...buttons.flatMap(({ text, tone }, at) => [
      ...(at === 0 ? [] : [space(BETWEEN)]),
      theme.paint(tone, text),
    ]),
  );
}
