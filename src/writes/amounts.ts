// The amounts that a write moves, as the rules of approval look at them.

import type { Intent, IntentAmount } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { definitionOf } from './registry.ts';

/** Undefined for a write without amounts. What neither the request nor the confirmed lines say is missing. */
export function amountsOf(intent: Intent): readonly IntentAmount[] | undefined {
  const { amounts, shownAmount } = definitionOf(intent.operation) ?? {};
  return amounts?.map(([name, unit]) => {
    const shown = shownAmount?.(intent, name);
    const amount = amountIn(intent, name) ?? shown?.amount;
    const currency = textIn(intent, unit) ?? shown?.cell.unit;
    return { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) };
  });
}
