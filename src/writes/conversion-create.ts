// The conversion of a quote.

import type { Intent } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { compare } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { IntentText, WriteDefinition } from './definition.ts';
import { convertedCandidates } from './reconcile/candidates.ts';
import { balances, quote, quoteOf } from './reconcile/conversion-entries.ts';
import { historyTold } from './reconcile/history-told.ts';
import { ownConversions } from './reconcile/own-payouts.ts';
import { byId, history } from './reconcile/plan.ts';
import { LABELS, moneyIn } from './rules/conversion-lines.ts';
import { moved } from './rules/meanings.ts';
import { textOf } from './rules/same-thing.ts';
import { amountToken } from './rules/tokens.ts';

export const conversionCreate: WriteDefinition<'conversion.create'> = {
  class: 'money',
  meaning: moved,
  token: {
    words: t`the sell amount, from the quote`,
    of: ({ body }, { sold = body.source_amount ?? '' }) => amountToken(sold, t`the sell amount`),
  },
  amounts: [
    ['source_amount', 'source_currency'],
    ['destination_amount', 'destination_currency'],
  ],
  duplicates: {
    alike: {
      what: t`a conversion with the same amount and currencies`,
      same: isSameConversion,
      done: (at, found) =>
        t`Possible duplicate: the same amount was converted, ${found ? t`as resolved by a person at ${at}` : at}. Confirm only if the customer wants a second conversion.`,
    },
    open: at => t`An earlier conversion (${at}) is unresolved. Check the journal (0) first.`,
    usesUp: intent => textIn(intent, 'quote_id'),
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
      ...historyTold(
        told,
        convertedCandidates(told.row, quoteOf(told)?.value),
        ownConversions(told.row, told.readBack, told.all),
      ),
      ...quote(told),
      ...balances(told),
    ],
    proof: t`The quote's details don't show whether it was used, and the service has no list of conversions. An entry with exactly these amounts is a candidate, not a proof.`,
  },
  again: { never: t`The rate expires. Make a new quote instead (FX, 4).` },
  onScreen: { place: 'convert', key: 'enter' },
};

interface Side {
  readonly amount: 'source_amount' | 'destination_amount';
  readonly currency: 'source_currency' | 'destination_currency';
  readonly label: Visible;
}
const SOLD: Side = { amount: 'source_amount', currency: 'source_currency', label: LABELS.sold };
const BOUGHT: Side = {
  amount: 'destination_amount',
  currency: 'destination_currency',
  label: LABELS.bought,
};

/**
 * Whether both convert the same amount, sold or bought, of the same pair. INTERFACE.md, foreign exchange: a request has
 * one of the two amounts, and in the short form no currency. The confirmed lines have the rest; an unknown currency may
 * be any.
 */
function isSameConversion(one: Intent, other: Intent): boolean {
  const side = amountIn(one, 'source_amount') === undefined ? BOUGHT : SOLD;
  const mine = amountIn(one, side.amount);
  const its = amountIn(other, side.amount) ?? confirmed(other, side)?.amount;
  if (mine === undefined || its === undefined || compare(mine, its) !== 0) return false;
  return [SOLD, BOUGHT].every(each => {
    const [wanted, found] = [currencyOf(one, each), currencyOf(other, each)];
    return wanted === undefined || found === undefined || wanted === found;
  });
}

const currencyOf = (intent: Intent, side: Side): IntentText =>
  textOf(intent, side.currency) ?? confirmed(intent, side)?.cell.unit.toLowerCase();

function confirmed({ what }: Intent, { label }: Side) {
  const line = what.find(shown => shown.label === label);
  return line && moneyIn(line.value);
}
