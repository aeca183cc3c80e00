// An overlay with a form below some lines: its keys, its drawing, and its text for a screen reader.

import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { takesText } from '../../store/form.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { Form, State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

/** The fewest rows of a form: a field, two lines of its hint, and the button. */
const LEAST = 4;

type FormKind = 'decline' | 'export' | 'grant' | 'server-filter';
type FormOverlay<Kind extends FormKind> = Extract<Extract<Overlay, { kind: FormKind }>, { kind: Kind }>;

interface FormOverlayParts<Kind extends FormKind> {
  readonly kind: Kind;
  readonly group: Visible;
  readonly button: Visible;
  /** What Esc does. */
  readonly esc: Visible;
  title(state: State): Visible;
  /** The lines above the form. */
  above(overlay: FormOverlay<Kind>, state: State): readonly Entry[];
  /** The meaning of a field's value. */
  aside?(fieldId: string, form: Form, state: State): Visible | undefined;
  /** Whether the form is complete without the fields after the focused field. */
  enough?(form: Form, state: State): boolean;
  /** The overlay with a changed form, if more than the form changes. */
  changed?(overlay: FormOverlay<Kind>, form: Form): FormOverlay<Kind>;
  /** What Esc does after it closed the form. */
  closed?(app: App, overlay: FormOverlay<Kind>): void;
  /** `put` sets the form if the overlay is still open. */
  submit(app: App, overlay: FormOverlay<Kind>, put: (form: Form) => void): void;
}

export function formOverlay<Kind extends FormKind>(parts: FormOverlayParts<Kind>): OverlayKind {
  const { kind, button, changed = (overlay, form) => ({ ...overlay, form }) } = parts;
  const overlayIn = (state: State): FormOverlay<Kind> | undefined => openOverlay(state, kind);
  const formIn = (state: State): Form | undefined => overlayIn(state)?.form;
  const withForm = (state: State, form: Form): State => {
    const overlay = overlayIn(state);
    return overlay ? { ...state, overlay: changed(overlay, form) } : state;
  };
  const put = (app: App, form: Form): void => app.store.setState(state => withForm(state, form));

  function FormPopUp({ app, state, theme }: OverlayProps) {
    const overlay = overlayIn(state);
    if (!overlay) return null;
    const { form } = overlay;
    const { width, height } = popUpArea(state);
    const entries = parts.above(overlay, state);
    const room = height - Math.min(LEAST, formRows(form));
    // In a small terminal the last lines above the form are left out, so that its field and its button stay.
    const above =
      entries
        .map((_, fewer) => composeDetails(entries.slice(0, entries.length - fewer), width, theme))
        .find(lines => lines.length <= room) ?? [];
    const rows = Math.min(height, above.length + formRows(form));
    return (
      <PopUp state={state} theme={theme} title={parts.title(state)} height={rows}>
        <Lines lines={above} height={above.length} />
        <FormView
          form={form}
          button={button}
          width={width}
          height={Math.max(1, rows - above.length)}
          theme={theme}
          aside={id => {
            const text = parts.aside?.(id, form, state);
            return text && theme.paint('dim', text);
          }}
          onChange={form => put(app, form)}
        />
      </PopUp>
    );
  }

  return {
    takesText(state) {
      const form = formIn(state);
      return form !== undefined && takesText(form);
    },
    bindings: [
      ...formBindings(
        { id: kind, get: formIn, set: withForm, ...(parts.enough && { enough: parts.enough }) },
        button,
        app => {
          const overlay = overlayIn(app.store.getState());
          if (overlay) parts.submit(app, overlay, form => put(app, form));
        },
      ),
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
    spoken(state, app) {
      const overlay = overlayIn(state);
      if (!overlay) return {};
      const { form } = overlay;
      return {
        title: parts.title(state),
        entries: parts.above(overlay, state),
        ...formSpoken({
          form,
          button,
          aside(id) {
            const text = parts.aside?.(id, form, state);
            return text && { text };
          },
          change: form => put(app, form),
        }),
      };
    },
    View: FormPopUp,
  };
}
