// The README says what the program does: its tables are made from the program's own, and a stale one fails here.
// `npm run docs` writes them anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usage } from '../src/cli/usage.ts';
import { callHelp } from '../src/commands/describe.ts';
import type { App } from '../src/effects/app.ts';
import { ALIKE_DAYS } from '../src/effects/duplicates.ts';
import type { Binding } from '../src/keys/binding.ts';
import { faultReference } from '../src/sim/faults/rule.ts';
import { PLACES } from '../src/store/places.ts';
import { createConsole } from '../src/ui/shell/console.ts';
import { keyLabel } from '../src/ui/shell/help.tsx';
import { operationTable } from './operations-table.ts';

const README = 'README.md';

/** One row for each group of bindings, in the order in which the screens name them. */
function keyTable(): string {
  const { sets } = createConsole();
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
    return `| ${group} | ${[...new Set(keys)].join(' · ')} |`;
  });
  return ['| where | keys |', '|---|---|', ...rows].join('\n');
}

/** Every form ends with a button of its own; the table says so once. */
const common = (title: string): string => title.replace(/on the last, .*/, 'on the last, the button');

const generated: Readonly<Record<string, () => string>> = {
  keys: keyTable,
  usage: () => ['```', usage(PLACES).trimEnd(), '```'].join('\n'),
  operations: operationTable,
  faults: () => ['```', ...faultReference(), '```'].join('\n'),
};

const between = (name: string): RegExp => new RegExp(`(<!-- ${name}: generated -->\n)[^]*?(\n<!-- end -->)`);

test.each(Object.keys(generated))('the README has the %s as they are now', name => {
  const readme = readFileSync(README, 'utf8');
  const now = generated[name]?.() ?? '';
  if (process.env['PURSER_WRITE_DOCS']) {
    writeFileSync(
      README,
      readme.replace(between(name), (_, start: string, end: string) => start + now + end),
    );
    return;
  }
  expect(readme.match(between(name))?.[0], 'run `npm run docs`').toContain(now);
});

test('every file that the README shows or links to is there', () => {
  const readme = readFileSync(README, 'utf8');
  for (const [, file] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    expect(() => readFileSync(file ?? ''), file).not.toThrow();
  }
});

test('the period in which what looks alike counts is the one that the rule has', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`counts for ${ALIKE_DAYS} days`);
  expect(callHelp()).toContain(`for ${ALIKE_DAYS} days`);
});
