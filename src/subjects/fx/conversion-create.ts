// The conversion of a quote.

import type { Input, Result } from '../../api/contract/operations.ts';
import { moved } from '../../api/contract/write-meaning.ts';
import { idText, textCell } from '../../format/cells.ts';
import type { Intent } from '../../journal/intent.ts';
import { amountIn, textIn } from '../../journal/request-body.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Balances, balancesIn, overdrawn } from '../../money/available.ts';
import { asked, barred, type CallQuestion, type CallSources, unreadable } from '../../money/called.ts';
import { convertedCandidates } from '../../money/check/candidates.ts';
import { historyEvidence } from '../../money/check/history-entries.ts';
import { ownConversions } from '../../money/check/own-payouts.ts';
import { byId, history } from '../../money/check/reconciliation.ts';
import type { IntentText, WriteDefinition } from '../../money/definition.ts';
import { reread } from '../../money/question.ts';
import { textOf } from '../../money/same-thing.ts';
import { LABELS, moneyIn } from '../../money/shown-lines.ts';
import { amountToken } from '../../money/tokens.ts';
import { type Conversion, deviationsOf } from './conversion.ts';
import { balances, quote, quoteOf } from './conversion-entries.ts';
import { conversionLines, type QuoteFields } from './quote-facts.ts';
import { MARGIN, quotedAmount, timeLeft, whyNotOrder, whyNotQuote, whyOver } from './quote-to-convert.ts';

export const conversionCreate: WriteDefinition<'conversion.create'> = {
  operation: 'conversion.create',
  class: 'money',
  meaning: moved,
  token: {
    words: t`the sell amount, from the quote`,
    of: ({ body }, { sold = body.source_amount ?? '' }) => amountToken(sold, t`the sell amount`),
  },
  question: calledConversion,
  amounts: [
    ['source_amount', 'source_currency'],
    ['destination_amount', 'destination_currency'],
  ],
  shownAmount: (intent, amount) => confirmed(intent, amount === SOLD.amount ? SOLD : BOUGHT),
  duplicates: {
    similar: {
      what: t`a conversion with the same amount and currencies`,
      same: isSameConversion,
      done: (at, found) =>
        t`Possible duplicate: the same amount was converted ${found ? t`(resolved as done at ${at})` : t`at ${at}`}. Confirm only if the customer wants a second conversion.`,
    },
    open: t`An earlier conversion`,
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
    entries: checked => [
      ...historyEvidence(
        checked,
        convertedCandidates(checked.row, quoteOf(checked)?.value),
        ownConversions(checked.row, checked.outcomeCheck, checked.all),
      ),
      ...quote(checked),
      ...balances(checked),
    ],
    proof: t`The quote's details don't show whether the quote was used, and the service has no list of conversions. An entry with exactly these amounts is a candidate, not a proof.`,
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
const BOUGHT: Side = { amount: 'destination_amount', currency: 'destination_currency', label: LABELS.bought };

/**
 * Whether both writes convert the same amount of the same currency pair. A request has the sell or the buy amount, and in the
 * short form no currency (INTERFACE.md, foreign exchange). The confirmed lines have the rest. An unknown currency
 * matches every currency.
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

export type MadeConversion = Result<'conversion.create'>;

/** The response to a new conversion, with its fields renamed as in the service's `Conversion` record (INTERFACE.md). */
export const asRead = (made: Result<'conversion.create'>): Conversion => ({
  id: made.id,
  status: made.status,
  conversionTime: made.conversion_time,
  sourceCurrencycode: made.source_currencycode,
  destinationCurrencycode: made.destination_currencycode,
  sourceAmount: made.source_amount,
  destinationAmount: made.destination_amount,
  quoteId: made.quote_id,
  netExchangerate: made.net_exchangerate,
  systemReferenceNumber: made.system_reference_number,
  createdTime: made.createdTime,
});

/** The part of the question that the screen and `purser call` share. Quote and balances are from the same moment. */
export const conversionOf = (
  quote: QuoteFields,
  { body }: Input<'conversion.create'>,
  sold: Decimal,
  balances: Balances,
) => ({
  operation: 'conversion.create' as const,
  input: { body },
  title: t`Convert ${textCell(quote.sourceCurrencyCode).text} to ${textCell(quote.destinationCurrencyCode).text}`,
  button: t`Convert`,
  lines: conversionLines(quote, balances),
  token: conversionCreate.token.of({ body }, { sold }),
  contradictions: (made: MadeConversion) => deviationsOf(asRead(made), quote),
});

/** A warning if the sell amount is more than the balance. The dialog adds the warnings about duplicates. */
export function overdrawnBy(currency: string, sold: Decimal, balances: Balances): readonly Visible[] {
  const short = overdrawn({ currency, amount: sold }, balances);
  return short ? [short] : [];
}

const ONCE = t`A conversion can't be undone.`;
const OVER = t`Not sent. The quote has expired, or is about to expire.`;

async function calledConversion(
  input: Input<'conversion.create'>,
  { client, store, clock, readBalances, usedUp }: CallSources,
): Promise<CallQuestion> {
  const { customer } = store.getState();
  const { body } = input;
  let taken = await usedUp('conversion.create', body.quote_id);
  const early = whyNotOrder(body, taken);
  if (early !== undefined) return barred(early);
  const query = { quote_id: body.quote_id };
  const read = await client.perform('quote.get', { query }, { customer });
  if (!read.ok) return unreadable('quote.get', read.failure);
  const quote = read.value;
  const left = timeLeft(quote, read.receivedAt + (client.clockSkewMs() ?? 0));
  const at = clock.monotonic() + (left ?? 0);
  const sold = quotedAmount(quote.sourceAmount);
  const why = whyNotQuote(quote, body) ?? whyOver(left);
  if (why !== undefined || sold === undefined) return barred(why ?? t`The quote has no sell amount.`);
  await readBalances();
  const balances = balancesIn(store.getState());
  const warnings = (): readonly Visible[] => [
    ONCE,
    ...overdrawnBy(idText(quote.sourceCurrencyCode) ?? '', sold, balances),
  ];
  return asked({
    ...conversionOf(quote, input, sold, balances),
    warnings: warnings(),
    deadline: { at, margin: MARGIN, label: t`Quote expires in`, over: OVER },
    reread: reread({
      operation: 'quote.get',
      input: { query },
      async first() {
        taken = await usedUp('conversion.create', body.quote_id);
      },
      check(now) {
        // This check ignores the expiry, because the dialog's deadline covers it.
        const changed = whyNotOrder(body, taken) ?? whyNotQuote(now, body);
        return changed === undefined
          ? { lines: conversionLines(now, balances), warnings: warnings() }
          : { barred: changed };
      },
    }),
  });
}
