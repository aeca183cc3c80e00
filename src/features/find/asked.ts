// What was typed to be found, and what its form says it could be (INTERFACE.md, Resources: UUIDs, or prefixed strings).

import { canonicalId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';

export type Shape = 'quote' | 'conversion' | 'last four' | 'any';

export interface Asked {
  readonly text: string;
  /** As it was typed; and, where it was typed otherwise, as such an identifier is written. */
  readonly forms: readonly string[];
  readonly shape: Shape;
}

export function askedFor(text: string): Asked {
  const shape: Shape = text.startsWith('quote_')
    ? 'quote'
    : text.startsWith('conversion_')
      ? 'conversion'
      : /^\d{4}$/.test(text)
        ? 'last four'
        : 'any';
  const written = canonicalId(text);
  return { text, forms: written === text ? [text] : [text, written], shape };
}

const words: Readonly<Record<Shape, Visible>> = {
  quote: t`by its form a quote's ID`,
  conversion: t`by its form a conversion's ID`,
  'last four': t`the last four of the number of an account, a card or a beneficiary's account`,
  any: t`an ID that says nothing of its kind, or a reference`,
};

/** For a sentence: what it could be. */
export const couldBe = ({ shape }: Asked): Visible => words[shape];
