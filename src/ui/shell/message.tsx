// The message line, and the last message in full.

import type { Need } from '../../effects/needs.ts';
import { ageText } from '../../format/cells.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { queryKey } from '../../records/query.ts';
import { saidOf } from '../../store/customer-name.ts';
import { offlineSince } from '../../store/exchanges.ts';
import { type Notice, warning } from '../../store/notices.ts';
import type { Exporting, State } from '../../store/state.ts';
import { currentView, currentWorkspace, documentIn, listIn, placeKey } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import type { Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import type { Screen } from '../screens/screen.ts';

const bind = bindingsIn<App>(t`everywhere`);

export const MESSAGE = 'message';
const KEY = t`Ctrl+T`;

function lastMessage(state: State, screenOf: (state: State) => Screen): Notice | undefined {
  if (state.notice) return state.notice;
  const problem = state.login || state.overlay ? undefined : screenOf(state).problem?.(state);
  return problem === undefined ? state.lastMessage : warning(problem);
}

/** The key works in dialogs and forms too, because the message covers them and doesn't change them. */
export const messageBinding = (screenOf: (state: State) => Screen): Binding<App> =>
  bind(MESSAGE, t`last message in full`, ['ctrl-t'], {
    enabled: app => (lastMessage(app.store.getState(), screenOf) ? true : t`There is no message yet.`),
    run: app => app.store.setState(state => ({ message: lastMessage(state, screenOf) })),
  });

/** If the message is longer, the last line names the key that shows all of it. */
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

/** Esc stops the export here. */
export const exportsFromHere = (state: State): boolean => state.exporting?.from === placeKey(state);

const BAR = 10;

/** `Exporting accounts [████······] 4,000 of 10,000 rows, 40 pages · Esc stops`. */
export function exportLine(state: State): Visible | undefined {
  const { exporting } = state;
  if (!exporting) return undefined;
  const { many, rows, pages, total, whose } = exporting;
  const of = total === undefined ? t`` : t` of ${countText(total)}`;
  const fetched = pages === 0 ? t`` : t`, ${counted(pages, t`page`)}`;
  const { filter, marks, server } = currentView(state);
  // Esc clears filters and marks too, but it stops the export first.
  const narrowed = filter !== '' || marks.size > 0 || Object.keys(server).length > 0;
  const stops = exportsFromHere(state) ? (narrowed ? t` · Esc stops this first` : t` · Esc stops`) : t``;
  const line = t`Exporting ${many}${barOf(exporting)} ${countText(rows)}${of} rows${fetched}${stops}`;
  return cut(whose ? saidOf(line, whose, state) : line, state.size.columns);
}

function barOf({ rows, total }: Exporting): Visible {
  if (total === undefined || total === 0) return t``;
  const full = Math.min(BAR, Math.floor((rows / total) * BAR));
  return t` [${visible('█'.repeat(full))}${visible('·'.repeat(BAR - full))}]`;
}

/** Undefined while requests reach the service. */
export function offlineLine(state: State, needs: () => readonly Need[]): Visible | undefined {
  if (offlineSince(state) === undefined) return undefined;
  const workspace = currentWorkspace(state);
  const ages = needs().flatMap(({ kind, query }) => {
    const { asOf } = (kind === 'list' ? listIn : documentIn)(workspace, queryKey(query));
    return asOf === undefined ? [] : [asOf];
  });
  const age = ages.length === 0 ? undefined : ageText(Math.min(...ages), state.now);
  const shown = age === undefined ? t`` : t`Last read ${age}. `;
  return t`OFFLINE. ${shown}Purser reads again once the service answers. Purser never repeats a write.`;
}
