/** The compiler refuses text from outside on a screen, and plain strings where visible text is needed. */
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { fromServer, t, type Untrusted, type Visible, visible } from '../../src/lib/visible.ts';

function showOnScreen(text: Visible): string {
  return text;
}

it('only the compiler refuses unsafe text, because at run time all texts are strings', () => {
  const hostile: Untrusted = fromServer('x');
  const plain: string = 'x';

  // @ts-expect-error text from outside is no string: string methods and parameters do not accept it
  const asString: string = hostile;
  // @ts-expect-error text from outside is not visible yet
  const asVisible: Visible = hostile;
  // @ts-expect-error React must not render text from outside, not even inside an element
  const asChild: ReactNode = hostile;
  // @ts-expect-error a plain string does not say where it comes from
  const plainAsVisible: Visible = plain;
  // @ts-expect-error a sentence for the screen accepts only visible text
  const sentence: Visible = t`Paid to ${hostile}`;
  // @ts-expect-error a sentence for the screen does not accept a plain string
  const sentenceOfPlain: Visible = t`Paid to ${plain}`;
  // @ts-expect-error a screen accepts only visible text
  const onScreen = showOnScreen(hostile);

  for (const passed of [asString, asVisible, asChild, plainAsVisible, onScreen]) expect(passed).toBe('x');
  expect(sentence).toBe(sentenceOfPlain);
});

it('visible text is accepted as a string, as a React child and in a sentence', () => {
  const shown: Visible = visible(fromServer('x'));
  const asString: string = shown;
  const asChild: ReactNode = shown;
  expect([asString, asChild, showOnScreen(t`Paid to ${shown}, ${2} times`)]).toEqual([
    'x',
    'x',
    'Paid to x, 2 times',
  ]);
});
