// The sections of a new customer, each with its missing and wrong fields. Pure.

import { jsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { NewUser } from '../../store/new-user.ts';
import { newUserSlot } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { BUSINESS_NAME } from './fields.ts';
import { fieldsOf, personName, problemsOf, type Section, sectionsOf } from './sections.ts';

export interface SectionRow {
  readonly section: Section;
  readonly missing: number;
  readonly wrong: number;
  /** The typed name of the business or person; empty for other sections. */
  readonly name: Visible;
  /** The problems of the section as texts, field by field. */
  readonly problems: readonly { readonly label: Visible; readonly why: Visible }[];
}

export interface Overview {
  readonly draft: NewUser;
  readonly rows: readonly SectionRow[];
  /** The index of the selected section; `rows.length` is the button. */
  readonly cursor: number;
  /** The number of problems in all sections; undefined before the check. */
  readonly open: number | undefined;
}

export function overviewOf(state: State): Overview | undefined {
  const draft = newUserSlot.get(state);
  if (!draft) return undefined;
  const rows = sectionsOf(draft.body).map(section => rowOf(section, draft));
  return {
    draft,
    rows,
    cursor: Math.max(0, Math.min(currentView(state).cursorIndex, rows.length)),
    open: draft.problems?.length,
  };
}

function rowOf(section: Section, { body, problems = [] }: NewUser): SectionRow {
  const here = problemsOf(section, body, problems);
  const labels = new Map(fieldsOf(section, body).map(({ path, label }) => [path, label]));
  return {
    section,
    missing: here.filter(({ kind }) => kind === 'missing').length,
    wrong: here.filter(({ kind }) => kind === 'wrong').length,
    name: nameOf(section, body),
    problems: here.map(({ path, why }) => ({ label: labels.get(path) ?? visible(path, 60), why })),
  };
}

function nameOf(section: Section, body: NewUser['body']): Visible {
  if (section.person !== undefined) return section.heads ? personName(body, section.person) : t``;
  const name = section.id === 'business' ? jsonAt(body, BUSINESS_NAME) : undefined;
  return typeof name === 'string' ? visible(name, 40) : t``;
}

export function stateText({ missing, wrong }: SectionRow, checked: boolean): Visible {
  if (!checked) return t`…`;
  if (missing === 0 && wrong === 0) return t`complete`;
  const parts = [...(wrong > 0 ? [t`${wrong} wrong`] : []), ...(missing > 0 ? [t`${missing} missing`] : [])];
  return parts.reduce((all, part) => t`${all}, ${part}`);
}
