// The whole screen: exactly as many rows as the terminal has, never more.

import {
  Component,
  type ComponentProps,
  type ReactNode,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Need } from '../../effects/needs.ts';
import type { Binding } from '../../keys/binding.ts';
import { remembered } from '../../lib/remembered.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { waitingExchange } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace } from '../../store/workspace.ts';
import { LoginView } from '../../subjects/login/login.tsx';
import type { EdgeTexts } from '../kit/edges.ts';
import { Area, Line, Lines } from '../kit/Line.tsx';
import { Panel } from '../kit/Panel.tsx';
import { Behind } from '../kit/TextField.tsx';
import { createTheme, type Painted, type Theme } from '../kit/theme.ts';
import { isShort, type Layout, layoutOf } from '../screens/layout.ts';
import type { Screen } from '../screens/screen.ts';
import { breadcrumb, createFooter } from './bars.ts';
import type { Console } from './console.ts';
import { type FrameState, useFrameState } from './frame-state.ts';
import { createHeader, tooSmallLines } from './header.ts';
import { LockView } from './lock.tsx';
import { exportLine, MessageView, messageRows, offlineLine } from './message.tsx';
import { PromptLine } from './prompt.tsx';
import { tabsLine } from './tabs.ts';
import { shownTheme } from './theme-overlay.ts';

interface FrameProps {
  readonly app: App;
  readonly console: Console;
  readonly theme: Theme;
}

function Frame({ app, console, theme, frames }: FrameProps & { readonly frames: FrameState }) {
  const state = useFrameState(frames);
  const header = useMemo(() => createHeader(theme), [theme]);
  const [footer] = useState(createFooter);
  const { columns, rows } = state.size;
  const { tab } = currentWorkspace(state);
  const counts = console.counts(state);
  const behind = console.overlay(state)?.over === 'dimmed';
  const tabs = useMemo(
    () => tabsLine(tab, counts, columns, behind ? backdropOf(theme) : theme),
    [tab, counts, columns, behind, theme],
  );
  const layout = layoutOf(state.size);
  if (layout.kind === 'too-small') {
    return (
      <Area width={columns} height={rows}>
        <Lines lines={tooSmallLines(state, theme)} height={rows} />
      </Area>
    );
  }
  const bindings = console.bindings(state);
  if (state.lock) {
    const area = { width: columns, height: rows - 1 };
    return (
      <Area width={columns} height={rows}>
        <LockView app={app} state={state} theme={theme} area={area} />
        <Line text={footer(app, bindings, { more: false, width: columns, theme })} />
      </Area>
    );
  }
  const plain = !state.login && !state.overlay;
  // Over an overlay, a long message covers only the footer, so that no dialog is cut.
  const message = state.prompt ? [theme.paint('plain', t``)] : messageLines(console, state, plain, theme);
  // In a short terminal a write's dialog takes the row of the tabs.
  const bare = isShort(state.size) && state.overlay?.kind === 'dialog';
  const covered = plain ? message.length - 1 : bare ? -1 : 0;
  return (
    <Area width={columns} height={rows}>
      <Line text={header(state)} />
      {!bare && <Line text={state.login ? theme.paint('plain', t``) : tabs} />}
      <Area width={columns} height={layout.outer.height - covered}>
        <Body app={app} console={console} state={state} covered={covered} theme={theme} />
      </Area>
      {state.prompt ? (
        <PromptLine
          app={app}
          state={state}
          theme={theme}
          width={columns}
          wrong={console.screenOf(state).wrongFilter?.(state)}
        />
      ) : (
        <Lines lines={message} />
      )}
      {(plain || message.length === 1) && state.message && (
        <Line text={theme.paint('dim', t` any key: back`)} />
      )}
      {(plain || message.length === 1) && !state.message && (
        <Line text={footer(app, bindings, { more: offersHelp(bindings), width: columns, theme })} />
      )}
    </Area>
  );
}

interface CoveredState {
  readonly state: State;
  /** Negative if the body has more rows than usual. */
  readonly covered: number;
}

/** The same object as long as state and rows are the same. */
function useCovered(state: State, rows: number): State {
  return useMemo(
    () => (rows === 0 ? state : { ...state, size: { ...state.size, covered: rows } }),
    [state, rows],
  );
}

/** An open overlay has only a warning, if its frame is not drawn. */
const onScreen = (console: Console, state: State, plain: boolean) => {
  const screen = plain ? console.screenOf(state) : undefined;
  const foot = layoutOf(state.size).framed ? undefined : console.overlay(state)?.foot?.(state)?.text;
  return { problem: screen?.problem?.(state) ?? foot, needs: () => screen?.needs?.(state) ?? [] };
};

const offersHelp = remembered((bindings: readonly Binding<App>[]) =>
  bindings.some(({ keys }) => keys.includes('?')),
);

function Body({ covered, state: whole, ...parts }: FrameProps & CoveredState) {
  const { app, console, theme } = parts;
  const state = useCovered(whole, covered);
  const dimmed = useMemo(() => backdropOf(theme), [theme]);
  const layout = layoutOf(state.size);
  const { body } = layout;
  const one = { layout, theme };
  if (state.message)
    return (
      <OneFrame {...one} title={() => [{ text: t`Message`, tone: 'title' }]}>
        <MessageView message={state.message} theme={theme} area={body} />
      </OneFrame>
    );
  if (state.login)
    return (
      <OneFrame {...one} title={() => [{ text: t`Sign in`, tone: 'title' }]}>
        <LoginView app={app} state={state} theme={theme} area={body} />
      </OneFrame>
    );
  const kind = console.overlay(state);
  const open = kind && state.overlay && (
    <kind.View app={app} overlay={state.overlay} state={state} theme={theme} area={body} />
  );
  const title = breadcrumb(state, place => console.screens.get(place));
  if (kind && !kind.over)
    return (
      <OneFrame {...one} title={() => [{ text: kind.title?.(state) ?? t``, tone: 'title' }]}>
        {open}
      </OneFrame>
    );
  const look = kind?.over === 'dimmed' ? dimmed : theme;
  const screen = console.screenOf(state);
  const inside = <screen.View app={app} state={state} view={currentView(state)} title={title} theme={look} />;
  const view = screen.framesItself ? (
    inside
  ) : (
    <OneFrame {...one} theme={look} title={title} edges={screen.edges?.(state)}>
      {inside}
    </OneFrame>
  );
  if (!kind) return view;
  return (
    <>
      {layout.framed && <Behind.Provider value={true}>{view}</Behind.Provider>}
      {open}
    </>
  );
}

const backdropOf = (theme: Theme): Theme => ({
  mono: true,
  // The blocks of a gauge would be brighter than all text.
  paint: (_, text) => theme.paint(text.includes('█') ? 'frame' : 'backdrop', text),
});

interface OneFrameProps {
  readonly layout: Layout;
  readonly title: NonNullable<EdgeTexts['left']>;
  readonly edges?: ReturnType<NonNullable<Screen['edges']>> | undefined;
  readonly theme: Theme;
  readonly children: ReactNode;
}

const OneFrame = ({ layout: { framed, body }, title, edges, theme, children }: OneFrameProps) => (
  <Panel
    width={body.width}
    height={body.height}
    padding={framed ? 1 : 0}
    framed={framed}
    focused={true}
    top={{ left: title, ...(edges?.top && { right: edges.top }) }}
    {...(edges?.bottom && framed && { bottom: { right: edges.bottom } })}
    theme={theme}
  >
    {children}
  </Panel>
);

const MOST_LINES = 3;

function messageLines(console: Console, state: State, plain: boolean, theme: Theme): readonly Painted[] {
  const { notice, size } = state;
  if (!notice || waitingExchange(state)) return [messageLine(state, onScreen(console, state, plain), theme)];
  const tone = notice.tone === 'warning' ? 'warn' : 'accent';
  return messageRows(notice.text, size.columns, plain ? MOST_LINES : 2).map(line => theme.paint(tone, line));
}

/** The first of these that applies is the line. */
function messageLine(
  state: State,
  { problem, needs }: { readonly problem: Visible | undefined; readonly needs: () => readonly Need[] },
  theme: Theme,
): Painted {
  const { size } = state;
  const waiting = waitingExchange(state);
  if (waiting) {
    const left = showDuration(waiting.until - state.tick + 999);
    const text = t`${waiting.title}: trying again in ${left} (attempt ${waiting.attempt})`;
    return theme.paint('warn', cut(text, size.columns));
  }
  const exporting = exportLine(state);
  if (exporting) return theme.paint('accent', exporting);
  const offline = offlineLine(state, needs);
  if (offline) return theme.paint('warn', cut(offline, size.columns));
  if (problem) return theme.paint('warn', messageRows(problem, size.columns, 1)[0] ?? t``);
  if (state.session.phase === 'signing-in') return theme.paint('accent', t`Signing in … Esc stops.`);
  return theme.paint('plain', t``);
}

export function ThemedFrame(parts: Omit<ComponentProps<typeof Frame>, 'theme'>) {
  const { get, subscribe } = parts.frames;
  const name = useSyncExternalStore(subscribe, () => shownTheme(get()));
  const { colours } = get();
  const theme = useMemo(() => createTheme(name, colours), [name, colours]);
  return <Frame {...parts} theme={theme} />;
}

interface CrashBoundaryProps {
  readonly onCrash: (error: unknown) => void;
  readonly children: ReactNode;
}

export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
