// Opens a console on a terminal: it connects keys and screen with the app that wire-app.ts makes. Tests do the same.

import type { ReactNode } from 'react';
import { keepTime } from '../effects/clock-tick.ts';
import { watchForeignText } from '../effects/show-foreign-text.ts';
import type { WantedKeys } from '../keys/binding.ts';
import { createKeyProxy, type KeyProxy, type TerminalInput } from '../keys/proxy.ts';
import { systemClock } from '../lib/clock.ts';
import type { ColourDepth } from '../lib/colours.ts';
import { isCodeGone } from '../lib/later.ts';
import { SECOND } from '../lib/time.ts';
import { t } from '../lib/visible.ts';
import type { App } from '../money/app.ts';
import { createWriteRules } from '../money/write-rules.ts';
import type { Flights } from '../sending/flight.ts';
import { type KeptCall, withCalls } from '../store/calls.ts';
import { warn, warning } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import { createPurserStore, type Store } from '../store/store.ts';
import { withoutLeftForm } from '../store/workspace.ts';
import { registry } from '../subjects/registry.ts';
import { ANSWER_WITHIN } from '../system/process-end.ts';
import { type Drawing, draw, drawNothing } from '../ui/paint/draw.tsx';
import {
  answerIn,
  createLending,
  createTerminalScreen,
  type Lending,
  onResize,
  sizeOf,
} from '../ui/paint/terminal-screen.ts';
import { createVoice, Reader } from '../ui/reader/Reader.tsx';
import { createConsole } from '../ui/shell/console.ts';
import { CrashBoundary, ThemedFrame } from '../ui/shell/Frame.tsx';
import { createFrameState } from '../ui/shell/frame-state.ts';
import { go } from '../ui/shell/go.ts';
import { mouse, needsNoFrame, pressed } from '../ui/shell/pressed.ts';
import { askToQuit } from '../ui/shell/quit.tsx';
import { openAt, openUnresolvedFirst } from './opening.ts';
import { type TerminalSettings, watchConsole } from './watch-console.ts';
import { type AppParts, wireApp } from './wire-app.ts';

export interface ConsoleParts
  extends AppParts,
    Pick<
      State,
      'reach' | 'theme' | 'summaries' | 'known' | 'customer' | 'notice' | 'operator' | 'bell' | 'language'
    > {
  readonly stdin: TerminalInput;
  readonly stdout: NodeJS.WriteStream;
  readonly keys?: WantedKeys;
  readonly terminal?: TerminalSettings;
  readonly depth: ColourDepth;
  readonly screenReader: boolean;
  /** Of the last start. Default: none. */
  readonly calls?: readonly KeptCall[] | undefined;
  /** Default: signed out. */
  readonly session?: State['session'];
  /** As typed after `:`, such as `accounts/ID`. It opens as soon as there is a customer. */
  readonly opening: string | undefined;
  /** In [0, 1). */
  readonly random: () => number;
  readonly onCrash: (error: unknown) => void;
  readonly onTerminalGone: () => void;
  /** What Node or a library printed since the last call. Default: nothing. */
  readonly foreignText?: () => string;
  /** Whether the screen is Purser's from now on. */
  readonly onScreen?: (ours: boolean) => void;
  /** Drops what the terminal still sends. Default: it sends nothing more. */
  readonly swallow?: () => void;
}

export interface OpenConsole extends Lending {
  readonly app: App;
  readonly store: Store;
  readonly redraw: () => void;
  readonly flights: Flights;
  /** A test draws them a second time, with Ink alone. */
  readonly tree: ReactNode;
  /** What is on the screen. Tests wait until it is the newest. */
  readonly shown: () => State;
  readonly busy: KeyProxy['busy'];
  /** With a notice on the screen. */
  readonly finish: Flights['finish'];
  /** Whether the console goes on after this rejection. */
  survives(error: unknown): boolean;
  /** Session and journal are closed then. */
  readonly ended: Promise<void>;
  /** `why` goes into the audit log. */
  close(why?: string): void;
}

/** In ms. A terminal that has not answered by then never does. */
const ANSWERED = 2000;

export function openConsole(parts: ConsoleParts): OpenConsole {
  const { clock, stdout } = parts;
  const opened = clock.monotonic();
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
    summaries: parts.summaries,
    language: parts.language,
    theme: parts.theme,
    colours: parts.screenReader ? 'none' : parts.depth,
  });
  store.setState(state => withCalls(state, parts.calls ?? []));

  const rules = createWriteRules(registry);
  const console = createConsole(rules, parts.keys);
  if (console.keyProblem) warn(store, console.keyProblem);
  const frames = createFrameState(store, systemClock());
  let drawing: Drawing | undefined;
  const { app, flights } = wireApp(parts, {
    store,
    rules,
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
  const answers = { synchronised: false, wide: parts.terminal?.ambiguousWidth === 'wide', all: false };
  const proxy = createKeyProxy({
    input: parts.stdin,
    clock,
    drops(arrivedAt) {
      frames.typed();
      return app.lock.touched(arrivedAt);
    },
    catchUp: frames.flush,
    takesText: () => console.takesText(store.getState()),
    isBound: key => console.bindings(store.getState()).some(({ keys }) => keys.includes(key)),
    takesPaste: () => console.takesPaste(store.getState()),
    needsNoFrame: key => needsNoFrame(store.getState(), key),
    onKey(key) {
      watching.touched();
      keys.onKey(key);
    },
    onPaste: keys.onPaste,
    onPasteStall: keys.onPasteStall,
    onSilence: app.dialog.silence,
    keepsSilence: app.dialog.goesToButton,
    onFocus: has => watching.focused(has),
    onMouse(report) {
      if (parts.terminal?.mouse !== true) return;
      watching.touched();
      moved(report);
    },
    onReply(reply) {
      // Alt+F3 is the same bytes as an answer.
      if (answers.all) return;
      const { synchronised, wide, ...answer } = answerIn(reply) ?? {};
      Object.assign(answers, answer);
      if (synchronised && parts.terminal?.synchronizedOutput !== false) answers.synchronised = true;
      if (wide && parts.terminal?.ambiguousWidth === undefined) {
        answers.wide = true;
        screen.redraw();
      }
    },
    onEnd: parts.onTerminalGone,
  });

  // Before the first drawing, so that a screen reader announces no other place first.
  openAt(store, parts.opening, to => go(app, to), parts.firstRun);
  const drawn = { tree, stdin: proxy.stdin, stdout: screen.stdout };
  drawing = parts.screenReader
    ? drawNothing({ ...drawn, again: () => voice.again(store.getState()) })
    : draw({ ...drawn, answers });
  screen.start();
  proxy.start();
  const resized = (): void => {
    store.setState({ size: sizeOf(stdout, false) });
    screen.redraw();
  };
  const ignoreSize = parts.screenReader ? () => {} : onResize(stdout, clock, reveals.mask, resized);
  const stopTime = keepTime(store, clock, SECOND);
  const unwatchText = watchForeignText({
    ...{ store, clock, read: parts.foreignText ?? (() => '') },
    redraw: () => {
      if (!parts.screenReader && !stdout.writableNeedDrain) screen.redraw();
    },
  });
  const unwatchPolicy = app.policy.watch(clock);
  const unsettle = store.subscribe(state => {
    const here = withoutLeftForm(state);
    const settled = console.screenOf(here).settle?.(here) ?? here;
    if (settled !== state) store.setState(settled);
  });
  const watching = watchConsole({
    ...{ app, console, random: parts.random, terminal: parts.terminal ?? {} },
    write: sequence => screen.stdout.write(sequence),
  });
  openUnresolvedFirst(store);
  void journal.open();

  /** Undefined if no write is in flight. */
  function finish(withinMs: number): Promise<void> | undefined {
    const finishing = flights.finish(withinMs);
    if (finishing && withinMs > 0) {
      const text = t`Waiting up to ${withinMs / 1000} seconds for the response to a write …`;
      store.setState({ overlay: undefined, notice: warning(text) });
    }
    return finishing;
  }

  function quit(confirmed?: 'confirmed'): void {
    if (flights.count() === 0) close();
    else if (confirmed) void finish(ANSWER_WITHIN)?.then(() => close());
    else askToQuit(app);
  }

  function survives(error: unknown): boolean {
    if (!isCodeGone(error)) return false;
    const text =
      flights.count() === 0
        ? t`Purser was updated while it was open. Nothing was sent. Quit, and start Purser again.`
        : t`Purser was updated while it was open. This key sent nothing. Wait for the write on its way, then quit and start Purser again.`;
    warn(store, text);
    return true;
  }

  /** Before another program gets the screen. Spoken lines can't be masked. */
  function maskNow(): void {
    if (reveals.mask() && !parts.screenReader) screen.redraw();
  }

  function swallow(): void {
    const reports = parts.terminal?.mouse || (parts.terminal?.notifications ?? 'off') !== 'off';
    const asked = !answers.all && !parts.screenReader && clock.monotonic() - opened < ANSWERED;
    if (reports || asked) parts.swallow?.();
  }

  function give(): void {
    maskNow();
    app.newUsers.flush();
    watching.lent(true);
    screen.leave();
    parts.onScreen?.(false);
    swallow();
    proxy.pause();
  }
  function takeBack(): void {
    if (closing) return;
    proxy.resume();
    store.setState({ size: sizeOf(stdout, parts.screenReader) });
    screen.enter();
    parts.onScreen?.(true);
    watching.lent(false);
  }
  const lending = createLending(give, takeBack);
  let closing = false;
  function close(why = 'quit'): void {
    if (closing) return;
    closing = true;
    // A confirmed write that is not sent yet must not be sent now.
    app.dialog.close();
    void journal.late.recordLast();
    const unknown = flights.unknown().map(({ requestId }) => requestId);
    void journal.note({ kind: 'program-ended', detail: { why, unknown: unknown.join(' ') } });
    maskNow();
    app.exports.stop();
    stopTime();
    unwatchPolicy();
    unwatchText();
    ignoreSize();
    watching.stop();
    unsettle();
    frames.stop();
    screen.stop();
    drawing?.end();
    parts.onScreen?.(false);
    swallow();
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
    busy: proxy.busy,
    finish,
    survives,
    ended: drawing.ended.then(session.close).then(journal.close),
    close,
  };
}
