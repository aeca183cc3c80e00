// Shows the response with a card's details field by field. INTERFACE.md does not document the fields.

import type { Entry } from '../../format/entry.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { t, type Visible, visible, visibleSecret } from '../../lib/visible.ts';
import { moreFields } from '../../ui/screens/list-details.ts';

/** The most fields that the screen shows. */
const MOST = 60;

/** One row for each value, with the value's full path. No other function shows card numbers unmasked. */
export function detailEntries(details: Json): readonly Entry[] {
  const found = leaves(details, undefined);
  if (found.length === 0)
    return [{ note: t`The response is empty: no number, no CVV, no expiry.`, tone: 'warn' }];
  return [
    ...found
      .slice(0, MOST)
      .map(({ name, value }): Entry => ({ label: name, cell: { text: value, tone: 'strong' } })),
    ...(found.length > MOST ? [{ note: moreFields(found.length - MOST), tone: 'warn' as const }] : []),
  ];
}

const NUMBER = /^\d{13,19}$/;

/** The last four digits of every card number in the response, for the comparison with the chosen card. */
export const revealedEnds = (details: Json): readonly string[] =>
  leaves(details, undefined)
    .map(({ value }) => value.replace(/[\s-]/g, ''))
    .filter(digits => NUMBER.test(digits))
    .map(digits => digits.slice(-4));

interface DetailLeaf {
  readonly name: Visible;
  readonly value: Visible;
}

function leaves(value: Json, name: Visible | undefined): readonly DetailLeaf[] {
  if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const own = visible(key, 40);
      return leaves(item, name === undefined ? own : t`${name}.${own}`);
    });
  }
  if (name === undefined && value === null) return [];
  return [{ name: name ?? t`response`, value: leafText(value) }];
}

function leafText(value: string | boolean | null | JsonNumber): Visible {
  if (value === null) return t`–`;
  if (value instanceof JsonNumber) return visible(value.source);
  return typeof value === 'string' ? visibleSecret(value) : value ? t`yes` : t`no`;
}
