// Overlays with a form: the reason for write access or a decline, an export, and the service's filters of a list.

import { endingOf, FORMATS } from '../../effects/export-text.ts';
import type { ExportRequest } from '../../effects/exports.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { todayIn } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { field, fieldValue, setField, takesText, withErrors } from '../../store/form-state.ts';
import { warn } from '../../store/notices.ts';
import {
  closeOverlay,
  type Overlay,
  type OverlayOf,
  openOverlay,
  overlayWith,
} from '../../store/open-overlays.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { customerKey, updateView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { linesBelow, windowAt } from '../kit/scroll.ts';
import { type Theme, UNPAINTED } from '../kit/theme.ts';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import type { Screen } from '../screens/screen.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import { daysText, withDays } from '../screens/server-filter.ts';
import type { Exportable } from '../screens/taking.ts';
import type { OverlayKind, OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

/** The fewest rows of a form: a field, two lines of its hint, and the button. */
const LEAST = 4;

type FormKind = 'decline' | 'export' | 'grant' | 'notes' | 'server-filter';
type FormOverlay<Kind extends FormKind> = Extract<OverlayOf<FormKind>, { kind: Kind }>;

interface FormOverlayParts<Kind extends FormKind> {
  readonly kind: Kind;
  readonly group: Visible;
  readonly button: Visible;
  readonly esc: Visible;
  title(state: State): Visible;
  /** Drawn after the title: what the form is about. */
  name?(overlay: FormOverlay<Kind>): Visible | undefined;
  status?(state: State): Visible;
  above?(overlay: FormOverlay<Kind>, state: State): readonly Entry[];
  /** PgDn and PgUp scroll these lines. */
  readonly below?: {
    entries(overlay: FormOverlay<Kind>, state: State): readonly Entry[];
    scrolled(state: State, top: number): State;
  };
  aside?(fieldId: string, form: Form, state: State): Visible | undefined;
  /** Whether the fields after the focused field may stay empty. */
  enough?(form: Form, state: State): boolean;
  changed?(overlay: FormOverlay<Kind>, form: Form): FormOverlay<Kind>;
  /** If the form is kept elsewhere too. */
  set?(state: State, form: Form): State;
  closed?(app: App, overlay: FormOverlay<Kind>): void;
  /** `put` sets the form if the overlay is still open. */
  submit(app: App, overlay: FormOverlay<Kind>, put: (form: Form) => void): void;
}

export function formOverlay<Kind extends FormKind>(
  parts: FormOverlayParts<Kind>,
): OverlayKind<FormOverlay<Kind>> {
  const { kind, button, below, changed = (overlay, form) => ({ ...overlay, form }) } = parts;
  const overlayIn = (state: State): FormOverlay<Kind> | undefined => openOverlay(state, kind);
  const withForm =
    parts.set ??
    ((state: State, form: Form): State => {
      const overlay = overlayIn(state);
      return overlay ? { ...state, overlay: changed(overlay, form) } : state;
    });
  const entriesAbove = (overlay: FormOverlay<Kind>, state: State) => parts.above?.(overlay, state) ?? [];
  const asideIn = (...at: [fieldId: string, form: Form, state: State]): Cell | undefined => {
    const text = parts.aside?.(...at);
    return text && { text };
  };
  const put = (app: App, form: Form): void => app.store.setState(state => withForm(state, form));

  function restIn(overlay: FormOverlay<Kind>, state: State, theme: Theme) {
    const { width, height } = popUpArea(state);
    const entries = below?.entries(overlay, state);
    const lines = entries ? [theme.paint('plain', t``), ...composeDetails(entries, width, theme)] : [];
    const room = Math.max(0, Math.min(lines.length, height - formRows(overlay.form)));
    return { lines, window: windowAt('top' in overlay ? overlay.top : 0, room, lines.length) };
  }

  const scrolls = below
    ? scrollBindings({
        id: kind,
        group: parts.group,
        windowIn(state) {
          const overlay = overlayIn(state);
          return overlay && restIn(overlay, state, UNPAINTED).window;
        },
        scrolled: below.scrolled,
        only: ['pgdn', 'ctrl-d', 'pgup'],
      })
    : [];

  function FormPopUp({ app, overlay, state, theme }: OverlayProps<FormOverlay<Kind>>) {
    const { form } = overlay;
    const { width, height } = popUpArea(state);
    const entries = entriesAbove(overlay, state);
    const room = height - Math.min(LEAST, formRows(form));
    // In a small terminal the last lines above the form are left out, so that its field and its button stay.
    const above =
      entries
        .map((_, fewer) => composeDetails(entries.slice(0, entries.length - fewer), width, theme))
        .find(lines => lines.length <= room) ?? [];
    const rows = Math.min(height, above.length + formRows(form));
    const { lines, window } = restIn(overlay, state, theme);
    const { top, room: rest } = window;
    const name = parts.name?.(overlay);
    const more = linesBelow(window);
    return (
      <PopUp
        state={state}
        theme={theme}
        title={name === undefined ? parts.title(state) : t`${parts.title(state)} · ${name}`}
        right={more > 0 ? { text: t`↓ ${more} more · PgDn`, tone: 'dim' } : undefined}
        height={rows + rest}
      >
        <Lines lines={above} />
        <FormView
          form={form}
          button={button}
          width={width}
          height={Math.max(1, rows - above.length)}
          theme={theme}
          aside={id => asideIn(id, form, state)}
          onChange={form => put(app, form)}
        />
        <Lines lines={lines.slice(top, top + rest)} height={rest} />
      </PopUp>
    );
  }

  return {
    takesText: ({ form }) => takesText(form),
    bindings: [
      ...formBindings(
        { id: kind, get: state => overlayIn(state)?.form, set: withForm, enough: parts.enough },
        button,
        app => {
          const overlay = overlayIn(app.store.getState());
          if (overlay) parts.submit(app, overlay, form => put(app, form));
        },
      ),
      ...scrolls,
      bindingsIn<App>(parts.group)(`${kind}.close`, parts.esc, ['esc'], {
        footer: 3,
        run(app) {
          const overlay = overlayIn(app.store.getState());
          closeOverlay(app);
          if (overlay) parts.closed?.(app, overlay);
        },
      }),
    ],
    over: 'dimmed',
    spoken: (overlay, state, app) => ({
      title: parts.title(state),
      ...(parts.status && { status: parts.status(state) }),
      entries: [...entriesAbove(overlay, state), ...(below?.entries(overlay, state) ?? [])],
      ...formSpoken({
        form: overlay.form,
        button,
        aside: id => asideIn(id, overlay.form, state),
        change: form => put(app, form),
      }),
    }),
    View: FormPopUp,
  };
}

export const declineKind = formOverlay({
  kind: 'decline',
  group: t`decline`,
  button: t`Decline`,
  esc: t`go back`,
  title: () => t`Decline the request`,
  above: ({ dialog: { title, approval } }) => [
    { note: approval?.name ?? title, tone: 'strong' },
    { note: t`One decline ends the request as NOT SENT.` },
  ],
  // Opens the request again instead of the old dialog, because the request may have changed meanwhile.
  closed: (app, { dialog, voting }) => voting && void app.dialog.openWaiting(dialog.requestId),
  submit(app, { form, dialog }, put) {
    const note = fieldValue(form, 'note');
    if (note !== '') void app.dialog.decline(dialog, note);
    else put(withErrors(form, { note: t`Required: say why in a few words.` }));
  },
});

export const grantOverlay = (): Overlay =>
  overlayWith({
    kind: 'grant',
    form: {
      fields: [field('reason', t`Reason`, '', t`a ticket, or the customer's request; goes into the journal`)],
      focus: 0,
    },
  });

export const grantKind = formOverlay({
  kind: 'grant',
  group: t`writing`,
  button: t`Get write access`,
  esc: t`stay read-only`,
  title: () => t`Ask for write access`,
  above: (_, { reach }) => [
    reach.environment === 'production'
      ? { note: t`PRODUCTION: writes here move real money.`, tone: 'bad' }
      : reach.unprovenDemo
        ? {
            note: t`Only PURSER_ENVIRONMENT calls this address a demo. Writes here may move real money.`,
            tone: 'bad',
          }
        : { note: t`This is a demo environment.`, tone: 'dim' },
    { note: t`Write access ends 15 minutes after the last write. Press w to end write access earlier.` },
  ],
  submit(app, { form }, put) {
    const reason = fieldValue(form, 'reason');
    if (reason === '') return put(withErrors(form, { reason: t`Required: give the reason in a few words.` }));
    closeOverlay(app);
    app.grant.give(reason);
  },
});

export const exportOverlay = (screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'export'>> =>
  formOverlay({
    kind: 'export',
    group: t`export`,
    button: t`Export`,
    esc: t`close`,
    title: () => t`Export to a file`,
    above(_, { exported, customer }) {
      const last = exported?.owner === (customer && customerKey(customer)) ? exported : undefined;
      return [
        { note: t`Amounts keep every digit. Card numbers are masked.`, tone: 'dim' },
        {
          note: last ? t`Last export: ${last.text}` : t``,
          tone: last?.tone === 'warning' ? 'warn' : 'dim',
        },
      ];
    },
    aside: (id, form) => (id === 'scope' ? scopeText(fieldValue(form, 'scope')) : undefined),
    changed: withEnding,
    async submit(app, { form }, put) {
      const state = app.store.getState();
      const taken = screenOf(state).taking?.exportable(state);
      if (!taken) return closeOverlay(app);
      const path = fieldValue(form, 'file');
      if (path === '') return put(withErrors(form, { file: t`Type a file name.` }));
      const began = await app.exports.start({
        path,
        many: taken.many,
        format: FORMATS.find(one => one === fieldValue(form, 'format')) ?? 'csv',
        ...recordsOf(taken, fieldValue(form, 'scope')),
      });
      // If the form was closed or changed meanwhile, the message line shows the problem.
      const still = app.store.getState().overlay === state.overlay;
      if (!began) {
        if (still) closeOverlay(app);
        return;
      }
      const { why, free } = began;
      if (!still) return warn(app.store, why);
      if (free === undefined) return put(withErrors(form, { file: why }));
      put(withErrors(setField(form, 'file', free), { file: t`${why} This name is free.` }));
    },
  });

function recordsOf(taken: Exportable, scope: string): Pick<ExportRequest, 'records' | 'query' | 'keep'> {
  const { local, query, matching: keep } = taken;
  if (scope === 'all') return { records: local.map(({ raw }) => raw), query };
  if (scope === 'matching') return { records: (keep?.(local) ?? local).map(({ raw }) => raw), query, keep };
  return { records: scope === 'marked' ? taken.marked : taken.shown, query: undefined };
}

/** A suggested file name gets the ending of the format; a typed name stays. */
function withEnding(overlay: OverlayOf<'export'>, form: Form): OverlayOf<'export'> {
  const { offered } = overlay;
  const path = fieldValue(form, 'file');
  if (path !== offered) return { ...overlay, form };
  const named = offered.replace(/\.(?:csv|json|ndjson)$/, `.${endingOf(fieldValue(form, 'format'))}`);
  return { ...overlay, form: named === path ? form : setField(form, 'file', named), offered: named };
}

function scopeText(scope: string): Visible {
  if (scope === 'all') return t`all rows from the service (local filter ignored)`;
  if (scope === 'matching') return t`all rows from the service that match the local filter`;
  return scope === 'marked' ? t`marked rows` : t`loaded rows that match the filter`;
}

export function serverFilterOverlay(
  screenOf: (state: State) => Screen,
): OverlayKind<OverlayOf<'server-filter'>> {
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
        ...updateView(state, { server, cursorIndex: 0, cursorKey: undefined, top: 0 }),
        overlay: undefined,
      }));
    },
  });
}

const serviceDay = ({ now, skew, reach }: State): string => todayIn(reach.zone, now + (skew ?? 0));
