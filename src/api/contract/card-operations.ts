/** Family B's cards (list, state, limits, transactions, details), cardholders, and the issuing of a card. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import {
  amount,
  currencyCode,
  flag,
  freeText,
  maskedNumber,
  oneOf,
  text,
  timestamp,
  undocumented,
} from './fields.ts';
import { declare, familyB } from './operation.ts';
import {
  changesSomething,
  count,
  country,
  currency,
  day,
  someText,
  whole,
  wholeMoney,
} from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: cards' } as const;
const READ = { ...CALL, class: 'read', method: 'GET' } as const;
const WRITE = { ...CALL, class: 'write', method: 'POST' } as const;

/** INTERFACE.md, Limits: card limit amount. */
export const limitIntervals = ['PER_TRANSACTION', 'DAILY', 'WEEKLY', 'MONTHLY', 'ALL_TIME'] as const;

/** INTERFACE.md, Card: the list item. Its only ID is `cardHashId`, so Purser takes it as the `id` of other calls. */
const cardItem = z.object({
  cardHashId: text(),
  cardStatus: oneOf(['ACTIVE', 'INACTIVE', 'CLOSED']),
  maskedCardNumber: maskedNumber(),
  cardholderId: text(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  nameOnCard: freeText(),
  cardType: oneOf(['PHY', 'VIRTUAL']),
  currency: currencyCode(),
});

const limits = z.array(z.object({ amount: amount(), interval: oneOf(limitIntervals), remaining: amount() }));

/** INTERFACE.md, Card transaction, has one example each of a type, a failure reason and a risk: any value fits. */
const cardTransaction = z.object({
  transaction_id: text(),
  card_id: text(),
  lifecycle_id: text(),
  transaction_type: text(),
  status: oneOf(['APPROVED', 'DECLINED']),
  transaction_amount: amount(),
  transaction_currency: currencyCode(),
  billing_amount: amount(),
  billing_currency: currencyCode(),
  transaction_date: timestamp(),
  posted_date: timestamp().nullish(),
  auth_code: text(),
  retrieval_ref: text(),
  network_transaction_id: text(),
  acquiring_institution_identifier: text(),
  card_nickname: freeText().nullish(),
  masked_card_number: maskedNumber(),
  client_data: freeText().nullish(),
  digital_wallet_token_id: text().nullish(),
  failure_reason: freeText().nullish(),
  matched_authorizations: z.array(text()).nullish(),
  merchant: z.object({
    category_code: text(),
    city: freeText(),
    country: text(),
    identifier: text(),
    name: freeText(),
    postcode: freeText(),
    state: freeText(),
  }),
  risk_details: z
    .object({
      risk_actions_performed: z.array(text()),
      risk_factors: z.array(freeText()),
      three_dsecure_outcome: text().nullish(),
    })
    .nullish(),
});

const id = z.strictObject({ id: someText() });

export const cards = declare({
  'card.list': {
    title: t`Cards`,
    ...READ,
    path: '/svc/api/v1/card',
    query: z.strictObject({
      status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
      card_type: z.enum(['PHY', 'VIRTUAL']).optional(),
      limit: count().optional(),
      offset: whole(0).optional(),
    }),
    paging: { style: 'offset', offset: 'offset', limit: 'limit', defaultLimit: 20, list: 'bare' },
    listOf: ['cards'],
    result: z.array(cardItem),
  },
  'card.limits': {
    title: t`Card limits`,
    ...READ,
    path: '/svc/api/v1/card/limit',
    query: z.strictObject({ id: someText(), currency: currency().optional() }),
    result: z.object({ currency: currencyCode(), limits, cash_withdrawal_limits: limits }),
  },
  'card.transactions': {
    title: t`Card transactions`,
    ...READ,
    path: '/svc/api/v1/card/transaction',
    query: z.strictObject({
      id: someText(),
      limit: count().optional(),
      offset: whole(0).optional(),
      start_date: day().optional(),
      end_date: day().optional(),
      status: someText().optional(),
    }),
    dialect: ({ cardTransactions: how }) => ({
      method: how === 'POST' ? 'POST' : 'GET',
      queryIn: how === 'GET' ? 'query' : 'body',
      body: how === 'GET' ? 'none' : 'json',
    }),
    paging: { style: 'offset', offset: 'offset', limit: 'limit', defaultLimit: 20, list: 'has-more' },
    listOf: ['transactions'],
    result: z.object({ has_more: flag(), items: z.array(cardTransaction) }),
  },
  'card.details': {
    title: t`Card details`,
    ...CALL,
    class: 'sensitive',
    method: 'GET',
    path: '/svc/api/v1/card/detail',
    query: id,
    // INTERFACE.md: "Fields of the card details response: not shown".
    result: undocumented(),
  },
  'card.activate': {
    title: t`Card activation`,
    ...WRITE,
    path: '/svc/api/v1/card/activate',
    body: id,
    result: undocumented(),
    success: { data: 'none', words: ['ACTIVE'] },
  },
  'card.update': {
    title: t`Card change`,
    ...CALL,
    class: 'write',
    method: 'PATCH',
    path: '/svc/api/v1/card',
    body: changesSomething(
      z.strictObject({
        id: someText(),
        card_status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
        currency: currency().optional(),
        transaction_limits: z
          .array(z.strictObject({ type: z.enum(limitIntervals), value: wholeMoney() }))
          .min(1, { error: 'a limit is required' })
          .optional(),
      }),
      'id',
    ),
    result: undocumented(),
    success: { data: 'none', words: ['ACTIVE', 'INACTIVE'] },
  },
  /**
   * `card.update` with the one status that can't be undone. It is a separate operation of class `money`, so that
   * nobody can close a card by an ordinary change. The simulator knows it by the literal CLOSED.
   */
  'card.close': {
    title: t`Card closure`,
    ...CALL,
    class: 'money',
    method: 'PATCH',
    path: '/svc/api/v1/card',
    body: z.strictObject({ id: someText(), card_status: z.literal('CLOSED') }),
    result: undocumented(),
    success: { data: 'none', words: ['CLOSED', 'CANCELLED', 'CANCELED'], ends: true },
  },
});

/** INTERFACE.md: "A composite object such as a name must be whole", so no field is optional. */
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

const personal = ['individual', 'postal_address', 'email', 'mobile_number'] as const;
/** INTERFACE.md, Create cardholder body. */
const impersonalWords = ['ID_CARD'] as const;

const cardholderPath = '/svc/api/v1/cardholder';
/** INTERFACE.md, Conflicts. */
const spelling = ({ cardholder }: { readonly cardholder: string }) => ({
  path: cardholderPath.replace(/\w+$/, cardholder),
});

export const cardholders = declare({
  'cardholder.create': {
    title: t`Cardholder`,
    ...WRITE,
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
    /** INTERFACE.md, Create card body: "unique, for idempotency". */
    repeatable: true,
    requestIdIn: 'request_id',
    unrequired: ['authorization'],
    method: 'POST',
    path: '/svc/api/v1/card',
    body: z.strictObject({
      card_issuance_action: z.enum(['NEW', 'REPLACEMENT']),
      card_type: z.enum(['GPR_PHY', 'GPR_VIR']),
      card_holder_id: someText(),
      /** Any text: INTERFACE.md's table has PHYSICAL and VIRTUAL, its example NORMAL_DELIVERY_LOCAL. */
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
    success: { data: 'payload', words: ['ACTIVE', 'INACTIVE'] },
  },
});
