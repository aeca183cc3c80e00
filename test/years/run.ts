// The bundled program that runs worlds in one process: `main.ts` builds it and passes its arguments.
import './platform.ts';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { loadAll } from '../../src/lib/later.ts';
import { type Coverage, holes, together } from './coverage.ts';
import { ORACLES, type OracleName } from './oracles.ts';
import type { Entry } from './script.ts';
import { TEAMS, type Teams } from './settings.ts';
import { shrink } from './shrink.ts';
import { story } from './story.ts';
import { runWorld, type WorldRun } from './world.ts';
import { realNow } from './world-time.ts';

const print = (text: string): void => void fs.writeSync(1, `${text}\n`);

function refuse(sentence: string): never {
  print(`${sentence} See docs/years.md.`);
  process.exit(2);
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const why = Error.isError(error) ? error.message : String(error);
    return refuse(`${why.replace(/\.$/, '')}.`);
  }
}

const { values } = parsed(() =>
  parseArgs({
    options: {
      seed: { type: 'string' },
      worlds: { type: 'string' },
      hours: { type: 'string' },
      minutes: { type: 'string' },
      script: { type: 'string' },
      'until-failure': { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      states: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      teams: { type: 'string', default: 'some' },
    },
  }),
);

/** Seeds and worlds are whole. */
function numberOf(flag: 'seed' | 'worlds' | 'hours' | 'minutes'): number | undefined {
  const text = values[flag];
  if (text === undefined) return undefined;
  const form = flag === 'seed' || flag === 'worlds' ? /^\d{1,15}$/ : /^\d{1,9}(?:\.\d+)?$/;
  return form.test(text) ? Number(text) : refuse(`--${flag} needs a number after it, and ${text} is none.`);
}

const teams: Teams =
  TEAMS.find(each => each === values.teams) ?? refuse(`--teams is one of ${TEAMS.join(', ')}.`);
/** Taken before any world begins: the real clock. */
const first = numberOf('seed') ?? Date.now() % 1_000_000_000;
const hours = numberOf('hours');
const most = numberOf('worlds') ?? (hours === undefined ? 1 : Number.POSITIVE_INFINITY);
const ms = (numberOf('minutes') ?? 30) * 60_000;
const given = values.script;
const script: readonly Entry[] | undefined =
  given === undefined ? undefined : parsed(() => JSON.parse(fs.readFileSync(given, 'utf8')));

/** Ms of work: 220 days of 8 hours. */
const YEAR = 220 * 8 * 3_600_000;

async function main(): Promise<number> {
  await loadAll(async () => {});
  const end = hours === undefined ? Number.POSITIVE_INFINITY : realNow() + hours * 3_600_000;
  const all: Coverage[] = [];
  const counts = Object.fromEntries(Object.keys(ORACLES).map(name => [name, 0])) as Record<
    OracleName,
    number
  >;
  let failures = 0;
  let done = 0;
  let acts = 0;
  let operatorMs = 0;
  let cpu = 0;
  for (let seed = first; done < most && realNow() < end; seed++) {
    const run = await runWorld({ seed, ms, teams, ...(script && { script }) });
    done += 1;
    acts += run.script.length;
    operatorMs += run.operatorMs;
    cpu += run.cpuMs;
    all.push(run.coverage);
    for (const name of Object.keys(counts) as OracleName[]) counts[name] += run.counts[name];
    if (values.json)
      print(
        JSON.stringify({
          seed,
          hash: run.hash,
          acts: run.script.length,
          cpuMs: Math.round(run.cpuMs),
          violation: run.violation,
        }),
      );
    else if (!values.quiet || run.violation) print(line(run));
    if (!run.violation) continue;
    failures += 1;
    await tell(run);
    if (values['until-failure']) break;
  }
  const covered = together(all);
  const missing = holes(covered);
  if (values.json)
    print(
      JSON.stringify({
        counts,
        worlds: done,
        failures,
        operatorMs,
        cpuMs: Math.round(cpu),
        acts,
        states: covered.size,
        holes: missing,
      }),
    );
  else {
    print(
      `\nworlds ${done} · broken ${failures} · acts ${acts} · operator hours ${(operatorMs / 3_600_000).toFixed(1)} · operator-years for each CPU hour ${(operatorMs / YEAR / (cpu / 3_600_000)).toFixed(2)}`,
    );
    print(
      `oracles: ${Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(' · ')}`,
    );
    print(
      `states: ${covered.size} reached · not reached: ${missing.length === 0 ? 'none' : missing.join(' · ')}`,
    );
  }
  if (values.states)
    for (const [state, count] of [...covered].sort()) print(`${String(count).padStart(7)}  ${state}`);
  const blind = Object.entries(counts).filter(([, count]) => count === 0);
  return failures > 0 ? 1 : blind.length > 0 && done > 9 ? 3 : 0;
}

const line = ({ settings, hash, script: { length }, violation, cpuMs }: WorldRun): string =>
  `seed ${settings.seed} · ${hash.slice(0, 16)} · ${settings.desks.length} desk${settings.desks.length === 1 ? '' : 's'}${settings.team ? ' of a team' : ''} · ${Object.keys(settings.trouble).join(' ') || 'no trouble'} · ${length} acts · ${(cpuMs / 1000).toFixed(1)} s CPU${violation ? ` · BROKEN: ${violation.oracle}` : ''}`;

async function tell(run: WorldRun): Promise<void> {
  const shortest = values.shrink ? await shrink(run, ms, print) : run;
  print(story(shortest));
  if (!values.shrink) return;
  const file = `years-${run.settings.seed}.json`;
  fs.writeFileSync(file, JSON.stringify(shortest.script));
  print(
    `The script is in ${file}: npm run years -- --seed ${run.settings.seed} --minutes ${shortest.ms / 60_000} --script ${file}`,
  );
}

// Each console adds its own.
process.setMaxListeners(0);
process.exitCode = await main();
process.exit();
