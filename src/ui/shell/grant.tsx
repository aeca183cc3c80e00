// Asks why write access is needed; the answer is recorded with every write.

import type { App } from '../../effects/app.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';
import { field, fieldValue, onButton, withErrors } from '../../store/form.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { Form, State } from '../../store/state.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const BUTTON = t`Grant writing`;
const bind = bindingsIn<App>(t`writing`);

export const grantOverlay = (): Overlay => ({
  kind: 'grant',
  form: {
    fields: [field('reason', t`Reason`, '', t`a ticket, or the customer's request; goes into the journal`)],
    focus: 0,
  },
});

function submit(app: App, form: Form): void {
  const reason = fieldValue(form, 'reason');
  if (reason === '') {
    const errors = { reason: t`Required: give the reason in a few words.` };
    app.store.setState({ overlay: { kind: 'grant', form: withErrors(form, errors) } });
    return;
  }
  app.store.setState({ overlay: undefined });
  app.grant.give(reason);
}

export const grantKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'grant');
    return overlay !== undefined && !onButton(overlay.form);
  },
  bindings: [
    ...formBindings(
      {
        id: 'grant',
        get: state => openOverlay(state, 'grant')?.form,
        set: (state, form) => ({ ...state, overlay: { kind: 'grant', form } }),
      },
      BUTTON,
      submit,
    ),
    bind('grant.close', t`stay read-only`, ['esc'], { footer: 3, run: closeOverlay }),
  ],
  over: 'dimmed',
  spoken(state, app) {
    const overlay = openOverlay(state, 'grant');
    if (!overlay) return {};
    return {
      title: t`Ask for write access`,
      entries: aboutEntries(state),
      ...formSpoken({ form: overlay.form, button: BUTTON, change: form => change(app, form) }),
    };
  },
  View: GrantView,
};

function aboutEntries({ reach }: State): readonly Entry[] {
  const production = reach.environment === 'production';
  return [
    {
      note: production ? t`PRODUCTION: writes here move real money.` : t`This is a demo environment.`,
      tone: production ? 'bad' : 'dim',
    },
    { note: t`Write access ends 15 minutes after the last write. Press w to give it back earlier.` },
  ];
}

const change = (app: App, form: Form): void => app.store.setState({ overlay: { kind: 'grant', form } });

function GrantView({ app, state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'grant');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const above = composeDetails(aboutEntries(state), width, theme);
  const form = formRows(overlay.form);
  const rows = Math.min(popUpArea(state).height, above.length + form);
  return (
    <PopUp state={state} theme={theme} title={t`Ask for write access`} height={rows}>
      <Lines lines={above} height={above.length} />
      <FormView
        form={overlay.form}
        button={BUTTON}
        width={width}
        height={Math.max(1, rows - above.length)}
        theme={theme}
        onChange={form => change(app, form)}
      />
    </PopUp>
  );
}
