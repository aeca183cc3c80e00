// The amounts that a write moves, for the rules of approval.

import type { Intent, IntentAmount } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import type { WriteDefinition } from './definition.ts';

/**
 * Undefined for a write without amounts. A value is absent if neither the request nor the confirmed lines have the
 * value.
 */
export function amountsOf(
  intent: Intent,
  { amounts, shownAmount }: Pick<WriteDefinition, 'amounts' | 'shownAmount'>,
): readonly IntentAmount[] | undefined {
  return amounts?.map(([name, unit]) => {
    const shown = shownAmount?.(intent, name);
    const amount = amountIn(intent, name) ?? shown?.amount;
    const currency = textIn(intent, unit) ?? shown?.cell.unit;
    return { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) };
  });
}
