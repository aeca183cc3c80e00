import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type DialogReading,
  type Drawn,
  isAllRead,
  isAtEnd,
  isLong,
  readOn,
  scrolled,
  UNREAD,
} from '../../src/store/dialog-reading.ts';

const drawn = (top: number, more: Partial<Drawn> = {}): Drawn => ({
  top,
  room: 7,
  width: 60,
  lines: 19,
  ...more,
});

it('text that fits counts as read when it is drawn', () => {
  const reading = readOn(UNREAD, drawn(0, { lines: 7 }));
  expect([isAllRead(reading), isAtEnd(reading), isLong(reading)]).toEqual([true, true, false]);
});

it('longer text counts as read when each of its lines was drawn', () => {
  let reading = readOn(UNREAD, drawn(0));
  expect(isLong(reading)).toBe(true);
  for (const top of [6, 12]) {
    expect(isAllRead(reading)).toBe(false);
    reading = scrolled(reading, 1, 'pages');
    expect(reading.top).toBe(top);
    // Scrolling alone draws nothing.
    expect(isAllRead(reading)).toBe(false);
    reading = readOn(reading, drawn(top));
  }
  expect([isAllRead(reading), isAtEnd(reading)]).toEqual([true, true]);
  const back = readOn(scrolled(reading, -1, 'pages'), drawn(6));
  expect([isAllRead(back), isAtEnd(back)]).toEqual([true, false]);
});

it('scrolling never passes a line that was not drawn', () => {
  const once = readOn(UNREAD, drawn(0));
  const thrice = [1, 1, 1].reduce((reading: DialogReading, by) => scrolled(reading, by, 'pages'), once);
  expect(thrice.top).toBe(7);
  // A drawing does not count if lines before it were not drawn.
  expect(readOn(once, drawn(12)).seen).toBe(7);
});

it('reading starts again after a change of width or height [F18c]', () => {
  const read = readOn(UNREAD, drawn(0, { room: 30 }));
  expect(isAllRead(read)).toBe(true);
  for (const changed of [{ room: 31 }, { room: 30, width: 59 }]) {
    expect(readOn(read, drawn(0, changed))).toMatchObject({ top: 0, seen: 0 });
  }
});

it('added lines do not count as read', () => {
  const read = readOn(UNREAD, drawn(0, { room: 30 }));
  expect(isAllRead(readOn(read, drawn(0, { room: 30, lines: 31 })))).toBe(false);
});

it('the same drawing twice changes nothing', () => {
  const read = readOn(UNREAD, drawn(0));
  expect(readOn(read, drawn(0))).toBe(read);
});

it('after any keys and drawings the text counts as read only if each line was drawn', () => {
  const press = fc.record({
    by: fc.constantFrom(-1, 1),
    unit: fc.constantFrom('lines' as const, 'pages' as const),
    draws: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(press),
      (lines, room, presses) => {
        const seen = new Set<number>();
        let reading: DialogReading = UNREAD;
        const draw = () => {
          const top = Math.min(reading.top, Math.max(0, lines - room));
          for (let line = top; line < Math.min(lines, top + room); line++) seen.add(line);
          reading = readOn(reading, { top, room, lines, width: 60 });
        };
        draw();
        for (const { by, unit, draws } of presses) {
          reading = scrolled(reading, by, unit);
          if (draws) draw();
          expect(isAllRead(reading)).toBe(seen.size === lines);
        }
      },
    ),
    { seed: 18, numRuns: 300 },
  );
});

it('before the first drawing nothing counts as read, and nothing scrolls', () => {
  expect([isAllRead(UNREAD), isAtEnd(UNREAD), isLong(UNREAD)]).toEqual([false, false, false]);
  expect(scrolled(UNREAD, 1, 'lines')).toBe(UNREAD);
});

it('text that grew after it was read does not count as read', () => {
  const short = readOn(UNREAD, drawn(0, { lines: 7 }));
  const grown = readOn(short, drawn(0, { lines: 9 }));
  expect([isAllRead(short), isAllRead(grown)]).toEqual([true, false]);
  expect(grown.drawn).toEqual(drawn(0, { lines: 9 }));
});

it('reading starts again after a change of size, and scrolling stops at the new end', () => {
  const wide = readOn(UNREAD, drawn(0));
  expect(readOn(wide, drawn(3, { width: 50 }))).toEqual({ top: 0, seen: 0, drawn: drawn(0, { width: 50 }) });
  const all = { top: 12, seen: 19, drawn: drawn(12) };
  expect(scrolled(all, 1, 'pages').top).toBe(12);
  expect(scrolled(all, -100, 'lines').top).toBe(0);
});
