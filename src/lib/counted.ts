// A number with its noun in the singular or the plural.
import { countText } from './decimal.ts';
import { t, type Visible } from './visible.ts';

/** "1 entry", "1,200 entries". By default the plural adds an "s". */
export const counted = (n: number, one: Visible, many = t`${one}s`): Visible =>
  t`${countText(n)} ${n === 1 ? one : many}`;
