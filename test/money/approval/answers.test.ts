/** What an approver's dialog says when its request changed elsewhere. */
import { expect, it } from 'vitest';
import { overtakenPhase } from '../../../src/money/approval/approval-steps.ts';

type Waiting = NonNullable<Parameters<typeof overtakenPhase>[0]>;
const asking = { kind: 'asking', changes: [], trouble: undefined } as const;
const waiting = (part: Waiting['part'], more: Partial<Waiting> = {}) =>
  ({ part, votes: [{ person: 'Cy', vote: 'approve', note: '', at: 0, counts: true }], ...more }) as Waiting;

it('the dialog of a vote stays as it is while this operator can still approve', () => {
  expect(overtakenPhase(waiting('vote'), undefined, asking)).toBeUndefined();
});

it('the dialog of a vote ends when enough others approved, this operator may not approve any more, or the asker sent the request', () => {
  expect(overtakenPhase(waiting('decline'), undefined, asking)).toMatchObject({
    approved: 'yes',
    sentences: [
      'Cy approved the request, so your approval is not needed.',
      expect.stringContaining('press x'),
    ],
  });
  const whyNot = 'You are not an approver of this service.';
  expect(overtakenPhase(waiting('look', { whyNot }), undefined, asking)).toMatchObject({
    approved: 'no',
    sentences: [whyNot],
  });
  expect(overtakenPhase(undefined, { outcome: 'approved', by: 'Cy' }, asking)).toMatchObject({
    approved: 'yes',
  });
  expect(overtakenPhase(undefined, { outcome: 'withdrawn' }, asking)).toMatchObject({ approved: 'no' });
});
