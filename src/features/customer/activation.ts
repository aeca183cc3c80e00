// Activating a customer: a write, although its method is GET. Purser reads the customer again before it sends anything.

import type { App } from '../../effects/app.ts';
import { type Question, reread } from '../../effects/question.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { STATUS } from '../../records/shown-lines.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { idText, isId, textCell } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { isConfirmableId, tokenOf } from '../../writes/token-of.ts';
import { type User, userQuery } from './user-tab.ts';

/** The customer on the screen, if read and with the right ID. */
export function readUser(state: State): { readonly id: string; readonly user: User } | undefined {
  const { customer } = state;
  const { value: user } = documentOf(state, userQuery);
  const id = user && idText(user.id);
  return customer && user && id !== undefined && sameId(id, customer.userId) ? { id, user } : undefined;
}

export function whyNotActivate(state: State): Visible | undefined {
  const why = whyNotWrite(state);
  if (why !== undefined) return why;
  const read = readUser(state);
  if (!read)
    return t`Purser has not read this customer, or the service returned a different customer. Press r.`;
  return isConfirmableId(read.id, 'user.activate', state)
    ? undefined
    : t`Purser can't use this user ID: an ID needs four letters or digits, and no blanks or unusual characters.`;
}

export function activate(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(activationQuestion(read.id, read.user));
}

export const activationQuestion = (id: string, user: User): Question<'user.activate'> => ({
  operation: 'user.activate',
  input: {},
  title: t`Activate customer`,
  button: t`Activate customer`,
  lines: userLines(user),
  warnings: warningsOf(user),
  token: tokenOf('user.activate', {}, { customer: { userId: id } }),
  reread: reread({
    operation: 'user.get',
    input: {},
    check: now =>
      isId(now.id, id)
        ? { lines: userLines(now), warnings: warningsOf(now) }
        : { barred: t`The service returned a different customer.` },
  }),
  done: ({ status, message }) => [
    t`The service's words: ${textCell(status).text}: ${textCell(message).text}`,
    t`These words do not prove the customer's status. Purser reads the customer again.`,
  ],
});

export const userLines = (user: User): readonly ShownLine[] => [
  { label: t`Nickname`, value: visible(textCell(user.nickname).text, 80) },
  { label: STATUS, value: visible(textCell(user.status).text, 60) },
  { label: t`User ID`, value: visible(textCell(user.id).text, 80) },
];

const warningsOf = ({ status }: User): readonly Visible[] => [
  ...(status === 'CREATED'
    ? []
    : [t`The customer's status isn't CREATED. The service documents activation only for CREATED customers.`]),
  t`The API can't undo an activation. The effect of an activation is not documented by the service.`,
];
