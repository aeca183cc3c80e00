// The screen of the selected customer: the record, and the keys for terms, activation and a new customer.

import { idText, textCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { explained, NOT_SHOWN, type StatusMeaning, statusText } from '../../format/statuses.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { isConfirmableId, unusableId } from '../../money/tokens.ts';
import type { State } from '../../store/state.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { DocumentAction } from '../../ui/screens/document-bindings.ts';
import type { DocumentDeclaration } from '../../ui/screens/document-screen.tsx';
import { activationQuestion, userActivate } from './user-activate.ts';
import { type User, userQuery } from './user-lines.ts';
import { userTab } from './user-tab.ts';
import { termsQuestion } from './user-terms.ts';

const activates: DocumentAction = {
  id: 'activate',
  title: t`activate`,
  key: 'v',
  footer: 1,
  barred: whyNotUser,
  run: activate,
};

const terms: DocumentAction = {
  id: 'terms',
  title: t`request terms`,
  key: 'a',
  barred: whyNotUser,
  run: askForTerms,
};

const begins: DocumentAction = {
  id: 'new',
  title: t`new customer`,
  key: 'n',
  footer: 2,
  run: app => app.store.setState(state => visit(state, 'new-user')),
};

const explains: DocumentAction = {
  id: 'explain',
  title: t`explain status`,
  key: 'i',
  barred: state =>
    documentOf(state, userQuery).value ? undefined : t`Purser has not read the customer yet.`,
  run: app =>
    app.store.setState(state => {
      const user = documentOf(state, userQuery).value;
      if (!user) return {};
      const statuses = { of: ({ status }: User) => statusText(status), explain: customerStatuses };
      const record = t`${textCell(user.nickname).text} · ${textCell(user.id).text}`;
      return { overlay: { kind: 'explain', record, lines: explained(statuses, user), top: 0 } };
    }),
};

const copies: DocumentAction = {
  id: 'copy-id',
  title: t`copy ID`,
  key: 'y',
  barred: state =>
    idText(documentOf(state, userQuery).value?.id) === undefined
      ? t`There is no ID to copy: Purser has not read the customer yet.`
      : undefined,
  run(app) {
    const user = documentOf(app.store.getState(), userQuery).value;
    if (user) void app.clipboard.copy(t`the user ID`, textCell(user.id).text);
  },
};

export const customer: DocumentDeclaration = {
  place: 'customer',
  tabs: [userTab],
  actions: [activates, terms, begins, explains, copies],
};

const customerStatuses: Readonly<Record<'CREATED', StatusMeaning>> = {
  CREATED: {
    means: t`The customer was created. The service documents no other status.`,
    next: t`Before activation, the account must be submitted to the service. Do this outside Purser: the call is not documented.`,
    final: NOT_SHOWN,
    undo: NOT_SHOWN,
  },
};

/** The selected customer's record. Undefined if Purser has not read the record, or if the record has another ID. */
export function readUser(state: State): { readonly id: string; readonly user: User } | undefined {
  const { customer } = state;
  const { value: user } = documentOf(state, userQuery);
  const id = user && idText(user.id);
  return customer && user && id !== undefined && sameId(id, customer.userId) ? { id, user } : undefined;
}

/** Why activation and terms are barred, or undefined. Both need write access and the customer's record. */
function whyNotUser(state: State): Visible | undefined {
  const why = whyNotWrite(state);
  if (why !== undefined) return why;
  const read = readUser(state);
  if (!read)
    return t`Purser has not read this customer, or the service returned a different customer. Press r.`;
  return isConfirmableId(read.id, userActivate, state) ? undefined : unusableId(t`user ID`);
}

function activate(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(activationQuestion(read.id, read.user));
}

function askForTerms(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(termsQuestion(read.id, read.user));
}
