// Every write with a service that sends unknown fields or unexpected values: the outcome is still correct.

import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/lib/json.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { agrees, everyWrite } from './every-write.ts';
import { askFor } from './fx.ts';
import { effectsOf, goes } from './paying.ts';
import { rests } from './tour.ts';
import { closes, dialogOf, endsIn, newestRow, pendingDebit, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (...faults: readonly string[]): Promise<void> => {
  console = await startOnAccounts({ cols: 120, rows: 44, simulator: { faults } });
};

/** Writes that need a documented status or an unchanged quote. The test with unknown words leaves them out. */
const HANG_ON_A_WORD: ReadonlySet<string> = new Set([
  'card.update',
  'directDebit.cancel',
  'conversion.create',
]);

describe('every write', () => {
  it.each([
    [
      'unknown fields',
      ['* mutate=fields percent=100', '* mutate=nulls percent=100 allowed'],
      new Set<string>(),
    ],
    ['unknown words', ['* mutate=values percent=100 allowed'], HANG_ON_A_WORD],
  ] as const)(
    'ends DONE with %s in every answer',
    async (_, faults, barred) => {
      await start(...faults);
      for (const { operation, asks } of everyWrite) {
        if (barred.has(operation)) continue;
        await asks(console);
        await agrees(console);
        await endsIn(console, 'DONE');
        expect(effectsOf(console, operation), operation).toHaveLength(1);
        const row = await newestRow(console);
        expect(row, operation).toMatchObject({ state: 'DONE', intent: { operation } });
        expect(row.intent.requestId).toBe(dialogOf(console).requestId);
        // The recorded answer is still valid JSON.
        expect(parseJson(row.transitions.at(-1)?.answer?.text ?? '').ok, operation).toBe(true);
        await closes(console);
        // Esc would stop the reload of a list, which would then keep the record from before the write.
        await rests(console);
        console.press('esc');
      }
      expect(console.simulator.world.ledger.effects).toHaveLength(everyWrite.length - barred.size);
    },
    120_000,
  );

  it('is refused with the reason if it needs a documented status or an unchanged quote [C15b]', async () => {
    await start('* mutate=values percent=100 allowed');
    await askFor(console, ['gbp', 'usd', '1,000']);
    await console.sees("You can't convert from this quote, because it differs from the request.");
    await console.sees('Settles: you requested immediate, but the service quoted ? FROZEN.');
    expect(console.state().overlay).toBeUndefined();
    await goes(console, 'cards');
    await console.sees(/cards, all/);
    // The API does not name the status needed to freeze a card, so Purser warns and the service decides.
    console.press('z');
    await console.sees("The card's status is ? FROZEN. The service does not document");
    console.press('esc');
    await goes(console, `direct-debits/${pendingDebit(console)}`);
    await console.sees('Cancelling: The status');
    console.press('x');
    await console.sees('Only a PENDING direct debit can be cancelled');
    expect(writesOf(console)).toEqual([]);
  });
});
