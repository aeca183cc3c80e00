// What has to be typed to confirm a write: the one place that says it, for every dialog and for `purser call`.

import type { Input, WriteId } from '../api/contract/operations.ts';
import type { Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/dialog.ts';
import type { TokenFacts, WriteDefinition } from './definition.ts';
import { registry } from './registry.ts';

/** The token that confirms `operation` with this `input`; one that is empty confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: TokenFacts = {},
): ConfirmToken {
  const { token }: WriteDefinition<Id> = registry[operation];
  return token.of(input, known);
}

/** What `tokenOf` asks for, in words. */
export const tokenWords = (operation: WriteId): Visible => registry[operation].token.words;
