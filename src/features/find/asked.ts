// The typed search, and what its form may mean (INTERFACE.md, Resources: UUIDs, or prefixed strings).

import { canonicalId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';

export type Shape = 'quote' | 'conversion' | 'last four' | 'any';

export interface Search {
  readonly text: string;
  /** The text as typed, and in the identifier's usual form if that differs. */
  readonly forms: readonly string[];
  readonly shape: Shape;
}

export function askedFor(text: string): Search {
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
  quote: t`probably a quote ID`,
  conversion: t`probably a conversion ID`,
  'last four': t`the last four digits of an account, a card or a beneficiary's account`,
  any: t`an ID of any kind, or a reference`,
};

/** The possible kind, for a sentence. */
export const couldBe = ({ shape }: Search): Visible => words[shape];
