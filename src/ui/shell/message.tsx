// Shows the last message in full, in place of the screen until the next key.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { Notice, State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import type { Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import type { Screen } from '../screens/screen.ts';

const bind = bindingsIn<App>(t`everywhere`);

export const MESSAGE = 'message';
const KEY = t`Ctrl+T`;

/** The text of the message line, or the last text that the line had. Undefined before the first text. */
function lastMessage(state: State, screenOf: (state: State) => Screen): Notice | undefined {
  if (state.notice) return state.notice;
  const problem = state.login || state.overlay ? undefined : screenOf(state).problem?.(state);
  return problem === undefined ? state.lastMessage : { text: problem, tone: 'warning' };
}

/** The key works in dialogs and forms too, because the message covers them and doesn't change them. */
export const messageBinding = (screenOf: (state: State) => Screen): Binding<App> =>
  bind(MESSAGE, t`last message in full`, ['ctrl-t'], {
    enabled: app => (lastMessage(app.store.getState(), screenOf) ? true : t`There is no message yet.`),
    run: app => app.store.setState(state => ({ message: lastMessage(state, screenOf) })),
  });

/** At most `most` lines of a message. If the message is longer, the last line names the key that shows all of it. */
export function messageRows(text: Visible, width: number, most: number): readonly Visible[] {
  const rows = wrap(text, width);
  const last = rows[most - 1];
  if (rows.length <= most || last === undefined) return rows;
  const hint = t` ${KEY}: full text`;
  return [...rows.slice(0, most - 1), t`${cut(t`${last} …`, Math.max(1, width - cellWidth(hint)))}${hint}`];
}

interface MessageProps {
  readonly message: Notice;
  readonly theme: Theme;
  readonly area: Area;
}

export function MessageView({ message, theme, area }: MessageProps) {
  const lines = composeDetails(
    [{ heading: t`The last message; any key goes back` }, { note: message.text, tone: 'plain' }],
    area.width - 1,
    theme,
    { valueLines: area.height },
  );
  return <Lines lines={lines.slice(1)} height={area.height} />;
}
