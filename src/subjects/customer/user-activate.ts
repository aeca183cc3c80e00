// The activation of a customer: a write, although its method is GET.

import { textCell } from '../../format/cells.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked } from '../../money/for-call.ts';
import { ofCustomer } from '../../money/same-thing.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { customerToken } from '../../money/write-tokens.ts';
import type { Question } from '../../sending/question.ts';
import { askedOfUser, ofUser, type User, userReconciliation } from './of-customer.ts';

export const userActivate: WriteDefinition<'user.activate'> = {
  operation: 'user.activate',
  class: 'write',
  happened: () => t`The service accepted the request to activate the customer.`,
  meaning: {
    not: t`this request did not activate the customer`,
    may: t`the customer may have been activated, or not`,
  },
  token: customerToken,
  question: askedOfUser((id, user) => asked(activationQuestion(id, user))),
  duplicates: ofCustomer,
  reconcile: userReconciliation(
    ({ status, nickname, id }, { row }) => [
      { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
      { label: t`Status now`, cell: textCell(status, 'strong') },
      { label: t`Nickname`, cell: textCell(nickname) },
      { label: t`ID`, cell: textCell(id) },
    ],
    t`The service does not document which status follows an activation. CREATED means that the customer is probably not activated yet. Any other new status may come from this request or from another request.`,
  ),
  onScreen: { place: 'customer', key: 'v' },
};

export const activationQuestion = (id: string, user: User): Question<'user.activate'> => ({
  ...ofUser(id, user, warningsOf),
  operation: 'user.activate',
  input: {},
  title: t`Activate customer`,
  button: t`Activate customer`,
  token: customerToken.of({}, { customer: { userId: id } }),
  done: ({ status, message }) => [
    t`The service's words: ${textCell(status).text}: ${textCell(message).text}`,
    t`These words do not prove the customer's status. Purser reads the customer again.`,
  ],
});

const warningsOf = ({ status }: User): readonly Visible[] => [
  ...(status === 'CREATED'
    ? []
    : [t`The customer's status isn't CREATED. The service documents activation only for CREATED customers.`]),
  t`The API can't undo an activation. The effect of an activation is not documented by the service.`,
];
