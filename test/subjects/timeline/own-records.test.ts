// What Purser recorded itself: the events of a write, and the records of the service that they join.

import { expect, it } from 'vitest';
import type { Row, Transition } from '../../../src/journal/intent.ts';
import { possiblySame } from '../../../src/subjects/timeline/same.ts';
import { noteEntries } from '../../../src/ui/screens/note-entries.ts';
import { signedInStore } from '../../store/signed-in.ts';
import { row } from '../fx/rows.ts';
import { ACCOUNTS, at, axisOf, entry, listOf, loaded, transaction } from './events.ts';

const history = listOf('account.balanceHistory');
const transactions = listOf('account.transactions', ACCOUNTS[0]);

const write = (operation: string, answer?: object): Row =>
  row(
    { operation, createdAt: at(1), body: '{"amount":10.00,"currency":"GBP"}' },
    answer && JSON.stringify(answer),
  );

const joined = (own: Row, digits: string, more: Parameters<typeof entry>[3] = {}) => {
  const axis = axisOf(new Map([[history, loaded(history, [entry('h', at(2), digits, more)])]]), {
    writes: [own],
  });
  const [event] = axis.events.filter(({ id }) => id === 'h');
  return {
    others: [...axis.joins.others]
      .filter(([one]) => !axis.joins.repeated.has(one))
      .map(([one, others]) => [one, ...others].map(({ source }) => source.kind)),
    possibly: event && possiblySame(event, axis.events, axis.joins).found.map(one => one.event.source.kind),
  };
};

it('a payout is the entry that went out with its reference, and possibly one of its amount', () => {
  const payout = write('payout.create', { id: 'p-1', systemReferenceNumber: 'PAY123456789012' });
  const named = { description: 'Payout PAY123456789012' };
  expect(joined(payout, '-10.00', named)).toEqual({ others: [['history', 'journal']], possibly: [] });
  expect(joined(payout, '10.00', named).others).toEqual([]);
  expect(joined(payout, '-10.00')).toEqual({ others: [], possibly: ['journal'] });
  expect(joined(payout, '10.00')).toEqual({ others: [], possibly: [] });
});

it('only a write that made a record is the event with its ID', () => {
  const joins = (operation: string) => {
    const lists = new Map([[transactions, loaded(transactions, [transaction('same', at(1))])]]);
    return axisOf(lists, { writes: [write(operation, { id: 'same' })] }).joins.repeated.size;
  };
  expect(joins('payout.create')).toBe(1);
  expect(joins('payout.cancel')).toBe(0);
});

it('a later step of a write is an event, unless it comes within a minute of the one before', () => {
  const step = (number: number, to: Transition['to'], seconds: number): Transition => ({
    ...{ number, from: 'SENT', to, at: at(60) + seconds * 1000, process: { pid: 1, started: '1' } },
  });
  const own: Row = {
    ...row({ createdAt: at(60) }),
    transitions: [step(1, 'SENT', 1), step(2, 'UNKNOWN', 60), step(3, 'DONE', 3000), step(4, 'DONE', 3030)],
  };
  const { events } = axisOf(new Map(), { writes: [own] });
  expect(events.map(one => [one.at, one.source.says(one).status?.text])).toEqual([
    [at(60) + 3_000_000, 'DONE'],
    [at(60), 'DONE'],
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(2);
});

it('a pruned write and a pruned note say so', () => {
  const own: Row = { ...row({ body: '•••', what: [] }), prunedAt: at(1) };
  const note = { number: 1, author: 'Ada', at: at(50), text: '•••', pruned: true as const };
  const { events } = axisOf(new Map(), { writes: [own], notes: [note] });
  expect(events.map(one => one.source.says(one).words)).toEqual([
    'Conversion · content pruned',
    'Ada: text pruned',
  ]);
  expect(events.map(({ raw }) => raw)).toEqual([
    expect.objectContaining({ prunedAt: new Date(at(1)).toISOString() }),
    expect.objectContaining({ pruned: true }),
  ]);
  const { pruned: _, ...rest } = note;
  const kept = { ...rest, text: 'kept' };
  const entries = noteEntries([note, kept], signedInStore().getState());
  expect(entries.flatMap(entry => ('note' in entry ? entry.note : []))).toEqual(
    expect.arrayContaining(['The text was pruned.', 'kept']),
  );
  expect(JSON.stringify(entries)).not.toContain('•••');
});
