// Conversions of the journal for the tests of FX.

import type { Row } from '../../../src/journal/intent.ts';
import { alpha, NOW, reach } from '../../store/signed-in.ts';

let last = 0;

/** A DONE conversion, newer than the previous one. */
export function row(changed: Partial<Row['intent']> = {}, answer?: string): Row {
  const number = ++last;
  return {
    number,
    state: 'DONE',
    wasUnknown: false,
    intent: {
      requestId: `r-${number}`,
      operation: 'conversion.create',
      title: 'Conversion',
      class: 'money',
      profile: 'test',
      environment: 'demo',
      baseUrl: reach.baseUrl,
      clientId: reach.clientId,
      programId: reach.programId,
      customer: { userId: alpha.userId, onBehalfOf: 'open_alpha' },
      method: 'POST',
      target: '/svc/api/v1/transfer/conversion',
      fingerprint: 'f',
      what: [{ label: 'Customer sells', value: '1,000.00 GBP' }],
      createdAt: NOW,
      ...changed,
    },
    transitions: [
      {
        number,
        from: 'SENT',
        to: 'DONE',
        at: NOW,
        process: { pid: 1, started: '1' },
        ...(answer !== undefined && { answer: { text: answer } }),
      },
    ],
  };
}
