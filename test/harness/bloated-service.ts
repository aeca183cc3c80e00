// A bloating service in its own process, because making 7 MB of hostile text would slow down the measurement.
import {
  type Bloat,
  everyText,
  everyTextJustWhole,
  moreMembers,
  NASTY,
  oneText,
  startBloating,
} from './bloating.ts';

// The bloats by their names on the command line.
const BLOATS: Readonly<Record<string, (unit: string) => Bloat>> = {
  every: everyText,
  whole: everyTextJustWhole,
  first: unit => oneText(unit, 0),
  fourth: unit => oneText(unit, 3),
  members: unit => moreMembers(1700, unit),
};

const [target = '', how = '', kind = ''] = process.argv.slice(2);
const bloat = BLOATS[how]?.(NASTY[kind] ?? '');
if (!bloat) throw new Error(`${how} ${kind}`);
const service = await startBloating(target);
service.bloat(bloat);
process.stdout.write(`${service.url}\n`);
