// How much of a dialog was on the screen. A key confirms only after all lines were on the screen (FAULTS F18).

/** How the text above the buttons was drawn, in lines and cells. */
export interface Drawn {
  readonly top: number;
  readonly room: number;
  readonly width: number;
  readonly lines: number;
}

export interface DialogReading {
  /** To draw. A value past the end means the last possible line. */
  readonly top: number;
  /** Lines from the first on that were on the screen. */
  readonly seen: number;
  readonly drawn: Drawn | undefined;
}

export const UNREAD: DialogReading = { top: 0, seen: 0, drawn: undefined };

/** The same object if nothing changed. Another screen size starts the reading again. */
export function readOn(reading: DialogReading, drawn: Drawn): DialogReading {
  const { drawn: before } = reading;
  if (before && (before.room !== drawn.room || before.width !== drawn.width))
    return { ...UNREAD, drawn: { ...drawn, top: 0 } };
  const end = Math.min(drawn.lines, drawn.top + drawn.room);
  const seen = drawn.top <= reading.seen ? Math.max(reading.seen, end) : reading.seen;
  const same = before && seen === reading.seen && before.top === drawn.top && before.lines === drawn.lines;
  return same ? reading : { top: reading.top, seen, drawn };
}

export const isAllRead = ({ seen, drawn }: DialogReading): boolean =>
  drawn !== undefined && seen >= drawn.lines;

export const isAtEnd = ({ drawn }: DialogReading): boolean =>
  drawn !== undefined && drawn.top + drawn.room >= drawn.lines;

export const isLong = ({ drawn }: DialogReading): boolean => drawn !== undefined && drawn.lines > drawn.room;

/** Pages overlap by one line. Never skips a line that was not on the screen yet. */
export function scrolled(reading: DialogReading, by: number, unit: 'lines' | 'pages'): DialogReading {
  const { drawn, seen } = reading;
  if (!drawn) return reading;
  const last = Math.max(0, drawn.lines - drawn.room);
  const step = unit === 'lines' ? 1 : Math.max(1, drawn.room - 1);
  const top = Math.min(reading.top, last) + by * step;
  return { ...reading, top: Math.max(0, Math.min(top, last, seen)) };
}
