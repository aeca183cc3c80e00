// One line to type into. The value is exactly what was typed. It is drawn through `visible`, like text from the service.

import { useInput } from 'ink';
import { createContext, useContext, useRef, useState } from 'react';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, lastCells, toWidth } from '../../lib/width.ts';
import { characterAt, type Edit, edited, graphemes, NEAR, settled, type Typed } from './editing.ts';
import { Piece } from './Line.tsx';
import { concat, type Painted } from './theme.ts';

/** Ink gives each key to every active field, so a field below an open overlay must not listen. */
export const Behind = createContext(false);

interface TextFieldProps {
  readonly value: string;
  readonly focused: boolean;
  readonly width: number;
  readonly secret?: boolean | undefined;
  /** Typing replaces the whole value, and an arrow keeps it. */
  readonly selected?: boolean;
  readonly onChange: (value: string) => void;
  /** A selected value was kept. */
  readonly onKeep?: () => void;
}

export function TextField({
  value,
  focused,
  width,
  secret,
  selected = false,
  onChange,
  onKeep,
}: TextFieldProps) {
  // Two keys may come before the field is drawn again, so the second key continues from the first.
  const typed = useRef<Typed>({ value, at: value.length, all: selected });
  const wasSelected = useRef(selected);
  const [, draw] = useState({});
  const behind = useContext(Behind);
  const { current } = typed;
  if (current.value !== value) {
    const atEnd = current.at === current.value.length;
    typed.current = {
      value,
      at: atEnd ? value.length : settled(value, Math.min(current.at, value.length)),
      all: selected,
    };
  } else if (selected && !wasSelected.current) typed.current = { ...current, all: true };
  wasSelected.current = selected;

  useInput(
    (input, key) => {
      const now = typed.current;
      const edit = editOf(input, key);
      const next = edit ? edited(now, edit, secret) : now;
      if (next === now) return;
      typed.current = next;
      if (next.value !== now.value) onChange(next.value);
      else if (now.all) onKeep?.();
      draw({});
    },
    { isActive: focused && !behind },
  );

  const shown = drawn(typed.current, { width, focused, secret });
  return <Piece text={shown} />;
}

type InkKey = Parameters<Parameters<typeof useInput>[0]>[1];

/** The chords have the bytes that `keys/ink-stdin.ts` gives them. */
const CTRL: Readonly<Record<string, Edit>> = {
  w: { kind: 'remove', to: 'blank' },
  u: { kind: 'clear' },
};
const ALT: Readonly<Record<string, Edit>> = {
  b: { kind: 'move', to: 'word-left' },
  f: { kind: 'move', to: 'word-right' },
  d: { kind: 'remove', to: 'word-right' },
  h: { kind: 'remove', to: 'word-left' },
};

function editOf(input: string, key: InkKey): Edit | undefined {
  if (key.upArrow || key.downArrow || key.tab || key.return || key.escape) return undefined;
  if (key.leftArrow) return { kind: 'move', to: 'left' };
  if (key.rightArrow) return { kind: 'move', to: 'right' };
  if (key.home) return { kind: 'move', to: 'start' };
  if (key.end) return { kind: 'move', to: 'end' };
  // Some terminals send Delete for Backspace, so both keys delete the character before the cursor.
  if (key.backspace || key.delete) return { kind: 'remove', to: 'left' };
  if (key.ctrl) return CTRL[input];
  return key.meta ? ALT[input] : { kind: 'insert', text: input };
}

const INVERSE = (text: Visible): Painted => `\u001B[7m${text}\u001B[27m` as string as Painted;
const plain = (text: Visible): Painted => text as string as Painted;

/** A long value shows the part around the cursor. */
function drawn(
  { value, at, all }: Typed,
  { width, focused, secret }: Pick<TextFieldProps, 'width' | 'focused' | 'secret'>,
): Painted {
  const { head, under, tail } = secret ? bullets(value, at) : partsOf(value, at);
  if (!focused) {
    const whole = t`${head}${under}${tail}`;
    return plain(cellWidth(whole) <= width ? toWidth(whole, width) : lastCells(whole, width));
  }
  if (all && value !== '') {
    const whole = t`${head}${under}${tail}`;
    const room = width - cellWidth(whole);
    return room < 0 ? INVERSE(lastCells(whole, width)) : concat(INVERSE(whole), plain(toWidth(t``, room)));
  }
  const cursor = under === '' ? t` ` : toWidth(under, Math.min(width, cellWidth(under)));
  const room = width - cellWidth(cursor);
  // The end of the text before the cursor gets cells first.
  const follows = Math.min(cellWidth(tail), Math.max(0, room - cellWidth(head)));
  const precedes = Math.min(cellWidth(head), room - follows);
  const rest = room - precedes;
  return concat(plain(lastCells(head, precedes)), INVERSE(cursor), plain(toWidth(tail, rest)));
}

function partsOf(value: string, at: number): { head: Visible; under: Visible; tail: Visible } {
  const near = value.slice(at <= NEAR ? 0 : settled(value, at - NEAR), at);
  const character = characterAt(value, at);
  return {
    head: visible(near),
    under: visible(character),
    tail: visible(value.slice(at + character.length), NEAR),
  };
}

function bullets(value: string, at: number): { head: Visible; under: Visible; tail: Visible } {
  const count = (text: string): number => graphemes(text.slice(0, 4 * NEAR));
  const dots = (n: number): Visible => visible('•'.repeat(Math.min(NEAR, Math.max(0, n))));
  const after = count(value.slice(at));
  return { head: dots(count(value.slice(0, at))), under: dots(Math.min(1, after)), tail: dots(after - 1) };
}
