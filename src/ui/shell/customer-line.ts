// One line of the customer switcher.

import { briefId } from '../../lib/identifier.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import { noteCount, notesText, presenceText } from '../../store/together.ts';

/** The most cells of a name in the list of recent customers. */
const NAME = 30;

export const nameCells = (known: readonly KnownCustomer[]): number =>
  Math.max(0, ...known.map(({ name }) => cellWidth(visible(name ?? '', NAME))));

/** A customer's name, then the IDs, in columns, because people look for the name and check the ID. */
export function customerLine(state: State, customer: KnownCustomer, names: number): Visible {
  const { userId, onBehalfOf, name, pinned } = customer;
  const [here, notes] = [presenceText(state, customer), noteCount(state, customer)];
  const team = t`${here === undefined ? t`` : t`  ${here}`}${notes === 0 ? t`` : t`  ${notesText(notes)}`}`;
  const called = visible(name ?? '', NAME);
  const who =
    called === '' && names === 0 ? t`` : t`${toWidth(called, Math.max(names, cellWidth(called)))}  `;
  const connected =
    onBehalfOf === undefined ? t`no connected account` : t`connected account ${briefId(onBehalfOf)}`;
  return t`${who}${visible(userId, 48)}${pinned ? t`  pinned` : t``}${team}  ${connected}`;
}
