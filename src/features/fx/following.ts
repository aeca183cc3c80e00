// The reads of the screen of a conversion: the balances, and the conversion until it has settled. Pure.

import type { Need } from '../../effects/needs.ts';
import { balancesNeed } from '../../records/available.ts';
import { conversionQuery, nextReadIn } from '../../records/conversion.ts';
import type { State } from '../../store/state.ts';
import { idText } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { flowIn } from './quoting.ts';

/** The ID of the conversion on the screen; undefined at earlier steps. */
export function conversionIn(state: State): string | undefined {
  const { stage } = flowIn(state);
  return stage.kind === 'converted' ? idText(stage.value.id) : undefined;
}

export function needs(state: State): readonly Need[] {
  const id = conversionIn(state);
  if (id === undefined) return [balancesNeed];
  const query = conversionQuery(id);
  const again = nextReadIn(id, documentOf(state, query).value);
  return [balancesNeed, { kind: 'document', query, ...(again === undefined ? {} : { again }) }];
}
