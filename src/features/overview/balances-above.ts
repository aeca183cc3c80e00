// The customer's balances above the overview's list, in as many lines as fit.

import { explain } from '../../api/client/explain.ts';
import { queryKey, type RowOf } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { balancesNeed } from '../../records/available.ts';
import type { List } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import { concat, type Painted, type Theme, type Tone } from '../../ui/kit/theme.ts';
import { amountCell } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';

interface Part {
  readonly text: Visible;
  readonly tone: Tone;
}

const GAP = t`   `;

/** `Available  184,203.17 GBP   -1,250.75 USD …`; the rest is counted and is under `b`. */
export function balancesAbove(state: State, width: number, theme: Theme): readonly Painted[] {
  const lines = Math.max(1, Math.min(3, Math.floor((state.size.rows - 10) / 5)));
  const parts = partsOf(state);
  const rows: Part[][] = [[]];
  const taken = (row: readonly Part[]): number =>
    row.reduce((sum, { text }) => sum + cellWidth(text) + cellWidth(GAP), 1);
  for (const [i, part] of parts.entries()) {
    const row = rows.at(-1) ?? [];
    const left = parts.length - i - 1;
    const last = rows.length === lines;
    const room = width - (last && left > 0 ? cellWidth(moreText(left + 1)) + cellWidth(GAP) : 0);
    if (row.length === 0 || taken([...row, part]) - cellWidth(GAP) <= room) row.push(part);
    else if (!last) rows.push([part]);
    else {
      row.push({ text: moreText(left + 1), tone: 'dim' });
      break;
    }
  }
  return [
    ...rows.map(row =>
      concat(
        theme.paint('plain', t` `),
        ...row.flatMap(({ text, tone }, i) => [
          ...(i === 0 ? [] : [theme.paint('plain', GAP)]),
          theme.paint(tone, cut(text, Math.max(1, width - 1))),
        ]),
      ),
    ),
    theme.paint('plain', t``),
  ];
}

const moreText = (n: number): Visible => t`${n} more: b`;

function partsOf(state: State): readonly Part[] {
  // The cache key is the operation that filled it.
  const list = listIn(currentWorkspace(state), queryKey(balancesNeed.query)) as List<
    RowOf<'account.balances'>
  >;
  const { pages, failure, asOf } = list;
  if (pages.taken === 0) {
    if (!failure) return [{ text: t`Balances: reading …`, tone: 'dim' }];
    return [{ text: explain(failure, t`Balances`).what, tone: 'bad' }];
  }
  const age = ageText(asOf, state.now) ?? t``;
  return [
    {
      text: failure ? t`Available, ${age}, reload failed` : t`Available, ${age}`,
      tone: failure ? 'warn' : 'dim',
    },
    ...(pages.items.length === 0 ? [{ text: t`no balances`, tone: 'plain' as const }] : []),
    ...pages.items.map(({ row }): Part => {
      const { text, unit, tone } = amountCell(row.available_balance, row.currency);
      return { text: unit === undefined ? text : t`${text} ${unit}`, tone: tone ?? 'plain' };
    }),
  ];
}
