// The answer with a card's details, field by field as it came: what its fields are isn't shown by the interface.

import { type Json, JsonNumber } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';

/** Some fields of a card: an answer with more than this is none. */
const MOST = 60;

/** Each value under the names that lead to it. Card numbers are whole here, and nowhere else. */
export function detailEntries(details: Json): readonly Entry[] {
  const found = leaves(details, undefined);
  if (found.length === 0)
    return [{ note: t`The answer holds nothing: no number, no CVV, no expiry.`, tone: 'warn' }];
  return [
    ...found
      .slice(0, MOST)
      .map(({ name, value }): Entry => ({ label: name, cell: { text: value, tone: 'strong' } })),
    ...(found.length > MOST
      ? [{ note: t`… and ${found.length - MOST} more fields, not shown here`, tone: 'warn' as const }]
      : []),
  ];
}

/** Card numbers have so many digits. */
const NUMBER = /^\d{13,19}$/;

/** How every card number ends that the answer holds: to be compared with the card that was chosen. */
export const revealedEnds = (details: Json): readonly string[] =>
  leaves(details, undefined)
    .map(({ value }) => value.replace(/[\s-]/g, ''))
    .filter(digits => NUMBER.test(digits))
    .map(digits => digits.slice(-4));

interface Leaf {
  readonly name: Visible;
  readonly value: Visible;
}

function leaves(value: Json, name: Visible | undefined): readonly Leaf[] {
  if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const own = visible(key, 40);
      return leaves(item, name === undefined ? own : t`${name}.${own}`);
    });
  }
  if (name === undefined && value === null) return [];
  return [{ name: name ?? t`answer`, value: leafText(value) }];
}

function leafText(value: string | boolean | null | JsonNumber): Visible {
  if (value === null) return t`–`;
  if (value instanceof JsonNumber) return visible(value.source);
  return typeof value === 'string' ? visible(value) : value ? t`yes` : t`no`;
}
