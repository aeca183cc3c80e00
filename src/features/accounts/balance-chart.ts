// The balance over time in the selected entry's currency, from the loaded rows.

import { Odd } from '../../api/contract/odd.ts';
import { todayIn } from '../../lib/time.ts';
import { t, visible } from '../../lib/visible.ts';
import type { HistoryEntry } from '../../records/row-types.ts';
import type { Item } from '../../store/paging.ts';
import type { Point } from '../../ui/kit/chart.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { idText } from '../../ui/screens/cells.ts';
import type { DetailsContext } from '../../ui/screens/resource.ts';

export function balanceChart(
  row: HistoryEntry,
  { moment, isWhole }: DetailsContext,
  _raw: unknown,
  items: readonly Item<HistoryEntry>[],
): readonly Entry[] {
  const currency = idText(row.currency);
  if (currency === undefined) return [{ note: t`This entry has no currency.`, tone: 'warn' }];
  const points = items.flatMap(item => pointOf(item.row, currency));
  return [
    {
      note: t`Balance in ${visible(currency, 12)} after each of the ${points.length} loaded changes:`,
      tone: 'plain',
    },
    { chart: { points, day: at => visible(todayIn(moment.zone, at)) } },
    {
      note: isWhole ? t`Press f to choose a period.` : t`Press G to load the rest, or f to choose a period.`,
    },
  ];
}

function pointOf({ currency, balance, create_time: time }: HistoryEntry, wanted: string): readonly Point[] {
  if (idText(currency) !== wanted || balance === undefined || balance instanceof Odd) return [];
  return time === undefined || time instanceof Odd ? [] : [{ at: time.epochMs, value: balance }];
}
