// A newer service: unknown fields, words and nulls in every answer, wherever the API allows them.

import { describe, expect, it } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { repeated } from '../harness/whole.ts';
import { goes } from './paying.ts';
import { rests, tour } from './tour.ts';
import { breaks, payee, pendingDebit, writesOf } from './writing.ts';

let console: TestConsole;

async function start(...faults: readonly string[]): Promise<void> {
  // More rows than a screen has, and no more: some screens read all lists.
  console = await startOnAccounts({ cols: 140, rows: 44, simulator: { faults, rows: 60 } });
}
/** The subject for each screen that needs one, from the first customer's records. */
function subjects() {
  const [customer] = console.simulator.world.customers;
  const account = customer?.accounts[0]?.record.id ?? '';
  const card = customer?.cards.all[0]?.id ?? '';
  return {
    transactions: account,
    'card-transactions': card,
    'card-limits': card,
    'card-details': card,
    'account-mandates': account,
    'direct-debits': pendingDebit(console),
    'new-payout': payee(console),
    'update-beneficiary': payee(console),
  } as const;
}

/** The screens whose rows have a status with documented values. */
const WITH_STATUS: ReadonlySet<string> = new Set([
  'accounts',
  'cards',
  'beneficiaries',
  'transactions',
  'card-transactions',
  'account-mandates',
  'direct-debits',
]);

describe('every screen', () => {
  it('marks and lists unknown fields, words and nulls wherever the API allows them, without a crash [C15a–b]', async () => {
    await start('* mutate=fields percent=100', '* mutate=any percent=100 allowed');
    const stops = await tour(console, subjects());
    const ever = ({ looks }: (typeof stops)[number], said: string): boolean =>
      [...looks.values()].some(text => text.includes(said));
    const marked = stops.filter(stop => ever(stop, '? FROZEN'));
    expect(marked.map(({ place }) => place)).toEqual(expect.arrayContaining([...WITH_STATUS]));
    for (const stop of stops.filter(({ place }) => WITH_STATUS.has(place))) {
      expect(ever(stop, 'the API lists no status with this name'), stop.place).toBe(true);
      expect(ever(stop, 'API differences: ') || stop.place === 'direct-debits', stop.place).toBe(true);
    }
    // An act is refused with the reason only if the API names the status it needs. For cards the API names no status.
    const barredIn = (place: string) => stops.find(stop => stop.place === place)?.looks.get('a');
    expect(barredIn('cards')).toContain('freeze, unfreeze');
    expect(barredIn('cards')).not.toContain('the status of this one');
    expect(barredIn('direct-debits')).toContain('Only a PENDING direct debit can be cancelled');
    // The inspector shows each difference, and no request failed because of a difference.
    const { exchanges } = console.state();
    const answered = exchanges.filter(
      ({ status, responseBody }) => status === 200 && responseBody?.().includes('"x_'),
    );
    expect(answered.length).toBeGreaterThan(10);
    for (const { operation, drift, failure } of answered) {
      if (operation === 'login') continue;
      expect(failure, operation).toBeUndefined();
      expect(
        drift.map(({ kind }) => kind),
        operation,
      ).toContain('unknown-field');
    }
    for (const operation of ['card.list', 'beneficiary.list', 'account.balanceHistory'])
      expect(
        answered.find(one => one.operation === operation)?.drift.map(({ kind }) => kind),
        operation,
      ).toContain('unlisted-value');
    console.press('@');
    await console.sees('drift: unknown-field');
    expect(writesOf(console)).toEqual([]);
  }, 120_000);

  it.each(repeated([1], [1, 2]))(
    'survives random types and wrong nulls, and is never empty (seed %i)',
    async seed => {
      console = await startOnAccounts({ cols: 100, rows: 34, simulator: { seed, rows: 60 } });
      const named = subjects();
      await breaks(console, '* mutate=any percent=30');
      await tour(console, named);
      expect(writesOf(console)).toEqual([]);
    },
    120_000,
  );
});

describe('a missing amount', () => {
  it.each([
    ['balances', 'account.balances', 'data[*].available_balance', /› GBP +– /],
    ['history', 'account.balanceHistory', 'data[*].amount', /^– CHF$/m],
    ['transactions', 'account.transactions', 'data[*].amount', /^– GBP +● PENDING$/m],
    [
      'card-transactions',
      'card.transactions',
      'data.items[*].transaction_amount',
      /^– [A-Z]{3} +● APPROVED$/m,
    ],
    ['direct-debits', 'directDebit.list', 'items[*].amount', /^– [A-Z]{3} +● [A-Z]+$/m],
  ] as const)(
    'on %s is a dash and never 0, whether it is absent or null [C17]',
    async (place, operation, path, dash) => {
      for (const fault of [`${operation} drop=${path}`, `${operation} set=${path}:null`]) {
        await start(fault);
        const named: Partial<Record<string, string>> = subjects();
        const subject = place === 'direct-debits' ? undefined : named[place];
        await goes(console, subject === undefined ? place : `${place}/${subject}`);
        await rests(console);
        await console.sees(dash);
        expect(console.screen.contents()).not.toMatch(/Amount +0|^[+−-]?0[ .]/m);
      }
    },
  );
});
