// The one-line bars around the body: breadcrumb and footer. Pure.

import { type Binding, canRun } from '../../keys/binding.ts';
import { forLast, remembered } from '../../lib/remembered.ts';
import { isDate, showDate } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { ownFilter } from '../../store/view.ts';
import { currentWorkspace, leftIn, stackOf } from '../../store/workspace.ts';
import type { Span } from '../kit/edges.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { Screen } from '../screens/screen.ts';
import { keyLabel } from './help.ts';

export function breadcrumb(state: State, screenOf: ScreenOf): (room: number) => readonly Span[] {
  const { steps, named, brief } = currentPath(state, screenOf);
  return room => {
    const tail = cellWidth(steps.at(-1) ?? t``) + cellWidth(named) <= room ? named : brief;
    return [
      { text: pathText(steps, Math.max(8, room - cellWidth(tail))), tone: 'title' },
      { text: tail, tone: 'accent' },
    ];
  };
}

export function placeTitle(state: State, screenOf: ScreenOf): Visible {
  const { steps, named } = currentPath(state, screenOf);
  return t`${steps.at(-1) ?? t``}${named}`;
}

type ScreenOf = (place: Screen['place']) => Screen | undefined;

function currentPath(state: State, screenOf: ScreenOf) {
  const workspace = currentWorkspace(state);
  const stack = stackOf(workspace, workspace.tab);
  const steps = stack.map((view, i) => {
    // An earlier step shows only its place's title, except a step for one record.
    const isHere = i === stack.length - 1;
    const about = isHere || view.subject !== undefined ? screenOf(view.place)?.about(view, state) : undefined;
    return about ? t`${places[view.place].title} ${about}` : places[view.place].title;
  });
  const view = stack.at(-1);
  const server = Object.entries(view?.server ?? {});
  const whose = (view && screenOf(view.place)?.filtered) ?? t`service`;
  const tailOf = (words: readonly Visible[]): Visible => {
    const filters: Visible[] = words.length > 0 ? [t`${whose}: ${join(words, ' ')}`] : [];
    if (view && ownFilter(view) !== '') filters.push(t`loaded: ${visible(view.filter, 40)}`);
    return filters.length > 0 ? t`  [${join(filters, ' · ')}]` : t``;
  };
  const named = tailOf(server.map(([name, value]) => t`${visible(name)}=${visible(value, 30)}`));
  const brief = tailOf(briefFilters(server, new Date(state.now).getUTCFullYear()));
  return { steps, named, brief };
}

/** Without names. A period is one word: "20–21 Nov". Days of `year` are shown without it. */
function briefFilters(
  server: readonly (readonly [name: string, value: string])[],
  year: number,
): readonly Visible[] {
  const from = server.find(([name]) => /^(?:from|start)_/.test(name));
  const to = server.find(([name]) => /^(?:to|end)_/.test(name));
  const first = from ?? to;
  return server.flatMap(filter => {
    if (filter === first) return [periodText(from?.[1], to?.[1], year)];
    return filter === to ? [] : [visible(filter[1], 30)];
  });
}

function periodText(from: string | undefined, to: string | undefined, year: number): Visible {
  const day = (value: string): Visible => {
    if (!isDate(value)) return visible(value, 30);
    const shown = showDate(value);
    return value.startsWith(`${year}-`) ? visible(shown.slice(0, 6)) : shown;
  };
  if (from === undefined || to === undefined)
    return from === undefined ? t`to ${day(to ?? '')}` : t`from ${day(from)}`;
  if (from === to) return day(from);
  const sameMonth = isDate(from) && isDate(to) && from.slice(0, 7) === to.slice(0, 7);
  return t`${sameMonth ? visible(from.slice(8)) : day(from)}–${day(to)}`;
}

/** The first steps are left out. A very long last step is cut: the filters after it say which rows are shown. */
function pathText(steps: readonly Visible[], room: number): Visible {
  const path = (from: number): Visible => t`${from > 0 ? t`… › ` : t``}${join(steps.slice(from), ' › ')}`;
  const fits = steps.findIndex((_, from) => cellWidth(path(from)) <= room);
  return fits < 0 ? cut(fittingParts(steps.at(-1) ?? t``, room), room) : path(fits);
}

/** Of "Payouts · made in Purser", as many parts as fit, so that no part is cut. */
function fittingParts(step: Visible, room: number): Visible {
  const parts = step.split(' · ');
  const count = parts.findLastIndex((_, i) => cellWidth(parts.slice(0, i + 1).join(' · ')) <= room) + 1;
  return visible(parts.slice(0, Math.max(1, count)).join(' · '));
}

const KEYS_SHOWN = 6;
const LEAST = 10;

const byRank = remembered((bindings: readonly Binding<App>[]) =>
  bindings.filter(({ footer }) => footer !== undefined).sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0)),
);

interface FooterLook {
  readonly more: boolean;
  readonly width: number;
  readonly theme: Theme;
}

/** The six most important keys by their `footer` rank. Composed again only if other keys can be pressed now. */
export function createFooter(): (app: App, bindings: readonly Binding<App>[], look: FooterLook) => Painted {
  const lineOf = forLast(
    (more: boolean, width: number, theme: Theme, ...keys: readonly Binding<App>[]): Painted =>
      footerLine(keys, { more, width, theme }),
  );
  const wayBack = forLast((key: Binding<App>, to: PlaceId) => ({ ...key, title: places[to].title }));
  return (app, bindings, { more, width, theme }) => {
    const keys: Binding<App>[] = [];
    for (const binding of byRank(bindings)) {
      if (canRun(binding, app) === true) keys.push(binding);
      if (keys.length === KEYS_SHOWN) break;
    }
    const state = app.store.getState();
    const { tab } = currentWorkspace(state);
    // `2 Transactions`: the tab's key goes back to the views that it left.
    const left = leftIn(state, tab)?.at(-1);
    const key = left && bindings.find(({ id }) => id === `tab.${tab}`);
    if (left && key) keys.splice(1, 0, wayBack(key, left.place));
    return lineOf(more, width, theme, ...keys.slice(0, KEYS_SHOWN));
  };
}

function footerLine(keys: readonly Binding<App>[], { more, width, theme }: FooterLook): Painted {
  const entries = [
    ...keys.map(binding => ({ keys: keyLabel(binding.keys[0] ?? ''), title: binding.title })),
    ...(more ? [{ keys: t`?`, title: t`more` }] : []),
  ];
  const room = (shown: typeof entries): number =>
    shown.reduce((sum, e) => sum + cellWidth(e.keys) + cellWidth(e.title) + 3, -2);
  let shown = entries;
  // The last entry leads to the other keys, so it stays. The first entry is shortened before it is left out.
  while (shown.length > 2 && room(shown) > width) shown = [...shown.slice(0, -2), ...shown.slice(-1)];
  const [first, last] = shown;
  if (first && last && room(shown) > width) {
    const left = cellWidth(first.title) - (room(shown) - width);
    shown = left < LEAST ? [last] : [{ ...first, title: cut(first.title, left) }, last];
  }
  return concat(
    ...shown.flatMap(({ keys, title }, i) => [
      theme.paint('plain', i === 0 ? t`` : t`  `),
      theme.paint('strong', keys),
      theme.paint('dim', t` ${title}`),
    ]),
  );
}
