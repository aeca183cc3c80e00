// The cost table: which files to change to add something, and what fails if you forget one.

import { readdirSync, readFileSync } from 'node:fs';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { table } from './part.ts';

interface Cost {
  readonly add: string;
  /** Files of src, or folders for a new file. */
  readonly touch: readonly string[];
  readonly notices: string;
}

const COMPILER = 'the compiler';

export const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file.replaceAll('\\', '/')}`)
  .filter(file => /\.tsx?$/.test(file))
  .toSorted();

/** The files that contain all of these operation IDs. A new operation must be added to each of them. */
function namingAll(ids: readonly OperationId[]): readonly string[] {
  return sources.filter(file => {
    const text = readFileSync(file, 'utf8');
    return ids.every(id => text.includes(`'${id}'`));
  });
}

const ids = Object.keys(operations) as readonly OperationId[];
/** IDs without a dot are not in quotes, so they are left out. */
const ofReads = namingAll(ids.filter(id => id.includes('.') && !isWrite(id)));
const ofWrites = namingAll(ids.filter(isWrite));

export const costs = [
  { add: 'a column, a filter or a details tab of a list', touch: ['src/subjects/'], notices: '–' },
  {
    add: 'a list screen',
    touch: ['src/subjects/', 'src/store/places.ts', 'src/ui/shell/screens.ts'],
    notices:
      'test/ui/shell/screens.test.ts and goto.test.ts; docs/keys.md and docs/configuration.md are stale',
  },
  {
    add: 'a form screen',
    touch: ['src/subjects/', 'src/store/places.ts', 'src/ui/shell/screens.ts'],
    notices: 'test/ui/shell/screens.test.ts; docs/keys.md and docs/configuration.md are stale',
  },
  {
    add: 'a key of one list',
    touch: ['src/subjects/'],
    notices: 'a clash fails test/ui/shell/console.test.ts; docs/keys.md is stale',
  },
  {
    add: 'a key of every screen',
    touch: ['src/ui/shell/everywhere.ts'],
    notices: 'a clash fails test/ui/shell/console.test.ts; docs/keys.md is stale',
  },
  {
    add: 'an operation that reads',
    touch: ['src/api/contract/', 'src/sim/routes/', ...ofReads],
    notices: `${COMPILER}; docs/operations.md is stale`,
  },
  {
    add: 'a write',
    touch: ['src/api/contract/', 'src/sim/routes/', 'src/subjects/', ...ofWrites],
    notices: `${COMPILER}; tests name what they lack: see below`,
  },
  {
    add: 'a row of the overview',
    touch: ['src/subjects/', 'src/ui/shell/screens.ts'],
    notices: '–',
  },
  {
    add: 'a status that Purser watches',
    touch: ['src/records/kinds.ts', 'src/records/watch-reads.ts', 'src/subjects/', 'src/ui/shell/screens.ts'],
    notices: '–',
  },
  {
    add: 'a record that belongs to another one',
    touch: ['src/subjects/', 'src/money/related-money.ts'],
    notices: '–',
  },
  {
    add: 'a list that Find and the timeline read',
    touch: [
      ...['src/records/kinds.ts', 'src/records/record-statuses.ts', 'src/records/reads.ts'],
      ...['src/format/customer-lists.ts', 'src/subjects/timeline/event.ts'],
      ...['src/effects/period.ts', 'src/subjects/find/search-places.ts', 'src/subjects/timeline/timeline.ts'],
    ],
    notices: 'the compiler; nothing notices the last three files',
  },
  {
    add: 'a place that `:` and an ID look in',
    touch: ['src/subjects/find/search-places.ts'],
    notices: '–',
  },
  {
    add: 'a dialect switch',
    touch: [
      'src/api/contract/dialect.ts',
      'src/system/config-schema.ts',
      'src/system/plain-config.ts',
      'src/api/contract/',
      'src/commands/doctor-dialect.ts',
    ],
    notices: `${COMPILER}; docs/configuration.md lacks it`,
  },
  {
    add: 'a field of a profile',
    touch: ['src/system/config-schema.ts', 'src/system/setup.ts'],
    notices: 'docs/configuration.md lacks it',
  },
  {
    add: 'a sub-command',
    touch: ['src/commands/', 'src/commands/commands.ts', 'src/system/arguments.ts', 'src/system/usage.ts'],
    notices: COMPILER,
  },
  {
    add: 'a theme',
    touch: ['src/ui/kit/theme.ts', 'src/lib/colours.ts'],
    notices: `${COMPILER}; a theme that can’t be read fails a test`,
  },
  { add: 'a fault of the simulator', touch: ['src/sim/faults/'], notices: 'docs/simulator.md is stale' },
  {
    add: 'a table or column of the journal',
    touch: ['src/journal/sqlite/sqlite-schema.ts'],
    notices: 'the journal’s tests',
  },
] as const satisfies readonly Cost[];

const shown = (file: string): string => (file.endsWith('/') ? `a file in \`${file}\`` : `\`${file}\``);

export const costTable = (): string =>
  table(
    ['To add', 'Touch', 'Who notices a gap'],
    costs.map(({ add, touch, notices }) => [add, touch.map(shown).join(', '), notices]),
  );
