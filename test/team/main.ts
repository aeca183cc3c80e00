// `npm run team`: tests a team on a real PostgreSQL: rights, duplicates, a long run, the set-up and disasters.
//   npm run team                                        ten minutes of 200 consoles and 25 writes a second, then the disasters
//   npm run team -- --seconds 60 --consoles 100 --rate 10 --processes 4
//   npm run team -- --only consoles                     two consoles of the built program in pseudo-terminals
//   npm run team -- --only disasters --disaster clocks
import os from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { approvals } from './approvals.ts';
import { clocks } from './clocks.ts';
import { makeCluster } from './cluster.ts';
import { denials } from './denials.ts';
import { disaster } from './disasters.ts';
import { failover } from './failover.ts';
import { createFigures } from './figures.ts';
import { idle } from './idle.ts';
import { duplicates, longRun, rights } from './long-run.ts';
import { plans } from './plans.ts';
import { setUp } from './set-up.ts';
import { makeStage } from './stage.ts';
import { tampering } from './tampering.ts';
import { upgrades } from './upgrade.ts';
import { wrongSetUps } from './wrong-set-ups.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    consoles: { type: 'string', default: '200' },
    rate: { type: 'string', default: '25' },
    processes: { type: 'string', default: '2' },
    only: { type: 'string' },
    disaster: { type: 'string', default: '' },
  },
});
const consoles = Number(values.consoles);

const cluster = await makeCluster();
if (cluster === undefined) {
  console.log('PostgreSQL is not installed here: apt-get install postgresql');
  process.exit(1);
}
process.once('SIGINT', () => process.exit(130));
process.on('exit', () => cluster.remove());
// Each process with consoles ends when this process ends.
process.setMaxListeners(0);
cluster.start();

console.log(
  `${cluster.version}; ${os.cpus().length} cores; the server, the consoles and the service share them`,
);
const figures = createFigures();
const stage = await makeStage(cluster, figures);
const parts: Readonly<Record<string, () => Promise<void>>> = {
  rights: () => rights(stage),
  denials: () => denials(stage),
  tampering: () => tampering(stage),
  plans: () => plans(stage),
  duplicates: () => duplicates(stage, consoles),
  idle: () => idle(stage, consoles),
  consoles: () => approvals(stage),
  load: () =>
    longRun(stage, {
      ...{ seconds: Number(values.seconds), consoles },
      ...{ rate: Number(values.rate), processes: Number(values.processes) },
    }),
  'set-up': () => setUp(figures),
  failover: () => failover(figures),
  clocks: () => clocks(figures),
  upgrade: () => upgrades(figures),
  wrong: () => wrongSetUps(figures),
  disasters: () => disaster(stage, values.disaster),
};
if (values.only !== undefined && !Object.hasOwn(parts, values.only))
  throw new Error(`--only takes one of: ${Object.keys(parts).join(', ')}`);
for (const [name, part] of Object.entries(parts))
  if (values.only === undefined || values.only === name) await part();
await stage.admin.close();
console.log(figures.bad === 0 ? 'every figure is good' : `bad figures: ${figures.bad}`);
process.exit(figures.bad === 0 ? 0 : 1);
