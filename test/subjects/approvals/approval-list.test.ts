// The list of requests for approval: what comes first, who may decline, and what the details say.

import { expect, test } from 'vitest';
import type { Waiting } from '../../../src/journal/approvals.ts';
import type { Row } from '../../../src/journal/intent.ts';
import type { App } from '../../../src/money/app.ts';
import { approvals, openWaiting, toDecide } from '../../../src/subjects/approvals/approval-list.ts';
import { payout, requestId, start } from '../../journal/parts.ts';
import { alpha, beta, NOW, reach, signedInStore } from '../../store/signed-in.ts';

function waiting(number: number, part: Waiting['part'], changes: Partial<Waiting> = {}): Waiting {
  const intent = payout(number, { ...reach, customer: alpha });
  const process = { pid: 1, started: 'x' };
  const transitions = [{ number, from: 'NEW' as const, to: 'WAITING' as const, at: start, process }];
  const row: Row = { number, intent, state: 'WAITING', wasUnknown: false, transitions };
  return {
    ...{ row, part, asker: 'Ana', digest: 'a'.repeat(64), warnings: [], needed: 1, votes: [] },
    ...{ askedAt: NOW, expiresAt: NOW + 60_000, lasts: 60_000, ...changes },
  };
}

function stateWith(...all: readonly Waiting[]) {
  const store = signedInStore(alpha);
  store.setState({ approvals: { waiting: all, readAt: 0 } });
  return store;
}

const list = approvals();
const PARTS = ['look', 'decline', 'wait', 'vote', 'send'] as const;

test('what this operator can do comes first', () => {
  const state = stateWith(...PARTS.map((part, at) => waiting(at, part))).getState();
  const shown = list.local?.(state, {} as never) ?? [];
  expect(shown.map(({ row }) => row.part)).toEqual(PARTS.toReversed());
});

test('only a person who may vote, or could have voted, declines', () => {
  const [decline] = list.actions ?? [];
  const barred = PARTS.map(part => decline?.barred?.(waiting(1, part), {} as never));
  expect(barred.map(why => why === undefined)).toEqual([false, true, false, true, false]);
  const look = waiting(1, 'look', { whyNot: 'You are not an approver of this service.' });
  expect(decline?.barred?.(look, {} as never)).toBe('You are not an approver of this service.');
});

const textOf = (one: Waiting): string =>
  JSON.stringify(list.details[0]?.entries(one, {} as never, {} as never, {} as never) ?? []);

test('the details have the warnings of the person who asked, the notes of votes, and why nobody here can vote', () => {
  const votes = [
    { person: 'Ben', vote: 'approve', note: 'I phoned the bank.', at: NOW, counts: true },
  ] as const;
  const said = textOf(waiting(1, 'vote', { warnings: ['The account is new.'], votes, needed: 2 }));
  expect(said).toContain('▲ The account is new.');
  expect(said).toContain('I phoned the bank.');
  expect(textOf(waiting(1, 'look', { whyNot: 'You have voted on this request already.' }))).toContain(
    'You have voted on this request already.',
  );
});

test('the overview has what this operator can send or approve, and nothing else', () => {
  const found = toDecide.attention(stateWith(...PARTS.map((part, at) => waiting(at, part))).getState());
  expect(found.map(({ key }) => key)).toEqual([`approval ${requestId(3)}`, `approval ${requestId(4)}`]);
});

test('a request of another service opens no dialog, and a request of another customer opens that customer first', () => {
  const store = stateWith();
  const opened: string[] = [];
  // A cast: the function uses only these parts of the app.
  const app = {
    store,
    customers: {
      switchTo: ({ userId }: { readonly userId: string }) => void opened.push(`customer ${userId}`),
    },
    dialog: { openWaiting: async (id: string) => void opened.push(`dialog ${id}`) },
  } as unknown as App;
  const elsewhere = waiting(1, 'vote');
  const intent = { ...elsewhere.row.intent, baseUrl: 'https://other.example.com' };
  openWaiting(app, { ...elsewhere, row: { ...elsewhere.row, intent } });
  expect(opened).toEqual([]);
  expect(store.getState().notice?.text).toContain('belongs to another service');
  openWaiting(app, waiting(2, 'vote'));
  expect(opened.splice(0)).toEqual([`dialog ${requestId(2)}`]);
  const theirs = waiting(3, 'vote');
  openWaiting(app, { ...theirs, row: { ...theirs.row, intent: { ...theirs.row.intent, customer: beta } } });
  expect(opened).toEqual([`customer ${beta.userId}`, `dialog ${requestId(3)}`]);
});
