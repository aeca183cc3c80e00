// The request inspector: the real request and its answer, without secrets.

import { Box } from 'ink';
import type { Exchange } from '../../api/client/exchange.ts';
import { explain } from '../../api/client/explain.ts';
import { curlOf } from '../../format/curl.ts';
import type { Entry, Tone } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { parseJson, writeJson } from '../../lib/json.ts';
import { present } from '../../lib/present.ts';
import { maskBody } from '../../lib/redact.ts';
import { remembered } from '../../lib/remembered.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { type OverlayOf, openOverlay, overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { composeDetails } from '../kit/details.ts';
import { composeEdge } from '../kit/edges.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { moreBelow, windowAt } from '../kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import type { OverlayKind } from './overlay.ts';

const bind = bindingsIn<App>(t`requests`);

/** Newest first. */
function selectedIn(overlay: OverlayOf<'inspector'>, state: State) {
  const exchanges = state.exchanges.toReversed();
  const at = exchanges.findIndex(({ id }) => id === overlay.exchange);
  const cursor = Math.max(0, at);
  return { exchanges, cursor, current: exchanges[cursor] };
}

export function createInspector(): OverlayKind<OverlayOf<'inspector'>> {
  // An exchange is a new object at each step, so the entries of an object stay correct.
  const entries = remembered(entriesOf);

  function shownIn(overlay: OverlayOf<'inspector'>, state: State, area: Area, theme: Theme) {
    const { exchanges, cursor, current } = selectedIn(overlay, state);
    const rows = Math.max(2, Math.min(exchanges.length, Math.floor(area.height / 3)));
    const room = Math.max(1, area.height - rows - 2);
    const width = area.width - 2;
    const about = current ? entries(current) : [];
    const lines = composeDetails(overlay.curl && current ? withCurl(current, about) : about, width, theme);
    const first = scrollTo(0, cursor, rows, exchanges.length);
    return {
      exchanges,
      cursor,
      current,
      rows,
      first,
      lines,
      window: windowAt(overlay.top, room, lines.length),
    };
  }

  type Shown = ReturnType<typeof shownIn>;

  const change = (app: App, to: (shown: Shown) => { exchange: number | undefined; top: number }): void =>
    app.store.setState(state => {
      const overlay = openOverlay(state, 'inspector');
      if (!overlay) return state;
      const shown = shownIn(overlay, state, layoutOf(state.size).body, UNPAINTED);
      const { curl, ...others } = overlay;
      const next = to(shown);
      return {
        overlay: { ...others, ...next, ...(curl && next.exchange === shown.current?.id && { curl }) },
      };
    });

  const move = (app: App, by: number): void =>
    change(app, ({ exchanges, cursor }) => {
      const to = Math.max(0, Math.min(cursor + by, exchanges.length - 1));
      return { exchange: exchanges[to]?.id, top: 0 };
    });

  const scroll = (app: App, by: number): void =>
    change(app, ({ current, window: { top, room, count } }) => ({
      exchange: current?.id,
      top: windowAt(top + by, room, count).top,
    }));

  function curl(app: App): void {
    const state = app.store.getState();
    const overlay = openOverlay(state, 'inspector');
    const current = overlay && selectedIn(overlay, state).current;
    if (!current) return;
    app.store.setState({ overlay: { ...overlay, exchange: current.id, top: 0, curl: true } });
    void app.clipboard.copy(t`the curl command of “${current.title}”`, curlOf(current).command);
  }

  return {
    bindings: inspectorBindings(move, scroll, curl),
    title: ({ exchanges }) => t`Requests · ${exchanges.length}`,
    spoken(overlay, state) {
      const { exchanges, cursor, current } = selectedIn(overlay, state);
      if (!current) return { title: t`Requests`, status: t`none` };
      return {
        part: `${current.id}`,
        title: t`Requests`,
        status: t`${cursor + 1} of ${exchanges.length}: ${outcome(current).text}, ${current.title}`,
        entries: overlay.curl ? withCurl(current, entriesOf(current)) : entriesOf(current),
      };
    },
    View({ overlay, state, theme, area }) {
      const { exchanges, cursor, first, rows, lines, window } = shownIn(overlay, state, area, theme);
      const { top, room } = window;
      const title = t`Newest first. Keys, tokens and card numbers are never shown.`;
      return (
        <Box flexDirection="column" width={area.width}>
          <Line text={theme.paint('dim', cut(title, area.width))} />
          <Lines
            lines={exchanges
              .slice(first, first + rows)
              .map((exchange, i) => rowOf(exchange, first + i === cursor, area.width, state, theme))}
            height={rows}
          />
          <Line
            text={composeEdge({ right: moreBelow(window) }, { width: area.width, tone: 'frame', theme })}
          />
          <Lines lines={lines.slice(top, top + room)} height={room} />
        </Box>
      );
    },
  };
}

type By = (app: App, by: number) => void;

const inspectorBindings = (move: By, scroll: By, curl: (app: App) => void): readonly Binding<App>[] => [
  bind('inspector.down', t`older`, ['j', 'down'], { footer: 1, run: app => move(app, 1) }),
  bind('inspector.up', t`newer`, ['k', 'up'], { footer: 2, run: app => move(app, -1) }),
  bind('inspector.first', t`newest`, ['g', 'home'], { run: app => move(app, -1e6) }),
  bind('inspector.last', t`oldest`, ['G', 'end'], { run: app => move(app, 1e6) }),
  bind('inspector.scroll-down', t`scroll down`, ['pgdn', 'ctrl-d', 'space'], {
    footer: 3,
    run: app => scroll(app, 8),
  }),
  bind('inspector.scroll-up', t`scroll up`, ['pgup', 'ctrl-u'], { footer: 4, run: app => scroll(app, -8) }),
  bind('inspector.curl', t`copy as curl`, ['c'], {
    footer: 4.5,
    enabled: app => (app.store.getState().exchanges.length > 0 ? true : t`There is no request to copy.`),
    run: curl,
  }),
  bind('inspector.close', t`close`, ['esc', '@', 'q'], {
    footer: 5,
    run: app =>
      app.store.setState(state => {
        const dialog = openOverlay(state, 'inspector')?.under;
        return { overlay: dialog && overlayWith({ kind: 'dialog', dialog }) };
      }),
  }),
];

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
  const time = stampOf(exchange.startedAt, state.time === 'utc' ? 'utc' : 'local', state.reach.zone);
  const took = exchange.durationMs === undefined ? t`` : t`${Math.round(exchange.durationMs)} ms`;
  const again = exchange.attempt > 1 ? t` attempt ${exchange.attempt}` : t``;
  const query = exchange.url.split('?')[1];
  const asked = query === undefined ? t`` : t` ${visible(query, 80)}`;
  const line = t`${visible(time.slice(11, 19))}  ${toWidth(text, 16)} ${toWidth(took, 8, 'right')}  ${exchange.title}${again}${asked}`;
  return theme.paint(cursor ? 'cursor' : tone, toWidth(line, width));
}

const withCurl = (exchange: Exchange, entries: readonly Entry[]): readonly Entry[] => {
  const { command, exact } = curlOf(exchange);
  return present<Entry>(
    { note: command, tone: 'plain' },
    {
      note: t`First set PURSER_API_KEY, PURSER_SHARED_API_KEY and PURSER_TOKEN in the shell. The command sends the request again, without the journal and the dialogs.`,
      tone: 'warn',
    },
    !exact && {
      note: t`This is not exactly the request: parts were masked, cut, or made visible.`,
      tone: 'warn',
    },
    { heading: t`The request itself` },
    ...entries,
  );
};

export function entriesOf(exchange: Exchange): readonly Entry[] {
  const headers = (all: Readonly<Record<string, string>> = {}): readonly Entry[] =>
    Object.entries(all).map(([name, value]) => ({
      label: visible(name, 40),
      cell: { text: visible(value) },
    }));
  return present<Entry>(
    { note: t`${visible(exchange.method)} ${visible(exchange.url)}`, tone: 'plain' },
    exchange.failure && { note: explain(exchange.failure, exchange.title).what, tone: 'bad' },
    ...exchange.drift.map(({ path, kind, note }) => ({
      note: t`drift: ${visible(kind)} ${path} ${note}`,
      tone: 'warn' as const,
    })),
    { heading: t`Request` },
    ...headers(exchange.requestHeaders),
    { heading: t`Answer ${exchange.status ?? t`–`}` },
    ...headers(exchange.responseHeaders),
    ...(exchange.operation === 'login'
      ? [{ note: t`The body contains the token. Purser does not keep it.` }]
      : bodyEntries(exchange.responseBody?.())),
  );
}

/** Valid JSON is indented, any other text is unchanged. */
function bodyEntries(body: string | undefined): readonly Entry[] {
  if (body === undefined || body === '') return [{ note: t`no body` }];
  const parsed = parseJson(body);
  // Indenting decodes escapes, so that secrets hidden in escapes are masked too.
  const text = maskBody(parsed.ok ? writeJson(parsed.value, 2) : body);
  return text.split('\n').map(line => ({ note: visible(line), tone: 'plain' as const }));
}
