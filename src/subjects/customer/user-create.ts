// A new customer. There is no reconciliation: the service has no list of customers to look in.

import type { NewUserBody } from '../../api/contract/new-user.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { NO_CHECK, PERSONAL, type WriteDefinition } from '../../money/definition.ts';
import { asked, nothing } from '../../money/for-call.ts';
import { isShownId } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { newUserForm, passportWarnings } from './new-user-form.ts';

export const userCreate: WriteDefinition<'user.create'> = {
  operation: 'user.create',
  class: 'write',
  happened: () => t`Created the customer.`,
  meaning: {
    not: t`no customer was created`,
    may: t`the customer may have been created, or not, and Purser can't read it`,
  },
  token: {
    words: t`the e-mail address`,
    of: ({ body }) => ({ text: body.primary_contact.email, name: t`the e-mail address` }),
  },
  question: ({ body }) => asked(newUserQuestion(body, nothing)),
  duplicates: {
    anyCustomer: true,
    similar: { what: t`a new customer (the journal does not store the name)` },
  },
  reconcile: NO_CHECK,
  neverAgain: PERSONAL,
  onScreen: { place: 'new-user', key: 'enter' },
};

type Created = Result<'user.create'>;

/** Without a usable field `id`, the response's only text counts as the ID. */
export function newId(created: Created): string | undefined {
  const [user] = created;
  if (user === undefined || user instanceof Odd) return undefined;
  const named = [...new Set(Object.values(user).flatMap(value => idText(value) ?? []))];
  const id = idText(user.id) ?? (named.length === 1 ? named[0] : undefined);
  return id !== undefined && isShownId(id) ? id : undefined;
}

export function newUserQuestion(
  body: NewUserBody,
  ended: NonNullable<Question<'user.create'>['ended']>,
): Question<'user.create'> {
  return {
    operation: 'user.create',
    input: { body },
    title: t`New customer`,
    button: t`Create customer`,
    // The cast is safe: the schema allows only texts, flags, lists and objects.
    lines: creationLines(body as unknown as Json),
    warnings: [
      ...passportWarnings(body as unknown as Json),
      t`Purser sends exactly these fields. Purser can't check for a duplicate: the service has no list of customers.`,
      t`The request also names the selected customer, as every request does. The effect on that customer is not documented.`,
    ],
    token: userCreate.token.of({ body }, {}),
    done: created => [sentenceOf(newId(created), created.length)],
    ended,
  };
}

const sentenceOf = (id: string | undefined, count: number): Visible =>
  id === undefined
    ? t`The service sent no usable ID (${count} sent). The request inspector (@) has the response.`
    : t`Customer ID: ${visible(id, 80)}. Press u to switch to the customer. The account must still be submitted for activation outside Purser.`;

export const creationLines = (body: Json): readonly ShownLine[] =>
  newUserForm.sections(body).flatMap(({ id, item, fields }) =>
    fields.flatMap(({ label, kind, typed }): readonly ShownLine[] => {
      if (typed === '') return [];
      const value = kind !== 'flag' ? visible(typed) : typed === 'true' ? t`yes` : t`no`;
      const name = item === undefined ? label : t`Person ${item + 1}: ${label}`;
      return [{ label: name, value, ...(isPersonal(id) && { personal: true as const }) }];
    }),
  );

const isPersonal = (section: string): boolean => /^person|^contact$/.test(section);
