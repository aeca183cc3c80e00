// The sign-in form: the service, the client and the keys. After a refusal, only the keys must be typed again.

import { Box } from 'ink';
import { checkBaseUrl } from '../../api/contract/base-url.ts';
import { headerWord } from '../../api/contract/header-text.ts';
import { type Binding, bindingsIn, canRun } from '../../keys/binding.ts';
import { Secret } from '../../lib/redact.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { fieldValue, takesText, withErrors } from '../../store/form-state.ts';
import type { Form, State } from '../../store/state.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import type { Spoken } from '../../ui/kit/spoken.ts';
import type { Theme } from '../../ui/kit/theme.ts';
import { FormView, formBindings } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import type { Area } from '../../ui/screens/layout.ts';

const bind = bindingsIn<App>(t`form`);

const BUTTON = t`Sign in`;

function problem(id: string, value: string, kept: boolean): Visible | undefined {
  if (value === '' && (id === 'sharedApiKey' || (kept && id === 'apiKey'))) return undefined;
  if (value === '') return t`Required to sign in.`;
  if (id === 'baseUrl') {
    const checked = checkBaseUrl(value);
    return checked.ok ? undefined : t`The address ${checked.reason}.`;
  }
  return headerWord.test(value)
    ? undefined
    : t`Purser can't send this key: it has a space or a special character. Copy only the key.`;
}

function submit(app: App, form: Form): void {
  const checked = checkBaseUrl(fieldValue(form, 'baseUrl'));
  const clientId = fieldValue(form, 'clientId');
  const kept = checked.ok ? app.session.keysFor(checked.baseUrl, clientId) : undefined;
  const errors = Object.fromEntries(
    form.fields.map(f => [f.id, problem(f.id, f.value.trim(), kept !== undefined)]),
  );
  if (!checked.ok || Object.values(errors).some(Boolean)) {
    app.store.setState(({ login }) => (login ? { login: { ...login, form: withErrors(form, errors) } } : {}));
    return;
  }
  const typed = fieldValue(form, 'apiKey');
  const shared = fieldValue(form, 'sharedApiKey');
  // The previous shared key belongs to the previous key, so a new key does not use it.
  const sharedApiKey = shared !== '' ? new Secret(shared) : typed === '' ? kept?.sharedApiKey : undefined;
  const apiKey = typed === '' ? kept?.apiKey : new Secret(typed);
  if (!apiKey) return;
  void app.session.signIn({
    baseUrl: checked.baseUrl,
    clientId,
    apiKey,
    ...(sharedApiKey ? { sharedApiKey } : {}),
    programId: fieldValue(form, 'programId'),
  });
}

const signingIn = (state: State): boolean => state.session.phase === 'signing-in';

const form = formBindings(
  {
    id: 'login',
    get: state => (signingIn(state) ? undefined : state.login?.form),
    set: (state, changed) => (state.login ? { ...state, login: { ...state.login, form: changed } } : state),
  },
  BUTTON,
  submit,
);

export const loginBindings: readonly Binding<App>[] = [
  ...form.map(binding => ({
    ...binding,
    enabled: (app: App) =>
      signingIn(app.store.getState()) ? t`Purser is signing in. Press Esc to stop.` : canRun(binding, app),
  })),
  bind('login.stop', t`stop`, ['esc'], {
    footer: 3,
    enabled: app =>
      signingIn(app.store.getState()) ? true : t`There is nothing to stop. Press Ctrl+C twice to quit.`,
    run: app => void app.session.abandon(),
  }),
];

export const loginTakesText = (state: State): boolean =>
  state.login !== undefined && !signingIn(state) && takesText(state.login.form);

export function loginSpoken(state: State, app: App): Spoken {
  const { login } = state;
  if (!login) return {};
  const entries = login.reason.map(note => ({ note }));
  if (signingIn(state)) return { entries };
  return { entries, ...formSpoken({ form: login.form, button: BUTTON, change: form => change(app, form) }) };
}

const change = (app: App, form: Form): void =>
  app.store.setState(({ login: now }) => (now ? { login: { ...now, form } } : {}));

interface LoginProps {
  readonly app: App;
  readonly state: State;
  readonly theme: Theme;
  readonly area: Area;
}

/** The reason in a third of the area. Its first sentence may have long words of the service, and is cut first. */
function reasonLines([first, ...others]: readonly Visible[], { width, height }: Area): readonly Visible[] {
  if (first === undefined) return [];
  const most = Math.max(1, Math.floor(height / 3));
  const rest = others.flatMap(sentence => wrap(sentence, width - 2));
  return [...wrap(first, width - 2, Math.max(1, most - rest.length)), ...rest].slice(0, most);
}

export function LoginView({ app, state, theme, area }: LoginProps) {
  const { login } = state;
  if (!login) return null;
  const reason = reasonLines(login.reason, area).map(line => theme.paint('warn', line));
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden">
      <Lines lines={reason} />
      <FormView
        form={login.form}
        button={signingIn(state) ? t`Signing in …` : BUTTON}
        width={area.width}
        height={area.height - reason.length}
        theme={theme}
        onChange={form => change(app, form)}
      />
    </Box>
  );
}
