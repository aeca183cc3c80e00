// The reads of the screen of a conversion: the balances, and the conversion until it has settled. Pure.

import type { Need } from '../../effects/needs.ts';
import { idText } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { balancesNeed } from '../../money/available.ts';
import type { State } from '../../store/state.ts';
import { conversionQuery, nextReadIn } from './conversion.ts';
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
