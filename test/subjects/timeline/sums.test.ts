// The sums of a period are a plain fold over the balance history, whatever this machine wrote meanwhile.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Row, states } from '../../../src/journal/intent.ts';
import { toUnits } from '../../../src/lib/decimal.ts';
import { todayIn } from '../../../src/lib/time.ts';
import { createTimelineRows, type Zoom } from '../../../src/subjects/timeline/timeline-rows.ts';
import { row } from '../fx/rows.ts';
import { axisOf, entry, listOf, loaded, NOW } from './events.ts';

const history = listOf('account.balanceHistory');
const DAYS_BACK = 60;
const MINUTES = DAYS_BACK * 24 * 60;

const entries = fc.array(
  fc.record({
    minutes: fc.integer({ min: 1, max: MINUTES }),
    units: fc.integer({ min: -99_999, max: 99_999 }).filter(units => units !== 0),
    currency: fc.constantFrom('GBP', 'EUR', 'gbp'),
    /** An own payout of the same amount, in each state and with an answer that names the entry, or not. */
    own: fc.option(fc.record({ state: fc.constantFrom(...states), named: fc.boolean() }), { nil: undefined }),
  }),
  { maxLength: 25 },
);

it.each<[Zoom, string]>([
  ['day', 'UTC'],
  ['day', 'Europe/London'],
  ['week', 'America/New_York'],
  ['month', 'Asia/Tokyo'],
])('by %s in %s', (zoom, zone) => {
  fc.assert(
    fc.property(entries, all => {
      const made = all.map(({ minutes, units, currency, own }, n) => {
        const at = NOW - minutes * 60_000;
        const reference = `PAY${String(n).padStart(12, '7')}`;
        const raw = entry(`h-${n}`, at, (units / 100).toFixed(2), {
          currency,
          description: `Payout ${reference}`,
        });
        const answer = own?.named
          ? JSON.stringify({ id: `p-${n}`, systemReferenceNumber: reference })
          : undefined;
        const body = `{"amount":${(Math.abs(units) / 100).toFixed(2)},"currency":"${currency}"}`;
        const write: Row | undefined = own && {
          ...row({ operation: 'payout.create', createdAt: at - 1000, body, requestId: `r-${n}` }, answer),
          state: own.state,
        };
        return { at, units, currency: currency.toUpperCase(), raw, write };
      });
      const raws = made.toSorted((a, b) => b.at - a.at).map(({ raw }) => raw);
      const writes = made.flatMap(({ write }) => write ?? []);
      const axis = axisOf(new Map([[history, loaded(history, raws)]]), { writes });
      const periods = createTimelineRows()(axis, zoom, undefined, undefined, zone).flatMap(({ row: one }) =>
        one.kind === 'period' ? [one] : [],
      );
      for (const { from, to, sums } of periods) {
        const inside = made.filter(({ at }) => from <= todayIn(zone, at) && todayIn(zone, at) <= to);
        for (const currency of ['GBP', 'EUR']) {
          const moved = inside.filter(one => one.currency === currency).map(({ units }) => BigInt(units));
          const fold = (keep: (units: bigint) => boolean): bigint | undefined => {
            const kept = moved.filter(keep);
            return kept.length === 0 ? undefined : kept.reduce((sum, units) => sum + units, 0n);
          };
          const { in: moneyIn, out } = sums.get(currency) ?? {};
          expect([moneyIn, out].map(sum => (sum === undefined ? undefined : toUnits(sum, 2)))).toEqual([
            fold(units => units > 0n),
            fold(units => units < 0n),
          ]);
        }
      }
      const days = made.map(({ at }) => todayIn(zone, at));
      expect(days.every(day => periods.some(({ from, to }) => from <= day && day <= to))).toBe(true);
    }),
    { seed: 26, numRuns: 60 },
  );
});
