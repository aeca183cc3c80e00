// The form of the service filters of the current list.

import { todayIn } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { withErrors } from '../../store/form.ts';
import type { Field, State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import type { Screen } from '../screens/screen.ts';
import { daysText, withDays } from '../screens/server-filter.ts';
import { formOverlay } from './form-overlay.tsx';
import type { OverlayKind } from './overlay.ts';

export function serverFilterOverlay(screenOf: (state: State) => Screen): OverlayKind {
  const periodText = (field: Field | undefined, state: State): Visible | undefined =>
    field &&
    daysText(screenOf(state).filters ?? [], { name: field.id, value: field.value.trim() }, serviceDay(state));
  return formOverlay({
    kind: 'server-filter',
    group: t`filter`,
    button: t`Apply`,
    esc: t`close`,
    title(state) {
      const { filtered } = screenOf(state);
      return filtered ? t`Filter ${filtered}` : t`Search service`;
    },
    above: (_, state) => [
      {
        note: screenOf(state).filtered
          ? t`A row must match every filled field.`
          : t`Purser asks the service again. A row must match every filled field.`,
        tone: 'dim',
      },
    ],
    aside: (id, { fields }, state) =>
      periodText(
        fields.find(field => field.id === id),
        state,
      ),
    // A day or period in a short form is enough: Enter in its field applies the filter.
    enough: (form, state) => periodText(form.fields[form.focus], state) !== undefined,
    submit(app, { form }, put) {
      const state = app.store.getState();
      const { filters = [] } = screenOf(state);
      const typed = form.fields.filter(f => f.value.trim() !== '').map(f => [f.id, f.value.trim()] as const);
      const values = withDays(filters, Object.fromEntries(typed), serviceDay(state));
      const errors: Record<string, Visible | undefined> = {};
      for (const { field, check } of filters) {
        const value = values[field];
        if (value !== undefined) errors[field] = check(value, values);
      }
      if (Object.values(errors).some(Boolean)) return put(withErrors(form, errors));
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
    },
  });
}

/** Today by the service's clock, in the profile's time zone. */
const serviceDay = ({ now, skew, reach }: State): string => todayIn(reach.zone, now + (skew ?? 0));
