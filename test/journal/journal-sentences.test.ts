// The journal's sentence for each end of an approval: it says who ended it, or that nobody did.

import { expect, it } from 'vitest';
import type { ApprovalEnd } from '../../src/journal/intent.ts';
import { approvalEnded } from '../../src/journal/journal-sentences.ts';

it.each([
  [{ outcome: 'approved', by: 'Ben' }, 'Ben approved the request.'],
  [{ outcome: 'declined', by: 'Ben', note: 'Wrong account' }, 'Ben declined the request: Wrong account.'],
  [{ outcome: 'declined', by: 'Ben', note: 'Is it paid?' }, 'Ben declined the request: Is it paid?'],
  [{ outcome: 'expired' }, 'The time for approval is over.'],
  [{ outcome: 'withdrawn' }, 'The asker withdrew the request.'],
  [{ outcome: 'unanswered' }, "The asker's console got no answer when it asked, and took the request back."],
  [
    { outcome: 'changed', note: 'The amount is 5.' },
    'Something changed since the approval, so the approval does not count. The amount is 5.',
  ],
] satisfies [ApprovalEnd, string][])('%j: %s', (end, said) => {
  expect(approvalEnded(end)).toBe(said);
});
