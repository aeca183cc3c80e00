// What NOT SENT and UNKNOWN mean for a write of the journal.

import type { OperationClass } from '../api/contract/operation.ts';
import { meaningOfClass, type WriteMeaning } from '../api/contract/write-meaning.ts';
import { definitionOf } from './registry.ts';

/** By the operation's ID; one that isn't known here, as of a journal of a newer version, by its class. */
export const meaningOfWrite = (operation: string, does: OperationClass): WriteMeaning =>
  definitionOf(operation)?.meaning ?? meaningOfClass(does);
