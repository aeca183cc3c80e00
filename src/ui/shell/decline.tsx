// Asks for the note of a decline; the person who asked for approval reads it.

import type { App } from '../../effects/app.ts';
import { t } from '../../lib/visible.ts';
import type { Dialog } from '../../store/dialog.ts';
import { fieldValue, onButton, withErrors } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const BUTTON = t`Decline`;
const TITLE = t`Decline the request`;

const withForm = (state: State, form: Form): State => {
  const overlay = openOverlay(state, 'decline');
  return overlay ? { ...state, overlay: { ...overlay, form } } : state;
};

function submit(app: App, form: Form): void {
  const overlay = openOverlay(app.store.getState(), 'decline');
  if (!overlay) return;
  const note = fieldValue(form, 'note');
  if (note !== '') return void app.writes.decline(overlay.dialog, note);
  const errors = { note: t`Required: say why in a few words.` };
  app.store.setState(state => withForm(state, withErrors(form, errors)));
}

export const declineKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'decline');
    return overlay !== undefined && !onButton(overlay.form);
  },
  bindings: [
    ...formBindings(
      { id: 'decline', get: state => openOverlay(state, 'decline')?.form, set: withForm },
      BUTTON,
      submit,
    ),
    {
      id: 'decline.close',
      title: t`go back`,
      keys: ['esc'],
      group: t`decline`,
      footer: 3,
      run: closeOverlay,
    },
  ],
  over: 'dimmed',
  spoken(state, app) {
    const overlay = openOverlay(state, 'decline');
    if (!overlay) return {};
    return {
      title: TITLE,
      entries: aboutEntries(overlay.dialog),
      ...formSpoken({
        form: overlay.form,
        button: BUTTON,
        change: form => app.store.setState(now => withForm(now, form)),
      }),
    };
  },
  View: DeclineView,
};

const aboutEntries = ({ title, approval }: Pick<Dialog, 'title' | 'approval'>): readonly Entry[] => [
  { note: approval?.name ?? title, tone: 'strong' },
  { note: t`One decline ends the request as NOT SENT.` },
];

function DeclineView({ app, state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'decline');
  if (!overlay) return null;
  const { width, height } = popUpArea(state);
  const above = composeDetails(aboutEntries(overlay.dialog), width, theme);
  const rows = Math.min(height, above.length + formRows(overlay.form));
  return (
    <PopUp state={state} theme={theme} title={TITLE} height={rows}>
      <Lines lines={above} height={above.length} />
      <FormView
        form={overlay.form}
        button={BUTTON}
        width={width}
        height={Math.max(1, rows - above.length)}
        theme={theme}
        onChange={form => app.store.setState(now => withForm(now, form))}
      />
    </PopUp>
  );
}
