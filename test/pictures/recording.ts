// Records a terminal as an asciicast (version 2) and as an animated SVG whose frames share their rows.

import type { Screen } from '../harness/terminal.ts';
import { drawAround, drawRows } from './svg.ts';

/** The picture of a step, and how long a viewer sees it, in seconds. */
interface Frame {
  readonly rows: readonly string[];
  readonly seconds: number;
}

type CastEvent = readonly [seconds: number, kind: 'o' | 'm', text: string];

export interface Recording {
  /** Adds the present screen under a caption, for this many seconds of the viewer's time. */
  frame(caption: string, seconds: number): void;
  cast(): string;
  svg(): string;
}

/** The interval at which new output is recorded, in milliseconds. */
const SAMPLE = 40;

/** Starts a recording, which ends with `stop`. */
export function record(screen: Screen, title: string): Recording & { stop(): void } {
  const began = performance.now();
  const events: CastEvent[] = [];
  const frames: Frame[] = [];
  let seen = 0;
  const now = (): number => Number(((performance.now() - began) / 1000).toFixed(3));
  const sample = (): void => {
    const text = screen.bytes.slice(seen);
    if (text === '') return;
    seen = screen.bytes.length;
    events.push([now(), 'o', text]);
  };
  const timer = setInterval(sample, SAMPLE);
  return {
    frame(caption, seconds) {
      sample();
      events.push([now(), 'm', caption]);
      frames.push({ rows: drawRows(screen), seconds });
    },
    stop: () => clearInterval(timer),
    cast() {
      sample();
      const header = { version: 2, width: screen.cols, height: screen.rows, title };
      return `${[header, ...events].map(line => JSON.stringify(line)).join('\n')}\n`;
    },
    svg: () => moving(screen, title, frames),
  };
}

/** The animated SVG. It has each different row once, shows each frame for its time, and then starts again. */
function moving(screen: Screen, title: string, frames: readonly Frame[]): string {
  const ids = new Map<string, string>();
  for (const row of frames.flatMap(({ rows }) => rows))
    if (row !== '' && !ids.has(row)) ids.set(row, `r${ids.size}`);
  const length = frames.reduce((all, { seconds }) => all + seconds, 0);
  let at = 0;
  const shown = frames.map(({ rows, seconds }) => {
    const [from, to] = [at / length, (at + seconds) / length];
    at += seconds;
    const uses = rows.flatMap(row => (row === '' ? [] : [`<use href="#${ids.get(row)}"/>`])).join('');
    return `<g visibility="hidden">${uses}${shownBetween(from, to, length)}</g>`;
  });
  const rows = [...ids].map(([row, id]) => `<g id="${id}">${row}</g>`);
  return drawAround(screen, title, ['<defs>', ...rows, '</defs>', ...shown]);
}

function shownBetween(from: number, to: number, length: number): string {
  const times = from === 0 ? [0, to] : to >= 1 ? [0, from] : [0, from, to];
  const values = from === 0 ? ['visible', 'hidden'] : ['hidden', 'visible', 'hidden'].slice(0, times.length);
  const both = from === 0 && to >= 1 ? [[0], ['visible']] : [times, values];
  const [keyTimes = [], states = []] = both;
  return `<animate attributeName="visibility" calcMode="discrete" dur="${length}s" repeatCount="indefinite" keyTimes="${keyTimes
    .map(time => (typeof time === 'number' ? Number(time.toFixed(4)) : time))
    .join(';')}" values="${states.join(';')}"/>`;
}
