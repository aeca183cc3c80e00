// The line while Purser can't reach the service: the age of the screen's data, and what Purser does. Pure.

import type { Need } from '../../effects/needs.ts';
import { queryKey } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { offlineSince } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, documentIn, listIn } from '../../store/workspace.ts';
import { ageText } from '../screens/list-status.ts';

/** Undefined while requests reach the service. */
export function offlineLine(state: State, needs: () => readonly Need[]): Visible | undefined {
  if (offlineSince(state) === undefined) return undefined;
  const workspace = currentWorkspace(state);
  const ages = needs().flatMap(({ kind, query }) => {
    const { asOf } = (kind === 'list' ? listIn : documentIn)(workspace, queryKey(query));
    return asOf === undefined ? [] : [asOf];
  });
  const age = ages.length === 0 ? undefined : ageText(Math.min(...ages), state.now);
  const shown = age === undefined ? t`` : t`Last read ${age}. `;
  return t`OFFLINE. ${shown}Purser reads again once the service answers. Purser never repeats a write.`;
}
