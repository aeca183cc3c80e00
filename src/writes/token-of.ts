// What has to be typed to confirm a write: the one place that says it, for every dialog and for `purser call`.

import type { OperationClass } from '../api/contract/operation.ts';
import type { Input, WriteId } from '../api/contract/operations.ts';
import type { Visible } from '../lib/visible.ts';
import { isShownId, isUsableId } from '../records/last-four.ts';
import type { ConfirmToken } from '../store/dialog.ts';
import type { State } from '../store/state.ts';
import type { Known, WriteDefinition } from './definition.ts';
import { registry } from './registry.ts';

/** The token that confirms `operation` with this `input`; one that is empty confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: Known = {},
): ConfirmToken {
  const { token }: WriteDefinition<Id> = registry[operation];
  return token.of(input, known);
}

/** What `tokenOf` asks for, in words. */
export const tokenWords = (operation: WriteId): Visible => registry[operation].token.words;

/** Whether anything is typed to confirm it: where it can't be undone, and for every write in production. */
export const asksToken = (does: OperationClass, environment: 'demo' | 'production'): boolean =>
  does === 'money' || environment === 'production';

/** Whether a write can be confirmed for what has this ID: only where its end is typed does it need one. */
export const isConfirmableId = (id: string, operation: WriteId, { reach }: State): boolean =>
  asksToken(registry[operation].class, reach.environment) ? isUsableId(id) : isShownId(id);
