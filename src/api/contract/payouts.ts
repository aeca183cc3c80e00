/** payouts.ts: payouts of Family B to beneficiaries, and their cancellation. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { undocumented } from './fields.ts';
import { declare, familyB } from './operation.ts';
import { currency, money, someText } from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: beneficiaries and payouts' } as const;

export const payouts = declare({
  'payout.create': {
    title: t`Payout`,
    ...CALL,
    class: 'money',
    /** INTERFACE.md, Family B common request headers, `x-request-id`: "on create payout it prevents duplicate transfers". */
    repeatable: true,
    method: 'POST',
    path: '/svc/api/v1/transfer/',
    body: z.strictObject({
      beneficiary_id: someText(),
      amount: money(),
      currency: currency(),
      reference: someText(),
      notes: someText().optional(),
    }),
    // INTERFACE.md: "Fields of the create-payout response: not shown", so no field counts as missing or unknown.
    result: undocumented(),
    success: { data: 'payload' },
  },
  'payout.cancel': {
    title: t`Payout cancellation`,
    ...CALL,
    class: 'money',
    unrequired: ['x-user-id'],
    method: 'PATCH',
    path: '/svc/api/{version}/transfer/cancelpayout',
    /** INTERFACE.md, Versioning: `v1` in both environments. */
    params: z.strictObject({ version: someText() }),
    body: z
      .strictObject({ id: someText().optional(), systemReferenceNumber: someText().optional() })
      .refine(({ id, systemReferenceNumber }) => id !== undefined || systemReferenceNumber !== undefined, {
        path: ['id'],
        error: 'is required, unless systemReferenceNumber is given',
      }),
    result: z.object({}),
    success: { data: 'payload', ends: true },
  },
});
