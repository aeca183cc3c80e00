// One line to type into. The value is exactly what was typed. It is drawn through `visible`, like text from the service.

import { useInput } from 'ink';
import { createContext, useContext, useRef, useState } from 'react';
import { lazy } from '../../lib/lazy.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, lastCells, toWidth } from '../../lib/width.ts';
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
}

/** The cursor is never inside a character (a grapheme). */
interface Typed {
  readonly value: string;
  readonly at: number;
  readonly all?: boolean;
}

const GRAPHEMES = lazy(() => new Intl.Segmenter());
/** The most UTF-16 units that are read on each side of the cursor. No screen shows more. */
const NEAR = 2048;

const characterAt = (value: string, at: number): string =>
  GRAPHEMES()
    .segment(value.slice(at, at + NEAR))
    .containing(0)?.segment ?? '';

function before(value: string, at: number): number {
  const start = Math.max(0, at - NEAR);
  return (
    start +
    (GRAPHEMES()
      .segment(value.slice(start, at))
      .containing(at - start - 1)?.index ?? 0)
  );
}

/** Typed text may join with the next character, so the cursor moves after it. */
function settled(value: string, at: number): number {
  if (at >= value.length) return value.length;
  const start = Math.max(0, at - NEAR);
  const around = GRAPHEMES()
    .segment(value.slice(start, at + NEAR))
    .containing(at - start);
  if (!around || start + around.index === at) return at;
  return start + around.index + around.segment.length;
}

function inserted({ value, at }: Typed, text: string): Typed {
  // Drops a lone half of an emoji.
  const whole = text.replace(/\p{Cs}/gu, '');
  const next = value.slice(0, at) + whole + value.slice(at);
  return { value: next, at: settled(next, at + whole.length) };
}

function withoutBefore({ value, at }: Typed): Typed {
  const start = at === 0 ? 0 : before(value, at);
  return { value: value.slice(0, start) + value.slice(at), at: start };
}

export function TextField({ value, focused, width, secret, selected = false, onChange }: TextFieldProps) {
  // Two keys may come before the field is drawn again, so the second key continues from the first.
  const typed = useRef<Typed>({ value, at: value.length, all: selected });
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
  }

  useInput(
    (input, key) => {
      const now = typed.current;
      const next = afterKey(now, input, key);
      if (next === now) return;
      typed.current = next;
      if (next.value !== now.value) onChange(next.value);
      draw({});
    },
    { isActive: focused && !behind },
  );

  const shown = drawn(typed.current, { width, focused, secret });
  return <Piece text={shown} />;
}

type InkKey = Parameters<Parameters<typeof useInput>[0]>[1];

function afterKey(now: Typed, input: string, key: InkKey): Typed {
  const { value, at, all } = now;
  if (key.upArrow || key.downArrow || key.tab || key.return || key.escape) return now;
  if (all && (key.leftArrow || key.rightArrow)) return { value, at: key.leftArrow ? 0 : value.length };
  if (all && (key.backspace || key.delete)) return { value: '', at: 0 };
  if (all && !key.home && !key.end) return input === '' ? now : inserted({ value: '', at: 0 }, input);
  if (key.leftArrow) return at === 0 ? now : { value, at: before(value, at) };
  if (key.rightArrow) return at === value.length ? now : { value, at: at + characterAt(value, at).length };
  if (key.home) return { value, at: 0 };
  if (key.end) return { value, at: value.length };
  // Some terminals send Delete for Backspace, so both keys delete the character before the cursor.
  if (key.backspace || key.delete) return at === 0 ? now : withoutBefore(now);
  return input === '' ? now : inserted(now, input);
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
  const near = value.slice(nearStart(value, at), at);
  const character = characterAt(value, at);
  return {
    head: visible(near),
    under: visible(character),
    tail: visible(value.slice(at + character.length), NEAR),
  };
}

function nearStart(value: string, at: number): number {
  return at <= NEAR ? 0 : settled(value, at - NEAR);
}

function bullets(value: string, at: number): { head: Visible; under: Visible; tail: Visible } {
  const count = (text: string): number => [...GRAPHEMES().segment(text.slice(0, 4 * NEAR))].length;
  const dots = (n: number): Visible => visible('•'.repeat(Math.min(NEAR, Math.max(0, n))));
  const after = count(value.slice(at));
  return { head: dots(count(value.slice(0, at))), under: dots(Math.min(1, after)), tail: dots(after - 1) };
}
