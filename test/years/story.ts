// A failing world as a story that a person reads: what everybody did, what broke, and the screens before and after.

import { ORACLES } from './oracles.ts';
import { clockText, deedText } from './script.ts';
import { EPOCH, type WorldRun } from './world.ts';

/** A longer script begins in the middle. */
const MOST = 60;

export function story({ settings, script, violation, end, frames }: WorldRun): string {
  if (!violation) return 'Nothing broke.';
  const { oracle, desk, what } = violation;
  const told = script
    .filter(({ at }) => at <= end)
    .slice(-MOST)
    .map(entry => {
      const who = entry.desk === undefined ? '' : `${entry.desk} `;
      const why = entry.job === undefined ? '' : `  (${entry.job})`;
      return `${clockText(EPOCH, entry.at)} ${who}${deedText(entry.deed)}${why}`;
    });
  const desks = settings.desks.map(
    ({ name, environment, readOnly, reader, size, machine }) =>
      `${name}: ${environment}${readOnly ? ', read-only' : ''}${reader ? ', screen reader' : ''}, ${size.cols}×${size.rows}, on ${machine}`,
  );
  const shown =
    desk ?? script.findLast(entry => entry.desk !== undefined)?.desk ?? settings.desks[0]?.name ?? '';
  return [
    `\nSeed ${settings.seed}, ${settings.rows} rows, a known request ID repeats ${settings.replay}. ${desks.join('; ')}.`,
    ...(script.length > MOST ? [`… ${script.length - MOST} acts before`] : []),
    ...told,
    `${clockText(EPOCH, end)} BROKEN: ${ORACLES[oracle]}.`,
    desk === undefined ? what : `${desk}: ${what}`,
    `The screen of ${shown} before the last act:`,
    framed(frames.before.get(shown)),
    'The screen at the end:',
    framed(frames.after.get(shown)),
  ].join('\n');
}

function framed(lines: readonly string[] = []): string {
  const last = lines.findLastIndex(text => text !== '');
  return lines
    .slice(0, last + 1)
    .map(text => `  │${text}`)
    .join('\n');
}
