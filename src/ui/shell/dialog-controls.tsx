// The controls of a write's dialog: its buttons, and the field for the confirmation token.

import { Box } from 'ink';
import type { Tone } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import { confirmProblem, type Dialog, isAsking, type Phase, takesToken } from '../../store/dialog.ts';
import { isAllRead, isAtEnd } from '../../store/dialog-reading.ts';
import { Lines, Piece } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import { tokenText } from './dialog-lines.ts';
import type { OverlayProps } from './overlay.ts';

interface DialogButtons {
  readonly safe: Visible;
  readonly go?: Visible;
  readonly decline?: Visible;
}

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

/** In cells. */
const BETWEEN = 6;
const BRACKETS = 4;

/** The acting button is red, or dim while it can't act. In a narrow terminal the longest label is cut. */
export function buttonsLine(dialog: Dialog, tick: number, width: number, theme: Theme): Painted {
  const { safe, go, decline } = buttonsOf(dialog);
  const { focus } = dialog;
  const asks = isAsking(dialog);
  const dead = asks && confirmProblem(dialog, tick) !== undefined;
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

const TOKEN = 12;

/** More than one row if the question would be cut. `short`: the dialog's text has the question already. */
export function tokenRows({ token }: Dialog, width: number, short: boolean): number {
  if (!token) return 0;
  if (short) return 1;
  const asks = tokenText(token);
  return cellWidth(asks) + TOKEN <= width ? 1 : wrap(asks, width).length + 1;
}

/** The field takes no text before all lines were on the screen for long enough to read. */
const waitText = ({ reading }: Dialog): Visible =>
  isAllRead(reading) && isAtEnd(reading) ? t`Wait …` : t`Read to the end first.`;

interface TokenLineProps extends Pick<OverlayProps, 'app' | 'theme'> {
  readonly dialog: Dialog;
  readonly tick: number;
  readonly width: number;
  /** The text above ends with the question. */
  readonly short: boolean;
}

export function TokenLine({ app, dialog, tick, theme, width, short }: TokenLineProps) {
  const { token } = dialog;
  if (!token) return null;
  const rows = tokenRows(dialog, width, short);
  if (!isAsking(dialog) || !dialog.ready)
    return <Lines lines={[theme.paint('dim', isAsking(dialog) ? waitText(dialog) : t``)]} height={rows} />;
  const focused = takesToken(dialog, tick);
  const asks = short ? t`` : tokenText(token);
  const tone = focused ? 'strong' : 'plain';
  const lines = wrap(asks, width).map(line => theme.paint(tone, line));
  return (
    <Box width={width} flexDirection={rows === 1 ? 'row' : 'column'}>
      {rows === 1 ? <Piece text={theme.paint(tone, short ? t`› ` : t`${asks} `)} /> : <Lines lines={lines} />}
      <TextField
        value={dialog.typed}
        focused={focused}
        width={rows === 1 ? Math.max(TOKEN, width - cellWidth(asks) - 2) : width}
        onChange={typed => app.dialog.type(typed)}
      />
    </Box>
  );
}
