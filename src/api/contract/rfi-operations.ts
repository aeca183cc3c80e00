/** Requests for information (RFI) about a customer: the questions, the answers, a response. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { freeText, oneOf, text, timestamp, undocumented } from './fields.ts';
import { declare, familyB } from './operation.ts';
import { country, OF_ABSENT, someText } from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: onboarding' } as const;

/** INTERFACE.md, RFI: "object keyed by language code". */
const byLanguage = () => z.record(z.string(), freeText());

/** INTERFACE.md, RFI, does not show the fields of `address`. */
const answer = z.object({
  address: undocumented().nullish(),
  attachments: z.array(z.object({ file_id: text() })).nullish(),
  identity_document: z
    .object({
      back_file_id: text().nullish(),
      front_file_id: text().nullish(),
      issuing_country: text().nullish(),
      number: text().nullish(),
      type: text().nullish(),
    })
    .nullish(),
});

const question = z.object({
  id: text(),
  key: text(),
  title: byLanguage(),
  description: byLanguage(),
  answer: answer.nullish(),
  attachments: z.array(undocumented()),
  comment: freeText().nullish(),
});

const request = z.object({ created_at: timestamp(), questions: z.array(question), updated_at: timestamp() });

/** INTERFACE.md, RFI, does not show an answered request, so none of its fields counts as missing. */
const requests = z.object({
  account_id: text(),
  active_request: request,
  answered_requests: z.array(request.extend({ questions: z.array(question.partial()) }).partial()),
  status: oneOf(['ACTION_REQUIRED', 'SUBMITTED']),
  type: oneOf(['KYC']),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const someTexts = () => z.array(someText()).min(1, { error: 'at least one is required' });

const addressMembers = ['address_line1', 'country_code', 'postcode', 'state', 'suburb'] as const;

/** INTERFACE.md, Respond RFI body, gives no member for a text or a document, so the body accepts other members. */
const response = z
  .object({
    id: someText(),
    type: z.enum(['ADDRESS', 'DOCUMENT', 'TEXT']),
    address_line1: someText().optional(),
    address_line2: someText().optional(),
    country_code: country().optional(),
    postcode: someText().optional(),
    state: someText().optional(),
    suburb: someText().optional(),
    attachments: someTexts().optional(),
  })
  .catchall(z.union([someText(), someTexts()]))
  .superRefine((given, context) => {
    const missing = given.type === 'ADDRESS' ? addressMembers.filter(name => given[name] === undefined) : [];
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: 'is required for an address', ...OF_ABSENT });
    }
    for (const name of Object.keys(given).filter(key => !/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key))) {
      const message = 'a name is a letter, then letters, digits and _';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** Without personal data, in this response and the service's answer. */
const impersonal = [
  ...['id', 'type'],
  ...['code', 'status', 'message', 'data', 'rfi_id', 'submitted_at', 'next_steps'],
] as const;

export const rfi = declare({
  'rfi.get': {
    title: t`Requests for information`,
    ...CALL,
    class: 'read',
    method: 'GET',
    path: '/svc/api/v1/user/rfi',
    envelope: 'either',
    result: requests,
  },
  'rfi.respond': {
    title: t`Response to a request for information`,
    ...CALL,
    class: 'write',
    method: 'POST',
    path: '/svc/api/v1/user/rfi',
    body: response,
    personal: { allBut: impersonal },
    impersonalWords: ['ADDRESS', 'DOCUMENT', 'TEXT'],
    envelope: 'either',
    result: z.object({
      status: oneOf(['SUBMITTED']),
      rfi_id: text(),
      submitted_at: timestamp(),
      // INTERFACE.md does not show whether this is a text or a list.
      next_steps: undocumented(),
    }),
    success: { data: 'payload', words: ['SUBMITTED'] },
  },
});
