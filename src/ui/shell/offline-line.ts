// What is said while nothing gets through to the service: how old what is shown is, and what goes on by itself. Pure.

import type { Need } from '../../effects/needs.ts';
import { queryKey } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { offlineSince } from '../../store/offline.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, documentIn, listIn } from '../../store/workspace.ts';
import { ageText } from '../screens/list-status.ts';

/** Nothing while requests get through. */
export function offlineLine(state: State, needs: () => readonly Need[]): Visible | undefined {
  if (offlineSince(state) === undefined) return undefined;
  const workspace = currentWorkspace(state);
  const ages = needs().flatMap(({ kind, query }) => {
    const { asOf } = (kind === 'list' ? listIn : documentIn)(workspace, queryKey(query));
    return asOf === undefined ? [] : [asOf];
  });
  const age = ages.length === 0 ? undefined : ageText(Math.min(...ages), state.now);
  const shown = age === undefined ? t`` : t`Last read ${age}. `;
  return t`OFFLINE. ${shown}Reading goes on by itself once it can; no write does.`;
}
