// The rows of the FX list: the customer's conversions in the journal, and the values of the recorded answers.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/journal/intent.ts';
import { answerOf } from '../../../src/subjects/fx/conversion-create.ts';
import { conversions, conversionsMade } from '../../../src/subjects/fx/conversions.ts';
import type { DetailsContext } from '../../../src/ui/screens/resource.ts';
import { alpha, beta, NOW, signedInStore } from '../../store/signed-in.ts';
import { row } from './rows.ts';

function listed(...rows: readonly Row[]) {
  const store = signedInStore(alpha);
  store.setState({ journal: { kind: 'open', rows, complete: true } });
  return { store, made: conversionsMade() };
}

describe('the conversions made in Purser', () => {
  it("belong to this customer at this service, in the journal's order", () => {
    const [newest, mine] = [row(), row()];
    // A conversion is sent without the connected account.
    const same = row({ customer: { userId: alpha.userId } });
    const { store, made } = listed(
      newest,
      row({ operation: 'payout.create' }),
      row({ baseUrl: 'http://127.0.0.1:9' }),
      row({ customer: { userId: beta.userId } }),
      same,
      mine,
    );
    expect(made(store.getState()).map(item => item.key)).toEqual([
      newest.intent.requestId,
      same.intent.requestId,
      mine.intent.requestId,
    ]);
  });

  it('are the same list object until one conversion changes, and unchanged items stay the same objects', () => {
    const { store, made } = listed(row(), row());
    const first = made(store.getState());
    store.setState({ tick: 1 });
    expect(made(store.getState())).toBe(first);
    store.setState(({ journal }) => ({
      journal: journal.kind === 'open' ? { ...journal, rows: [row(), ...journal.rows] } : journal,
    }));
    const second = made(store.getState());
    expect(second).toHaveLength(3);
    expect(second[1]).toBe(first[0]);
  });

  it('have the ID, the status and the reference of the recorded answer', () => {
    const answer = '{"id":"conversion_1","status":"processing","system_reference_number":"CNV1"}';
    const { store, made } = listed(row({}, answer));
    expect(made(store.getState())[0]?.row.answered).toEqual({
      id: 'conversion_1',
      status: 'processing',
      reference: 'CNV1',
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '7',
    'not JSON',
    '{"id":7,"status":null}',
    '{"__proto__":{"id":"x"}}',
    '{"id":""}',
  ])('have no values if the answer is %j', answer => {
    const { store, made } = listed(row({}, answer));
    expect(made(store.getState())[0]?.row.answered).toEqual({});
  });
});

it('a pruned conversion says so, and not that the service sent no ID', () => {
  const pruned: Row = { ...row({ body: '•••', what: [] }, '•••'), prunedAt: NOW };
  const { details } = conversions();
  const moment = { mode: 'utc', now: NOW, zone: 'UTC' } as const;
  // The cast is safe: without an ID, the details read no document.
  const context = { moment, now: NOW } as DetailsContext;
  const made = { row: pruned, answered: answerOf(pruned), read: undefined };
  const entries = details[0]?.entries(made, context, null, []);
  expect(JSON.stringify(entries)).toContain('The content of this entry was pruned');
  expect(JSON.stringify(entries)).not.toContain('sent no ID');
});
