/** cardholders.ts: the people and delegates who get cards, and the issuing of a card. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { limitIntervals } from './cards.ts';
import { text, undocumented } from './fields.ts';
import { declare, familyB } from './operation.ts';
import { changesSomething, country, currency, day, someText, wholeMoney } from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: cards' } as const;

/** INTERFACE.md: "A composite object such as a name must be whole", so no field here is optional. */
const name = z.strictObject({ first_name: someText(), last_name: someText() });
const address = z.strictObject({
  line1: someText(),
  city: someText(),
  state: someText(),
  postcode: someText(),
  country: country(),
});
const identification = z.strictObject({
  type: someText(),
  number: someText(),
  country: country(),
  expiry_date: day(),
});

/** The members that identify a person or a person's address. */
const personal = ['individual', 'postal_address', 'email', 'mobile_number'] as const;
/** The document type that INTERFACE.md shows, in Create cardholder body. */
const impersonalWords = ['ID_CARD'] as const;

const cardholderPath = '/svc/api/v1/cardholder';
/** INTERFACE.md, Conflicts: the two spellings of the path. */
const spelling = ({ cardholder }: { readonly cardholder: string }) => ({
  path: cardholderPath.replace(/\w+$/, cardholder),
});

export const cardholders = declare({
  'cardholder.create': {
    title: t`Cardholder`,
    ...CALL,
    class: 'write',
    method: 'POST',
    path: cardholderPath,
    dialect: spelling,
    personal,
    impersonalWords,
    body: z.strictObject({
      type: z.enum(['INDIVIDUAL', 'DELEGATE']),
      email: z.email({ error: 'an e-mail address is required' }),
      mobile_number: someText().optional(),
      individual: z.strictObject({
        name,
        date_of_birth: day(),
        address,
        identification: identification.optional(),
        /** An absent value means YES. */
        express_consent_obtained: someText().optional(),
      }),
      postal_address: address.optional(),
      created_by: someText(),
    }),
    result: z.object({ id: text() }),
    success: { data: 'payload' },
  },
  'cardholder.update': {
    title: t`Cardholder change`,
    ...CALL,
    class: 'write',
    method: 'PATCH',
    path: cardholderPath,
    dialect: spelling,
    personal,
    impersonalWords,
    body: changesSomething(
      z.strictObject({
        id: someText(),
        individual: changesSomething(
          z.strictObject({
            name: name.optional(),
            date_of_birth: day().optional(),
            address: address.optional(),
            identification: identification.optional(),
            express_consent_obtained: someText().optional(),
          }),
        ).optional(),
        mobile_number: someText().optional(),
        postal_address: address.optional(),
      }),
      'id',
    ),
    result: undocumented(),
    success: { data: 'none' },
  },
  'card.issue': {
    title: t`New card`,
    ...CALL,
    class: 'write',
    /** INTERFACE.md, Create card body: request_id is "unique, for idempotency". */
    repeatable: true,
    requestIdIn: 'request_id',
    unrequired: ['authorization'],
    method: 'POST',
    path: '/svc/api/v1/card',
    body: z.strictObject({
      card_issuance_action: z.enum(['NEW', 'REPLACEMENT']),
      card_type: z.enum(['GPR_PHY', 'GPR_VIR']),
      card_holder_id: someText(),
      /** Any text: the field table has PHYSICAL and VIRTUAL, but the example has NORMAL_DELIVERY_LOCAL. */
      issuance_mode: someText(),
      created_by: someText(),
      request_id: someText(),
      program: z.strictObject({
        purpose: z.enum(['COMMERCIAL', 'CONSUMER']),
        type: z.enum(['DEBIT', 'CREDIT']),
        sub_type: someText(),
      }),
      authorization_controls: z.strictObject({
        allowed_transaction_count: z.enum(['SINGLE', 'MULTIPLE']),
        transaction_limits: z.strictObject({
          currency: currency(),
          limits: z
            .array(z.strictObject({ amount: wholeMoney(), interval: z.enum(limitIntervals) }))
            .min(1, { error: 'a limit is required' }),
        }),
      }),
      is_personalized: z.boolean(),
    }),
    result: z.object({ id: text() }),
    success: { data: 'payload' },
  },
});
