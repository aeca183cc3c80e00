// Makes a failing script as short as it can be while it still breaks the same oracle (delta debugging).

import type { Entry } from './script.ts';
import { runWorld, type WorldRun } from './world.ts';

/** Of one shrinking. */
const MOST_RUNS = 400;
/** Ms after the last entry. */
const AFTERWARDS = 2000;

export async function shrink(
  broken: WorldRun,
  length: number,
  tell: (text: string) => void,
): Promise<WorldRun> {
  const { settings, violation } = broken;
  let best = broken;
  let ms = length;
  let runs = 0;

  async function breaks(script: readonly Entry[], until = ms): Promise<boolean> {
    if (runs >= MOST_RUNS) return false;
    runs += 1;
    const teams = settings.team ? 'all' : 'none';
    const run = await runWorld({ seed: settings.seed, ms: until, script, teams });
    if (run.violation?.oracle !== violation?.oracle) return false;
    best = run;
    ms = until;
    return true;
  }

  if (!(await breaks(broken.script))) {
    tell('The script alone does not break the oracle again.');
    return broken;
  }
  const lastAt = (): number => (best.script.at(-1)?.at ?? 0) + AFTERWARDS;
  if (lastAt() < ms) await breaks(best.script, lastAt());
  for (let parts = 2; best.script.length > 1 && runs < MOST_RUNS; ) {
    const { script } = best;
    const size = Math.ceil(script.length / parts);
    let shorter = false;
    for (let from = 0; from < script.length && !shorter; from += size)
      shorter = await breaks([...script.slice(0, from), ...script.slice(from + size)]);
    if (shorter) parts = Math.max(2, parts - 1);
    else if (size === 1) break;
    else parts = Math.min(script.length, parts * 2);
  }
  if (lastAt() < ms) await breaks(best.script, lastAt());
  tell(`Shrunk from ${broken.script.length} to ${best.script.length} acts in ${runs} runs.`);
  return best;
}
