// What each key does now, and where typing goes: pure functions of the state, made once for each console.

import type { MovingSource } from '../../effects/moving.ts';
import { type Binding, bindingsIn, readRebinding, rebound, type WantedKeys } from '../../keys/binding.ts';
import type { Deadline } from '../../lib/clock.ts';
import { remembered } from '../../lib/remembered.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { WriteRules } from '../../money/write-rules.ts';
import { liveQuoteOf } from '../../store/live-quote.ts';
import { tell } from '../../store/notices.ts';
import type { Overlay, OverlayOf } from '../../store/open-overlays.ts';
import { type PlaceId, places, TABS } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace } from '../../store/workspace.ts';
import { loginBindings, loginTakesText } from '../../subjects/login/login.tsx';
import { attentions } from '../../subjects/overview/overview.ts';
import type { TabCounts } from '../screens/attention.ts';
import { sentences } from '../screens/form-spoken.ts';
import { layoutOf } from '../screens/layout.ts';
import type { Screen, ScreenMode } from '../screens/screen.ts';
import { CHORDS, chords as twice } from './chords.ts';
import { customersKind } from './customers.tsx';
import { dialogKind } from './dialog-box.tsx';
import { everywhere, GIVES_WAY, palette } from './everywhere.ts';
import { declineKind, exportOverlay, grantKind, serverFilterOverlay } from './form-overlays.tsx';
import { handOverKind } from './hand-over.ts';
import { headerFacts } from './header.ts';
import { helpOverlay } from './help.ts';
import { createInspector } from './inspector.tsx';
import { columnsOverlay, viewsOverlay } from './list-menus.ts';
import { lockBindings, lockBindingsOfDemo, lockTakesText } from './lock.tsx';
import { messageBinding } from './message.tsx';
import { notesKind } from './notes-overlay.ts';
import type { OverlayKind } from './overlay.ts';
import { paletteOverlay } from './palette.ts';
import { promptBindings } from './prompt.tsx';
import { NOT_NOW, quitKind } from './quit.tsx';
import { actionsOverlay, copyOverlay, relatedOverlay } from './record-menus.ts';
import { attentionSources, createScreens, movingSources } from './screens.ts';
import { explainKind, recordOverlay, welcomeKind } from './text-overlays.tsx';
import { themeKind } from './theme-overlay.ts';

export interface Console {
  readonly screens: ReadonlyMap<PlaceId, Screen>;
  screenOf(state: State): Screen;
  overlay(state: State): OverlayKind | undefined;
  /** Of the top layer, or of the screen under it. */
  deadline(state: State, app: App): Deadline | undefined;
  readonly moving: MovingSource;
  counts(state: State): TabCounts;
  bindings(state: State): readonly Binding<App>[];
  /** A form takes letters and digits itself. */
  inForm(state: State): boolean;
  /** Where a form takes text that was typed outside its text fields. */
  typed(state: State): ScreenMode['typed'];
  takesText(state: State): boolean;
  takesPaste(state: State): boolean;
  /** All bindings that can be active together, by name. Tests look for clashes in them. */
  readonly sets: ReadonlyMap<string, readonly Binding<App>[]>;
  /** About keys from config.json. */
  readonly keyProblem: Visible | undefined;
}

export function createConsole(rules: WriteRules, wanted: WantedKeys = {}): Console {
  const attention = attentions(attentionSources());
  const screens = createScreens(rules, attention);
  const screenOf = (state: State): Screen => {
    const screen = screens.get(currentView(state).place);
    if (!screen) throw new Error(`no screen for ${currentView(state).place}`);
    return screen;
  };
  const deadline = (state: State, app: App) =>
    (state.overlay && overlay(state)?.spoken(state.overlay, state, app).deadline) ??
    screenOf(state).spoken(state, app).deadline;
  const chords = [...twice, messageBinding(screenOf), whereBinding(deadline, attention.counts)];
  const common = everywhere(screenOf);
  const onScreen = new Map(
    [...screens].map(([place, screen]) => [
      place,
      [...screen.bindings, ...givenWay(common, screen.bindings), ...chords],
    ]),
  );
  const allModes = [...screens].flatMap(([place, { modes = {} }]) =>
    Object.entries(modes).map(([name, { bindings }]) => ({ key: `${place}: ${name}`, bindings })),
  );
  const inMode = new Map(
    allModes.map(({ key, bindings }) => [key, [...bindings, { ...palette, footer: 8 }, ...chords]]),
  );
  /** The everywhere bindings whose keys the mode doesn't use work while no text field has the focus. */
  const modeAndEverywhere = new Map(
    allModes.map(({ key, bindings }) => [
      `${key}, and everywhere`,
      [...bindings, ...without(common, bindings), ...chords],
    ]),
  );
  const modeOf = (state: State) => {
    const screen = screenOf(state);
    const name = screen.mode?.(state);
    const mode = name === undefined ? undefined : screen.modes?.[name];
    if (!mode) return undefined;
    const key = `${screen.place}: ${name}`;
    const all = modeAndEverywhere.get(`${key}, and everywhere`) ?? chords;
    return { mode, all, bindings: (mode.takesText ? inMode.get(key) : undefined) ?? all };
  };
  const bindingsHere = (state: State) =>
    modeOf(state)?.all ?? onScreen.get(currentView(state).place) ?? common;
  const chosen = (bindings: readonly Binding<App>[]) => withChosen(bindings);
  const help = helpOverlay(state => chosen(bindingsHere(state)));
  const overlays: { readonly [Kind in Overlay['kind']]: OverlayKind<OverlayOf<Kind>> } = {
    help,
    palette: paletteOverlay(state => chosen(bindingsHere(state)), screens),
    customers: customersKind,
    'server-filter': serverFilterOverlay(screenOf),
    inspector: createInspector(),
    actions: actionsOverlay(screenOf),
    columns: columnsOverlay(screenOf),
    record: recordOverlay(screenOf),
    copy: copyOverlay(screenOf),
    related: relatedOverlay(screenOf),
    export: exportOverlay(screenOf),
    explain: explainKind,
    dialog: dialogKind,
    decline: declineKind,
    grant: grantKind,
    quit: quitKind,
    theme: themeKind,
    views: viewsOverlay(screenOf),
    notes: notesKind,
    'hand-over': handOverKind,
    welcome: welcomeKind,
  };
  const inOverlay = new Map(
    Object.entries(overlays).map(([kind, overlay]) => [kind, [...overlay.bindings, ...chords]]),
  );
  const inPrompt = [...promptBindings(screenOf), ...chords];
  const inLogin = [...loginBindings, ...chords];
  // The footer of a locked console must show how to quit.
  const quits = chords
    .filter(({ id }) => id === CHORDS.quit)
    .map(quit => ({
      ...quit,
      footer: 3,
      enabled: (app: App) => (app.inFlight() === 0 ? (true as const) : NOT_NOW),
    }));
  const inLock = [...lockBindings, ...quits];
  const inDemoLock = [...lockBindingsOfDemo, ...quits];
  const sets = new Map<string, readonly Binding<App>[]>([
    ...onScreen,
    ...inMode,
    ...modeAndEverywhere,
    ...inOverlay,
    ['prompt', inPrompt],
    ['login', inLogin],
    ['locked', inLock],
    ['locked demo', inDemoLock],
  ]);

  const { keys, problems } = readRebinding(wanted, sets);
  const withChosen = remembered((bindings: readonly Binding<App>[]) =>
    keys.size === 0 ? bindings : rebound(bindings, keys),
  );

  const overlay = (state: State): OverlayKind | undefined =>
    state.overlay ? overlays[state.overlay.kind] : undefined;
  function bindingsOf(state: State): readonly Binding<App>[] {
    if (state.lock) return state.lock.form ? inLock : inDemoLock;
    if (layoutOf(state.size).kind === 'too-small') return chords;
    if (state.login) return inLogin;
    if (state.overlay) return inOverlay.get(state.overlay.kind) ?? chords;
    if (state.prompt) return inPrompt;
    return modeOf(state)?.bindings ?? onScreen.get(currentView(state).place) ?? common;
  }
  return {
    screens,
    screenOf,
    moving: movingSources(),
    counts: attention.counts,
    overlay,
    deadline,
    sets,
    keyProblem:
      problems.length === 0
        ? undefined
        : t`config.json, ${join(problems, ' ')} Press ? to see which keys are taken.`,
    bindings: state => withChosen(bindingsOf(state)),
    inForm: state => !isCovered(state) && modeOf(state)?.mode.takesText !== undefined,
    typed: state => (isCovered(state) ? undefined : modeOf(state)?.mode.typed),
    takesPaste: state =>
      state.lock !== undefined || state.login !== undefined || overlay(state)?.takesPaste !== false,
    takesText(state) {
      if (layoutOf(state.size).kind === 'too-small') return false;
      if (state.lock) return lockTakesText(state);
      if (state.message) return false;
      if (state.login) return loginTakesText(state);
      if (state.overlay) return overlay(state)?.takesText?.(state.overlay, state) ?? false;
      return state.prompt !== undefined || (modeOf(state)?.mode.takesText?.(state) ?? false);
    },
  };
}

const isCovered = ({ login, overlay, prompt }: State): boolean => Boolean(login || overlay || prompt);

/** Without the `GIVES_WAY` binding if the screen uses its key. */
const givenWay = (
  bindings: readonly Binding<App>[],
  taken: readonly Binding<App>[],
): readonly Binding<App>[] => {
  const free = new Set(without(bindings, taken));
  return bindings.filter(binding => binding.id !== GIVES_WAY || free.has(binding));
};

function without(bindings: readonly Binding<App>[], taken: readonly Binding<App>[]): readonly Binding<App>[] {
  const keys = new Set(taken.flatMap(binding => binding.keys));
  return bindings.filter(binding => !binding.keys.some(key => keys.has(key)));
}

const bind = bindingsIn<App>(t`everywhere`);

/** The key works in dialogs and forms too, where the time left of a quote matters most. */
const whereBinding = (
  deadlineIn: (state: State, app: App) => Deadline | undefined,
  countsIn: (state: State) => TabCounts,
): Binding<App> =>
  bind('where', t`time left, customer, access`, ['ctrl-f'], {
    run(app) {
      const state = app.store.getState();
      const deadline = state.login ? undefined : (deadlineIn(state, app) ?? liveDeadline(state));
      const left = deadline ? [leftText(deadline, app.clock.monotonic())] : [];
      const waiting = state.lock || state.login ? [] : waitingText(countsIn(state));
      const text = sentences([...left, ...headerFacts(state).map(fact => fact.text), ...waiting]);
      tell(app.store, text);
    },
  });

/** What the numbers in the tabs say: "Needs attention: Payouts 6, RFI 3". */
function waitingText(counts: TabCounts): readonly Visible[] {
  const tabs = TABS.flatMap(id => (counts[id] ? [t`${places[id].title} ${counts[id].count}`] : []));
  return tabs.length === 0 ? [] : [t`Needs attention: ${join(tabs)}`];
}

/** Of a quote on another screen. */
function liveDeadline(state: State): Deadline | undefined {
  const quote = liveQuoteOf(currentWorkspace(state), state)?.quote;
  return quote?.expiresAt === undefined
    ? undefined
    : { at: quote.expiresAt, margin: quote.margin, label: t`Quote expires in`, over: t`The quote expired.` };
}

const leftText = ({ at, margin, label, over }: Deadline, tick: number): Visible =>
  tick >= at - margin ? over : t`${label} ${showDuration(at - tick)}`;
