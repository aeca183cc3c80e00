// The heading over a table: titles above their columns. Pure.

import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface Headed {
  readonly id: string;
  readonly title: Visible;
  readonly align: 'left' | 'right' | 'decimal';
  readonly width: number;
}

export interface Signs {
  readonly column?: string | undefined;
  readonly sort?: { readonly column: string; readonly direction: 'up' | 'down' } | undefined;
}

/** The signs `›`, `↑` and `↓` take the two cells before a title, so that no column moves. */
export function composeHeading(
  columns: readonly Headed[],
  { column, sort }: Signs,
  noRoomFor: Visible | undefined,
  width: number,
  theme: Theme,
): Painted {
  const end = noRoomFor === undefined ? t`` : cut(t` ›${noRoomFor}: no room`, width);
  const room = width - cellWidth(end);
  const pieces = columns.map(({ id, title, align, width: own }) => {
    const arrow = sort?.column !== id ? t`` : sort.direction === 'up' ? t`↑` : t`↓`;
    const signs = column === id ? t`›${arrow}` : arrow;
    const named = t`${signs}${cut(title, own)}`;
    const before = toWidth(t``, 2 - cellWidth(signs));
    const blank = toWidth(t``, own + cellWidth(signs) - cellWidth(named));
    return {
      id,
      before: align === 'left' ? before : t`${before}${blank}`,
      named,
      after: align === 'left' ? blank : t``,
    };
  });
  const at = pieces.findIndex(({ id }) => id === column);
  const line = (some: typeof pieces): Visible =>
    join(
      some.map(({ before, named, after }) => t`${before}${named}${after}`),
      '',
    );
  const hand = pieces[at];
  if (!hand) return concat(theme.paint('dim', toWidth(line(pieces), room)), theme.paint('heading', end));
  const first = cut(t`${line(pieces.slice(0, at))}${hand.before}`, room);
  const named = cut(hand.named, room - cellWidth(first));
  const rest = t`${hand.after}${line(pieces.slice(at + 1))}`;
  return concat(
    theme.paint('dim', first),
    theme.paint('heading', named),
    theme.paint('dim', toWidth(rest, room - cellWidth(first) - cellWidth(named))),
  );
}
