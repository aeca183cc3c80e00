// The oracles of the end-to-end cases find what they are for: each is shown a defect of the kind that it must see.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { tally } from '../harness/ledger.ts';
import { payout, requestId, start } from '../journal/parts.ts';
import { cvvSpelling, finder, numbersIn, spellings, unrestoredModes } from './oracles.ts';

const URL = 'http://127.0.0.1:8080';

describe('O1, the ledger', () => {
  type Service = Parameters<typeof tally>[0];
  const process = { pid: 1, started: 'start 1' };
  const entry = (nth: number, changes: Partial<Row> = {}): Row => ({
    number: nth,
    intent: payout(nth, { baseUrl: URL }),
    state: 'DONE',
    wasUnknown: false,
    transitions: [{ number: nth, from: 'PREPARED', to: 'SENT', at: start, process }],
    ...changes,
  });
  const request = (nth: number, body: string, more: Record<string, readonly string[]> = {}) => ({
    ...{ method: 'POST', target: '/svc/api/v1/transfer/', path: '', query: '', body, status: 200 },
    headers: {
      'x-request-id': [requestId(nth)],
      authorization: [`Bearer ${nth}`],
      'x-user-id': ['u'],
      ...more,
    },
    ...{ operation: 'payout.create', at: start, receivedAt: start + 1 },
  });
  const service = (wire: readonly ReturnType<typeof request>[], things: readonly string[]): Service => {
    const effects = things.map((thing, at) => ({
      requestId: requestId(at + 1),
      ...{ operation: 'payout.create', userId: 'u', thing, at: start },
    }));
    const world = { ledger: { effects } } as unknown as Simulator['world'];
    return { url: URL, wire, world };
  };
  const duplicated = (
    wire: readonly ReturnType<typeof request>[],
    rows: readonly Row[],
    things = ['a', 'b'],
  ) => tally(service(wire, things), rows).duplicated;

  it('counts the same bytes under two request IDs, whatever the token', () => {
    const both = [request(1, '{"amount":5}'), request(2, '{"amount":5}')];
    expect(duplicated(both, [entry(1), entry(2)])).toEqual(['payout.create: 2 effects of the same bytes']);
    expect(
      duplicated([request(1, '{"amount":5}'), request(2, '{"amount":6}')], [entry(1), entry(2)]),
    ).toEqual([]);
    const other = request(2, '{"amount":5}', { 'x-user-id': ['v'] });
    expect(duplicated([request(1, '{"amount":5}'), other], [entry(1), entry(2)])).toEqual([]);
  });

  it('allows a duplicate that a person named, and a repeat of a write that a person resolved as not done', () => {
    const both = [request(1, '{"amount":5}'), request(2, '{"amount":5}')];
    expect(duplicated(both, [entry(1), entry(2, { duplicateOf: requestId(1) })])).toEqual([]);
    const resolution = { by: 'sam', verdict: 'NOT DONE', evidence: 'x', note: '' } as const;
    const resolved = entry(1, {
      state: 'RESOLVED',
      transitions: [
        { number: 1, from: 'PREPARED', to: 'SENT', at: start, process },
        { number: 2, from: 'UNKNOWN', to: 'RESOLVED', at: start, process, resolution },
      ],
    });
    expect(duplicated(both, [resolved, entry(2)])).toEqual([]);
  });

  it('allows the same change again after another change of the record, and not without one', () => {
    const [freeze, thaw] = ['{"status":"INACTIVE"}', '{"status":"ACTIVE"}'];
    const rows = [entry(1), entry(2), entry(3)];
    expect(
      duplicated([request(1, freeze), request(2, thaw), request(3, freeze)], rows, ['c', 'c', 'c']),
    ).toEqual([]);
    expect(
      duplicated([request(1, freeze), request(2, thaw), request(3, freeze)], rows, ['c', 'd', 'c']),
    ).toHaveLength(1);
  });
});

describe('O2, the terminal', () => {
  const OPEN = '\x1b[?1049h\x1b[?25l\x1b[?2004h';
  const CLOSE = '\x1b[?1049l\x1b[?25h\x1b[?2004l';

  it('accepts the resets in order after the last setting, and any other mode that was reset', () => {
    expect(unrestoredModes({ bytes: OPEN + CLOSE })).toEqual([]);
    expect(
      unrestoredModes({
        bytes: `${OPEN}\x1b[?1004h\x1b[?1000h\x1b[>1u\x1b[<u\x1b[?1000l\x1b[?1004l${CLOSE}`,
      }),
    ).toEqual([]);
  });

  it.each([
    ['a cursor that stays hidden', `${OPEN}\x1b[?1049l\x1b[?2004l`],
    ['resets in another order', `${OPEN}\x1b[?25h\x1b[?2004l\x1b[?1049l`],
    ['focus reports that stay on', `${OPEN}\x1b[?1004h${CLOSE}`],
    ['a mouse that stays on', `${OPEN}\x1b[?1000h${CLOSE}`],
    ['mouse reports in SGR that stay on', `${OPEN}\x1b[?1006h\x1b[?1006l\x1b[?1006h${CLOSE}`],
    ['a keyboard mode that stays', `${OPEN}\x1b[>1u${CLOSE}`],
  ])('finds %s', (_, bytes) => expect(unrestoredModes({ bytes })).not.toEqual([]));
});

describe('O3, the secrets', () => {
  const number = '4111111111111111';
  const finds = (wanted: readonly string[]) => (text: string) =>
    finder([{ text: 'it', spellings: wanted }])(numbersIn(text)).length > 0;
  const hasNumber = finds(spellings(number));
  const hasCvv = finds([cvvSpelling('123')]);

  it.each([
    number,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111\u00a01111\u00a01111\u00a01111',
    Buffer.from('4111\u00a01111\u00a01111\u00a01111').toString('latin1'),
    Buffer.from(number).toString('hex'),
    Buffer.from(`{"card":"${number}"}`).toString('base64'),
    Buffer.from(`x${number}y`).toString('base64'),
    Buffer.from(`xy${number}`).toString('base64'),
  ])('finds a card number as %s', text => expect(hasNumber(`before ${text} after`)).toBe(true));

  it('does not take another number for it', () => {
    for (const text of ['4111 1111 1111 1112', Buffer.from('4111111112111111').toString('base64')])
      expect(hasNumber(text), text).toBe(false);
  });

  it('finds a CVV with its name, and no three digits of an amount', () => {
    for (const text of ['CVV 123', '"cvv":"123"', 'cvv2 = 123', 'CVV\u2502  123'])
      expect(hasCvv(text), text).toBe(true);
    for (const text of ['1,123.00 GBP', 'CVV •••', 'cvv 1234', 'CVV hidden, amount 123'])
      expect(hasCvv(text), text).toBe(false);
  });
});
