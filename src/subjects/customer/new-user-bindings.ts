// The sections of a new customer with their missing and wrong fields, and the keys on them.

import type { NewUserBody } from '../../api/contract/new-user.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { writeJson } from '../../lib/json.ts';
import { withJsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { itemsIn, type Section, withItem } from '../../store/body-form.ts';
import { EMPTY, type NewUser, type NewUserQuestion, newUserSlot } from '../../store/new-user.ts';
import { warn } from '../../store/notices.ts';
import type { State } from '../../store/state.ts';
import { currentView, customerKey, goTo, updateView, visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { loaded, reported } from './load-new-user.ts';
import { isEmpty, newUserForm, PERSONS } from './new-user-form.ts';
import { newId, newUserQuestion } from './user-create.ts';

const GROUP = t`new customer`;
const bind = bindingsIn<App>(GROUP);

export interface Overview {
  readonly draft: NewUser;
  readonly rows: readonly Section[];
  /** The selected section; `rows.length` is the button. */
  readonly cursor: number;
}

export function overviewOf(state: State): Overview | undefined {
  const draft = newUserSlot.get(state);
  if (!draft) return undefined;
  const rows = newUserForm.sections(draft.body);
  return { draft, rows, cursor: Math.max(0, Math.min(currentView(state).cursorIndex, rows.length)) };
}

const move = (
  id: string,
  title: Visible,
  keys: readonly Key[],
  to: (at: number, last: number) => number,
): Binding<App> =>
  bind(`new-user.${id}`, title, keys, {
    run: app =>
      app.store.setState(state => {
        const shown = overviewOf(state);
        if (!shown) return state;
        const last = shown.rows.length;
        const cursorIndex = Math.max(0, Math.min(to(shown.cursor, last), last));
        return updateView(state, { cursorIndex });
      }),
  });

function enter(app: App): void {
  const state = app.store.getState();
  const shown = overviewOf(state);
  if (!shown) return;
  const row = shown.rows[shown.cursor];
  if (row) {
    app.store.setState(visit(state, 'new-user-section', row.id));
    return;
  }
  const body = newUserForm.complete(shown.draft.body);
  const why = body && whyNotWrite(state);
  if (why !== undefined) warn(app.store, why);
  else if (body) askCreation(app, body);
  else app.store.setState(atFirstProblem(state, shown));
}

function atFirstProblem(state: State, { draft, rows }: Overview): State {
  const row = rows.find(({ fields }) => fields.some(({ problem }) => problem));
  if (!row) return state;
  const { id, fields } = row;
  const flagged = fields.flatMap(({ path, problem }) => (problem ? [path] : []));
  const focus = { ...draft.focus, [id]: fields.findIndex(({ problem }) => problem) };
  return visit(newUserSlot.set(state, { ...draft, flagged, focus }), 'new-user-section', id);
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

const addPerson = (app: App): void =>
  app.store.setState(state => {
    const draft = newUserSlot.get(state);
    if (!draft) return state;
    const body = withItem(draft.body, PERSONS, {});
    const added = itemsIn(body, PERSONS).length - 1;
    const cursorIndex = newUserForm.sections(body).findIndex(({ item }) => item === added);
    return updateView(newUserSlot.set(state, { ...draft, body }), { cursorIndex });
  });

const personUnder = (app: App): number | undefined => {
  const shown = overviewOf(app.store.getState());
  return shown?.rows[shown.cursor]?.item;
};

const ask = (app: App, question: NewUserQuestion | undefined): void =>
  app.store.setState(state => {
    const draft = newUserSlot.get(state);
    return draft ? newUserSlot.set(state, { ...draft, question }) : state;
  });

const typed =
  (none: Visible) =>
  ({ store }: App): true | Visible => {
    const draft = newUserSlot.get(store.getState());
    return draft && !isEmpty(draft.body) ? true : none;
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
      if (person !== undefined) ask(app, { kind: 'remove', person });
    },
  }),
  bind('new-user.load', t`load JSON file`, ['o', 'ctrl-o'], {
    footer: 2.2,
    run: app => app.store.setState(state => visit(state, 'new-user-load')),
  }),
  bind('new-user.save', t`save JSON file`, ['E', 'ctrl-e'], {
    footer: 2.4,
    enabled: typed(t`There is nothing to save: the draft is empty.`),
    run(app) {
      const state = app.store.getState();
      const body = withoutEmpty(newUserSlot.get(state)?.body ?? EMPTY) ?? EMPTY;
      const what = t`The draft with personal data`;
      void app.saves.save('new-customer.json', `${writeJson(body, 2)}\n`, what, state.customer?.userId);
    },
  }),
  bind('new-user.told', t`file report`, ['i'], {
    enabled: ({ store }) =>
      newUserSlot.get(store.getState())?.report?.leftOut.length
        ? true
        : t`Nothing to report: Purser left out no part of a loaded file.`,
    run: ({ store }) => store.setState(reported),
  }),
  bind('new-user.discard', t`discard draft`, ['D'], {
    footer: 2.6,
    enabled: typed(t`There is nothing to discard: the draft is empty.`),
    run: app => ask(app, { kind: 'discard' }),
  }),
];

/** Enter does not discard, because staff may have pressed Enter for the previous screen. */
export const confirmBindings: readonly Binding<App>[] = [
  bind('new-user.throw-away', t`discard`, ['y'], { footer: 1, run: throwAway }),
  bind('new-user.keep', t`go back`, ['esc', 'n', 'enter'], { footer: 3, run: app => ask(app, undefined) }),
];

function throwAway(app: App): void {
  const draft = newUserSlot.get(app.store.getState());
  const question = draft?.question;
  if (question?.kind === 'discard') app.newUsers.discard();
  if (question?.kind === 'replace') app.store.setState(state => loaded(state, question));
  if (!draft || question?.kind !== 'remove') return;
  const body = withJsonAt(draft.body, `${PERSONS}.${question.person}`, undefined);
  app.store.setState(state =>
    newUserSlot.set(state, { ...draft, body, flagged: [], focus: {}, question: undefined }),
  );
}
