// The last change of a card's limits: its customer, and the comparison after the limits are read again.

import { expect, it } from 'vitest';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { t } from '../../../src/lib/visible.ts';
import { queryKey } from '../../../src/records/query.ts';
import { emptyDocument } from '../../../src/store/list.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey, withDocument, withWorkspace } from '../../../src/store/workspace.ts';
import { type LimitOrder, limitsQuery } from '../../../src/subjects/cards/limit-lines.ts';
import {
  changedCard,
  expectChange,
  keepChange,
  lastChangeEntries,
} from '../../../src/subjects/cards/limit-outcome.ts';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';
import { limit, limitsOf } from './answers.ts';

const order: LimitOrder = { currency: 'GBP', limits: [{ interval: 'DAILY', value: '3000' as Decimal }] };
const before = limitsOf(`[${limit('DAILY', '2500.00')}]`);
const asked = { card: t`A Vale · 0148`, order, before };
const id = 'card-0001';
const owner = customerKey(beta);

const begun = (): State => expectChange(signedInStore(beta).getState());
const reads = (state: State, value: typeof before): State =>
  withWorkspace(state, owner, w => withDocument(w, queryKey(limitsQuery(id)), { ...emptyDocument(), value }));
const ends = (state: State, word: 'DONE' | 'REFUSED' | 'NOT SENT' | 'UNKNOWN'): State =>
  keepChange(state, owner, id, { word, requestId: 'request-1' }, asked);
const notes = (state: State) =>
  lastChangeEntries(id, state).flatMap(entry => ('note' in entry ? [entry.note] : []));

it('the last change is compared only with limits that were read after the change', () => {
  const ended = ends(reads(begun(), before), 'DONE');
  expect(notes(ended)[0]).toContain('has not read the limits again yet');
  expect(notes(reads(ended, limitsOf(`[${limit('DAILY', '3000.00')}]`)))[0]).toContain(
    'All sent limits match the request',
  );
  // A new answer with the same digits is a new read.
  expect(notes(reads(ended, limitsOf(`[${limit('DAILY', '2500.00')}]`)))[0]).toBe(
    'Some limits differ from the request:',
  );
});

it('the last change belongs to its customer, even if another customer is selected when the change ends', () => {
  const other = ends({ ...begun(), customer: alpha }, 'DONE');
  expect(lastChangeEntries(id, other)).toEqual([]);
  expect(changedCard(id, other)).toBeUndefined();
  const back = { ...other, customer: beta };
  expect(changedCard(id, back)).toBe('A Vale · 0148');
  expect(notes(back)).toEqual([
    'Purser has not read the limits again yet. Press Ctrl+R.',
    'The outcome of the last change: DONE (request ID request-1).',
  ]);
});

it('a write that changed nothing does not count as a change', () => {
  expect(lastChangeEntries(id, ends(begun(), 'REFUSED'))).toEqual([]);
  expect(lastChangeEntries(id, ends(begun(), 'NOT SENT'))).toEqual([]);
  expect(notes(ends(begun(), 'UNKNOWN'))[0]).toContain('UNKNOWN');
});
