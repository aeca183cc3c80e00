// What is asked when a customer is activated: a write, though a GET; bound to the customer as read, which is read again first.

import type { App } from '../../effects/app.ts';
import { type Question, reread } from '../../effects/question.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { idText, isId, textCell } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { STATUS } from '../../ui/screens/shown-lines.ts';
import { isConfirmableId, tokenOf } from '../../writes/token-of.ts';
import { type User, userQuery } from './user-tab.ts';

/** The customer that is on screen, read and what it says it is. */
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
  if (!read) return t`The customer has to be read first, and be the one that was asked for: press r.`;
  return isConfirmableId(read.id, 'user.activate', state)
    ? undefined
    : t`Its ID can't be told apart by its end, so it can't be confirmed by typing that.`;
}

export function activate(app: App): void {
  app.journal.refresh();
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(activationQuestion(read.id, read.user));
}

export const activationQuestion = (id: string, user: User): Question<'user.activate'> => ({
  operation: 'user.activate',
  input: {},
  title: t`Activate the customer`,
  button: t`Activate the customer`,
  lines: userLines(user),
  warnings: warningsOf(user),
  token: tokenOf('user.activate', {}, { customer: { userId: id } }),
  reread: reread({
    operation: 'user.get',
    input: {},
    check: now =>
      isId(now.id, id)
        ? { lines: userLines(now), warnings: warningsOf(now) }
        : { barred: t`The customer that came is another one than was asked for.` },
  }),
  done: ({ status, message }) => [
    t`The service's own words: ${textCell(status).text}: ${textCell(message).text}`,
    t`What its status is now is not taken from these words: the customer is read again.`,
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
    : [t`Its status isn't CREATED: the interface only speaks of a created one that is activated.`]),
  t`The interface names no call that takes an activation back. Nor does it say what it leads to.`,
];
