// What staff can say to the customer about a write: each state of each kind has a sentence that claims no more.

import { expect, it } from 'vitest';
import { summaryText } from '../../src/format/summary.ts';
import type { Row } from '../../src/journal/intent.ts';
import { definitionOf } from '../../src/money/definition.ts';
import { writeSummary } from '../../src/money/write-summary.ts';
import { registry } from '../../src/subjects/registry.ts';
import { signedInStore } from '../store/signed-in.ts';
import { row } from '../subjects/fx/rows.ts';

const what = [
  { label: 'Amount', value: '12.50 GBP' },
  { label: 'Beneficiary', value: 'Zoë Ltd' },
  { label: 'Reference', value: 'Rent' },
  { label: 'System reference', value: 'PAY1' },
  { label: 'Customer sells', value: '10.00 GBP' },
  { label: 'Customer buys', value: '12.00 USD' },
];
const written = (operation: string, state: Row['state'], verdict?: 'DONE' | 'NOT DONE'): Row => {
  const made = row({ operation, title: 'Close card', what });
  const [step] = made.transitions;
  const resolution = verdict && { verdict, evidence: 'seen', by: 'Ana', note: '' };
  return {
    ...made,
    state,
    transitions: step ? [{ ...step, to: state, ...(resolution && { resolution }) }] : [],
  };
};
const said = (made: Row, known?: Parameters<typeof writeSummary>[3]) =>
  summaryText(
    writeSummary(made, signedInStore().getState(), definitionOf(registry, made.intent.operation), known),
    undefined,
  );

it.each([
  [
    'payout.create',
    'DONE',
    undefined,
    /^Your payout of 12.50 GBP to Zoë Ltd was created on .*reference is Rent\.$/,
  ],
  ['payout.create', 'REFUSED', undefined, /was not made\. No money left your balance\.$/],
  ['payout.create', 'NOT SENT', undefined, /was not made\. No money left your balance\.$/],
  ['payout.create', 'SENT', undefined, /^We are checking whether your payout/],
  ['payout.create', 'RESOLVED', 'DONE', /was created on/],
  ['payout.create', 'RESOLVED', 'NOT DONE', /was not made/],
  [
    'payout.cancel',
    'DONE',
    undefined,
    /^Your payout of 12.50 GBP to Zoë Ltd with the reference PAY1 was cancelled on/,
  ],
  ['payout.cancel', 'REFUSED', undefined, /^Your payout .* was not cancelled\.$/],
  ['payout.cancel', 'UNKNOWN', undefined, /^We are checking whether your payout .* was cancelled/],
  ['conversion.create', 'DONE', undefined, /^You sold 10.00 GBP and bought 12.00 USD on/],
  ['conversion.create', 'UNKNOWN', undefined, /^We are checking your conversion/],
  ['card.close', 'DONE', undefined, /^Done on .*: Closed the card.*\.$/],
  ['card.close', 'REFUSED', undefined, /^Not done on .*: Close card\.$/],
  ['card.close', 'PREPARED', undefined, /^We are checking whether this was done/],
] as const)('%s that is %s %s has a sentence', (operation, state, verdict, text) =>
  expect(said(written(operation, state, verdict))).toEqual({ text: expect.stringMatching(text) }),
);

it('the record’s status is only of a write that is done, and its own words come from the definition', () => {
  expect(said(written('conversion.create', 'DONE'), { status: 'SETTLED' })).toMatchObject({
    text: expect.stringContaining('complete'),
  });
  expect(said(written('conversion.create', 'REFUSED'), { status: 'SETTLED' })).toMatchObject({
    text: expect.stringContaining('was not made'),
  });
  expect(said(written('payout.create', 'WAITING'))).toHaveProperty('why');
  expect(said(written('payout.cancel', 'WAITING'))).toHaveProperty('why');
});

it('the day is that of the record’s status, or of the end of the write, or of its beginning', () => {
  const day = 24 * 3_600_000;
  const made = written('conversion.create', 'DONE');
  const later = {
    ...made,
    transitions: made.transitions.map(step => ({ ...step, at: step.at + day })),
  };
  expect(said(later)).toMatchObject({ text: expect.stringContaining('21 Nov 2026') });
  expect(said(later, { status: 'SETTLED', at: made.intent.createdAt + 2 * day })).toMatchObject({
    text: expect.stringContaining('22 Nov 2026'),
  });
  expect(said(written('conversion.create', 'SENT'))).toMatchObject({
    text: expect.stringContaining('20 Nov 2026'),
  });
});
