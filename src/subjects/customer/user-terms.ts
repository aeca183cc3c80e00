// The request for the terms, which the service may record as the customer's acceptance.

import { Odd } from '../../api/contract/odd.ts';
import { flagCell, textCell } from '../../format/cells.ts';
import { t } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { ofCustomer } from '../../money/same-thing.ts';
import { customerToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import { askedOfUser, ofUser, type User, userReconciliation } from './of-customer.ts';

export const userTerms: WriteDefinition<'user.terms'> = {
  operation: 'user.terms',
  class: 'write',
  happened: () => t`The service accepted the request for the terms.`,
  meaning: {
    not: t`this request did not accept the terms`,
    may: t`the service may have recorded that the customer accepts the terms, or not`,
  },
  token: customerToken,
  question: askedOfUser((id, user) => asked(termsQuestion(id, user))),
  duplicates: ofCustomer,
  reconcile: userReconciliation(
    ({ customer_agreements: agreements, id }) => [
      {
        label: t`Agreed to the terms`,
        cell: flagCell(agreements instanceof Odd ? agreements : agreements?.agreed_to_terms_and_conditions),
      },
      { label: t`ID`, cell: textCell(id) },
    ],
    t`The customer's record shows whether they agreed to the terms, but not when, and not by which request.`,
  ),
  onScreen: { place: 'customer', key: 'a' },
};

export const termsQuestion = (id: string, user: User): Question<'user.terms'> => ({
  ...ofUser(id, user, () => [
    t`The service may record this as the customer's acceptance of the terms. Continue only with the customer's consent.`,
  ]),
  operation: 'user.terms',
  input: {},
  title: t`Request terms`,
  button: t`Request terms`,
  token: customerToken.of({}, { customer: { userId: id } }),
  done: ({ status, message }) => [
    t`The service's words: ${textCell(status).text}: ${textCell(message).text}`,
    t`Read these words to see whether the customer accepted the terms. The API shows no more about the terms.`,
  ],
});
