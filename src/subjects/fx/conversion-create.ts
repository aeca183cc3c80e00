// The conversion of a quote.

import { Odd } from '../../api/contract/odd.ts';
import type { Input, Result } from '../../api/contract/operations.ts';
import { moved } from '../../api/contract/write-meaning.ts';
import { amountCell, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { amountIn, jsonOf, textIn } from '../../journal/request-body.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { textMember } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Balances, balancesIn, overdrawn } from '../../money/available.ts';
import { convertedCandidates, historyEvidence, ownConversions } from '../../money/check/history-entries.ts';
import { asOf, type CheckedWrite, history, readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { IntentText, WriteDefinition } from '../../money/definition.ts';
import { asked, barred, type CallQuestion, type CallSources, unreadable } from '../../money/for-call.ts';
import { canonical, textOf } from '../../money/same-thing.ts';
import { confirmedIn, LABELS, moneyIn } from '../../money/shown-lines.ts';
import { amountToken } from '../../money/write-tokens.ts';
import { idText, isId } from '../../records/facts.ts';
import { type ShownRecord, shownIn } from '../../sending/question.ts';
import { type Conversion, deviationsOf } from './conversion.ts';
import {
  checkMatch,
  checkOrder,
  checkTimeLeft,
  conversionLines,
  EXPIRES_IN,
  MARGIN,
  type QuoteFields,
  quotedAmount,
  SIDES,
  sidesOf,
  timeLeft,
} from './quote-facts.ts';

export const conversionCreate: WriteDefinition<'conversion.create'> = {
  operation: 'conversion.create',
  class: 'money',
  happened: intent =>
    t`Converted ${confirmedIn(intent, LABELS.sold) ?? t`the sell amount`} to ${confirmedIn(intent, LABELS.bought) ?? t`the buy amount`}.`,
  summary: ({ state, status = state, date, line }) => ({
    kind: 'conversion',
    status: state === 'DONE' ? status : state,
    fields: { sold: line(LABELS.sold), bought: line(LABELS.bought), date },
  }),
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
  shownAmount: (intent, amount) => confirmed(intent, SIDES[amount === 'source_amount' ? 0 : 1]),
  duplicates: {
    similar: {
      what: t`a conversion with the same amount and currencies`,
      same: isSameConversion,
      done: (at, found, id) =>
        t`Possible duplicate: the same amount was converted ${found ? t`(resolved as done at ${at})` : t`at ${at}`} (request ID ${id}). Confirm only if the customer wants a second conversion.`,
    },
    open: t`An earlier conversion`,
    usesUp: intent => [canonical(textIn(intent, 'quote_id'))],
  },
  reconcile: {
    plan: (intent, since) => [
      history(since),
      ...readWith(textIn(intent, 'quote_id'), quote_id => ({
        operation: 'quote.get',
        input: { query: { quote_id } },
      })),
      { operation: 'account.balances', input: {} },
    ],
    evidence: {
      'account.balanceHistory': (read, checked) =>
        historyEvidence(
          read,
          checked,
          convertedCandidates(checked.row, quoteOf(checked)),
          ownConversions(checked.row, checked.outcomeCheck, checked.all),
        ),
      'quote.get': quoteNow,
      'account.balances': balancesNow,
    },
    proof: t`The quote's details don't show whether the quote was used, and the service has no list of conversions. An entry with exactly these amounts is a candidate, not a proof.`,
  },
  neverAgain: t`The rate expires. Make a new quote instead (FX, 4).`,
  onScreen: { place: 'convert', key: 'enter' },
};

type Side = (typeof SIDES)[number];

/**
 * A request has the sell or the buy amount, and in the short form no currency (INTERFACE.md, foreign exchange). The
 * confirmed lines have the rest. An unknown currency matches every currency.
 */
function isSameConversion(one: Intent, other: Intent): boolean {
  const given = SIDES[amountIn(one, 'source_amount') === undefined ? 1 : 0];
  const mine = amountIn(one, `${given.side}_amount`);
  const its = amountIn(other, `${given.side}_amount`) ?? confirmed(other, given)?.amount;
  if (mine === undefined || its === undefined || compare(mine, its) !== 0) return false;
  return SIDES.every(each => {
    const [wanted, found] = [currencyOf(one, each), currencyOf(other, each)];
    return wanted === undefined || found === undefined || wanted === found;
  });
}

const currencyOf = (intent: Intent, each: Side): IntentText =>
  textOf(intent, `${each.side}_currency`) ?? confirmed(intent, each)?.cell.unit.toLowerCase();

function confirmed({ what }: Intent, { label }: Side) {
  const line = what.find(shown => shown.label === label);
  return line && moneyIn(line.value);
}

export type MadeConversion = Result<'conversion.create'>;

/** With the field names of the service's `Conversion` record (INTERFACE.md). */
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

/** For the screen and `purser call`. Quote and balances are from the same moment. */
export const conversionOf = (
  quote: QuoteFields,
  { body }: Input<'conversion.create'>,
  { sold, balances, ...reading }: QuotedMoney,
) => ({
  operation: 'conversion.create' as const,
  input: { body },
  title: t`Convert ${textCell(quote.sourceCurrencyCode).text} to ${textCell(quote.destinationCurrencyCode).text}`,
  button: t`Convert`,
  ...shownIn(
    {
      operation: 'quote.get',
      input: { query: { quote_id: body.quote_id } },
      lines: now => conversionLines(now, balances),
      ...reading,
    },
    quote,
  ),
  token: conversionCreate.token.of({ body }, { sold }),
  contradictions: (made: MadeConversion) => deviationsOf(asRead(made), quote),
});

interface QuotedMoney extends Pick<ShownRecord<'quote.get', QuoteFields>, 'first' | 'found' | 'warnings'> {
  readonly sold: Decimal;
  readonly balances: Balances;
}

export function overdrawnBy(currency: string, sold: Decimal, balances: Balances): readonly Visible[] {
  const short = overdrawn({ currency, amount: sold }, balances);
  return short ? [short] : [];
}

const ONCE = t`A conversion can't be undone.`;
const OVER = t`Not sent. Too late to convert this quote.`;

async function calledConversion(
  input: Input<'conversion.create'>,
  { client, store, clock, readBalances, usedUp }: CallSources,
): Promise<CallQuestion> {
  const { customer } = store.getState();
  const { body } = input;
  let taken = await usedUp('conversion.create', body.quote_id);
  const early = checkOrder(body, taken);
  if (early !== undefined) return barred(early);
  const query = { quote_id: body.quote_id };
  const read = await client.perform('quote.get', { query }, { customer });
  if (!read.ok) return unreadable('quote.get', read.failure);
  const quote = read.value;
  const left = timeLeft(quote, read.receivedAt + (client.clockSkewMs() ?? 0));
  const at = clock.monotonic() + (left ?? 0);
  const sold = quotedAmount(quote.sourceAmount);
  const why = checkMatch(quote, body) ?? checkTimeLeft(left);
  if (why !== undefined || sold === undefined) return barred(why ?? t`The quote has no sell amount.`);
  await readBalances();
  const balances = balancesIn(store.getState());
  return asked({
    ...conversionOf(quote, input, {
      sold,
      balances,
      async first() {
        taken = await usedUp('conversion.create', body.quote_id);
      },
      // This check ignores the expiry, because the dialog's deadline covers it.
      found: now => checkOrder(body, taken) ?? checkMatch(now, body) ?? now,
      warnings: () => [ONCE, ...overdrawnBy(idText(quote.sourceCurrencyCode) ?? '', sold, balances)],
    }),
    deadline: { at, margin: MARGIN, label: EXPIRES_IN, over: OVER },
  });
}

const quoteOf = ({ outcomeCheck }: CheckedWrite) => readingOf(outcomeCheck, 'quote.get')?.value;

function quoteNow(read: QuoteFields, checked: CheckedWrite): readonly Entry[] {
  return [
    asOf(t`The quote now`, 'quote.get', checked),
    ...(isId(read.id, textIn(checked.row.intent, 'quote_id'))
      ? []
      : [noted(t`? The service returned a different quote.`, 'bad')]),
    { label: t`Sell`, cell: amountCell(read.sourceAmount, read.sourceCurrencyCode) },
    { label: t`Buy`, cell: amountCell(read.destinationAmount, read.destinationCurrencyCode) },
    { label: t`Rate`, cell: amountCell(read.netExchangeRate) },
    { label: t`Expires`, cell: timeCell(read.expiryTime, checked.moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

function balancesNow(read: Result<'account.balances'>, checked: CheckedWrite): readonly Entry[] {
  const wanted = currenciesOf(checked);
  const rows = read.flatMap(one =>
    one instanceof Odd || !wanted.has(idText(one.currency) ?? '')
      ? []
      : [{ label: t`Available`, cell: amountCell(one.available_balance, one.currency) }],
  );
  return rows.length === 0 ? [] : [asOf(t`Balances now`, 'account.balances', checked), ...rows];
}

/** The short form of the request has no currencies, so the quote gives them. */
function currenciesOf(checked: CheckedWrite): ReadonlySet<string> {
  const read = quoteOf(checked);
  const named = SIDES.map(({ side }) => textIn(checked.row.intent, `${side}_currency`));
  const quoted = read ? sidesOf(read).map(({ currency }) => idText(currency)) : [];
  return new Set([...named, ...quoted].filter(code => code !== undefined));
}

export const answerText = ({ transitions }: Row): string | undefined =>
  transitions.findLast(({ answer }) => answer?.text !== undefined)?.answer?.text;

/** With the field names of INTERFACE.md, Conversion. */
export function answerOf(row: Row) {
  const answer = jsonOf(answerText(row));
  return {
    id: textMember(answer, 'id'),
    status: textMember(answer, 'status'),
    reference: textMember(answer, 'system_reference_number'),
  };
}

export type ConversionAnswer = ReturnType<typeof answerOf>;
