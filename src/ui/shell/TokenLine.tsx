// The question for a dialog's confirmation token, and the field for it.

import { Box } from 'ink';
import { t } from '../../lib/visible.ts';
import { cellWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type Dialog, isAsking, takesToken } from '../../store/dialog.ts';
import { Lines, Piece } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import type { Theme } from '../kit/theme.ts';
import { tokenText } from './dialog-lines.ts';

/** The fewest cells for typing the token. */
const TOKEN = 12;

/**
 * The rows of the question and its field: one, or more if the question would be cut. `short`: the dialog's text has the
 * question already.
 */
export function tokenRows({ token }: Dialog, width: number, short: boolean): number {
  if (!token) return 0;
  if (short) return 1;
  const asks = tokenText(token);
  return cellWidth(asks) + TOKEN <= width ? 1 : wrap(asks, width).length + 1;
}

interface TokenLineProps {
  readonly app: App;
  readonly dialog: Dialog;
  readonly tick: number;
  readonly theme: Theme;
  readonly width: number;
  /** Only the field is shown, because the text above ends with the question. */
  readonly short: boolean;
}

export function TokenLine({ app, dialog, tick, theme, width, short }: TokenLineProps) {
  const { token } = dialog;
  if (!token) return null;
  const rows = tokenRows(dialog, width, short);
  if (!isAsking(dialog) || !dialog.ready)
    return <Lines lines={[theme.paint('dim', isAsking(dialog) ? t`…` : t``)]} height={rows} />;
  const focused = takesToken(dialog, tick);
  const asks = short ? t`` : tokenText(token);
  const tone = focused ? 'strong' : 'plain';
  const lines = wrap(asks, width).map(line => theme.paint(tone, line));
  return (
    <Box width={width} flexDirection={rows === 1 ? 'row' : 'column'}>
      {rows === 1 ? (
        <Piece text={theme.paint(tone, short ? t`› ` : t`${asks} `)} />
      ) : (
        <Lines lines={lines} height={lines.length} />
      )}
      <TextField
        value={dialog.typed}
        focused={focused}
        width={rows === 1 ? Math.max(TOKEN, width - cellWidth(asks) - 2) : width}
        onChange={typed => app.writes.type(typed)}
      />
    </Box>
  );
}
