// What is asked before the terms of a customer are asked for: the service may take the question for their acceptance.

import type { App } from '../../effects/app.ts';
import { type Question, reread } from '../../effects/question.ts';
import { t } from '../../lib/visible.ts';
import { isId, textCell } from '../../ui/screens/cells.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { readUser, userLines, whyNotActivate } from './activation.ts';
import type { User } from './user-tab.ts';

/** The same customer has to be on screen as for an activation, and writing allowed. */
export const whyNotTerms = whyNotActivate;

export function askForTerms(app: App): void {
  app.journal.refresh();
  const read = readUser(app.store.getState());
  if (read) void app.writes.ask(termsQuestion(read.id, read.user));
}

export const termsQuestion = (id: string, user: User): Question<'user.terms'> => ({
  operation: 'user.terms',
  input: {},
  title: t`Ask for the terms`,
  button: t`Ask for the terms`,
  lines: userLines(user),
  warnings: [
    t`The service may record this as the customer's acceptance of the terms. Ask only with the customer's consent.`,
  ],
  token: tokenOf('user.terms', {}, { customer: { userId: id } }),
  reread: reread({
    operation: 'user.get',
    input: {},
    check: now =>
      isId(now.id, id)
        ? { lines: userLines(now) }
        : { barred: t`The customer that came is another one than was asked for.` },
  }),
  done: ({ status, message }) => [
    t`The service's own words: ${textCell(status).text}: ${textCell(message).text}`,
    t`Whether they say that the terms are accepted is for you to read. The API shows no more of the terms.`,
  ],
});
