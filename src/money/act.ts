// The names of a write, from its verb and its object: "Cancel" and "direct debit".

import type { Input, WriteId } from '../api/contract/operations.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { TokenFacts, WriteDefinition } from './definition.ts';

export interface Act {
  /** Of the dialog: "Cancel direct debit". */
  readonly title: Visible;
  readonly button: Visible;
  /** "this request did not cancel the direct debit" */
  readonly not: Visible;
}

export function actOn(verb: Visible, object: Visible): Act {
  const title = t`${verb} ${object}`;
  return { title, button: title, not: t`this request did not ${visible(verb.toLowerCase())} the ${object}` };
}

/** The title names the new record, and the button the act: "New account", "Open account". */
export const creating = (object: Visible, verb = t`Create`): Act => ({
  ...actOn(verb, object),
  title: t`New ${object}`,
});

/** The parts of a question that follow from its definition and its act. */
export const questionOf = <Id extends WriteId>(
  { operation, token }: Pick<WriteDefinition<Id>, 'operation' | 'token'>,
  { title, button }: Pick<Act, 'title' | 'button'>,
  input: Input<Id>,
  facts: TokenFacts = {},
) => ({ operation, input, title, button, token: token.of(input, facts) });
