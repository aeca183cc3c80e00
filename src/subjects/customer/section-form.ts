// The form of one section of a new customer. The form reads its values from the draft's body and writes them back.

import { noted } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Json } from '../../lib/json.ts';
import { countAt, withJsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { choice, field } from '../../store/form-state.ts';
import { type NewUser, newUserSlot } from '../../store/new-user.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { currentView, popView, visit } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import {
  fieldsOf,
  listsOf,
  type PlacedField,
  passportWarnings,
  problemsOf,
  type Section,
  sectionOf,
  typedIn,
} from './sections.ts';

const bind = bindingsIn<App>(t`new customer`);

const FLAGS = [
  { value: 'true', label: t`yes` },
  { value: 'false', label: t`no` },
] as const;

interface Now {
  readonly draft: NewUser;
  readonly section: Section;
  readonly fields: readonly PlacedField[];
}

function now(state: State): Now | undefined {
  const draft = newUserSlot.get(state);
  const section = draft && sectionOf(draft.body, currentView(state).subject);
  return section && { draft, section, fields: fieldsOf(section, draft.body) };
}

const NOTHING: Form = { fields: [], focus: 0 };

function formOf({ draft, section, fields }: Now): Form {
  return {
    fields: fields.map(one => fieldOf(one, draft)),
    focus: Math.min(draft.focus[section.id] ?? 0, fields.length),
  };
}

function fieldOf(one: PlacedField, { body, flagged, problems = [] }: NewUser): Field {
  const { path, label, hint, kind } = one;
  const value = typedIn(body, one);
  const made = kind === 'flag' ? choice(path, label, value, hint, FLAGS) : field(path, label, value, hint);
  const problem = problems.find(each => each.path === path);
  return flagged.includes(path) ? { ...made, error: problem?.why } : made;
}

/** The first typed letter of a list item adds the item to the body. */
function written({ draft, section, fields }: Now, form: Form): NewUser {
  const changed = fields.flatMap(one => {
    const value = form.fields.find(({ id }) => id === one.path)?.value ?? '';
    return value === typedIn(draft.body, one) ? [] : [{ one, value }];
  });
  const body = changed.reduce(
    (so: Json, { one, value }) => withJsonAt(so, one.path, leafOf(one, value)),
    draft.body,
  );
  const paths = new Set(changed.map(({ one }) => one.path));
  return {
    ...draft,
    body,
    flagged: draft.flagged.filter(path => !paths.has(path)),
    focus: { ...draft.focus, [section.id]: form.focus },
  };
}

function leafOf({ kind, item, path }: PlacedField, value: string): Json | undefined {
  if (kind === 'flag') return value === '' ? undefined : value === 'true';
  // An empty text in a list stays, so that its row stays on the screen.
  const isItem = item !== undefined && path === `${item.listPath}.${item.at}`;
  if (value === '' && !isItem) return undefined;
  return kind === 'code' ? value.toUpperCase() : value;
}

const sectionForms = {
  get(state: State): Form {
    const at = now(state);
    return at ? formOf(at) : NOTHING;
  },
  set(state: State, form: Form): State {
    const at = now(state);
    return at ? newUserSlot.set(state, written(at, form)) : state;
  },
};

/** The list item with the focus, or else the last item of the section's last list. */
function itemInFocus({ draft, section, fields }: Now): PlacedField['item'] {
  const focused = fields[draft.focus[section.id] ?? 0]?.item;
  const listPath = listsOf(section).at(-1)?.listPath;
  return (
    focused ??
    (listPath === undefined ? undefined : { listPath, at: Math.max(1, countAt(draft.body, listPath)) - 1 })
  );
}

const NO_ROWS = t`You can't add or remove rows in this section.`;

function changeRows(app: App, by: 'add' | 'remove'): void {
  app.store.setState(state => {
    const at = now(state);
    const item = at && itemInFocus(at);
    if (!at || !item) return state;
    const { draft, section } = at;
    const { listPath, at: n } = item;
    const first = fieldsOf(section, draft.body).find(one => one.item?.listPath === listPath);
    const empty: Json = first && first.path === `${listPath}.0` ? '' : {};
    const count = countAt(draft.body, listPath);
    // The screen always shows a first row, also if the body has none.
    const some = count === 0 ? withJsonAt(draft.body, `${listPath}.0`, empty) : draft.body;
    const body =
      by === 'add'
        ? withJsonAt(some, `${listPath}.${Math.max(1, count)}`, empty)
        : withJsonAt(some, `${listPath}.${n}`, undefined);
    const goal = by === 'add' ? Math.max(1, count) : Math.max(0, n - 1);
    const focus = fieldsOf(section, body).findIndex(
      one => one.item?.listPath === listPath && one.item.at === goal,
    );
    return newUserSlot.set(state, {
      ...draft,
      body,
      flagged: [],
      focus: { ...draft.focus, [section.id]: Math.max(0, focus) },
    });
  });
}

const hasRows = (app: App): true | Visible => {
  const at = now(app.store.getState());
  return at && itemInFocus(at) ? true : NO_ROWS;
};

const commands: readonly Binding<App>[] = [
  bind('new-user-section.add', t`add row`, ['ctrl-n'], {
    footer: 1.2,
    enabled: hasRows,
    run: app => changeRows(app, 'add'),
  }),
  bind('new-user-section.remove', t`remove row`, ['ctrl-x'], {
    footer: 1.3,
    enabled: hasRows,
    run: app => changeRows(app, 'remove'),
  }),
];

export const sectionForm: FormDeclaration<typeof sectionForms> = {
  place: 'new-user-section',
  forms: sectionForms,
  button: t`Back`,
  above(state) {
    const at = now(state);
    if (at) {
      const rows =
        listsOf(at.section).length > 0 ? t` Press Ctrl+N to add a row, Ctrl+X to remove a row.` : t``;
      const { kept, body } = at.draft;
      const { person, id } = at.section;
      const passport = id.startsWith('person-identification') ? passportWarnings(body, person) : [];
      return [
        { note: t`${at.section.title}: ${at.section.about}${rows}` },
        ...(kept.kind === 'not-kept'
          ? [
              noted(
                t`Your draft is NOT saved, and you lose it when Purser ends. Press Esc for the sections. ${kept.why}`,
                'warn',
              ),
            ]
          : []),
        ...passport.map(note => noted(note, 'warn')),
      ];
    }
    return [
      noted(
        newUserSlot.get(state)
          ? t`Section not found. Type :new-user for all sections.`
          : t`Reading the draft …`,
        'plain',
      ),
    ];
  },
  aside(fieldId, state, form) {
    const at = now(state);
    const focused = form.fields[form.focus]?.id === fieldId;
    const wrong = at?.draft.problems?.find(({ path, kind }) => path === fieldId && kind === 'wrong');
    return focused || !wrong ? undefined : { text: wrong.why, tone: 'bad' };
  },
  // Missing fields can wait.
  review(app) {
    app.store.setState(state => {
      const at = now(state);
      if (!at) return toSections(state);
      const { draft, section, fields } = at;
      const wrong = problemsOf(section, draft.body, draft.problems ?? [])
        .filter(({ kind }) => kind === 'wrong')
        .map(({ path }) => path);
      if (wrong.length === 0) return toSections(state);
      const focus = fields.findIndex(({ path }) => wrong.includes(path));
      return newUserSlot.set(state, {
        ...draft,
        flagged: wrong,
        focus: { ...draft.focus, [section.id]: focus },
      });
    });
  },
  about: ({ subject }) => (subject === undefined ? undefined : sectionName(subject)),
  commands,
};

/** Even if the person opened this section from another screen. */
const toSections = (state: State): State => visit(popView(state) ?? state, 'new-user');

/** Without the name of a person. */
function sectionName(subject: string): Visible | undefined {
  const [, kind = '', n] = /^([a-z-]+)(?:\.(\d+))?$/.exec(subject) ?? [];
  const words = kind.replaceAll('-', ' ');
  if (words === '') return undefined;
  return n === undefined ? visible(words, 40) : t`${visible(words, 40)}, person ${Number(n) + 1}`;
}
