// The references in docs/ are made from the program. A stale part fails here, and `npm run docs` writes it.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SUMMARY_TEXTS } from '../../src/format/summary.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { migrate } from '../../src/journal/sqlite/sqlite-schema.ts';
import { type Binding, FIXED } from '../../src/keys/binding.ts';
import { flagLines } from '../../src/lib/flag-lines.ts';
import { SUMMARY_FIELDS } from '../../src/lib/summaries.ts';
import type { App } from '../../src/money/app.ts';
import { FLAGS as simulatorFlags } from '../../src/sim/command.ts';
import { faultReference } from '../../src/sim/faults/rule.ts';
import { PLACES, places, tabKey } from '../../src/store/places.ts';
import { usage } from '../../src/system/usage.ts';
import { createConsole } from '../../src/ui/shell/console.ts';
import { keyLabel } from '../../src/ui/shell/help.ts';
import { allRules } from '../harness/rules.ts';
import { costTable } from './costs.ts';
import { operationTable } from './operations-table.ts';
import { asShown, expectPart, table } from './part.ts';

/** Keys that many groups share have a row of their own. In this group they are the last ones, from the key `down` on. */
const MOVES: readonly (readonly [name: string, group: string])[] = [
  ['move in a menu', 'actions'],
  ['move in a text', 'status'],
  ['move in a search', 'help'],
];

/** One row for each group of key bindings, in the order of the screens. */
function keyTable(): string {
  const { sets } = createConsole(allRules);
  const groups = new Map<string, Map<string, Binding<App>>>();
  for (const bindings of sets.values()) {
    for (const binding of bindings) {
      const group = groups.get(binding.group) ?? new Map<string, Binding<App>>();
      group.set(binding.id, binding);
      groups.set(binding.group, group);
    }
  }
  const rows = [...groups].map(([group, bindings]) => {
    const keys = [...bindings.values()].map(
      ({ keys: all, title }) => `${all.map(key => `\`${keyLabel(key)}\``).join(' ')} ${common(title)}`,
    );
    const text = [...new Set(keys)].join(' · ');
    return [group, text.replace(/`1` open 1 .*`9` open 9/, '`1` to `9` open that one')] as const;
  });
  const moves = MOVES.map(([name, of]) => {
    const keys = rows.find(([group]) => group === of)?.[1].split(' · ') ?? [];
    return [name, keys.slice(keys.findIndex(key => key.endsWith(' down'))).join(' · ')] as const;
  });
  const short = (text: string): string =>
    moves.reduce((now, [name, keys]) => now.replace(keys, `*${name}*`), text);
  return table(['Where', 'Keys'], [...rows.map(([group, keys]) => [group, short(keys)]), ...moves]);
}

/** The commands of the lists and of all screens, with their names for `keys` in config.json: one row for each beginning. */
function commandTable(): string {
  const { sets } = createConsole(allRules);
  const commands = new Map(
    PLACES.flatMap(place => sets.get(place) ?? [])
      .filter(({ id }) => !FIXED.test(id))
      .map(({ id, title }) => [id, common(title)]),
  );
  const groups = Map.groupBy(commands, ([id]) => (id.includes('.') ? id.replace(/[^.]*$/, '') : ''));
  const rows = [...groups].map(([prefix, all]) => [
    prefix === '' ? '' : `\`${prefix}\``,
    all.map(([id, title]) => meaning(id.slice(prefix.length), title)).join(' · '),
  ]);
  return table(['Begins with', 'Then'], rows);
}

/** The rest of a command's or a screen's name, with its title unless the title has all of its words. */
function meaning(rest: string, title: string): string {
  const words = title.toLowerCase().split(/[^a-z]+/);
  return rest.split('-').every(word => words.includes(word)) ? `\`${rest}\`` : `\`${rest}\` ${title}`;
}

/** Each form names its own button; the table has one common row for them. */
const common = (title: string): string =>
  title.replace(/^next field, then .*/, 'next field, then the button');

/** What `:` and the shell command open. */
function placeTable(): string {
  const rows = PLACES.map(place => {
    const { title, tab, takes = '' } = places[place];
    return [`\`${place}\``, tabKey(tab), meaning(place, title).replace(`\`${place}\``, '').trim(), takes];
  });
  return table(['Name', 'Tab', 'Title', 'Takes'], rows);
}

/** The state machine, read from the journal's schema. */
function stateTable(): string {
  const database = openSqlite(':memory:', { readOnly: false, busyMs: 0 });
  migrate(database, () => {});
  const rows = database.rows('SELECT * FROM legal_transitions').map(row => {
    const conditions = [
      ...(row['doubted'] === 0 ? ['it was never UNKNOWN'] : []),
      ...(row['repeatable'] === 1 ? ['the API says that the request ID prevents a duplicate'] : []),
    ];
    return [String(row['from_state']), String(row['to_state']), conditions.join('; ') || '–'];
  });
  database.close();
  return table(['From', 'To', 'Only if'], rows);
}

/** The records of summaries, with their fields and the statuses that Purser has a text for. */
const summaries = (): string =>
  table(
    ['Record', 'Fields', 'Statuses'],
    Object.entries(SUMMARY_FIELDS).map(([kind, fields]) => {
      const statuses = Object.keys(SUMMARY_TEXTS).flatMap(name => {
        const [of, status] = name.split('.');
        return of === kind && status !== undefined ? [status] : [];
      });
      return [`\`${kind}\``, fields.map(field => `\`{${field}}\``).join(' '), statuses.join(' ') || '–'];
    }),
  );

const faults = (): string => asShown(faultReference().join('\n'));

const parts: readonly (readonly [file: string, part: string, now: () => string | Promise<string>])[] = [
  ['keys', 'keys', keyTable],
  ['keys', 'places', placeTable],
  ['keys', 'commands', commandTable],
  ['operations', 'operations', operationTable],
  ['simulator', 'flags', () => asShown(flagLines(simulatorFlags).join('\n'))],
  ['configuration', 'summaries', summaries],
  ['simulator', 'faults', faults],
  ['configuration', 'usage', () => asShown(usage(PLACES))],
  ['journal', 'states', stateTable],
  ['architecture', 'costs', costTable],
];

test.each(parts)('docs/%s.md has the current %s', async (file, part, now) => {
  expectPart(`docs/${file}.md`, part, await now());
});

test('every generated part of a document is tested', () => {
  const marked = readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .flatMap(name =>
      [...readFileSync(`docs/${name}`, 'utf8').matchAll(/^<!-- (\w+): /gm)].map(
        ([, part]) => `${name} ${part}`,
      ),
    );
  // The table of layers is tested next to its data, in test/imports.test.ts.
  const written = ['architecture.md layers', ...parts.map(([file, part]) => `${file}.md ${part}`)];
  expect(marked.toSorted()).toEqual(written.toSorted());
});
