// The form of one section of a new customer. The form reads its values from the draft's body and writes them back.

import { noted } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Json } from '../../lib/json.ts';
import { countAt, withJsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type PlacedField, rowOf, type Section, withItem } from '../../store/body-form.ts';
import { withErrors } from '../../store/form-state.ts';
import type { FormsInState } from '../../store/kept-forms.ts';
import { type NewUser, newUserSlot } from '../../store/new-user.ts';
import type { State } from '../../store/state.ts';
import { currentView, popView, visit } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { newUserForm, passportWarnings } from './new-user-form.ts';

const bind = bindingsIn<App>(t`new customer`);

interface OpenSection {
  readonly draft: NewUser;
  readonly section: Section;
}

const sectionOf = ({ body }: NewUser, id: string | undefined): Section | undefined =>
  newUserForm.sections(body).find(section => section.id === id);

function openIn(state: State): OpenSection | undefined {
  const draft = newUserSlot.get(state);
  const section = draft && sectionOf(draft, currentView(state).subject);
  return section && { draft, section };
}

const sectionForms: FormsInState = {
  get(state) {
    const open = openIn(state);
    if (!open) return { fields: [], focus: 0 };
    const { draft, section } = open;
    return {
      fields: section.fields.map(one => ({
        ...rowOf(one),
        error: draft.flagged.includes(one.path) ? one.problem?.why : undefined,
      })),
      focus: Math.min(draft.focus[section.id] ?? 0, section.fields.length),
    };
  },
  set(state, form) {
    const open = openIn(state);
    if (!open) return state;
    const { draft, section } = open;
    const here = new Map(form.fields.map(one => [one.id, one]));
    // The first typed letter of a list item adds the item to the body.
    const body = section.fields.reduce((so: Json, { path, kind, typed }) => {
      const value = here.get(path)?.value ?? '';
      if (value === typed) return so;
      return withJsonAt(so, path, kind === 'flag' ? value === 'true' : value);
    }, draft.body);
    const wrong = form.fields.filter(({ error }) => error !== undefined).map(({ id }) => id);
    return newUserSlot.set(state, {
      ...draft,
      body,
      flagged: [...draft.flagged.filter(path => !here.has(path)), ...wrong],
      focus: { ...draft.focus, [section.id]: form.focus },
    });
  },
};

/** The list item with the focus, or else the last one of the section. */
function itemInFocus(state: State): PlacedField['inList'] {
  const open = openIn(state);
  if (!open) return undefined;
  const { fields, id } = open.section;
  return fields[open.draft.focus[id] ?? 0]?.inList ?? fields.findLast(({ inList }) => inList)?.inList;
}

const changeRows = (app: App, by: 'add' | 'remove'): void =>
  app.store.setState(state => {
    const open = openIn(state);
    const item = itemInFocus(state);
    if (!open || !item) return state;
    const { draft, section } = open;
    const { list, at } = item;
    const empty = section.fields.some(({ path }) => path === `${list}.0`) ? '' : {};
    const body =
      by === 'add' ? withItem(draft.body, list, empty) : withJsonAt(draft.body, `${list}.${at}`, undefined);
    const goal = by === 'add' ? countAt(body, list) - 1 : Math.max(0, at - 1);
    const changed = { ...draft, body, flagged: [] };
    const focus = sectionOf(changed, section.id)?.fields.findIndex(
      ({ inList }) => inList?.list === list && inList.at === goal,
    );
    return newUserSlot.set(state, { ...changed, focus: { ...draft.focus, [section.id]: focus ?? 0 } });
  });

const hasRows = (app: App): true | Visible =>
  itemInFocus(app.store.getState()) ? true : t`You can't add or remove rows in this section.`;

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

export const sectionForm: FormDeclaration<FormsInState> = {
  place: 'new-user-section',
  forms: sectionForms,
  button: t`Back`,
  above(state) {
    const open = openIn(state);
    if (!open)
      return [
        noted(
          newUserSlot.get(state)
            ? t`Section not found. Type :new-user for all sections.`
            : t`Reading the draft …`,
          'plain',
        ),
      ];
    const { title, about, fields, id, item } = open.section;
    const { kept, body } = open.draft;
    const rows = fields.some(({ inList }) => inList)
      ? t` Press Ctrl+N to add a row, Ctrl+X to remove a row.`
      : t``;
    const lost =
      kept.kind === 'not-kept'
        ? [
            t`Your draft is NOT saved, and you lose it when Purser ends. Press Esc for the sections. ${kept.why}`,
          ]
        : [];
    const passport = id.startsWith('person-identification') ? passportWarnings(body, item) : [];
    return [
      { note: t`${title}: ${about}${rows}` },
      ...[...lost, ...passport].map(note => noted(note, 'warn')),
    ];
  },
  aside(fieldId, state, form) {
    const wrong = wrongIn(state)[fieldId];
    return !wrong || form.fields[form.focus]?.id === fieldId ? undefined : { text: wrong, tone: 'bad' };
  },
  // Missing fields can wait.
  review: (app, form) =>
    app.store.setState(state => {
      const wrong = wrongIn(state);
      if (Object.keys(wrong).length > 0) return sectionForms.set(state, withErrors(form, wrong));
      // Even if the person opened this section from another screen.
      return visit(popView(state) ?? state, 'new-user');
    }),
  about: ({ subject }) => (subject === undefined ? undefined : sectionName(subject)),
  commands,
};

const wrongIn = (state: State): Readonly<Record<string, Visible>> =>
  Object.fromEntries(
    openIn(state)?.section.fields.flatMap(({ path, problem }) =>
      problem?.kind === 'wrong' ? [[path, problem.why]] : [],
    ) ?? [],
  );

/** Without the name of a person. */
function sectionName(subject: string): Visible | undefined {
  const [, kind = '', n] = /^([a-z-]+)(?:\.(\d+))?$/.exec(subject) ?? [];
  const words = visible(kind.replaceAll('-', ' '), 40);
  if (words === '') return undefined;
  return n === undefined ? words : t`${words}, person ${Number(n) + 1}`;
}
