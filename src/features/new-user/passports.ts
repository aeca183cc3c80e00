// A passport whose first day is behind its last: said while it is typed and before it is sent, for the service may take it.

import type { Json } from '../../lib/json.ts';
import { jsonAt } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { PERSONS } from './fields.ts';
import { personsIn } from './sections.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole sentences; of one person, counted from 0, where one is named. */
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
            t`Person ${n + 1}: the passport is valid from ${visible(from)}, which is later than ${visible(to)}, to when it is valid. Look at it again.`,
          ]
        : [];
    });
}
