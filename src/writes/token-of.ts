// The token that confirms a write: the one place for it, for every dialog and for `purser call`.

import type { OperationClass } from '../api/contract/operation.ts';
import type { Input, WriteId } from '../api/contract/operations.ts';
import type { Visible } from '../lib/visible.ts';
import { isShownId, isUsableId } from '../records/last-four.ts';
import type { ConfirmToken } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import type { Known, WriteDefinition } from './definition.ts';
import { registry } from './registry.ts';

/** The token that confirms `operation` with this `input`; an empty one confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: Known = {},
): ConfirmToken {
  const { token }: WriteDefinition<Id> = registry[operation];
  return token.of(input, known);
}

/** The token of `tokenOf`, in words. */
export const tokenWords = (operation: WriteId): Visible => registry[operation].token.words;

/** Whether a token is typed at all: for writes that can't be undone, and for every write in production. */
export const asksToken = (does: OperationClass, environment: 'demo' | 'production'): boolean =>
  does === 'money' || environment === 'production';

/** Whether a write of the record with this ID can be confirmed: only a token made of the ID needs one. */
export const isConfirmableId = (id: string, operation: WriteId, { reach }: State): boolean =>
  asksToken(registry[operation].class, reach.environment) ? isUsableId(id) : isShownId(id);
