// Editing keys against a simple model: a list of characters and a position between two of them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edit, edited, type Typed } from '../../../src/ui/kit/editing.ts';

/** None of them joins with its neighbour. */
const CHARACTERS = ['a', 'e\u0301', '7', '_', '中', 'ß', ' ', '-', '.', '👍🏽', '👩‍👩‍👧', '1️⃣', '❤️', 'กำ'];
const characters = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 12 });

interface Model {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

const inWord = (character: string): boolean => /^[\p{L}\p{N}_]/u.test(character);

/** How many characters of `side`, nearest first, a word move passes. */
function passed(side: readonly string[], part: (character: string) => boolean): number {
  const begins = side.findIndex(part);
  if (begins < 0) return side.length;
  const ends = side.slice(begins).findIndex(character => !part(character));
  return ends < 0 ? side.length : begins + ends;
}

function count({ left, right }: Model, to: string): number {
  const back = left.toReversed();
  if (to === 'left') return -Math.min(1, left.length);
  if (to === 'right') return Math.min(1, right.length);
  if (to === 'word-left') return -passed(back, inWord);
  if (to === 'blank') return -passed(back, character => character !== ' ');
  if (to === 'word-right') return passed(right, inWord);
  return to === 'start' ? -left.length : right.length;
}

function modelled(model: Model, edit: Edit): Model {
  const { left, right } = model;
  if (edit.kind === 'clear') return { left: [], right: [] };
  if (edit.kind === 'insert') return { left: [...left, edit.text], right };
  const by = count(model, edit.to);
  const all = [...left, ...right];
  const at = left.length + by;
  if (edit.kind === 'move') return { left: all.slice(0, at), right: all.slice(at) };
  return by < 0 ? { left: left.slice(0, at), right } : { left, right: right.slice(by) };
}

const MOVES = ['left', 'right', 'word-left', 'word-right', 'start', 'end'] as const;
const edits = fc.oneof<fc.Arbitrary<Edit>[]>(
  fc.constantFrom(...CHARACTERS).map(text => ({ kind: 'insert', text })),
  fc.constantFrom(...MOVES).map(to => ({ kind: 'move', to })),
  fc.constantFrom(...MOVES, 'blank' as const).map(to => ({ kind: 'remove', to })),
  fc.constant({ kind: 'clear' }),
);

const typedOf = ({ left, right }: Model): Typed => ({
  value: [...left, ...right].join(''),
  at: left.join('').length,
});

describe('an editing key', () => {
  it('does what a list of characters would do, however many keys came before it', () => {
    fc.assert(
      fc.property(characters, characters, fc.array(edits, { maxLength: 20 }), (left, right, keys) => {
        let model: Model = { left, right };
        let typed = typedOf(model);
        for (const key of keys) {
          model = modelled(model, key);
          typed = edited(typed, key);
          expect({ value: typed.value, at: typed.at }).toEqual(typedOf(model));
        }
      }),
      { seed: 20_261_126, numRuns: 500 },
    );
  });

  it('never leaves half a character, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.array(edits), (value, seed, keys) => {
        const whole = value.replace(/\p{Cs}/gu, '');
        const ends = [...new Intl.Segmenter().segment(whole)].map(({ index }) => index);
        let typed: Typed = { value: whole, at: ends[seed % Math.max(1, ends.length)] ?? 0 };
        for (const key of keys) {
          typed = edited(typed, key);
          const found = new Intl.Segmenter().segment(typed.value).containing(typed.at);
          expect(found === undefined || found.index === typed.at).toBe(true);
          expect(typed.value.isWellFormed()).toBe(true);
        }
      }),
      { seed: 20_261_126, numRuns: 300 },
    );
  });

  it('takes the words of a secret for one, so that they do not show', () => {
    expect(edited({ value: 'one two', at: 0 }, { kind: 'move', to: 'word-right' }, true).at).toBe(7);
    expect(edited({ value: 'one two', at: 7 }, { kind: 'move', to: 'word-left' }, true).at).toBe(0);
    expect(edited({ value: 'one two', at: 7 }, { kind: 'remove', to: 'blank' }, true).value).toBe('');
  });

  it('an arrow keeps a selected text, and goes to the end that the arrow points to', () => {
    const selected = { value: 'text', at: 4, all: true };
    expect(edited(selected, { kind: 'move', to: 'left' })).toEqual({ value: 'text', at: 0 });
    expect(edited(selected, { kind: 'move', to: 'right' })).toEqual({ value: 'text', at: 4 });
  });

  it('drops a lone half of an emoji', () => {
    expect(edited({ value: '', at: 0 }, { kind: 'insert', text: 'a\ud83d' })).toEqual({ value: 'a', at: 1 });
  });

  it('passes a word that is longer than what the field reads at once', () => {
    const long = `pay ${'x'.repeat(5000)}`;
    expect(edited({ value: long, at: long.length }, { kind: 'remove', to: 'blank' }).value).toBe('pay ');
    expect(edited({ value: `${long}!`, at: 4 }, { kind: 'move', to: 'word-right' }).at).toBe(long.length);
  });
});
