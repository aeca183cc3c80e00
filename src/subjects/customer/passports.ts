// Warns of a passport whose first valid day is after its last valid day, because the service may accept such dates.

import type { Json } from '../../lib/json.ts';
import { jsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { PERSONS } from './fields.ts';
import { personsIn } from './sections.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole sentences for all persons, or only for `person` (from 0). */
export function passportWarnings(body: Json, person?: number): readonly Visible[] {
  return Array.from({ length: personsIn(body) }, (_, n) => n)
    .filter(n => person === undefined || n === person)
    .flatMap(n => {
      const at = (name: string): string => {
        const value = jsonAt(body, `${PERSONS}.${n}.identifications.primary.passport.${name}`);
        return typeof value === 'string' ? value.trim() : '';
      };
      const [from, to] = [at('effective_at'), at('expire_at')];
      return DAY.test(from) && DAY.test(to) && from > to
        ? [
            t`Person ${n + 1}: the passport's first valid day (${visible(from)}) is after its last valid day (${visible(to)}). Check both dates.`,
          ]
        : [];
    });
}
