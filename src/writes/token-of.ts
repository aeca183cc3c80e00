// The token that confirms a write: the one place for it, for every dialog and for `purser call`.

import type { Input, WriteId } from '../api/contract/operations.ts';
import type { Visible } from '../lib/visible.ts';
import type { ConfirmToken } from '../store/dialog.ts';
import type { TokenFacts, WriteDefinition } from './definition.ts';
import { registry } from './registry.ts';

/** The token that confirms `operation` with this `input`; an empty one confirms nothing. */
export function tokenOf<Id extends WriteId>(
  operation: Id,
  input: Input<Id>,
  known: TokenFacts = {},
): ConfirmToken {
  const { token }: WriteDefinition<Id> = registry[operation];
  return token.of(input, known);
}

/** The token of `tokenOf`, in words. */
export const tokenWords = (operation: WriteId): Visible => registry[operation].token.words;
