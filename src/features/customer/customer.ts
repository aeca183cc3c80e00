// The selected customer: its record, its terms, its activation, and the way to a new customer.

import { t } from '../../lib/visible.ts';
import { type User, userQuery } from '../../records/user-lines.ts';
import { visit } from '../../store/workspace.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import type { DocumentAction } from '../../ui/screens/document-bindings.ts';
import type { DocumentDeclaration } from '../../ui/screens/document-screen.tsx';
import { explained, NOT_SHOWN, type StatusMeaning, statusText } from '../../ui/screens/explained.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { activate, askForTerms, whyNotUser } from './activation.ts';
import { userTab } from './user-tab.ts';

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
    next: t`Somebody submits the account for activation outside Purser. The API has no call for that step.`,
    final: NOT_SHOWN,
    undo: NOT_SHOWN,
  },
};
