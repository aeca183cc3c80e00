// The service's data for an UNKNOWN conversion, except the history: its quote and the balances.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, idText, isId, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { textIn } from '../../journal/request-body.ts';
import { t } from '../../lib/visible.ts';
import { asOf, type CheckedWrite, readingOf } from '../../money/check/reconciliation.ts';

export const quoteOf = ({ outcomeCheck }: CheckedWrite) => readingOf(outcomeCheck, 'quote.get');

export function quote(checked: CheckedWrite): readonly Entry[] {
  const read = quoteOf(checked)?.value;
  if (read === undefined) return [];
  const asked = textIn(checked.row.intent, 'quote_id');
  return [
    { heading: asOf(t`The quote now`, checked.outcomeCheck, 'quote.get', checked.moment) },
    ...(isId(read.id, asked)
      ? []
      : [{ note: t`? The service returned a different quote.`, tone: 'bad' as const }]),
    { label: t`Sell`, cell: amountCell(read.sourceAmount, read.sourceCurrencyCode) },
    { label: t`Buy`, cell: amountCell(read.destinationAmount, read.destinationCurrencyCode) },
    { label: t`Rate`, cell: amountCell(read.netExchangeRate) },
    { label: t`Expires`, cell: timeCell(read.expiryTime, checked.moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

export function balances(checked: CheckedWrite): readonly Entry[] {
  const read = readingOf(checked.outcomeCheck, 'account.balances')?.value;
  if (read === undefined) return [];
  const wanted = currenciesOf(checked);
  const rows = read.flatMap(one =>
    one instanceof Odd || !wanted.has(idText(one.currency) ?? '')
      ? []
      : [{ label: t`Available`, cell: amountCell(one.available_balance, one.currency) }],
  );
  return rows.length === 0
    ? []
    : [{ heading: asOf(t`Balances now`, checked.outcomeCheck, 'account.balances', checked.moment) }, ...rows];
}

/** Both currencies of the conversion. The short form of the request has no currencies, so the quote gives them. */
function currenciesOf(checked: CheckedWrite): ReadonlySet<string> {
  const read = quoteOf(checked)?.value;
  const { intent } = checked.row;
  const named = [textIn(intent, 'source_currency'), textIn(intent, 'destination_currency')];
  const quoted = [idText(read?.sourceCurrencyCode), idText(read?.destinationCurrencyCode)];
  return new Set([...named, ...quoted].filter(code => code !== undefined));
}
