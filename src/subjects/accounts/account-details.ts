// The details of one Family B account.

import { Odd } from '../../api/contract/odd.ts';
import { statusCell, textCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import type { Account } from '../../format/records.ts';
import { t, type Visible } from '../../lib/visible.ts';

export function accountDetails(row: Account): readonly Entry[] {
  return [
    {
      lead: textCell(row.label, 'strong'),
      status: statusCell(row.status, { ACTIVE: 'good', INACTIVE: 'warn' }),
    },
    { label: t`Number`, cell: textCell(row.account_number) },
    { label: t`Type`, cell: textCell(row.account_type) },
    { label: t`Country`, cell: textCell(row.country_code) },
    ...(row.swift_code === undefined ? [] : [{ label: t`SWIFT`, cell: textCell(row.swift_code) }]),
    { label: t`ID`, cell: textCell(row.id) },
    ...institution(row.institution),
    ...features(row.supported_features),
  ];
}

function institution(bank: Account['institution']): readonly Entry[] {
  if (bank === undefined || bank instanceof Odd)
    return [{ heading: t`Institution` }, { label: t`Institution`, cell: odd(bank) }];
  return [
    { heading: t`Institution` },
    { label: t`Name`, cell: textCell(bank.name) },
    { label: t`Address`, cell: textCell(bank.address) },
    { label: t`City`, cell: textCell(bank.city) },
    { label: t`Postcode`, cell: textCell(bank.zip_code) },
  ];
}

function features(list: Account['supported_features']): readonly Entry[] {
  if (list === undefined || list instanceof Odd)
    return [{ heading: t`Features` }, { label: t`Features`, cell: odd(list) }];
  return list.flatMap((feature, i): readonly Entry[] => {
    const heading = { heading: t`Feature ${i + 1} of ${list.length}` };
    if (feature instanceof Odd) return [heading, { label: t`Feature`, cell: odd(feature) }];
    return [
      heading,
      { label: t`Currency`, cell: textCell(feature.currency) },
      { label: t`Transfer`, cell: textCell(feature.transfer_method) },
      { label: t`Clearing`, cell: textCell(feature.local_clearing_system) },
      { label: t`Type`, cell: textCell(feature.type) },
      ...routing(feature.routing_codes),
    ];
  });
}

type Feature = Exclude<Exclude<Account['supported_features'], undefined | Odd>[number], Odd>;
type RoutingCodes = Feature['routing_codes'];

/** A row for each routing code: "sort_code 20-00-85". */
function routing(codes: RoutingCodes): readonly Entry[] {
  if (codes === undefined || codes instanceof Odd) return [{ label: t`Routing`, cell: odd(codes) }];
  return codes.map(code =>
    code instanceof Odd
      ? { label: t`Routing`, cell: odd(code) }
      : { label: t`Routing`, cell: { text: pair(textCell(code.type).text, textCell(code.value).text) } },
  );
}

const pair = (type: Visible, value: Visible): Visible => t`${type} ${value}`;

const odd = (value: Odd | undefined): Cell => (value === undefined ? DASH : textCell(value));

/** The account's currencies, without repetition. */
export function currencyCells(list: Account['supported_features']): Cell {
  if (list === undefined || list instanceof Odd) return odd(list);
  const seen = new Map<Visible, Cell>();
  for (const feature of list) {
    const cell = feature instanceof Odd ? textCell(feature) : textCell(feature.currency);
    seen.set(cell.text, cell);
  }
  const [only] = seen.values();
  if (seen.size <= 1) return only ?? DASH;
  return { text: [...seen.keys()].reduce((all, code) => t`${all} ${code}`) };
}
