// The service's data for an UNKNOWN conversion, next to the history: its quote and the balances.

import { Odd } from '../../api/contract/odd.ts';
import { textIn } from '../../journal/request-body.ts';
import { t } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { amountCell, idText, isId, textCell, timeCell } from '../../ui/screens/cells.ts';
import { asOf, readingOf } from './reading.ts';
import type { Told } from './reconciliation.ts';

export const quoteOf = ({ readBack }: Told) => readingOf(readBack, 'quote.get');

export function quote(told: Told): readonly Entry[] {
  const read = quoteOf(told)?.value;
  if (read === undefined) return [];
  const asked = textIn(told.row.intent, 'quote_id');
  return [
    { heading: asOf(t`The quote now`, told.readBack, 'quote.get', told.moment) },
    ...(isId(read.id, asked)
      ? []
      : [{ note: t`? The service returned another quote than the requested one.`, tone: 'bad' as const }]),
    { label: t`Sell`, cell: amountCell(read.sourceAmount, read.sourceCurrencyCode) },
    { label: t`Buy`, cell: amountCell(read.destinationAmount, read.destinationCurrencyCode) },
    { label: t`Rate`, cell: amountCell(read.netExchangeRate) },
    { label: t`Expires`, cell: timeCell(read.expiryTime, told.moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

export function balances(told: Told): readonly Entry[] {
  const read = readingOf(told.readBack, 'account.balances')?.value;
  if (read === undefined) return [];
  const wanted = currenciesOf(told);
  const rows = read.flatMap(one =>
    one instanceof Odd || !wanted.has(idText(one.currency) ?? '')
      ? []
      : [{ label: t`Available`, cell: amountCell(one.available_balance, one.currency) }],
  );
  return rows.length === 0
    ? []
    : [{ heading: asOf(t`Balances now`, told.readBack, 'account.balances', told.moment) }, ...rows];
}

/** Both currencies of a conversion; the short form of its request has none, its quote does. */
function currenciesOf(told: Told): ReadonlySet<string> {
  const read = quoteOf(told)?.value;
  const { intent } = told.row;
  const named = [textIn(intent, 'source_currency'), textIn(intent, 'destination_currency')];
  const quoted = [idText(read?.sourceCurrencyCode), idText(read?.destinationCurrencyCode)];
  return new Set([...named, ...quoted].filter(code => code !== undefined));
}
