// How much of a dialog has been on the screen: a key confirms it only after every line of it was (FAULTS F18); pure.

/** One drawing of the text above the buttons, in lines and cells. */
export interface Drawn {
  /** The first line that is on the screen. */
  readonly top: number;
  readonly room: number;
  readonly width: number;
  readonly lines: number;
}

export interface Reading {
  /** The first line to draw; past the end it is as far down as can be. */
  readonly top: number;
  /** Lines from the first on that have been on the screen, without a gap. */
  readonly seen: number;
  readonly drawn: Drawn | undefined;
}

export const UNREAD: Reading = { top: 0, seen: 0, drawn: undefined };

/** After a drawing; the same object where that told nothing new. One of another size starts over. */
export function readOn(reading: Reading, drawn: Drawn): Reading {
  const { drawn: before } = reading;
  if (before && (before.room !== drawn.room || before.width !== drawn.width))
    return { ...UNREAD, drawn: { ...drawn, top: 0 } };
  const end = Math.min(drawn.lines, drawn.top + drawn.room);
  const seen = drawn.top <= reading.seen ? Math.max(reading.seen, end) : reading.seen;
  const same = before && seen === reading.seen && before.top === drawn.top && before.lines === drawn.lines;
  return same ? reading : { top: reading.top, seen, drawn };
}

export const isAllRead = ({ seen, drawn }: Reading): boolean => drawn !== undefined && seen >= drawn.lines;

/** Whether the last line is on the screen. */
export const isAtEnd = ({ drawn }: Reading): boolean =>
  drawn !== undefined && drawn.top + drawn.room >= drawn.lines;

/** Whether there is more of it than the screen has room for. */
export const isLong = ({ drawn }: Reading): boolean => drawn !== undefined && drawn.lines > drawn.room;

/** Moved by lines, or by pages that share a line: never past what has not been on the screen yet. */
export function scrolled(reading: Reading, by: number, unit: 'lines' | 'pages'): Reading {
  const { drawn, seen } = reading;
  if (!drawn) return reading;
  const last = Math.max(0, drawn.lines - drawn.room);
  const step = unit === 'lines' ? 1 : Math.max(1, drawn.room - 1);
  const top = Math.min(reading.top, last) + by * step;
  return { ...reading, top: Math.max(0, Math.min(top, last, seen)) };
}
