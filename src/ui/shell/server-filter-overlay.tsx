// The form of the current list's service filters.

import type { App } from '../../effects/app.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { todayIn } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { takesText, withErrors } from '../../store/form.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import { Line } from '../kit/Line.tsx';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import type { Screen } from '../screens/screen.ts';
import { daysText, withDays } from '../screens/server-filter.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const BUTTON = t`Apply`;
const bind = bindingsIn<App>(t`filter`);

export function serverFilterOverlay(screenOf: (state: State) => Screen): OverlayKind {
  function submit(app: App, form: Form) {
    const state = app.store.getState();
    const { filters } = screenOf(state);
    const typed = form.fields.filter(f => f.value.trim() !== '').map(f => [f.id, f.value.trim()] as const);
    const values = withDays(filters, Object.fromEntries(typed), serviceDay(state));
    const errors: Record<string, Visible | undefined> = {};
    for (const { field, check } of filters) {
      const value = values[field];
      if (value !== undefined) errors[field] = check(value, values);
    }
    if (Object.values(errors).some(Boolean)) {
      return app.store.setState({ overlay: { kind: 'server-filter', form: withErrors(form, errors) } });
    }
    const server = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        filters.find(f => f.field === name)?.send?.(value) ?? value,
      ]),
    );
    app.store.setState(state => ({
      ...updateView(state, view => ({ ...view, server, cursorIndex: 0, cursorKey: undefined, top: 0 })),
      overlay: undefined,
    }));
  }
  return {
    takesText(state) {
      const overlay = openOverlay(state, 'server-filter');
      return overlay !== undefined && takesText(overlay.form);
    },
    bindings: [
      ...formBindings(
        {
          id: 'server-filter',
          get: state => openOverlay(state, 'server-filter')?.form,
          set: (state, form) => ({ ...state, overlay: { kind: 'server-filter', form } }),
          // A period that is typed in short says all that is needed.
          enough: (form, state) => meant(screenOf(state), form.fields[form.focus], state) !== undefined,
        },
        BUTTON,
        submit,
      ),
      bind('server-filter.close', t`close`, ['esc'], { footer: 3, run: closeOverlay }),
    ],
    over: 'dimmed',
    spoken(state, app) {
      const overlay = openOverlay(state, 'server-filter');
      if (!overlay) return {};
      const { filtered } = screenOf(state);
      return {
        title: titleOf(filtered),
        entries: [{ note: aboutText(filtered) }],
        ...formSpoken({ form: overlay.form, button: BUTTON, change: form => change(app, form) }),
      };
    },
    View: props => <ServerFilterView {...props} screen={screenOf(props.state)} />,
  };
}

/** The service's day: its lists are divided by it. */
const serviceDay = ({ now, skew, reach }: State): string => todayIn(reach.zone, now + (skew ?? 0));

const meant = ({ filters }: Screen, field: Field | undefined, state: State): Visible | undefined =>
  field && daysText(filters, { name: field.id, value: field.value.trim() }, serviceDay(state));

const titleOf = (filtered: Visible | undefined): Visible =>
  filtered ? t`Filter ${filtered}` : t`Search service`;
const aboutText = (filtered: Visible | undefined): Visible =>
  filtered
    ? t`A row must match every filled field.`
    : t`Purser asks the service again. A row must match every filled field.`;
const change = (app: App, form: Form): void =>
  app.store.setState({ overlay: { kind: 'server-filter', form } });

function ServerFilterView({ app, state, theme, screen }: OverlayProps & { readonly screen: Screen }) {
  const { filtered } = screen;
  const overlay = openOverlay(state, 'server-filter');
  if (!overlay) return null;
  const { width, height } = popUpArea(state);
  const rows = Math.min(height, formRows(overlay.form) + 1);
  return (
    <PopUp state={state} theme={theme} title={titleOf(filtered)} height={rows}>
      <Line text={theme.paint('dim', aboutText(filtered))} />
      <FormView
        form={overlay.form}
        button={BUTTON}
        width={width}
        height={Math.max(1, rows - 1)}
        theme={theme}
        aside={id => {
          const text = meant(
            screen,
            overlay.form.fields.find(field => field.id === id),
            state,
          );
          return text && theme.paint('dim', text);
        }}
        onChange={form => change(app, form)}
      />
    </PopUp>
  );
}
