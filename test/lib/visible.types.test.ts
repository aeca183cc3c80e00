/** The compiler refuses text from outside on a screen, and plain strings in place of visible text. */
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { fromServer, t, type Untrusted, type Visible, visible } from '../../src/lib/visible.ts';

function showOnScreen(text: Visible): string {
  return text;
}

it('only types refuse it, because nothing does at run time', () => {
  const hostile: Untrusted = fromServer('x');
  const plain: string = 'x';

  // @ts-expect-error text from outside is no string: string methods and parameters don't take it
  const asString: string = hostile;
  // @ts-expect-error text from outside is not visible yet
  const asVisible: Visible = hostile;
  // @ts-expect-error React must not render text from outside, not even inside an element
  const asChild: ReactNode = hostile;
  // @ts-expect-error a plain string says nothing of where it comes from
  const plainAsVisible: Visible = plain;
  // @ts-expect-error only what is visible goes into a sentence for the screen
  const sentence: Visible = t`Paid to ${hostile}`;
  // @ts-expect-error nor does a plain string
  const sentenceOfPlain: Visible = t`Paid to ${plain}`;
  // @ts-expect-error a screen takes visible text only
  const onScreen = showOnScreen(hostile);

  for (const passed of [asString, asVisible, asChild, plainAsVisible, onScreen]) expect(passed).toBe('x');
  expect(sentence).toBe(sentenceOfPlain);
});

it('visible text may be a string, a child and part of a sentence', () => {
  const shown: Visible = visible(fromServer('x'));
  const asString: string = shown;
  const asChild: ReactNode = shown;
  expect([asString, asChild, showOnScreen(t`Paid to ${shown}, ${2} times`)]).toEqual([
    'x',
    'x',
    'Paid to x, 2 times',
  ]);
});
