// Requesting a customer's terms: the service may record the request as acceptance, so Purser asks staff to confirm.

import type { App } from '../../effects/app.ts';
import { type Question, reread } from '../../effects/question.ts';
import { t } from '../../lib/visible.ts';
import { isId, textCell } from '../../ui/screens/cells.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { readUser, userLines, whyNotActivate } from './activation.ts';
import type { User } from './user-tab.ts';

/** Needs the customer on the screen and write access, as an activation does. */
export const whyNotTerms = whyNotActivate;

export function askForTerms(app: App): void {
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(termsQuestion(read.id, read.user));
}

export const termsQuestion = (id: string, user: User): Question<'user.terms'> => ({
  operation: 'user.terms',
  input: {},
  title: t`Request terms`,
  button: t`Request terms`,
  lines: userLines(user),
  warnings: [
    t`The service may record this as the customer's acceptance of the terms. Continue only with the customer's consent.`,
  ],
  token: tokenOf('user.terms', {}, { customer: { userId: id } }),
  reread: reread({
    operation: 'user.get',
    input: {},
    check: now =>
      isId(now.id, id)
        ? { lines: userLines(now) }
        : { barred: t`The service returned a different customer.` },
  }),
  done: ({ status, message }) => [
    t`The service's words: ${textCell(status).text}: ${textCell(message).text}`,
    t`Read these words to see whether the customer accepted the terms. The API shows no more about the terms.`,
  ],
});
