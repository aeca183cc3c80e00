// One console on a terminal: keys in, frames out, over the app that wire-app.ts makes. The program and the tests use it
// in the same way.

import type { ReactNode } from 'react';
import type { App } from '../effects/app.ts';
import type { Flights } from '../effects/flight.ts';
import { keepTime } from '../effects/time.ts';
import { createKeyProxy, type TerminalInput } from '../keys/proxy.ts';
import type { WantedKeys } from '../keys/rebinding.ts';
import { systemClock } from '../lib/clock.ts';
import type { ColourDepth, ThemeName } from '../lib/colours.ts';
import { t } from '../lib/visible.ts';
import type { KnownCustomer, Notice, Reach, State } from '../store/state.ts';
import { createPurserStore, type Store } from '../store/store.ts';
import { type Drawing, draw, drawNothing } from '../ui/paint/draw.tsx';
import { Reader } from '../ui/reader/Reader.tsx';
import { createVoice } from '../ui/reader/voice.ts';
import { CrashBoundary } from '../ui/shell/CrashBoundary.tsx';
import { createConsole } from '../ui/shell/console.ts';
import { createFrameState } from '../ui/shell/frame-state.ts';
import { go } from '../ui/shell/go.ts';
import { createLending } from '../ui/shell/lending.ts';
import { mouse } from '../ui/shell/mouse.ts';
import { needsNoFrame, pressed } from '../ui/shell/pressed.ts';
import { ThemedFrame } from '../ui/shell/ThemedFrame.tsx';
import { createTerminalScreen, onResize } from '../ui/shell/terminal-screen.ts';
import { sizeOf } from '../ui/shell/terminal-size.ts';
import { openAt, openUnresolvedFirst } from './opening.ts';
import { type TerminalWishes, watchConsole } from './watch-console.ts';
import { type AppParts, wireApp } from './wire-app.ts';

export interface ConsoleParts extends AppParts {
  readonly stdin: TerminalInput;
  readonly stdout: NodeJS.WriteStream;
  readonly reach: Reach;
  readonly theme: ThemeName;
  /** Keys that a person chose, by the command's ID. */
  readonly keys?: WantedKeys;
  readonly terminal?: TerminalWishes;
  readonly depth: ColourDepth;
  readonly screenReader: boolean;
  readonly known: readonly KnownCustomer[];
  readonly customer: KnownCustomer | undefined;
  /** The session to begin with: signed out, unless a sign-in follows at once. */
  readonly session?: State['session'];
  /** The opening screen once there is a customer, as `:` takes it: `accounts/ID`. */
  readonly opening: string | undefined;
  readonly notice: Notice | undefined;
  /** The name of this machine's user, from its system. */
  readonly operator: string;
  /** Whether an announced change rings the bell. */
  readonly bell: boolean;
  /** In [0, 1). */
  readonly random: () => number;
  /** The language of this machine's locale, as a tag. */
  readonly language: string;
  readonly onCrash: (error: unknown) => void;
  /** The terminal's input ended: nobody uses it any more. */
  readonly onTerminalGone: () => void;
}

export interface OpenConsole {
  readonly app: App;
  readonly store: Store;
  /** Leaves and takes the screen, around a stop of the process. */
  readonly leave: () => void;
  readonly enter: () => void;
  readonly redraw: () => void;
  readonly flights: Flights;
  /** The drawing: a test draws it a second time, by Ink alone. */
  readonly tree: ReactNode;
  /** The state that is on the screen, for a test that waits until the newest is. */
  readonly shown: () => State;
  /** As `Flights.finish`, said on the screen. */
  readonly finish: Flights['finish'];
  /** Settles once the console has ended and the terminal is as it was. */
  readonly ended: Promise<void>;
  /** `why` goes into the audit log. */
  close(why?: string): void;
}

/** How long, in ms, quitting waits for a write's answer. */
const ANSWER_WITHIN = 2000;
const SECOND = 1000;

export function openConsole(parts: ConsoleParts): OpenConsole {
  const { clock, stdout } = parts;
  const store = createPurserStore({
    reach: parts.reach,
    size: sizeOf(stdout, parts.screenReader),
    now: clock.wall(),
    tick: clock.monotonic(),
    known: parts.known,
    customer: parts.customer,
    ...(parts.session && { session: parts.session }),
    notice: parts.notice,
    operator: parts.operator,
    bell: parts.bell,
    language: parts.language,
    theme: parts.theme,
    colours: parts.screenReader ? 'none' : parts.depth,
  });

  const console = createConsole(parts.keys);
  if (console.keyProblem) store.setState({ notice: { text: console.keyProblem, tone: 'warning' } });
  const frames = createFrameState(store, systemClock());
  let drawing: Drawing | undefined;
  const { app, flights } = wireApp(parts, {
    store,
    screenOf: console.screenOf,
    redraw: () => screen.redraw(),
    write: sequence => screen.stdout.write(sequence),
    leave: () => lending.leave(),
    enter: () => lending.enter(),
    quit,
  });
  const { session, journal, reveals } = app;
  const voice = createVoice(app, console, text => screen.stdout.write(text));
  const tree = (
    <CrashBoundary onCrash={parts.onCrash}>
      {parts.screenReader ? (
        <Reader app={app} console={console} frames={frames} voice={voice} />
      ) : (
        <ThemedFrame app={app} console={console} frames={frames} />
      )}
    </CrashBoundary>
  );
  const screen = createTerminalScreen(stdout, parts.screenReader, () => {
    frames.flush();
    drawing?.redraw();
  });

  const keys = pressed(app, console);
  const moved = mouse(app, console, keys.onKey);
  const proxy = createKeyProxy({
    input: parts.stdin,
    clock,
    drops() {
      frames.typed();
      return app.lock.touched();
    },
    takesText: () => console.takesText(store.getState()),
    takesPaste: () => console.takesPaste(store.getState()),
    needsNoFrame: key => needsNoFrame(store.getState(), key),
    onKey(key) {
      watching.touched();
      keys.onKey(key);
    },
    onPaste: keys.onPaste,
    onFocus: has => watching.focused(has),
    onMouse(report) {
      if (parts.terminal?.mouse !== true) return;
      watching.touched();
      moved(report);
    },
    onEnd: parts.onTerminalGone,
  });

  // A screen reader must not hear another place first.
  openAt(store, parts.opening, to => go(app, to), parts.firstRun);
  const drawn = { tree, stdin: proxy.stdin, stdout: screen.stdout };
  drawing = parts.screenReader
    ? drawNothing({ ...drawn, again: () => voice.again(store.getState()) })
    : draw(drawn);
  screen.start();
  proxy.start();
  const resized = (): void => {
    store.setState({ size: sizeOf(stdout, false) });
    screen.redraw();
  };
  const ignoreSize = parts.screenReader ? () => {} : onResize(stdout, clock, reveals.mask, resized);
  const stopTime = keepTime(store, clock, SECOND);
  const unsettle = store.subscribe(state => {
    const settled = console.screenOf(state).settle(state);
    if (settled !== state) store.setState(settled);
  });
  const watching = watchConsole({
    ...{ app, console, random: parts.random, terminal: parts.terminal ?? {} },
    write: sequence => screen.stdout.write(sequence),
  });
  openUnresolvedFirst(store);
  void journal.open();

  /** Waits for writes on their way, and the screen says so meanwhile. */
  function finish(withinMs: number): Promise<void> | undefined {
    const finishing = flights.finish(withinMs);
    if (finishing && withinMs > 0) {
      const text = t`Waiting up to ${withinMs / 1000} seconds for the response to a write on its way …`;
      store.setState({ overlay: undefined, notice: { text, tone: 'warning' } });
    }
    return finishing;
  }

  function quit(): void {
    const finishing = finish(ANSWER_WITHIN);
    if (finishing) void finishing.then(() => close());
    else close();
  }

  /** Before another program gets the screen. Spoken lines can't be wiped, and are not said again. */
  function maskNow(): void {
    if (reveals.mask() && !parts.screenReader) screen.redraw();
  }

  function give(): void {
    maskNow();
    app.newUsers.flush();
    proxy.pause();
    watching.lent(true);
    screen.leave();
  }
  function takeBack(): void {
    if (closing) return;
    proxy.resume();
    store.setState({ size: sizeOf(stdout, parts.screenReader) });
    screen.enter();
    watching.lent(false);
  }
  const lending = createLending(give, takeBack);

  let closing = false;
  function close(why = 'quit'): void {
    if (closing) return;
    closing = true;
    const unknown = flights.unknown().map(({ requestId }) => requestId);
    void journal.note({ kind: 'program-ended', detail: { why, unknown: unknown.join(' ') } });
    maskNow();
    app.exports.stop();
    stopTime();
    ignoreSize();
    watching.stop();
    unsettle();
    frames.stop();
    screen.stop();
    drawing?.end();
    proxy.stop();
  }
  return {
    app,
    store,
    ...lending,
    redraw: screen.redraw,
    flights,
    tree,
    shown: frames.get,
    finish,
    ended: drawing.ended.then(session.close).then(journal.close),
    close,
  };
}
