// Family B's quotes and conversions (INTERFACE.md, Endpoints › Family B: foreign exchange).
import { compare, type Decimal, fractionDigits } from '../../lib/decimal.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { amount, digitsOf, minorUnits, number } from '../world/amount.ts';
import { quoteDetails, type SimulatedConversion, type SimulatedQuote } from '../world/foreign-exchange.ts';
import { no, type Routes } from './route.ts';

const invalidQuote = no('Invalid quote ID');

export const foreignExchangeRoutes = {
  'quote.create': ({ customer, query, world, clock }) => {
    const { source_currencycode: source, destination_currencycode: destination } = query;
    const { source_amount, destination_amount } = query;
    const given = source_amount ?? destination_amount;
    if (given === undefined) return no('An amount is required.');
    const side = source_amount === undefined ? 'destination' : 'source';
    const currency = side === 'source' ? source : destination;
    if (fractionDigits(given) > digitsOf(currency)) return no(`${currency} has fewer decimal places.`);
    const terms = {
      userId: customer.userId,
      type: query.quote_type,
      schedule: query.conversion_schedule,
      lockPeriod: query.lock_period,
      source,
      destination,
      fixed: { side, minor: minorUnits(given, digitsOf(currency)) },
    } as const;
    const quote = world.quotes.make(terms, clock.now());
    if (quote === undefined) return no('There is no rate for this.');
    return { ...quoteDetails(quote), quoteType: quote.type, createdTime: offsetTimestamp(quote.created) };
  },
  'quote.get': ({ customer, query, world }) => {
    const quote = world.quotes.find(query.quote_id, customer.userId);
    return quote === undefined ? invalidQuote : quoteDetails(quote);
  },
  'conversion.create': ({ customer, body, world, clock, effect }) => {
    const now = clock.now();
    const quote = world.quotes.find(body.quote_id, customer.userId);
    if (quote === undefined) return invalidQuote;
    if (quote.type !== 'conversion') return no('The quote is not for a conversion.');
    if (now >= quote.expires) return no('The quote has expired.');
    const different = mismatch(quote, body);
    if (different !== undefined) return no(`${different} does not match the quote.`);
    const conversion = world.conversions.make(quote, customer.wallet, now);
    if (conversion === undefined) return no('The available balance is too low.');
    effect(customer.userId, conversion.id);
    return created(conversion);
  },
  'conversion.get': ({ customer, query, world }) => {
    const found = world.conversions.find(query.conversion_id, customer.userId);
    return found === undefined ? no('Conversion not found.') : details(found);
  },
} satisfies Partial<Routes>;

/** The first member that differs. Members that the dialect omits don't count. */
function mismatch(
  quote: SimulatedQuote,
  body: {
    readonly source_amount?: Decimal | undefined;
    readonly destination_amount?: Decimal | undefined;
    readonly source_currency?: string;
    readonly destination_currency?: string;
  },
): string | undefined {
  const { sourceAmount, destinationAmount } = quoteDetails(quote);
  const differs = (given: Decimal | undefined, quoted: Decimal): boolean =>
    given !== undefined && compare(given, quoted) !== 0;
  if (differs(body.source_amount, sourceAmount.source)) return 'source_amount';
  if (differs(body.destination_amount, destinationAmount.source)) return 'destination_amount';
  if ((body.source_currency ?? quote.source) !== quote.source) return 'source_currency';
  return (body.destination_currency ?? quote.destination) === quote.destination
    ? undefined
    : 'destination_currency';
}

function created(conversion: SimulatedConversion) {
  const { quote } = conversion;
  return {
    id: conversion.id,
    status: conversion.status,
    conversion_time: offsetTimestamp(conversion.settles),
    source_currencycode: quote.source,
    destination_currencycode: quote.destination,
    source_amount: amount(quote.sourceMinor, digitsOf(quote.source)),
    destination_amount: amount(quote.destinationMinor, digitsOf(quote.destination)),
    quote_id: quote.id,
    net_exchangerate: number(quote.rate),
    system_reference_number: conversion.reference,
    createdTime: offsetTimestamp(conversion.created),
  };
}

function details(conversion: SimulatedConversion) {
  const snake = created(conversion);
  return {
    id: snake.id,
    status: snake.status,
    conversionTime: snake.conversion_time,
    sourceCurrencycode: snake.source_currencycode,
    destinationCurrencycode: snake.destination_currencycode,
    sourceAmount: snake.source_amount,
    destinationAmount: snake.destination_amount,
    quoteId: snake.quote_id,
    netExchangerate: number(conversion.laterRate),
    systemReferenceNumber: snake.system_reference_number,
    createdTime: snake.createdTime,
  };
}
