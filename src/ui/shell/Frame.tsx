// The whole screen: exactly as many rows as the terminal has, never more.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Need } from '../../effects/needs.ts';
import { LoginView } from '../../features/login/login.tsx';
import type { Binding } from '../../keys/binding.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import type { Painted, Theme } from '../kit/theme.ts';
import { layoutOf } from '../screens/layout.ts';
import { breadcrumbLine, footerLine } from './bars.ts';
import type { Console } from './console.ts';
import { exportLine } from './export-line.ts';
import { type FrameState, useFrameState } from './frame-state.ts';
import { headerLine, tooSmallLines } from './header.ts';
import { LockView } from './lock.tsx';
import { MessageView, messageRows } from './message.tsx';
import { offlineLine } from './offline-line.ts';
import { PromptLine } from './prompt.tsx';
import { tabsLine } from './tabs.ts';

interface FrameProps {
  readonly app: App;
  readonly console: Console;
  readonly theme: Theme;
}

export function Frame({ app, console, theme, frames }: FrameProps & { readonly frames: FrameState }) {
  const state = useFrameState(frames);
  const { columns, rows } = state.size;
  const layout = layoutOf(state.size, 'list');
  if (layout.kind === 'too-small') {
    return (
      <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
        <Lines lines={tooSmallLines(state, theme)} height={rows} />
      </Box>
    );
  }
  const bindings = console.bindings(state);
  if (state.lock) {
    const area = { width: columns, height: rows - 1 };
    return (
      <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
        <LockView app={app} state={state} theme={theme} area={area} />
        <Line text={footerLine(app, bindings, columns, false, theme)} />
      </Box>
    );
  }
  const plain = !state.login && !state.overlay;
  // What doesn't fit on one line covers the end of a list, but of what lies over it only the footer: a dialog is never cut.
  const message = state.prompt ? [theme.paint('plain', t``)] : messageLines(console, state, plain, theme);
  const above = plain ? message.length - 1 : 0;
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Line text={headerLine(state, theme)} />
      <Line text={state.login ? theme.paint('plain', t``) : tabsLine(state, theme)} />
      <Line
        text={
          state.login
            ? theme.paint('strong', t`Sign in`)
            : breadcrumbLine(state, place => console.screens.get(place), theme)
        }
      />
      <Box height={layout.body.height - above} width={columns} overflow="hidden" flexDirection="column">
        <Box height={layout.body.height} flexShrink={0} flexDirection="column">
          <Body app={app} console={console} state={state} theme={theme} />
        </Box>
      </Box>
      {state.prompt ? (
        <PromptLine
          app={app}
          state={state}
          theme={theme}
          width={columns}
          wrong={console.screenOf(state).wrongFilter?.(state)}
        />
      ) : (
        <Lines lines={message} height={message.length} />
      )}
      {(plain || message.length === 1) && (
        <Line text={footerLine(app, bindings, columns, bindings.some(helps), theme)} />
      )}
    </Box>
  );
}

/** What the message line may say of the screen; nothing where something is over it. */
const onScreen = (console: Console, state: State, plain: boolean) => {
  const screen = plain ? console.screenOf(state) : undefined;
  return { problem: screen?.problem(state), needs: () => screen?.needs(state) ?? [] };
};

/** Where `?` is typed into a field it shows nothing. */
const helps = ({ keys }: Binding<App>): boolean => keys.includes('?');

function Body({ app, console, state, theme }: FrameProps & { readonly state: State }) {
  const { body } = layoutOf(state.size, 'list');
  if (state.message) return <MessageView message={state.message} theme={theme} area={body} />;
  if (state.login) return <LoginView app={app} state={state} theme={theme} area={body} />;
  const overlay = console.overlay(state);
  if (overlay) return <overlay.View app={app} state={state} theme={theme} area={body} />;
  const screen = console.screenOf(state);
  return <screen.View app={app} state={state} view={currentView(state)} theme={theme} />;
}

/** Of what was said last, so many lines. */
const MOST_LINES = 3;

function messageLines(console: Console, state: State, plain: boolean, theme: Theme): readonly Painted[] {
  const { notice, size } = state;
  if (!notice || isWaiting(state)) return [messageLine(state, onScreen(console, state, plain), theme)];
  const tone = notice.tone === 'warning' ? 'warn' : 'accent';
  return messageRows(notice.text, size.columns, plain ? MOST_LINES : 2).map(line => theme.paint(tone, line));
}

const isWaiting = ({ exchanges }: State): boolean => {
  const last = exchanges.findLast(exchange => exchange.state !== 'done');
  return last?.state === 'waiting' && last.waitUntilMonotonic !== undefined;
};

/** What is being waited for, how an export goes on, what is wrong with what is on screen. */
function messageLine(
  state: State,
  { problem, needs }: { readonly problem: Visible | undefined; readonly needs: () => readonly Need[] },
  theme: Theme,
): Painted {
  const { size } = state;
  const waiting = state.exchanges.findLast(exchange => exchange.state !== 'done');
  if (waiting?.state === 'waiting' && waiting.waitUntilMonotonic !== undefined) {
    const left = showDuration(waiting.waitUntilMonotonic - state.tick + 999);
    return theme.paint(
      'warn',
      cut(t`${waiting.title}: trying again in ${left} (try ${waiting.attempt})`, size.columns),
    );
  }
  const exporting = exportLine(state);
  if (exporting) return theme.paint('accent', exporting);
  const offline = offlineLine(state, needs);
  if (offline) return theme.paint('warn', cut(offline, size.columns));
  if (problem) return theme.paint('warn', messageRows(problem, size.columns, 1)[0] ?? t``);
  if (state.session.phase === 'signing-in') return theme.paint('accent', t`Signing in … Esc stops.`);
  return theme.paint('plain', t``);
}
