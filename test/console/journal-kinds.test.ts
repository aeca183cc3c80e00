// Each kind of write in the journal: how it is checked, and whether it can be sent again.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t } from '../../src/lib/visible.ts';
import type { Question } from '../../src/sending/question.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { breaks, cancelDebit, confirm, endsIn, newestRow, pendingDebit, writesOf } from './writing.ts';

let console: TestConsole;

beforeEach(async () => {
  console = await startOnAccounts({ cols: 140, rows: 44 });
});

/** Closes the dialog and opens the journal. The write is selected. */
async function looksUp(state: string): Promise<void> {
  console.press('enter', '0');
  await console.sees(new RegExp(`› .*${state}`));
}

async function cancels(id: string): Promise<void> {
  void console.app.dialog.ask(cancelDebit(id));
  await console.sees('[ Cancel direct debit');
  await confirm(console, id.slice(-4));
}

describe('a cancelled direct debit', () => {
  it('is read by its ID, shows its earlier and present status, and only a person resolves it [E16a–d]', async () => {
    const id = pendingDebit(console);
    await breaks(console, 'directDebit.cancel status=500 executed count=1');
    await cancels(id);
    await endsIn(console, 'UNKNOWN');
    await looksUp('UNKNOWN');
    console.press('enter');
    await console.sees(/Status then +PENDING/);
    await console.sees(/Status now +REJECTED/);
    await console.sees('does not document which status follows a cancellation');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    console.press('p');
    await console.sees('sending again could do it twice');
    expect(writesOf(console)).toHaveLength(1);
  });
});

describe('a conversion', () => {
  async function converts(): Promise<void> {
    const { customer } = console.state();
    const quoted = await console.app.session.client()?.perform(
      'quote.create',
      {
        query: {
          quote_type: 'conversion',
          lock_period: '15_mins',
          conversion_schedule: 'immediate',
          source_currencycode: 'GBP',
          destination_currencycode: 'EUR',
          source_amount: '100.00' as Decimal,
        },
      },
      { customer },
    );
    const id = quoted?.ok ? String(quoted.value.id) : '';
    const question: Question<'conversion.create'> = {
      operation: 'conversion.create',
      input: {
        body: {
          quote_id: id,
          source_amount: '100.00' as Decimal,
          source_currency: 'GBP',
          destination_currency: 'EUR',
          validAmount: true,
        },
      },
      title: t`Convert`,
      button: t`Convert it`,
      lines: [{ label: t`Customer sells`, value: t`100.00 GBP` }],
      warnings: [],
      token: { text: '100.00', name: t`the amount` },
    };
    void console.app.dialog.ask(question);
    await console.sees('Convert it');
    await confirm(console, '100.00');
  }

  it('shows the debited amount and the quote, which prove nothing [E16a–b E16d]', async () => {
    await breaks(console, 'conversion.create reset=after count=1');
    await converts();
    await endsIn(console, 'UNKNOWN');
    await looksUp('UNKNOWN');
    await console.sees(/UNKNOWN +Convert +100\.00 GBP/);
    console.press('enter');
    await console.sees('Candidate 1 of');
    await console.sees(/Amount +−100\.00 GBP/);
    await console.sees('Held for conversion');
    await console.sees('The quote now');
    await console.sees(/Sell +100\.00 GBP/);
    await console.sees('Balances now');
    console.press('G');
    await console.sees("don't show whether the quote was used");
    console.press('p');
    await console.sees('sending again could do it twice');
    expect(console.simulator.world.ledger.effects).toHaveLength(1);
  });

  it('needs a new quote after a refusal, and is not sent again', async () => {
    await breaks(console, 'conversion.create status=403 count=1');
    await converts();
    await endsIn(console, 'REFUSED');
    await looksUp('REFUSED');
    console.press('p');
    await console.sees('Make a new quote instead');
  });
});
