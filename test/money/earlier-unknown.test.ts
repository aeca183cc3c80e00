// An UNKNOWN write may have moved money. No other unresolved write may hide the warning about it.

import { describe, expect, it } from 'vitest';
import type { Intent, Row, RowState } from '../../src/journal/intent.ts';
import { t } from '../../src/lib/visible.ts';
import { openEqual } from '../../src/money/duplicates.ts';
import { endOf } from '../../src/money/write-end.ts';
import type { AskedWrite } from '../../src/sending/asked-write.ts';
import { allRules } from '../harness/rules.ts';
import { payout, requestId } from '../journal/parts.ts';
import { alpha, NOW, reach, signedInStore } from '../store/signed-in.ts';

const { earlierWarnings } = allRules;

const process = { pid: 1, started: 'start 1' };
const customer = { userId: alpha.userId, onBehalfOf: alpha.onBehalfOf ?? '' };

const intent = (nth: number, changes: Partial<Intent> = {}): Intent =>
  payout(nth, { baseUrl: reach.baseUrl, customer, ...changes });

const row = (nth: number, asked: Intent, state: RowState): Row => ({
  ...{ number: nth, intent: asked, state, wasUnknown: false },
  transitions: [{ number: nth, from: 'SENT', to: state, at: NOW, process: { pid: 2, started: 'start 2' } }],
});

function withRows(rows: readonly Row[], offlineSince?: number) {
  const store = signedInStore();
  const offline = offlineSince === undefined ? {} : { offlineSince };
  store.setState({ journal: { kind: 'open', rows, complete: true, self: process, ...offline } });
  return store.getState();
}

const warnings = (about: Intent, rows: readonly Row[], offlineSince?: number): readonly string[] =>
  earlierWarnings(about, withRows(rows, offlineSince));

const pay = (nth: number) =>
  intent(nth, {
    body: JSON.stringify({ beneficiary_id: 'b', currency: 'GBP', amount: 1, reference: `R ${nth}` }),
  });
const cancel = (nth: number) =>
  intent(nth, { operation: 'payout.cancel', title: 'Cancel payout', body: `{"id":"p-1","note":"${nth}"}` });
const convert = (nth: number) =>
  intent(nth, { operation: 'conversion.create', body: `{"quote_id":"q${nth}","source_amount":${nth}}` });

const orders = [
  ['older', 2, 3],
  ['newer', 3, 2],
] as const;

describe.each(orders)(
  'an UNKNOWN write that is %s than a write that waits for approval',
  (_, lost, waits) => {
    const both = (make: (nth: number) => Intent): readonly Row[] =>
      [row(lost, make(lost), 'UNKNOWN'), row(waits, make(waits), 'WAITING')].toSorted(
        (a, b) => b.number - a.number,
      );

    it('has its own warning before a payout, and comes first', () => {
      const [first, second, ...others] = warnings(pay(1), both(pay));
      expect(first).toMatch(/^Don't pay twice: .* is UNKNOWN and may have been paid/);
      expect(first).toContain(requestId(lost));
      expect(second).toMatch(/^Possible duplicate: .* waits for approval\.$/);
      expect(second).toContain(requestId(waits));
      expect([first, second].join()).not.toContain('more like it');
      expect(others).toEqual([]);
    });

    it('has its own warning before another change of the same record', () => {
      const said = warnings(cancel(1), both(cancel)).filter(sentence => sentence.includes('Cancel payout'));
      expect(said.map(sentence => /is UNKNOWN|waits for approval/.exec(sentence)?.[0])).toEqual([
        'is UNKNOWN',
        'waits for approval',
      ]);
    });

    it('is the conversion that the warning about an earlier conversion names', () => {
      expect(warnings(convert(1), both(convert))).toEqual([
        'An earlier conversion (20 Nov 2026 10:00:00 UTC) is unresolved. Check the journal (Esc, 0) first.',
      ]);
    });

    it('is the write that a refusal names', () => {
      expect(said('REFUSED', both(same))).toEqual([
        expect.stringContaining(
          `(request ID ${requestId(lost)}) is still UNKNOWN. This refusal does not prove`,
        ),
      ]);
    });
  },
);

const same = (nth: number) => intent(nth, { fingerprint: 'the same' });

/** What the end of a refused write says about `rows`. */
function said(word: 'REFUSED' | 'DONE', rows: readonly Row[]): readonly string[] {
  const about = {
    question: { title: t`New payout`, token: { text: '1' } },
    intent: same(1),
    customer: alpha,
  } as unknown as AskedWrite;
  const sent = { kind: 'ended', word, sentences: [], outcome: undefined, row: undefined } as const;
  const { phase } = endOf({ ...sent, final: true }, about, withRows(rows));
  return phase.kind === 'ended' ? phase.sentences : [];
}

describe('after a refusal, another request for the same write', () => {
  it('is not mentioned if it waits for approval, because it was never sent', () => {
    expect(said('REFUSED', [row(2, same(2), 'WAITING')])).toEqual([]);
  });

  it.each(['PREPARED', 'SENT'] as const)('is being sent while it is %s', state => {
    expect(said('REFUSED', [row(2, same(2), state)])).toEqual([
      `An earlier request (request ID ${requestId(2)}) is being sent. This refusal does not prove that the earlier request failed.`,
    ]);
  });

  it('counts only while its outcome is not known', () => {
    expect(openEqual(same(1), [row(2, same(2), 'WAITING')], withRows([]))).toBeUndefined();
    expect(said('REFUSED', [row(2, same(2), 'DONE')])).toEqual([]);
  });
});

it('an UNKNOWN conversion is named although a newer conversion is being sent', () => {
  expect(warnings(convert(1), [row(3, convert(3), 'SENT'), row(2, convert(2), 'UNKNOWN')])).toEqual([
    'An earlier conversion (20 Nov 2026 10:00:00 UTC) is unresolved. Check the journal (Esc, 0) first.',
  ]);
});

it("while the team journal is offline, nobody is told to wait for another console's write, as on the overview", () => {
  const [payouts, conversions] = [[row(2, pay(2), 'SENT')], [row(2, convert(2), 'SENT')]];
  expect(warnings(pay(1), payouts).join()).toContain('is being sent. Wait for its outcome');
  expect(warnings(pay(1), payouts, NOW).join()).toMatch(/is UNKNOWN and may have been paid/);
  expect(warnings(convert(1), conversions, NOW).join()).toContain('is unresolved. Check the journal');
});
