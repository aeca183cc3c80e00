// The form of an export: which records, in which format, into which file.

import { FORMATS } from '../../effects/export-text.ts';
import type { ExportRequest } from '../../effects/exports.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { fieldValue, setField, withErrors } from '../../store/form.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { Form, State } from '../../store/state.ts';
import type { Screen } from '../screens/screen.ts';
import type { Exportable } from '../screens/taking.ts';
import { formOverlay } from './form-overlay.tsx';
import { closeOverlay, type OverlayKind } from './overlay.ts';

type ExportOverlay = Extract<Overlay, { kind: 'export' }>;

export const exportOverlay = (screenOf: (state: State) => Screen): OverlayKind =>
  formOverlay({
    kind: 'export',
    group: t`export`,
    button: t`Export`,
    esc: t`close`,
    title: () => t`Export to a file`,
    above: (_, { exported }) => [
      { note: t`Amounts keep every digit. Card numbers are masked.`, tone: 'dim' },
      {
        note: exported ? t`Last export: ${exported.text}` : t``,
        tone: exported?.tone === 'warning' ? 'warn' : 'dim',
      },
    ],
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
      // If the form was closed meanwhile, the message line shows the problem.
      const still = app.store.getState().overlay?.kind === 'export';
      if (!began) {
        if (still) closeOverlay(app);
        return;
      }
      const { why, free } = began;
      if (!still) return app.store.setState({ notice: { text: why, tone: 'warning' } });
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
function withEnding(overlay: ExportOverlay, form: Form): ExportOverlay {
  const { offered } = overlay;
  const path = fieldValue(form, 'file');
  if (path !== offered) return { ...overlay, form };
  const named = offered.replace(/\.(?:csv|json|ndjson)$/, `.${fieldValue(form, 'format')}`);
  return { ...overlay, form: named === path ? form : setField(form, 'file', named), offered: named };
}

/** The chosen records in words. */
function scopeText(scope: string): Visible {
  if (scope === 'all') return t`all rows from the service (local filter ignored)`;
  if (scope === 'matching') return t`all rows from the service that match the local filter`;
  return scope === 'marked' ? t`marked rows` : t`loaded rows that match the filter`;
}
