// The documents are consistent: links have targets, named files exist, and the README stays short.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { CALL } from '../../src/commands/call-flags.ts';
import { helpText } from '../../src/lib/command-help.ts';
import { SIMILAR_DAYS } from '../../src/money/duplicates.ts';
import { configJsonSchema } from '../../src/system/config-schema.ts';
import { policyJsonSchema } from '../../src/system/policy-schema.ts';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  ...['src/api/contract/INTERFACE.md', 'test/faults/FAULTS.md'],
];

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** The anchors of a Markdown file's headings. */
const anchorsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('every link in %s has a target', file => {
  for (const [, link = ''] of textOf(file).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    expect(existsSync(target), link).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
  }
});

test('docs/journal.md says whose tampering the audit log shows [G12d]', () => {
  expect(textOf('docs/journal.md').replaceAll(/\s+/g, ' ')).toContain(
    'The chain shows tampering by others. The owner of the file can rewrite the whole log',
  );
});

test.each(documents)('every file of the project that %s names exists', file => {
  for (const [, path = ''] of textOf(file).matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g))
    expect(existsSync(path), path).toBe(true);
});

test('the README links to every document', () => {
  const readme = textOf('README.md');
  for (const file of documents.slice(1)) expect(readme).toContain(`](${relative('.', file)})`);
});

test('the README has at most 8 KB', () => {
  expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(8192);
});

/** The text of a document without its generated parts and its code. */
const proseOf = (file: string): string =>
  textOf(file)
    .replaceAll(/^<!-- (\w+): .*?^<!-- end of \1 -->/gms, '')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '');

/** Words to avoid: the trade has another word, or the sentence must be read twice. */
const UNWANTED =
  /\b(?:the interface|besides|leave to write|read(?:ing)? back|as it came|anew|thereof|whoever|so many|of its own|by itself|in front|stands|holds|likeness|used before)\b/gi;

test.each(documents)("%s uses the trade's words", file => {
  expect(proseOf(file).match(UNWANTED) ?? []).toEqual([]);
});

test('every npm command that a document names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Record<string, string> };
  for (const file of documents)
    for (const [, name = ''] of textOf(file).matchAll(/`npm run (\w+)`/g))
      expect(Object.keys(scripts), file).toContain(name);
});

test('docs/configuration.md has every field and every dialect switch of config.json', () => {
  const text = textOf('docs/configuration.md');
  const names = fieldNames(configJsonSchema());
  expect(names).toContain('mandateDates');
  for (const name of names) expect(text).toContain(`\`${name}\``);
});

test('docs/configuration.md has every field of policy.json', () => {
  const text = textOf('docs/configuration.md');
  const names = fieldNames(policyJsonSchema());
  expect(names).toContain('lockMinutes');
  for (const name of names) expect(text).toContain(`\`${name}\``);
});

/** The names of all fields of a JSON Schema, at any depth. */
function fieldNames(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties = {} } = schema as { readonly properties?: object };
  const own = Object.keys(properties).filter(name => name !== '$schema');
  return [...own, ...Object.values(schema).flatMap(fieldNames)];
}

test('the documents and the help name the period of the duplicate rule', () => {
  expect(textOf('docs/call.md')).toContain(`counts for ${SIMILAR_DAYS} days`);
  expect(textOf('docs/journal.md')).toMatch(new RegExp(`warns\\s+for ${SIMILAR_DAYS} days`));
  expect(helpText(CALL)).toContain(`for ${SIMILAR_DAYS} days`);
});
