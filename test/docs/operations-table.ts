// The reference of operations: what each is and where it is on the screen.

import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { places, tabKey } from '../../src/store/places.ts';
import { keyLabel } from '../../src/ui/shell/help.tsx';
import { onScreenOf } from '../../src/writes/on-screen.ts';
import { table } from './part.ts';

/** "Cards (3), `z`"; a place below a tab with the tab's number. */
function whereOf(id: OperationId): string {
  const at = onScreenOf(id);
  const name = at.place === 'login' ? 'Login' : `${places[at.place].title} (${tabKey(places[at.place].tab)})`;
  return at.key === undefined ? `${name}, when it opens` : `${name}, \`${keyLabel(at.key)}\``;
}

/** One row for each operation of the contract. */
export const operationRows = (): readonly (readonly string[])[] =>
  Object.values(operations).map(({ id, class: does, method, path }) => [
    `\`${id}\``,
    does,
    `\`${method} ${path}\``,
    whereOf(id),
  ]);

export const operationTable = (): string =>
  table(['Operation', 'Class', 'Request', 'Screen and key'], operationRows());
