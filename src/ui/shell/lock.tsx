// The lock covers the whole screen and names no customer.

import { Box } from 'ink';
import { headerWord } from '../../api/contract/header-text.ts';
import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { Secret } from '../../lib/redact.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { fieldValue, takesText, withErrors } from '../../store/form-state.ts';
import { isOnItsWay, unresolvedHere } from '../../store/journal-view.ts';
import { API_KEY, askedBy, PIN, PIN_AGAIN, SHARED_KEY, withLockForm } from '../../store/lock-state.ts';
import type { Form, State } from '../../store/state.ts';
import { environmentTone, environmentWord } from '../../store/writing.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import type { Spoken } from '../kit/spoken.ts';
import { FormView, formBindings } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { PRESS_AGAIN } from './chords.ts';
import type { OverlayProps } from './overlay.ts';
import { NOT_NOW } from './quit.tsx';

const bind = bindingsIn<App>(t`locked`);
const BUTTON = t`Unlock`;

const signingIn = (state: State): boolean => state.session.phase === 'signing-in';

/** In the demo nobody has to type a key. */
export const unlocksByAnyKey = ({ lock }: State): boolean => lock !== undefined && lock.form === undefined;

const submit = (app: App, form: Form): void =>
  form.fields.some(({ id }) => id === PIN) ? submitPin(app, form) : submitKeys(app, form);

function submitKeys(app: App, form: Form): void {
  const [own, shared] = [API_KEY, SHARED_KEY].map(id =>
    form.fields.some(field => field.id === id) ? fieldValue(form, id) : undefined,
  );
  const wrong = {
    [API_KEY]: keyProblem(own, t`API key`),
    [SHARED_KEY]: keyProblem(shared, t`shared API key`),
  };
  app.store.setState(state => withLockForm(state, withErrors(form, wrong)));
  if (own === undefined || Object.values(wrong).some(why => why !== undefined)) return;
  void app.lock.unlock({
    apiKey: new Secret(own),
    ...(shared !== undefined && { sharedApiKey: new Secret(shared) }),
  });
}

/** Characters. */
const LEAST_PIN = 6;

function submitPin(app: App, form: Form): void {
  const pin = fieldValue(form, PIN);
  const chooses = form.fields.some(({ id }) => id === PIN_AGAIN);
  const short = [...pin].length < LEAST_PIN;
  const wrong = {
    [PIN]:
      short && chooses
        ? t`A PIN has ${LEAST_PIN} characters or more.`
        : pin === ''
          ? t`Type the PIN to unlock.`
          : undefined,
    [PIN_AGAIN]:
      chooses && !short && fieldValue(form, PIN_AGAIN) !== pin ? t`This is not the same PIN.` : undefined,
  };
  app.store.setState(state => withLockForm(state, withErrors(form, wrong)));
  if (Object.values(wrong).every(why => why === undefined)) void app.lock.enterPin(new Secret(pin));
}

function keyProblem(typed: string | undefined, name: Visible): Visible | undefined {
  if (typed === undefined || headerWord.test(typed)) return undefined;
  return typed === ''
    ? t`Type the ${name} to unlock.`
    : t`The ${name} has a space or a character that can't be sent. Copy only the key.`;
}

const stops: Binding<App> = bind('lock.stop', t`stop signing in`, ['esc'], {
  footer: 2.5,
  enabled: app =>
    signingIn(app.store.getState())
      ? true
      : app.inFlight() > 0
        ? NOT_NOW
        : t`Nothing is running. Press Ctrl+C twice to quit.`,
  run: app => void app.session.abandon(),
});

/** The only other key that works is Ctrl+C. */
export const lockBindings: readonly Binding<App>[] = [
  ...formBindings(
    { id: 'lock', get: state => (signingIn(state) ? undefined : state.lock?.form), set: withLockForm },
    BUTTON,
    submit,
  ),
  stops,
];

export const lockBindingsOfDemo: readonly Binding<App>[] = [
  bind('lock.unlock', t`(or any key) sign in again`, ['enter'], {
    footer: 1,
    run: app => void app.lock.unlock(),
  }),
  stops,
];

export const lockTakesText = (state: State): boolean =>
  state.lock?.form !== undefined && !signingIn(state) && takesText(state.lock.form);

function underWay(state: State): Visible {
  const open = unresolvedHere(state);
  const flying = open.filter(row => isOnItsWay(row, state)).length;
  const unsure = open.length - flying;
  const parts = [
    ...(flying === 0 ? [] : [counted(flying, t`write is on its way`, t`writes are on their way`)]),
    ...(unsure === 0 ? [] : [t`${unsure} UNRESOLVED`]),
  ];
  return parts.length === 0 ? t`No write is on its way or unresolved.` : t`${join(parts)}.`;
}

const ASKS: Readonly<Record<ReturnType<typeof askedBy>, Visible>> = {
  keys: t`Type the API key to continue.`,
  'both-keys': t`Type the API key and the shared API key to continue.`,
  pin: t`Type the PIN to continue.`,
  'new-pin': t`Choose a PIN within one minute. Only this PIN, or the API key, then unlocks Purser.`,
};

function said(app: App, state: State): readonly Entry[] {
  const { lock, armed } = state;
  return [
    { note: t`You are signed out. Your screen is hidden until you unlock.`, tone: 'plain' },
    { note: underWay(state), tone: unresolvedHere(state).length > 0 ? 'bad' : 'plain' },
    // While Purser signs in, the reason is that of the last try.
    ...(signingIn(state) ? [] : (lock?.reason ?? [])).map(note => ({ note, tone: 'warn' as const })),
    {
      note: signingIn(state)
        ? t`Signing in …`
        : lock?.form
          ? ASKS[askedBy(lock)]
          : t`Press any key to sign in again.`,
      tone: 'plain',
    },
    ...(app.inFlight() > 0 ? [{ note: NOT_NOW, tone: 'warn' as const }] : []),
    ...(armed === 'quit' && app.inFlight() === 0 ? [{ note: PRESS_AGAIN, tone: 'warn' as const }] : []),
  ];
}

export const lockSpoken = (state: State, app: App): Spoken => ({
  title: t`Locked`,
  status: environmentWord(state.reach),
  // The lock closes a moment after sign-in. In that moment it asks nothing.
  entries: state.session.phase === 'signed-in' ? [] : said(app, state),
  ...(state.lock?.form &&
    !signingIn(state) &&
    formSpoken({ form: state.lock.form, button: BUTTON, change: form => change(app, form) })),
});

const change = (app: App, form: Form): void => app.store.setState(now => withLockForm(now, form));

export function LockView({ app, state, theme, area }: Omit<OverlayProps, 'overlay'>) {
  const lines = composeDetails(said(app, state), area.width - 1, theme);
  const form = state.lock?.form;
  const rest = Math.max(0, area.height - 2);
  const height = Math.min(lines.length, form ? Math.max(1, rest - 3) : rest);
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden">
      <Line text={theme.paint(environmentTone(state.reach), t` ${environmentWord(state.reach)} `)} />
      <Line text={theme.paint('heading', t`Locked`)} />
      <Lines lines={lines} height={height} />
      {form && (
        <FormView
          form={form}
          button={signingIn(state) ? t`Signing in …` : BUTTON}
          width={area.width}
          height={Math.max(0, rest - height)}
          theme={theme}
          onChange={changed => change(app, changed)}
        />
      )}
    </Box>
  );
}
