// The conversion that the flow has made: what is read of it, how often, and a change of its status said once; pure.

import type { Need } from '../../effects/needs.ts';
import { t, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { balancesNeed } from '../../ui/screens/available.ts';
import { idText } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { conversionQuery, followed, statusWord } from './conversion.ts';
import { flowIn, withEvent } from './quoting.ts';

/** The conversion that is followed, by its ID. */
export function conversionIn(state: State): string | undefined {
  const { stage } = flowIn(state);
  return stage.kind === 'converted' ? idText(stage.value.id) : undefined;
}

export function needs(state: State): readonly Need[] {
  const id = conversionIn(state);
  if (id === undefined) return [balancesNeed];
  const query = conversionQuery(id);
  const again = followed(id, documentOf(state, query).value);
  return [balancesNeed, { kind: 'document', query, ...(again === undefined ? {} : { again }) }];
}

/** Says a change of status once. */
export function settle(state: State): State {
  const { stage } = flowIn(state);
  const id = conversionIn(state);
  if (id === undefined || stage.kind !== 'converted') return state;
  const { value, told } = stage;
  const status = statusWord(documentOf(state, conversionQuery(id)).value?.status);
  if (status === undefined || status === told) return state;
  const next = withEvent(state, { kind: 'told', status }, state);
  return status === (told ?? statusWord(value.status))
    ? next
    : {
        ...next,
        notice: { text: t`Conversion ${visible(id, 40)} is now ${visible(status, 40)}.`, tone: 'info' },
      };
}
