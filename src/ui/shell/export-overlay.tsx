// The form of an export: which records, in which format, into which file.

import type { App } from '../../effects/app.ts';
import { FORMATS } from '../../effects/export-text.ts';
import type { ExportRequest } from '../../effects/exports.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { fieldValue, setField, takesText, withErrors } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { Line } from '../kit/Line.tsx';
import { FormView, formBindings, formRows } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import type { Screen } from '../screens/screen.ts';
import type { Exportable } from '../screens/taking.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const BUTTON = t`Export`;
const bind = bindingsIn<App>(t`export`);
const MASKED = t`Amounts keep every digit. Card numbers are masked.`;

export function exportOverlay(screenOf: (state: State) => Screen): OverlayKind {
  function refuse(app: App, form: Form, errors: Readonly<Record<string, Visible>>): void {
    app.store.setState(state => withForm(state, withErrors(form, errors)));
  }

  async function submit(app: App, form: Form): Promise<void> {
    const state = app.store.getState();
    const taken = screenOf(state).taking?.exportable(state);
    if (!taken) return closeOverlay(app);
    const path = fieldValue(form, 'file');
    if (path === '') return refuse(app, form, { file: t`Type a file name.` });
    const began = await app.exports.start({
      path,
      many: taken.many,
      format: FORMATS.find(one => one === fieldValue(form, 'format')) ?? 'csv',
      ...recordsOf(taken, fieldValue(form, 'scope')),
    });
    // If the form is closed by then, the message line says it.
    const still = app.store.getState().overlay?.kind === 'export';
    if (!began) {
      if (still) closeOverlay(app);
      return;
    }
    const { why, free } = began;
    if (!still) return app.store.setState({ notice: { text: why, tone: 'warning' } });
    if (free === undefined) return refuse(app, form, { file: why });
    refuse(app, setField(form, 'file', free), { file: t`${why} This name is free.` });
  }

  return {
    takesText(state) {
      const overlay = openOverlay(state, 'export');
      return overlay !== undefined && takesText(overlay.form);
    },
    bindings: [
      ...formBindings(
        { id: 'export', get: state => openOverlay(state, 'export')?.form, set: withForm },
        BUTTON,
        (app, form) => void submit(app, form),
      ),
      bind('export.close', t`close`, ['esc'], { footer: 3, run: closeOverlay }),
    ],
    over: 'dimmed',
    spoken(state, app) {
      const overlay = openOverlay(state, 'export');
      if (!overlay) return {};
      return {
        title: t`Export to a file`,
        entries: [{ note: MASKED }],
        ...formSpoken({
          form: overlay.form,
          button: BUTTON,
          aside: id => (id === 'scope' ? { text: scopeText(fieldValue(overlay.form, 'scope')) } : undefined),
          change: form => app.store.setState(now => withForm(now, form)),
        }),
      };
    },
    View: ExportView,
  };
}

function recordsOf(taken: Exportable, scope: string): Pick<ExportRequest, 'records' | 'query' | 'keep'> {
  const { local, query, matching: keep } = taken;
  if (scope === 'all') return { records: local.map(({ raw }) => raw), query };
  if (scope === 'matching') return { records: (keep?.(local) ?? local).map(({ raw }) => raw), query, keep };
  return { records: scope === 'marked' ? taken.marked : taken.shown, query: undefined };
}

/** A suggested name gets the ending of the format; a typed name stays. */
function withForm(state: State, form: Form): State {
  const overlay = openOverlay(state, 'export');
  if (!overlay) return state;
  const { offered } = overlay;
  const path = fieldValue(form, 'file');
  if (path !== offered) return { ...state, overlay: { ...overlay, form } };
  const named = offered.replace(/\.(?:csv|json|ndjson)$/, `.${fieldValue(form, 'format')}`);
  const ended = named === path ? form : setField(form, 'file', named);
  return { ...state, overlay: { ...overlay, form: ended, offered: named } };
}

/** The records of a choice. */
function scopeText(scope: string): Visible {
  if (scope === 'all') return t`all rows from the service (local filter ignored)`;
  if (scope === 'matching') return t`all rows from the service that match the local filter`;
  return scope === 'marked' ? t`marked rows` : t`loaded rows that match the filter`;
}

function ExportView({ app, state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'export');
  if (!overlay) return null;
  const { exported } = state;
  const { width, height } = popUpArea(state);
  const rows = Math.min(height, formRows(overlay.form) + 2);
  return (
    <PopUp state={state} theme={theme} title={t`Export to a file`} height={rows}>
      <Line text={theme.paint('dim', cut(MASKED, width))} />
      <Line
        text={theme.paint(
          exported?.tone === 'warning' ? 'warn' : 'dim',
          exported ? cut(t`Last export: ${exported.text}`, width) : t``,
        )}
      />
      <FormView
        form={overlay.form}
        button={BUTTON}
        width={width}
        height={Math.max(1, rows - 2)}
        theme={theme}
        aside={id =>
          id === 'scope' ? theme.paint('dim', scopeText(fieldValue(overlay.form, 'scope'))) : undefined
        }
        onChange={form => app.store.setState(now => withForm(now, form))}
      />
    </PopUp>
  );
}
