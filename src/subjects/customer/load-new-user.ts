// The form that loads a new customer from a JSON file, and the report of the parts that do not fit.

import { noted } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import { field, fieldValue, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { beginNewUser, type NewUser, newUserSlot } from '../../store/new-user.ts';
import { overlayWith } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { popView, visit } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { isEmpty } from './new-user-form.ts';

const forms = keptForms('new-user-load', () => ({
  fields: [field('file', t`File`, '', t`a JSON file of at most 1 MiB; ~ is the home folder`)],
  focus: 0,
}));

export const loadForm: FormDeclaration = {
  place: 'new-user-load',
  forms,
  button: t`Load`,
  above(state) {
    const draft = newUserSlot.get(state);
    return [
      {
        note: t`The file must have the body in the service's format. Purser rejects fields that don't fit and lists them.`,
      },
      ...(draft && !isEmpty(draft.body)
        ? [
            noted(
              t`The file replaces your draft. To keep the draft, save it first: E in New customer.`,
              'warn',
            ),
          ]
        : []),
    ];
  },
  review(app, form) {
    const path = fieldValue(form, 'file');
    const file = path === '' ? { ok: false as const, why: t`Enter a file name.` } : app.newUsers.load(path);
    app.store.setState(state => {
      const draft = newUserSlot.get(state);
      if (!draft) return state;
      if (!file.ok) return forms.set(state, withErrors(form, { file: file.why }));
      const there = visit(popView(state) ?? state, 'new-user');
      return isEmpty(draft.body)
        ? loaded(there, file)
        : newUserSlot.set(there, { ...draft, question: { kind: 'replace', ...file } });
    });
  },
};

/** The next load begins with an empty field. */
export const loaded = (state: State, { body, report }: Pick<NewUser, 'body' | 'report'>): State =>
  reported(
    newUserSlot.set(forms.set(state, forms.fresh(state)), beginNewUser(body, { kind: 'waiting' }, report)),
  );

/** Opens the list of the parts that do not fit, if there are any. */
export function reported(state: State): State {
  const report = newUserSlot.get(state)?.report;
  if (!report || report.leftOut.length === 0) return state;
  const lines = report.leftOut.map(text => ({ label: t`Left out`, text }));
  return {
    ...state,
    overlay: overlayWith({
      kind: 'explain',
      title: t`File report`,
      record: report.about,
      lines,
      top: 0,
    }),
  };
}
