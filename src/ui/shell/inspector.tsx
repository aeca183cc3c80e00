// The request inspector: what was really sent and what came back, without secrets.

import { Box } from 'ink';
import type { Exchange } from '../../api/client/exchange.ts';
import { explain } from '../../api/client/explain.ts';
import type { App } from '../../effects/app.ts';
import { parseJson, writeJson } from '../../lib/json.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import type { Painted, Theme, Tone } from '../kit/theme.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`requests`;

/** Newest first. */
const listed = (state: State): readonly Exchange[] => state.exchanges.toReversed();

const change = (
  app: App,
  to: (at: { cursor: number; top: number }, count: number) => { cursor: number; top: number },
): void =>
  app.store.setState(state => {
    const overlay = openOverlay(state, 'inspector');
    return overlay ? { overlay: { kind: 'inspector', ...to(overlay, state.exchanges.length) } } : {};
  });

const move = (app: App, by: number): void =>
  change(app, ({ cursor }, count) => ({ cursor: Math.max(0, Math.min(cursor + by, count - 1)), top: 0 }));

const scroll = (app: App, by: number): void =>
  change(app, ({ cursor, top }) => ({ cursor, top: Math.max(0, top + by) }));

export const inspectorKind: OverlayKind = {
  takesText: () => false,
  bindings: [
    {
      id: 'inspector.down',
      title: t`older`,
      keys: ['j', 'down'],
      group: GROUP,
      footer: 1,
      run: app => move(app, 1),
    },
    {
      id: 'inspector.up',
      title: t`newer`,
      keys: ['k', 'up'],
      group: GROUP,
      footer: 2,
      run: app => move(app, -1),
    },
    {
      id: 'inspector.first',
      title: t`newest`,
      keys: ['g', 'home'],
      group: GROUP,
      run: app => move(app, -1e6),
    },
    { id: 'inspector.last', title: t`oldest`, keys: ['G', 'end'], group: GROUP, run: app => move(app, 1e6) },
    {
      id: 'inspector.scroll-down',
      title: t`scroll down`,
      keys: ['pgdn', 'ctrl-d', 'space'],
      group: GROUP,
      footer: 3,
      run: app => scroll(app, 8),
    },
    {
      id: 'inspector.scroll-up',
      title: t`scroll up`,
      keys: ['pgup', 'ctrl-u'],
      group: GROUP,
      footer: 4,
      run: app => scroll(app, -8),
    },
    {
      id: 'inspector.close',
      title: t`close`,
      keys: ['esc', '@', 'q'],
      group: GROUP,
      footer: 5,
      run: closeOverlay,
    },
  ],
  View: InspectorView,
};

function InspectorView({ state, theme, area }: OverlayProps) {
  const overlay = openOverlay(state, 'inspector');
  if (!overlay) return null;
  const exchanges = listed(state);
  const rows = Math.max(2, Math.min(exchanges.length, Math.floor(area.height / 3)));
  const cursor = Math.min(overlay.cursor, Math.max(0, exchanges.length - 1));
  const top = scrollTo(0, cursor, rows, exchanges.length);
  const current = exchanges[cursor];
  const lines = current ? composeDetails(entriesOf(current), area.width - 2, theme) : [];
  const room = area.height - rows - 2;
  const from = Math.max(0, Math.min(overlay.top, lines.length - room));
  const rest = lines.length - from - room;
  const title = t`${exchanges.length} requests, newest first; keys, tokens and card numbers are never shown here`;
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('heading', cut(title, area.width))} />
      <Lines
        lines={exchanges
          .slice(top, top + rows)
          .map((exchange, i) => rowOf(exchange, top + i === cursor, area.width, state, theme))}
        height={rows}
      />
      <Line text={theme.paint('dim', rest > 0 ? t`──────── ↓ ${rest} more` : t`────────`)} />
      <Lines lines={lines.slice(from, from + room)} height={room} />
    </Box>
  );
}

function outcome(exchange: Exchange): { text: Visible; tone: Tone } {
  if (exchange.state === 'waiting') return { text: t`waiting`, tone: 'accent' };
  if (exchange.state === 'in-flight') return { text: t`…`, tone: 'accent' };
  const status = exchange.status === undefined ? t`–` : t`${exchange.status}`;
  if (exchange.failure) return { text: t`${status} ${visible(exchange.failure.kind)}`, tone: 'bad' };
  return exchange.drift.length > 0
    ? { text: t`${status} drift ${exchange.drift.length}`, tone: 'warn' }
    : { text: status, tone: 'good' };
}

function rowOf(exchange: Exchange, cursor: boolean, width: number, state: State, theme: Theme): Painted {
  const { text, tone } = outcome(exchange);
  const time = showTime(
    exchange.startedAt,
    state.time === 'relative' ? 'local' : state.time,
    state.now,
    state.reach.zone,
  );
  const took = exchange.durationMs === undefined ? t`` : t`${Math.round(exchange.durationMs)} ms`;
  const again = exchange.attempt > 1 ? t` try ${exchange.attempt}` : t``;
  const query = exchange.url.split('?')[1];
  const asked = query === undefined ? t`` : t` ${visible(query, 80)}`;
  const line = t`${cut(time, 20)}  ${toWidth(text, 16)} ${toWidth(took, 8, 'right')}  ${exchange.title}${again}${asked}`;
  return theme.paint(cursor ? 'cursor' : tone, toWidth(line, width));
}

function entriesOf(exchange: Exchange): readonly Entry[] {
  const headers = (all: Readonly<Record<string, string>> | undefined): readonly Entry[] =>
    Object.entries(all ?? {}).map(([name, value]) => ({
      label: visible(name, 40),
      cell: { text: visible(value) },
    }));
  return [
    { note: t`${visible(exchange.method)} ${visible(exchange.url)}`, tone: 'plain' },
    ...(exchange.failure
      ? [{ note: explain(exchange.failure, exchange.title).what, tone: 'bad' as const }]
      : []),
    ...exchange.drift.map(({ path, kind, note }) => ({
      note: t`drift: ${visible(kind)} ${path} ${note}`,
      tone: 'warn' as const,
    })),
    { heading: t`Request` },
    ...headers(exchange.requestHeaders),
    { heading: t`Answer ${exchange.status ?? t`–`}` },
    ...headers(exchange.responseHeaders),
    ...bodyEntries(exchange.responseBody),
  ];
}

/** A body on lines of its own: laid out if it is whole JSON, as it came otherwise. */
function bodyEntries(body: string | undefined): readonly Entry[] {
  if (body === undefined || body === '') return [{ note: t`no body` }];
  const parsed = parseJson(body);
  const text = parsed.ok ? writeJson(parsed.value, 2) : body;
  return text.split('\n', 2000).map(line => ({ note: visible(line), tone: 'plain' as const }));
}
