// The conversion of a quote.

import type { Intent } from '../journal/intent.ts';
import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import type { Named, WriteDefinition } from './definition.ts';
import { convertedCandidates } from './reconcile/candidates.ts';
import { balances, quote, quoteOf } from './reconcile/conversion-entries.ts';
import { historyTold } from './reconcile/history-told.ts';
import { byId, history } from './reconcile/plan.ts';
import { moved } from './rules/meanings.ts';
import { sumOf, textOf } from './rules/same-thing.ts';
import { amountToken } from './rules/tokens.ts';

export const conversionCreate: WriteDefinition<'conversion.create'> = {
  class: 'money',
  meaning: moved,
  token: {
    words: t`the amount that leaves, by the quote`,
    of: ({ body }, { sold = body.source_amount ?? '' }) => amountToken(sold, t`the amount that leaves`),
  },
  duplicates: {
    alike: {
      what: t`a conversion with the same amount and currencies`,
      of: intent => [
        // The short form of its body names no currencies.
        textOf(intent, 'source_currency') ?? '-',
        textOf(intent, 'destination_currency') ?? '-',
        sumOf(intent, 'source_amount') ?? bought(intent),
      ],
      // The review knows the currencies from the quote (features/fx/review.ts).
      warnedElsewhere: true,
    },
  },
  reconcile: {
    plan: (intent, since) => [
      history(since),
      ...byId(textIn(intent, 'quote_id'), quote_id => ({
        operation: 'quote.get',
        input: { query: { quote_id } },
      })),
      { operation: 'account.balances', input: {} },
    ],
    reads: ['account.balanceHistory', 'quote.get', 'account.balances'],
    tell: told => [
      ...historyTold(told, convertedCandidates(told.row, quoteOf(told)?.value)),
      ...quote(told),
      ...balances(told),
    ],
    proof: t`The details of a quote don't say whether it was used, and the interface lists no conversions: an entry of exactly these amounts is a candidate and no proof.`,
  },
  again: { never: t`Its rate has a time that ends: ask for a new quote instead (FX).` },
  onScreen: { place: 'convert', key: 'enter' },
};

/** The same digits may be sold or bought: that is not the same conversion. */
function bought(intent: Intent): Named {
  const digits = sumOf(intent, 'destination_amount');
  return digits && `${digits} bought`;
}
