// What a conversion without the screen is held against: its quote, read just before.

import { Odd } from '../api/contract/odd.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import { anyQuestion, type Question } from '../effects/question.ts';
import { tokenOf } from '../effects/token-of.ts';
import { conversionLines } from '../features/fx/quote-facts.ts';
import { compare, type Decimal } from '../lib/decimal.ts';
import { t, type Visible } from '../lib/visible.ts';
import { balancesIn } from '../ui/screens/available.ts';
import { amountCell, idText, textCell } from '../ui/screens/cells.ts';
import type { Asking, Made } from './call-question.ts';

type Quote = Result<'quote.get'>;
type Order = Input<'conversion.create'>['body'];

/** How long before its end, in ms, a quote counts as over: what is sent takes its time (FAULTS D11). */
const MARGIN = 3000;

export async function conversionQuestion(
  input: Input<'conversion.create'>,
  { client, store, clock, readBalances }: Asking,
): Promise<Made> {
  const { customer } = store.getState();
  const { body } = input;
  const read = await client.perform('quote.get', { query: { quote_id: body.quote_id } }, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'quote.get', failure: read.failure };
  const quote = read.value;
  const left = leftOf(quote, read.receivedAt + (client.clockSkewMs() ?? 0));
  const at = clock.monotonic() + (left ?? 0);
  const why = whyNot(quote, body, left);
  const sold = amountOf(quote.sourceAmount);
  if (why !== undefined || sold === undefined)
    return { kind: 'barred', why: why ?? t`The quote doesn't say what would be sold.` };
  await readBalances();
  const question: Question<'conversion.create'> = {
    operation: 'conversion.create',
    input,
    title: t`Convert ${textCell(quote.sourceCurrencyCode).text} to ${textCell(quote.destinationCurrencyCode).text}`,
    button: t`Convert`,
    lines: conversionLines(quote, balancesIn(store.getState())),
    warnings: [t`A conversion can't be taken back.`],
    deadline: {
      at,
      margin: MARGIN,
      label: t`Quote expires in`,
      over: t`The quote has expired, or is about to: nothing was sent.`,
    },
    token: tokenOf('conversion.create', input, { sold }),
  };
  return { kind: 'question', question: anyQuestion(question) };
}

const amountOf = (amount: Quote['sourceAmount']): Decimal | undefined =>
  amount instanceof Odd ? undefined : amount;

/** Ms until its end, by the server's own clock. */
const leftOf = ({ expiryTime }: Quote, serverNow: number): number | undefined =>
  expiryTime !== undefined && 'epochMs' in expiryTime ? expiryTime.epochMs - serverNow : undefined;

/** INTERFACE.md, Endpoints › Family B: foreign exchange: the amount "must match the quote", which has an end. */
function whyNot(quote: Quote, body: Order, left: number | undefined): Visible | undefined {
  if (idText(quote.id) !== body.quote_id) return t`The quote that came is another one than was asked for.`;
  if (left === undefined) return t`The quote doesn't say until when it is good.`;
  if (left <= MARGIN) return t`The quote has expired, or is about to: ask for a new one.`;
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
    if (idText(currency) !== asked)
      return t`What is ${what} is ${textCell(currency).text} by the quote, and ${textCell(asked).text} was given.`;
    const quoted = amountOf(amount);
    if (given !== undefined && (quoted === undefined || compare(quoted, given) !== 0))
      return t`What is ${what} is ${amountCell(amount).text} by the quote, and ${textCell(given).text} was given.`;
  }
  return undefined;
}
