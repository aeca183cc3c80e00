// The journal and its conversions against the history: by hand, and in seeded worlds with known faults.

import { describe, expect, it } from 'vitest';
import type { Row, RowState } from '../../../src/journal/intent.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { atOnce } from '../../../src/lib/steps.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { checkBooks } from '../../../src/subjects/books/books.ts';
import { checkConversions, conversionIds } from '../../../src/subjects/books/conversion-rates.ts';
import { checkJournal, type OwnSide } from '../../../src/subjects/books/journal-side.ts';
import { elsewhereText, journalText, writeText } from '../../../src/subjects/books/own-words.ts';
import { repeated } from '../../harness/whole.ts';
import { payout } from '../../journal/parts.ts';
import { type OwnWorld, ownWorld } from './own-worlds.ts';
import { entry } from './worlds.ts';

/** The request IDs of wrong writes, and all other findings that do not follow. */
function wrongIn({ entries, balances, rows, conversions, began }: OwnWorld): readonly string[] {
  const reading = {
    ...{ entries: new Map(entries.map(one => [one, null])), conversions, incomplete: undefined },
    balances: { before: balances, after: balances },
  };
  const findings = atOnce(checkBooks(reading, { rows, scope: {}, began, skew: 0 }));
  return findings
    .filter(({ verdict }) => verdict === 'DOES NOT FOLLOW')
    .flatMap(finding => {
      const own =
        finding.check === 'journal'
          ? finding.journal.findings
          : finding.check === 'conversions'
            ? finding.conversions.findings
            : undefined;
      return (
        own
          ?.filter(({ verdict }) => verdict === 'DOES NOT FOLLOW')
          .map(({ write }) => write.row.intent.requestId) ?? [`${finding.check} ${finding.currency}`]
      );
    });
}

it('finds every fault at its write, and nothing in a sound world', { timeout: 120_000 }, () => {
  const missed: unknown[] = [];
  const wrong: unknown[] = [];
  let faults = 0;
  for (let seed = 0; seed < repeated(300, 1000); seed++) {
    const others = seed % 100 === 7 ? repeated(2000, 100_000) : 200;
    const world = ownWorld(seed, seed % 2 === 0 ? 0 : 1 + (seed % 4), others);
    const named = wrongIn(world);
    const known = world.faults.map(({ requestId }) => requestId);
    faults += known.length;
    missed.push(
      ...world.faults.filter(({ requestId }) => !named.includes(requestId)).map(one => ({ seed, ...one })),
    );
    wrong.push(...named.filter(id => !known.includes(id)).map(id => ({ seed, id })));
  }
  expect(missed).toEqual([]);
  expect(wrong).toEqual([]);
  expect(faults).toBeGreaterThan(200);
});

it('writes whose content was pruned are not checked, and accuse nobody', () => {
  for (let seed = 0; seed < 40; seed++) {
    const world = ownWorld(seed, 0);
    const rows = world.rows.map((row, at) => ((at + seed) % 3 === 0 ? prunedOf(row) : row));
    expect(wrongIn({ ...world, rows })).toEqual([]);
  }
});

const prunedOf = (row: Row): Row => ({
  ...row,
  intent: { ...row.intent, body: '•••', what: [] },
  transitions: row.transitions.map(step => ({ ...step, ...(step.answer && { answer: { text: '•••' } }) })),
  prunedAt: START,
});

const START = Date.parse('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const process = { pid: 1, started: 'start' };

interface Made {
  readonly number?: number;
  readonly amount?: string;
  readonly state?: RowState;
  readonly answer?: string;
  readonly at?: number;
}

/** A payout of GBP. By default DONE, with the reference PAY10000000000 and its number. */
function made({ number = 1, amount = '5.00', state = 'DONE', at = START, ...more }: Made = {}): Row {
  const body = `{"beneficiary_id":"b-1","amount":${amount},"currency":"GBP","reference":"INV 7"}`;
  const intent = payout(number, { createdAt: at, target: '/svc/api/v1/transfer/', body });
  const { answer = `{"id":"p-${number}","systemReferenceNumber":"PAY10000000000${number}"}` } = more;
  return {
    ...{ number, intent, state, wasUnknown: false },
    transitions: [
      {
        number: 1,
        from: 'SENT',
        to: state,
        at,
        process,
        ...(state === 'DONE' && { answer: { text: answer } }),
      },
    ],
  };
}

const posted = (reference: string, amount = '-5.00', at = START + 2000) => ({
  ...entry({ id: `${reference} ${amount}`, at, amount, fee: '0', balance: '1' }),
  description: fromServer(`Payout ${reference}`),
});

/** The reading begins an hour after START. */
const checked = (rows: readonly Row[], entries: readonly HistoryEntry[], more: Partial<OwnSide> = {}) =>
  atOnce(
    checkJournal(entries, {
      ...{ rows, scope: {}, began: START + 60 * MINUTE, skew: 0, isComplete: true, conversions: new Map() },
      ...more,
    }),
  );

const problems = (check: ReturnType<typeof checked>) =>
  check?.findings.map(({ problem, verdict, candidates }) => [problem, verdict, candidates.length]);

it('a write whose reference the history has is present, and says how long that takes', () => {
  const check = checked([made()], [posted('PAY100000000001')]);
  expect(check).toMatchObject({ present: 1, missing: 0, findings: [], elsewhere: undefined });
  expect(check?.usual.get('paid')).toEqual({ count: 1, longest: 2000 });
});

it('a pruned write is counted as not checked, and its entry is not said to be made elsewhere', () => {
  const entries = [posted('PAY100000000001'), posted('PAY100000000002'), posted('PAY900000000000')];
  const rows = [made({ number: 2 }), prunedOf(made())];
  const check = checked(rows, entries);
  expect(check).toMatchObject({ present: 1, missing: 0, pruned: 1, findings: [] });
  expect(check?.elsewhere).toMatchObject({ count: 2, mayBePruned: true });
  if (!check?.elsewhere) throw new Error('nothing was made elsewhere');
  expect(elsewhereText(check.elsewhere)).toMatch(
    /^2 payout and conversion entries since .*: no write in the journal: made elsewhere, or the write was pruned\.$/,
  );
  expect(journalText(check)).toContain('Not checked: 1 write of the journal whose content was pruned.');
  const reading = { entries: new Map(entries.map(one => [one, null])), balances: undefined };
  const own = { scope: {}, began: START + HOUR, skew: 0 };
  const verdicts = (all: readonly Row[]) =>
    atOnce(checkBooks(reading, { ...own, rows: all })).flatMap(one =>
      one.check === 'journal' ? one.verdict : [],
    );
  expect(verdicts(rows)).toEqual(['NOT CHECKED']);
  expect(verdicts(rows.slice(0, 1))).toEqual(['FOLLOWS']);
  expect(verdicts(rows.slice(1))).toEqual(['NOT CHECKED']);
});

it('without a write that changes a balance, there is nothing to compare', () => {
  expect(checked([], [posted('PAY100000000001')])).toBeUndefined();
  expect(checked([made({ state: 'REFUSED' })], [])).toBeUndefined();
});

it('an UNKNOWN write names all its candidates, and they are not made elsewhere', () => {
  const check = checked(
    [made({ state: 'UNKNOWN' })],
    [posted('PAY700000000001'), posted('PAY700000000002'), posted('PAY700000000003', '-6.00')],
  );
  expect(problems(check)).toEqual([['unresolved', 'NOT CHECKED', 2]]);
  expect(check?.elsewhere?.count).toBe(1);
  expect(check?.findings.map(writeText).join()).toMatch(
    /the outcome is UNKNOWN\. 2 candidates with its amount in the history\. Enter checks the outcome\./,
  );
});

it('an entry of another kind of write is no candidate', () => {
  const sold = { ...posted('035973'), source_type: 'CONVERSION' as const };
  expect(problems(checked([made({ state: 'UNKNOWN' })], [sold]))).toEqual([['unresolved', 'NOT CHECKED', 0]]);
});

it('an entry that has the name of one write is no candidate of another', () => {
  const rows = [made({ number: 2, state: 'UNKNOWN' }), made()];
  expect(problems(checked(rows, [posted('PAY100000000001')]))).toEqual([['unresolved', 'NOT CHECKED', 0]]);
});

describe('a DONE write that the history does not name', () => {
  const known = [made({ number: 2 }), posted('PAY100000000002', '-5.00')] as const;
  const older = posted('035974', '-1.00', START - HOUR);

  it('does not follow if the history names others, and no entry has its amount', () => {
    const check = checked([made({ amount: '9.00' }), known[0]], [known[1], older]);
    expect(problems(check)).toEqual([['absent', 'DOES NOT FOLLOW', 0]]);
    expect(check?.findings[0]?.by).toBe('9.00');
    expect(check?.findings.map(writeText).join()).toMatch(
      /DONE 60 min before the check\. .* Usual: within 2 s\./,
    );
  });

  it('is not checked if another entry has its amount: that is a candidate', () => {
    const check = checked(
      [made({ amount: '9.00' }), known[0]],
      [known[1], posted('035973', '-9.00', START - HOUR)],
    );
    expect(problems(check)).toEqual([['unproven', 'NOT CHECKED', 1]]);
  });

  it('is not checked if the history names none: the usual time is not known', () => {
    const check = checked([made()], []);
    expect(problems(check)).toEqual([['unproven', 'NOT CHECKED', 0]]);
    expect(check?.findings.map(writeText).join()).toContain('The usual time is not known.');
  });

  it('is expected while it is not later than usual', () => {
    const began = START + MINUTE;
    expect(problems(checked([made({ amount: '9.00' }), known[0]], [known[1]], { began }))).toEqual([
      ['recent', 'EXPECTED', 0],
    ]);
  });

  it.each([
    { name: 'the history begins later', more: {}, unread: known[1] },
    { name: 'the reading is incomplete', more: { isComplete: false }, unread: older },
    { name: 'an entry has no readable amount', more: {}, unread: { ...older, amount: undefined } },
    {
      name: 'an entry has no readable description',
      more: {},
      unread: { ...older, description: undefined },
    },
  ])('is not checked if $name', ({ more, unread }) => {
    const check = checked([made({ amount: '9.00' }), known[0]], [known[1], unread], more);
    expect(problems(check)).toEqual([['unproven', 'NOT CHECKED', 0]]);
  });

  it.each([{ currency: 'GBP' }, { to_date: '2026-11-30' }])('is not checked in a check of %o', scope => {
    const check = checked([made({ amount: '9.00' }), known[0]], [known[1], older], { scope });
    expect(problems(check)).toEqual([['unproven', 'NOT CHECKED', 0]]);
  });

  it('is not checked if an entry in another currency names it', () => {
    const abroad = { ...posted('PAY100000000001', '-11.42', START - HOUR), currency: fromServer('USD') };
    expect(problems(checked([made({ amount: '9.00' }), known[0]], [known[1], abroad]))).toEqual([
      ['unproven', 'NOT CHECKED', 1],
    ]);
  });

  it('is not checked if an entry has its amount with a fee inside', () => {
    const charged = { ...posted('035973', '-9.30', START - HOUR), fee: '0.30' as Decimal };
    expect(problems(checked([made({ amount: '9.00' }), known[0]], [known[1], charged]))).toEqual([
      ['unproven', 'NOT CHECKED', 1],
    ]);
  });

  it('is not checked if the service gave no ID and no reference', () => {
    const check = checked([made({ answer: '{}' }), known[0]], [known[1], posted('035973', '-5.00')]);
    expect(problems(check)).toEqual([['nameless', 'NOT CHECKED', 1]]);
  });
});

it('an ID of the request, such as the beneficiary’s, joins nothing', () => {
  const id = 'c0633062-25d7-466e-872b-bbcb19a1c9a4';
  const row = made({ answer: `{"beneficiary_id":"${id}"}` });
  const asked = { ...row, intent: { ...row.intent, body: (row.intent.body ?? '').replace('b-1', id) } };
  expect(problems(checked([asked], [posted(id)]))).toEqual([['nameless', 'NOT CHECKED', 1]]);
});

it('an entry with the name and another amount does not follow, by the difference', () => {
  const entries = [posted('PAY100000000001', '-50.00'), posted('035974', '-1.00', START - HOUR)];
  const check = checked([made()], entries);
  for (const [list, more] of [
    [entries, { isComplete: false }],
    [entries.slice(0, 1), {}],
  ] as const)
    expect(problems(checked([made()], list, more))).toEqual([['unproven', 'NOT CHECKED', 0]]);
  expect(problems(check)).toEqual([['other-amount', 'DOES NOT FOLLOW', 0]]);
  expect(check?.findings[0]?.by).toBe('-45.00');
});

it.each([
  {
    name: 'with the fee inside',
    entries: [{ ...posted('PAY100000000001', '-5.30'), fee: '0.30' as Decimal }],
  },
  {
    name: 'in two parts of one type',
    entries: [posted('PAY100000000001', '-4.00'), posted('PAY100000000001', '-1.00')],
  },
])('the amount $name follows', ({ entries }) => {
  expect(checked([made()], entries)).toMatchObject({ present: 1, findings: [] });
});

it('a write during the reading is counted, and not checked', () => {
  const check = checked([made({ number: 2, at: START + 60 * MINUTE }), made()], [posted('PAY100000000001')]);
  expect(check).toMatchObject({ present: 1, missing: 0, meanwhile: 1 });
});

it('with a currency or days, writes outside of them are left out', () => {
  for (const scope of [{ currency: 'USD' }, { from_date: '2026-11-20' }, { to_date: '2026-11-20' }])
    expect(checked([made()], [], { scope })).toMatchObject({ present: 0, missing: 0, findings: [] });
});

describe('a cancellation', () => {
  const of = (name: object): Row => {
    const row = made({ number: 3 });
    const body = JSON.stringify(name);
    return { ...row, intent: { ...row.intent, operation: 'payout.cancel', target: '/x', what: [], body } };
  };
  const entries = [posted('PAY100000000001'), posted('PAY100000000001', '5.00', START + 5000)];

  it('is present if money of the payout came back, by the reference', () => {
    expect(checked([of({ systemReferenceNumber: 'pay100000000001' }), made()], entries)).toMatchObject({
      ...{ present: 2, findings: [] },
    });
  });

  it('by the payout’s ID joins by the reference that the payout’s answer had', () => {
    expect(checked([of({ id: 'p-1' }), made()], entries)).toMatchObject({ present: 2, findings: [] });
  });

  it('of a payout whose money only went out is not checked, because no other shows that it comes back', () => {
    expect(problems(checked([of({ id: 'p-1' }), made()], entries.slice(0, 1)))).toEqual([
      ['unproven', 'NOT CHECKED', 0],
    ]);
  });
});

describe('conversions', () => {
  const recordOf = (sold: string, bought: string, rate: string) => ({
    ...{ id: fromServer('c'), status: 'SETTLED' as const, conversionTime: undefined, createdTime: undefined },
    ...{ sourceCurrencycode: fromServer('GBP'), destinationCurrencycode: fromServer('USD') },
    sourceAmount: sold as Decimal,
    destinationAmount: bought as Decimal,
    netExchangerate: rate as Decimal,
    ...{ quoteId: undefined, systemReferenceNumber: undefined },
  });

  it.each([
    { sold: '10.00', bought: '12.51', by: '0.01' },
    { sold: '9.99', bought: '12.50', by: '-0.01' },
  ])('that were 10.00 to 12.50, and are $sold to $bought, do not follow', ({ sold, bought, by }) => {
    const row = made({ answer: '{"id":"c","source_amount":10.00,"destination_amount":12.50}' });
    const of = { ...row, intent: { ...row.intent, operation: 'conversion.create', body: '{}' } };
    const check = checkConversions([of], {}, new Map([['c', recordOf(sold, bought, '1.25')]]));
    expect(check?.findings).toMatchObject([{ problem: 'changed', by }]);
  });

  it('older than the newest 50 are checked as they were made', () => {
    const rows = Array.from({ length: 52 }, (_, nth) => {
      const rate = nth === 0 ? '1.5' : '1.25';
      const row = made({
        number: nth + 1,
        answer: `{"id":"conversion_${nth}","source_currencycode":"GBP","destination_currencycode":"USD","source_amount":10.00,"destination_amount":12.50,"net_exchangerate":${rate}}`,
      });
      return { ...row, intent: { ...row.intent, operation: 'conversion.create', body: '{}' } };
    });
    expect(conversionIds(rows, {})).toHaveLength(50);
    const check = checkConversions(rows, {}, new Map());
    expect(check?.findings.filter(({ problem }) => problem === 'unread')).toHaveLength(50);
    expect(check?.follow).toEqual(new Map([['exact', 1]]));
    expect(check?.findings.filter(({ problem }) => problem === 'rate')).toMatchObject([{ by: '-2.500' }]);
  });

  it.each([
    { rate: '1.25', sold: '10.00', bought: '12.50', way: 'exact' },
    { rate: '1.2685580', sold: '1000.00', bought: '1268.56', way: 'nearest' },
    { rate: '1.2685580', sold: '1000.00', bought: '1268.55', way: 'down' },
    { rate: '1.2612', sold: '1000.01', bought: '1261.22', way: 'up' },
    // The sold amount is the calculated one.
    { rate: '1.2685580', sold: '788.30', bought: '1000.00', way: 'nearest' },
    // The rate is for one unit of the bought currency.
    { rate: '0.80', sold: '10.00', bought: '12.50', way: 'exact' },
    // The rate has fewer digits than the service used.
    { rate: '1.27', sold: '1000.00', bought: '1268.56', way: 'digits' },
    // A whole unit is no rounding.
    { rate: '0.80', sold: '10.00', bought: '8.01', way: 'digits' },
    { rate: '1.2685580', sold: '1000.00', bought: '1268.90', way: 'rate' },
    { rate: '1.2685580', sold: '1000.00', bought: '1267.90', way: 'rate' },
  ])('$sold at $rate to $bought: $way', ({ rate, sold, bought, way }) => {
    const row = made({
      answer: `{"id":"c","source_currencycode":"GBP","destination_currencycode":"USD","source_amount":${sold},"destination_amount":${bought}}`,
    });
    const of = { ...row, intent: { ...row.intent, operation: 'conversion.create', body: '{}' } };
    const check = checkConversions([of], {}, new Map([['c', recordOf(sold, bought, rate)]]));
    expect([
      ...(check?.follow.keys() ?? []),
      ...(check?.findings ?? []).map(({ problem }) => problem),
    ]).toEqual([way]);
  });
});
