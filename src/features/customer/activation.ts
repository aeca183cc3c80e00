// Activating a customer, and requesting the terms: both need the customer as read, and write access.

import type { App } from '../../effects/app.ts';
import { sameId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type User, userQuery } from '../../records/user-lines.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { idText } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { isConfirmableId } from '../../writes/rules/tokens.ts';
import { activationQuestion, userActivate } from '../../writes/user-activate.ts';
import { termsQuestion } from '../../writes/user-terms.ts';

/** The customer on the screen, if read and with the right ID. */
export function readUser(state: State): { readonly id: string; readonly user: User } | undefined {
  const { customer } = state;
  const { value: user } = documentOf(state, userQuery);
  const id = user && idText(user.id);
  return customer && user && id !== undefined && sameId(id, customer.userId) ? { id, user } : undefined;
}

/** Both need the customer on the screen, and write access. */
export function whyNotUser(state: State): Visible | undefined {
  const why = whyNotWrite(state);
  if (why !== undefined) return why;
  const read = readUser(state);
  if (!read)
    return t`Purser has not read this customer, or the service returned a different customer. Press r.`;
  return isConfirmableId(read.id, userActivate, state)
    ? undefined
    : t`Purser can't use this user ID: an ID needs four letters or digits, and no blanks or unusual characters.`;
}

export function activate(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(activationQuestion(read.id, read.user));
}

export function askForTerms(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(termsQuestion(read.id, read.user));
}
