// The sections of a new customer with their missing and wrong fields, and the keys on them.

import type { NewUserBody } from '../../effects/new-user-body.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { countAt, jsonAt, withJsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type NewUser, newUserSlot, SECTIONS } from '../../store/new-user.ts';
import { warn } from '../../store/notices.ts';
import type { State } from '../../store/state.ts';
import { currentView, customerKey, goTo, updateView, visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { formBindings } from '../../ui/screens/form.tsx';
import { scrollBindings, scrolledView } from '../../ui/screens/scrolling.ts';
import {
  BUSINESS_NAME,
  fieldsOf,
  PERSONS,
  personName,
  personsIn,
  problemsOf,
  type Section,
  sectionsOf,
} from './sections.ts';
import {
  doFile,
  fileForm,
  goStep,
  isEmpty,
  LOAD_HINT,
  stepForm,
  throwAway,
  toldWindow,
  withStepForm,
} from './step-views.tsx';
import { newId, newUserQuestion } from './user-create.ts';

const GROUP = t`new customer`;
const bind = bindingsIn<App>(GROUP);
const READING = t`Purser is still reading the draft.`;

const move = (
  id: string,
  title: Visible,
  keys: readonly Key[],
  to: (at: number, last: number) => number,
): Binding<App> => ({
  id: `new-user.${id}`,
  title,
  keys,
  group: GROUP,
  run: app =>
    app.store.setState(state => {
      const shown = overviewOf(state);
      if (!shown) return state;
      const last = shown.rows.length;
      const cursorIndex = Math.max(0, Math.min(to(shown.cursor, last), last));
      return updateView(state, view => ({ ...view, cursorIndex }));
    }),
});

function enter(app: App): void {
  const state = app.store.getState();
  const shown = overviewOf(state);
  const row = shown?.rows[shown.cursor];
  if (row) app.store.setState(visit(state, 'new-user-section', row.section.id));
  else if (shown) review(app);
}

function review(app: App): void {
  const body = app.newUsers.complete();
  const why = body && whyNotWrite(app.store.getState());
  if (why !== undefined) warn(app.store, why);
  else if (!body) toFirstProblem(app);
  else askCreation(app, body);
}

function toFirstProblem(app: App): void {
  app.store.setState(state => {
    const shown = overviewOf(state);
    const row = shown?.rows.find(({ problems }) => problems.length > 0);
    if (!shown || !row) return state;
    const { draft } = shown;
    const fields = fieldsOf(row.section, draft.body).map(({ path }) => path);
    const flagged = (draft.problems ?? []).map(({ path }) => path).filter(path => fields.includes(path));
    const focus = fields.findIndex(path => flagged.includes(path));
    const noted = newUserSlot.set(state, {
      ...draft,
      flagged,
      focus: { ...draft.focus, [row.section.id]: focus },
    });
    return visit(noted, 'new-user-section', row.section.id);
  });
}

function addPerson(app: App): void {
  app.store.setState(state => {
    const draft = newUserSlot.get(state);
    if (!draft) return state;
    // The screen always shows a first person, also if the body has none.
    const some = countAt(draft.body, PERSONS) === 0 ? withJsonAt(draft.body, `${PERSONS}.0`, {}) : draft.body;
    const n = personsIn(some);
    const body = withJsonAt(some, `${PERSONS}.${n}`, {});
    const at = sectionsOf(body).findIndex(({ person }) => person === n);
    return updateView(newUserSlot.set(state, { ...draft, body }), view => ({ ...view, cursorIndex: at }));
  });
}

const personUnder = (app: App): number | undefined => {
  const shown = overviewOf(app.store.getState());
  return shown?.rows[shown.cursor]?.section.person;
};

const typed = (app: App, none: Visible): true | Visible => {
  const draft = newUserSlot.get(app.store.getState());
  return draft ? (isEmpty(draft) ? none : true) : READING;
};

export const sectionsBindings: readonly Binding<App>[] = [
  bind('new-user.open', t`open / review`, ['enter'], { footer: 1, run: enter }),
  move('down', t`down`, ['j', 'down', 'tab'], at => at + 1),
  move('up', t`up`, ['k', 'up', 'shift-tab'], at => at - 1),
  move('top', t`first`, ['g', 'home'], () => 0),
  move('bottom', t`last`, ['G', 'end'], (_, last) => last),
  bind('new-user.person', t`add person`, ['n'], { footer: 2, run: addPerson }),
  bind('new-user.remove', t`remove person`, ['X'], {
    enabled: app => (personUnder(app) === undefined ? t`Select a person first.` : true),
    run(app) {
      const person = personUnder(app);
      if (person !== undefined) goStep(app, { kind: 'remove', person });
    },
  }),
  bind('new-user.load', t`load JSON file`, ['o', 'ctrl-o'], {
    footer: 2.2,
    enabled: app => (newUserSlot.get(app.store.getState()) ? true : READING),
    run: app => goStep(app, { kind: 'load', form: fileForm('', LOAD_HINT) }),
  }),
  bind('new-user.save', t`save JSON file`, ['E', 'ctrl-e'], {
    footer: 2.4,
    enabled: app => typed(app, t`There is nothing to save: the draft is empty.`),
    run: app =>
      goStep(app, {
        kind: 'save',
        form: fileForm(
          `${app.newUserFiles.folder}/new-customer.json`,
          t`only you can read the file; Purser never overwrites a file`,
        ),
      }),
  }),
  bind('new-user.told', t`file report`, ['i'], {
    enabled: app =>
      newUserSlot.get(app.store.getState())?.report.length
        ? true
        : t`There is no file report: you have not loaded a file.`,
    run: app => goStep(app, { kind: 'report' }),
  }),
  bind('new-user.discard', t`discard draft`, ['D'], {
    footer: 2.6,
    enabled: app => typed(app, t`There is nothing to discard: the draft is empty.`),
    run: app => goStep(app, { kind: 'discard' }),
  }),
];

const keeps: Binding<App> = bind('new-user.keep', t`go back`, ['esc'], {
  footer: 3,
  run: app => goStep(app, SECTIONS),
});

export const fileBindings: readonly Binding<App>[] = [
  ...formBindings(
    { id: 'new-user-file', get: stepForm, set: withStepForm },
    t`load or save`,
    (app, form) => void doFile(app, form),
  ),
  keeps,
];

export const reportBindings: readonly Binding<App>[] = [
  { ...keeps, id: 'new-user.read', title: t`to sections`, keys: ['enter', 'esc'], footer: 1 },
  ...scrollBindings({
    id: 'new-user.told',
    group: GROUP,
    footer: [2],
    windowIn: toldWindow,
    scrolled: scrolledView,
  }),
];

/** Enter does not discard, because staff may have pressed Enter for the previous screen. */
export const confirmBindings: readonly Binding<App>[] = [
  bind('new-user.throw-away', t`discard`, ['y'], { footer: 1, run: throwAway }),
  { ...keeps, keys: ['esc', 'n', 'enter'] },
];

export interface SectionRow {
  readonly section: Section;
  readonly missing: number;
  readonly wrong: number;
  readonly name: Visible;
  readonly problems: readonly { readonly label: Visible; readonly why: Visible }[];
}

export interface Overview {
  readonly draft: NewUser;
  readonly rows: readonly SectionRow[];
  /** The selected section; `rows.length` is the button. */
  readonly cursor: number;
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

function askCreation(app: App, body: NewUserBody): void {
  const state = app.store.getState();
  const draft = newUserSlot.get(state);
  const { customer } = state;
  if (!customer || !draft) return;
  const owner = customerKey(customer);
  void app.dialog.ask(
    newUserQuestion(body, ({ word, value }) => {
      if (word !== 'DONE') return;
      const id = value && newId(value);
      const name = visible(body.account_details.business_details.business_name, 60);
      if (id !== undefined) app.customers.offer({ userId: id }, name);
      app.newUsers.clear(owner, draft.body);
      app.store.setState(now => {
        const here = now.customer !== undefined && customerKey(now.customer) === owner;
        return here && currentView(now).place === 'new-user' ? goTo(now, 'customer') : now;
      });
    }),
  );
}
