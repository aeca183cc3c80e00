/** payouts.ts: payouts of Family B to beneficiaries, and their cancellation. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { asItCame } from './fields.ts';
import { declare } from './operation.ts';
import { currency, money, someText } from './request-fields.ts';

const SECTION = 'Endpoints › Family B: beneficiaries and payouts';

export const payouts = declare({
  'payout.create': {
    title: t`Payout`,
    section: SECTION,
    class: 'money',
    /** INTERFACE.md, Family B common request headers: "on create payout it prevents duplicate transfers". */
    repeatable: true,
    family: 'B',
    auth: 'bearer',
    method: 'POST',
    path: '/svc/api/v1/transfer/',
    body: z.strictObject({
      beneficiary_id: someText(),
      amount: money(),
      currency: currency(),
      reference: someText(),
      notes: someText().optional(),
    }),
    paging: { style: 'none' },
    envelope: 'enveloped',
    // "Fields of the create-payout response: not shown", so no field is missing or unknown.
    result: asItCame(),
  },
  'payout.cancel': {
    title: t`Payout cancellation`,
    section: SECTION,
    class: 'money',
    family: 'B',
    auth: 'bearer',
    unrequired: ['x-user-id'],
    method: 'PATCH',
    path: '/svc/api/{version}/transfer/cancelpayout',
    /** INTERFACE.md, Versioning: `v1` in both environments. */
    params: z.strictObject({ version: someText() }),
    body: z
      .strictObject({ id: someText().optional(), systemReferenceNumber: someText().optional() })
      .refine(({ id, systemReferenceNumber }) => id !== undefined || systemReferenceNumber !== undefined, {
        path: ['id'],
        error: 'or systemReferenceNumber is required',
      }),
    paging: { style: 'none' },
    envelope: 'enveloped',
    result: z.object({}),
  },
});
