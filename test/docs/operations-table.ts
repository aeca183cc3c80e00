// The table of operations in docs/operations.md: each operation with its request, its screen and its key.

import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { places, tabKey } from '../../src/store/places.ts';
import { onScreenOf } from '../../src/subjects/registry.ts';
import { keyLabel } from '../../src/ui/shell/help.ts';
import { table } from './part.ts';

/** The operation's screen and key: "Cards (3), `z`". The number is the screen's tab. */
function whereOf(id: OperationId): string {
  const at = onScreenOf(id);
  const name = at.place === 'login' ? 'Login' : `${places[at.place].title} (${tabKey(places[at.place].tab)})`;
  return at.key === undefined ? `${name}, when it opens` : `${name}, \`${keyLabel(at.key)}\``;
}

/** One row for each operation of the API. */
export const operationRows = (): readonly (readonly string[])[] =>
  Object.values(operations).map(({ id, class: does, method, path }) => [
    `\`${id}\``,
    does,
    `\`${method} ${path}\``,
    whereOf(id),
  ]);

export const operationTable = (): string =>
  table(['Operation', 'Class', 'Request', 'Screen and key'], operationRows());
