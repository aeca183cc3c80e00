// Writes with a service that sends unlisted values in the records that they need.

import { expect, it } from 'vitest';
import { startOnAccounts } from '../harness/console.ts';
import { askFor } from './fx.ts';
import { goes } from './paying.ts';
import { pendingDebit, writesOf } from './writing.ts';

it('a write is refused with the reason if it needs a documented status or an unchanged quote [C15b]', async () => {
  const faults = ['* mutate=values percent=100 allowed'];
  const console = await startOnAccounts({ cols: 120, rows: 44, simulator: { faults } });
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
