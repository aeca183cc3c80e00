// The checks of a conversion without the screen: its quote, read for the question and again just before it is sent.

import { Odd } from '../api/contract/odd.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import { anyQuestion, type Question, reread } from '../effects/question.ts';
import { asRead, deviationsOf } from '../features/fx/conversion.ts';
import { conversionLines } from '../features/fx/quote-facts.ts';
import { overdrawnBy } from '../features/fx/review.ts';
import type { Row } from '../journal/intent.ts';
import { compare, type Decimal, isNegative, isZero } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { balancesIn } from '../records/available.ts';
import { isUnresolved } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { amountCell, idText, isId, textCell } from '../ui/screens/cells.ts';
import { usedUpBy } from '../writes/duplicates.ts';
import { tokenOf } from '../writes/token-of.ts';
import type { Asking, Made } from './call-question.ts';

type Quote = Result<'quote.get'>;
/** A dialect may leave out everything but the quote and one amount. */
type Order = Partial<Input<'conversion.create'>['body']> & { readonly quote_id: string };

/** A quote counts as expired this many ms before its end, because sending takes time (FAULTS D11). */
const MARGIN = 3000;
const ONCE = t`A conversion can't be undone.`;

export async function conversionQuestion(
  input: Input<'conversion.create'>,
  { client, store, clock, readBalances, earlier }: Asking,
): Promise<Made> {
  const { customer } = store.getState();
  const body: Order = input.body;
  let converted = await earlier('conversion.create');
  const early = whyNotOrder(body, converted, store.getState());
  if (early !== undefined) return { kind: 'barred', why: early };
  const query = { quote_id: body.quote_id };
  const read = await client.perform('quote.get', { query }, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'quote.get', failure: read.failure };
  const quote = read.value;
  const left = leftOf(quote, read.receivedAt + (client.clockSkewMs() ?? 0));
  const at = clock.monotonic() + (left ?? 0);
  const sold = amountOf(quote.sourceAmount);
  const why = whyNot(quote, body) ?? whyOver(left);
  if (why !== undefined || sold === undefined)
    return { kind: 'barred', why: why ?? t`The quote has no sell amount.` };
  await readBalances();
  const balances = balancesIn(store.getState());
  const warnings = (): readonly Visible[] => [
    ONCE,
    ...overdrawnBy(idText(quote.sourceCurrencyCode) ?? '', { sold }, balances),
  ];
  const question: Question<'conversion.create'> = {
    operation: 'conversion.create',
    input,
    title: t`Convert ${textCell(quote.sourceCurrencyCode).text} to ${textCell(quote.destinationCurrencyCode).text}`,
    button: t`Convert`,
    lines: conversionLines(quote, balances),
    warnings: warnings(),
    deadline: { at, margin: MARGIN, label: t`Quote expires in`, over: OVER },
    contradictions: made => deviationsOf(asRead(made), quote),
    token: tokenOf('conversion.create', input, { sold }),
    reread: reread({
      operation: 'quote.get',
      input: { query },
      async first() {
        converted = await earlier('conversion.create');
      },
      check(now) {
        // The deadline above decides about its time.
        const changed = whyNotOrder(body, converted, store.getState()) ?? whyNot(now, body);
        return changed === undefined
          ? { lines: conversionLines(now, balances), warnings: warnings() }
          : { barred: changed };
      },
    }),
  };
  return { kind: 'question', question: anyQuestion(question) };
}

const OVER = t`Not sent. The quote has expired, or is about to.`;

/** More than nothing: no other amount can be sold or bought. */
const amountOf = (amount: Quote['sourceAmount']): Decimal | undefined =>
  amount === undefined || amount instanceof Odd || isNegative(amount) || isZero(amount) ? undefined : amount;

/** Checks without a read: validAmount, and whether the quote was already converted. */
function whyNotOrder(
  { validAmount, quote_id }: Order,
  rows: readonly Row[],
  state: State,
): Visible | undefined {
  if (validAmount === false)
    return t`Not sent. validAmount must be true: it confirms that the amount is valid.`;
  const taken = usedUpBy('conversion.create', quote_id, rows, state);
  if (!taken) return undefined;
  const id = visible(taken.intent.requestId);
  return isUnresolved(taken)
    ? t`This quote may be converted already: request ID ${id} is ${visible(taken.state)}. Check it in the journal first.`
    : t`This quote is converted already, with request ID ${id}. Create a new quote.`;
}

/** Ms until its expiry, by the service's own clock. */
const leftOf = ({ expiryTime }: Quote, serverNow: number): number | undefined =>
  expiryTime !== undefined && 'epochMs' in expiryTime ? expiryTime.epochMs - serverNow : undefined;

function whyOver(left: number | undefined): Visible | undefined {
  if (left === undefined) return t`The quote has no expiry time.`;
  return left <= MARGIN ? t`The quote has expired, or is about to. Create a new quote.` : undefined;
}

/** INTERFACE.md, Endpoints › Family B: foreign exchange: the amount "must match the quote". */
function whyNot(quote: Quote, body: Order): Visible | undefined {
  if (!isId(quote.id, body.quote_id)) return t`The service returned another quote than the requested one.`;
  const pairs = [
    [t`sold`, quote.sourceCurrencyCode, body.source_currency, quote.sourceAmount, body.source_amount],
    [
      t`bought`,
      quote.destinationCurrencyCode,
      body.destination_currency,
      quote.destinationAmount,
      body.destination_amount,
    ],
  ] as const;
  for (const [what, currency, asked, amount, given] of pairs) {
    if (idText(currency) === undefined || amountOf(amount) === undefined)
      return t`The quote has no ${what} amount.`;
    if (asked !== undefined && idText(currency) !== asked)
      return t`The ${what} currency is ${textCell(currency).text} in the quote; you gave ${textCell(asked).text}.`;
    const quoted = amountOf(amount);
    if (given !== undefined && (quoted === undefined || compare(quoted, given) !== 0))
      return t`The ${what} amount is ${amountCell(amount).text} in the quote; you gave ${textCell(given).text}.`;
  }
  return undefined;
}
