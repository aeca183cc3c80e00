// What NOT SENT and UNKNOWN mean for a journal entry.

import type { OperationClass } from '../api/contract/operation.ts';
import { meaningOfClass, type WriteMeaning } from '../api/contract/write-meaning.ts';
import { definitionOf } from './registry.ts';

/** By the operation's ID; an unknown one, as in a newer journal, by its class. */
export const meaningOfWrite = (operation: string, does: OperationClass): WriteMeaning =>
  definitionOf(operation)?.meaning ?? meaningOfClass(does);
