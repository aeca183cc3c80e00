// Rules of the source tree: each layer imports only lower layers, text reaches the screen one way, circles stay small.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectPart, table } from './docs/part.ts';
import { functionsOf, type Import, importsOf } from './harness/imports.ts';
import mutation from './mutation/vitest.config.ts';

interface Layer {
  readonly name: string;
  /** The folders and files of the layer. Each may import itself and the ones before it. Without parts: the folder `name`. */
  readonly parts?: readonly string[];
  /** The parts do not import each other, except the files that lie beside them. */
  readonly apart?: true;
  /** The layers, or single files of them, that this layer may import. */
  readonly from: readonly string[];
  /** The layers of which this layer may import types, and nothing else. */
  readonly types?: readonly string[];
  /** The layers that this layer may import only when needed, with `import()`. */
  readonly later?: readonly string[];
  readonly packages?: readonly string[];
}

/** From the API client a screen may import types, and the sentences for failures. */
const EXPLAIN = 'api/client/explain.ts';
/** The pure rules of the journal. Warnings use the rule for duplicates that the journal applies to a new write. */
const JOURNAL_RULES = ['journal/possible-duplicates.ts', 'journal/request-body.ts'];

/** Each layer may import only earlier layers, so layers can't form a cycle. */
const layers: readonly Layer[] = [
  // Independent of service, terminal and machine, so every layer may use it.
  {
    name: 'lib',
    parts: ['lib', 'keys'],
    from: [],
    packages: ['string-width', 'node:stream', 'node:string_decoder'],
  },
  {
    name: 'api',
    // What a record is needs no client.
    parts: ['api/contract', 'records', 'api/client'],
    from: ['lib'],
    packages: ['zod', 'undici', 'node:net'],
  },
  // Client and simulator both follow the API contract, and do not know each other.
  { name: 'sim', from: ['lib', 'api/contract'], packages: ['hono', '@hono/node-server', 'zod', 'node:'] },
  // The operating system: terminal, disk, keyring, clipboard, signals, config file.
  {
    name: 'system',
    // None of these files loads zod at the start.
    from: [
      'lib',
      'api/contract/base-url.ts',
      'api/contract/header-text.ts',
      'api/contract/dialect.ts',
      'api/contract/allowed-services.ts',
      'api/contract/http-proxy.ts',
      'api/contract/success-words.ts',
    ],
    packages: ['jsonc-parser', 'zod', 'node:', '@napi-rs/keyring'],
  },
  // The requested writes and their outcomes on the disk. Independent of network and screen.
  {
    name: 'journal',
    from: ['lib', 'api/contract', 'system/config-words.ts', 'system/make-folders.ts'],
    types: ['api/client', 'system'],
    later: ['system'],
    packages: ['node:', 'pg', 'pgpass'],
  },
  // One write, from its question to its outcome. It has no screen and no state, so that a server can send.
  {
    name: 'sending',
    from: ['lib', 'api/contract', 'records', EXPLAIN, 'api/client/outcome.ts', ...JOURNAL_RULES],
    types: ['api/client', 'journal'],
  },
  // Plain data. It may have the types of failures and exchanges, and calls nothing.
  {
    name: 'store',
    from: ['lib', 'api/contract', 'records', ...JOURNAL_RULES, 'sending'],
    types: ['api/client', 'journal'],
    packages: ['zustand/vanilla'],
  },
  // Reads, session and export, and how a record becomes text. They get their client as an argument, so tests can replace the client.
  {
    name: 'effects',
    parts: ['effects', 'format'],
    from: ['lib', 'api/contract', 'records', EXPLAIN, 'sending', 'store'],
    types: ['api/client', 'journal', 'system'],
    later: ['api/contract', 'sim'],
  },
  // What every write shares. No screen.
  {
    name: 'money',
    from: [
      'lib',
      'api/contract',
      'records',
      EXPLAIN,
      ...JOURNAL_RULES,
      'sending',
      'store',
      'effects',
      'format',
    ],
    types: ['api/client', 'journal'],
    later: ['api/contract', 'sending'],
  },
  // The parts of a screen, the painter, and the kinds of screen.
  {
    name: 'ui',
    parts: ['ui/kit', 'ui/paint', 'ui/screens'],
    from: [
      'lib',
      'api/contract',
      'records',
      EXPLAIN,
      ...JOURNAL_RULES,
      'sending',
      'store',
      'effects',
      'format',
      'money',
    ],
    types: ['api/client', 'journal'],
    packages: ['ink', 'ink-table', 'react', 'node:stream'],
  },
  // A folder for each thing that staff work with.
  {
    name: 'subjects',
    apart: true,
    from: [
      'lib',
      'api/contract',
      'records',
      EXPLAIN,
      ...JOURNAL_RULES,
      'sending',
      'store',
      'effects',
      'format',
      'money',
      'ui',
    ],
    types: ['api/client', 'journal'],
    packages: ['ink', 'react'],
  },
  // The frame around the screens, and the screens as lines for a screen reader.
  {
    name: 'shell',
    parts: ['ui/shell', 'ui/reader'],
    from: [
      'lib',
      'api/contract',
      'records',
      EXPLAIN,
      ...JOURNAL_RULES,
      'sending',
      'store',
      'effects',
      'format',
      'money',
      'ui',
      'subjects',
    ],
    types: ['api/client'],
    packages: ['ink', 'react', 'zustand'],
  },
  // Commands without a screen, with the same contract, client, journal and rules.
  {
    name: 'commands',
    from: ['lib', 'api', 'system', 'journal', 'sending', 'store', 'effects', 'format', 'money', 'subjects'],
    packages: ['zod', 'node:'],
  },
  // Wires a console and starts the process: the only place that knows everything.
  {
    name: 'start',
    parts: ['start', 'main.ts', 'bin.ts'],
    from: [
      'lib',
      'records',
      'system',
      'journal/open-journal.ts',
      'sending',
      'store',
      'effects',
      'money',
      'ui',
      'subjects',
      'shell',
    ],
    types: ['api/client'],
    // `purser quote` checks its line before the screen opens.
    later: ['api/client', 'sim', 'commands', 'system', 'subjects/fx/terms.ts'],
    packages: ['react', 'node:'],
  },
];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /\.tsx?$/.test(file))
  .toSorted();

const within = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);
const partsOf = ({ name, parts = [name] }: Layer): readonly string[] => parts;
const isIn = (file: string, layer: Layer): boolean => partsOf(layer).some(part => within(file, part));
const layerOf = (file: string): Layer | undefined => layers.find(layer => isIn(file, layer));
/** Whether `file` lies in `place`: a layer, a folder or a file. */
const lies = (file: string, place: string): boolean => {
  const layer = layers.find(({ name }) => name === place);
  return layer ? isIn(file, layer) : within(file, place);
};

/** Whether two files of one layer may know each other. */
function mayWithin(layer: Layer, file: string, to: string): boolean {
  if (layer.apart) return dirname(file) === layer.name || dirname(file) === dirname(to);
  const parts = partsOf(layer);
  return parts.findIndex(part => within(to, part)) <= parts.findIndex(part => within(file, part));
}

/** The parts of a screen and the painter know no payments. */
const PLAIN = { files: ['ui/kit', 'ui/paint'], know: ['lib', 'format/entry.ts', 'ui/kit', 'ui/paint'] };

/** Why an import is not allowed, or undefined. */
function fault({ file, to, inside, kind }: Import): string | undefined {
  const layer = layerOf(file);
  if (!layer) return `${file} is in no layer`;
  const said = `${file} imports ${kind === 'value' ? '' : `(${kind}) `}${to}`;
  if (!inside) {
    const may = (layer.packages ?? []).some(name =>
      name === 'node:' ? to.startsWith(name) : within(to, name),
    );
    return may ? undefined : `${said}: ${layer.name} uses no such package`;
  }
  if (!files.includes(to)) return `${said}: the file does not exist`;
  const isPlain = PLAIN.files.some(folder => within(file, folder));
  if (isPlain && !PLAIN.know.some(place => within(to, place))) return `${said}: it knows no payments`;
  const { from, types = [], later = [] } = layer;
  const may = kind === 'later' ? later : kind === 'type' ? [...from, ...types] : from;
  const allowed = isIn(to, layer) ? mayWithin(layer, file, to) : may.some(place => lies(to, place));
  return allowed ? undefined : said;
}

const imports = files.flatMap(file => importsOf(file));

describe('the table', () => {
  it('names only existing layers, and lets each layer import only earlier layers', () => {
    layers.forEach(({ name, from, types = [], later = [], ...layer }, at) => {
      const before = layers.slice(0, at);
      for (const one of [...from, ...types]) {
        expect(
          before.some(earlier => earlier.name === one || lies(one, earlier.name)),
          `${name} may not know ${one}`,
        ).toBe(true);
      }
      for (const one of [...from, ...types, ...later, ...partsOf({ ...layer, name, from })])
        expect(
          files.some(file => lies(file, one)),
          `${one} does not exist`,
        ).toBe(true);
    });
  });

  it('has at most 14 layers', () => {
    expect(layers.length).toBeLessThanOrEqual(14);
  });

  it.each([
    ['store/x.ts', "import { createClient } from '../api/client/client.ts';"],
    ['store/x.ts', "export * from '../api/client/explain.ts';"],
    ['store/x.ts', "export const late = () => import('../lib/time.ts');"],
    ['lib/x.ts', "import type { State } from '../store/state.ts';"],
    ['lib/x.ts', "export type X = import('../store/state.ts').State;"],
    ['ui/kit/x.tsx', "import type { App } from '../../money/app.ts';"],
    ['subjects/accounts/x.ts', "import { loginBindings } from '../login/login.tsx';"],
    ['effects/x.ts', "import { startSimulator } from '../sim/simulator.ts';"],
    ['start/run-console.ts', "import { startSimulator } from '../sim/simulator.ts';"],
    ['keys/x.ts', "import { Text } from 'ink';"],
    ['effects/x.ts', "import { readFileSync } from 'node:fs';"],
    ['ui/screens/x.ts', "import { createClient } from '../../api/client/client.ts';"],
    ['lib/x.ts', "import '../nowhere.ts';"],
    ['new-folder/x.ts', "import '../lib/time.ts';"],
  ])('does not let %s contain %s', (file, text) => {
    expect(importsOf(file, text).map(fault)).toEqual([expect.any(String)]);
  });

  it('accepts an import of types from a client that the layer must not call', () => {
    expect(
      importsOf('store/x.ts', "import type { Token } from '../api/client/call-context.ts';").map(fault),
    ).toEqual([undefined]);
  });
});

describe('the source', () => {
  it('imports only what the table allows', () => {
    expect(imports.map(fault).filter(Boolean)).toEqual([]);
  });

  it('has no circle of more than 10 files, types included', () => {
    const edges = Map.groupBy(
      imports.filter(one => one.inside && one.kind !== 'later'),
      one => one.file,
    );
    const reached = (from: string): ReadonlySet<string> => {
      const seen = new Set<string>();
      const open = [from];
      for (let file = open.pop(); file !== undefined; file = open.pop())
        for (const { to } of edges.get(file) ?? [])
          if (!seen.has(to)) {
            seen.add(to);
            open.push(to);
          }
      return seen;
    };
    const from = new Map(files.map(file => [file, reached(file)]));
    const circles = files.map(file =>
      files.filter(one => from.get(file)?.has(one) && from.get(one)?.has(file)),
    );
    expect(circles.filter(circle => circle.length > 10)).toEqual([]);
  });

  // Types do not exist at run time, and between layers the table excludes even cycles of types.
  it('has no import cycle at run time', () => {
    const known = Map.groupBy(
      imports.filter(one => one.inside && one.kind !== 'type'),
      one => one.file,
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file) || way.includes(file)) return;
      for (const { to } of known.get(file) ?? []) visit(to, [...way, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('draws text only with ui/kit, which makes hostile text safe', () => {
    const drawing = ['Text', 'Transform', 'Static', 'Newline', 'default', 'NamespaceObject', 'Default'];
    const others = imports.filter(
      ({ file, to, kind, names }) =>
        to === 'ink' &&
        kind === 'value' &&
        !within(file, 'ui/kit') &&
        names.some(name => drawing.includes(name)),
    );
    expect(others.map(({ file, names }) => `${file}: ${names.join(', ')}`)).toEqual([]);
  });

  it('loads no screen for a sub-command', () => {
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const { to, inside, kind } of imports.filter(one => one.file === file))
        if (kind !== 'type') inside ? load(to) : loaded.add(to);
    };
    for (const file of files) if (within(file, 'commands')) load(file);
    expect(loaded).toContain('subjects/payouts/payout-cancel.ts');
    const screens = [...loaded].filter(name => /^(?:ui\/|ink|react)/.test(name));
    expect(screens).toEqual([]);
  });

  it("uses each database only in its own folder, below the journal's port", () => {
    const folders = ['journal/sqlite', 'journal/postgres'];
    const drivers = ['node:sqlite', 'pg'];
    const opens = ['journal/open-journal.ts', 'commands', 'journal/team'];
    const others = folders.flatMap((folder, at) =>
      imports.filter(
        ({ file, to }) =>
          (to === drivers[at] && !within(file, folder)) ||
          (within(to, folder) && ![folder, ...opens].some(one => within(file, one))),
      ),
    );
    expect(others.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
    const sql = /\b(?:SELECT|DELETE) .* FROM |\bINSERT INTO |\bPRAGMA /;
    const texts = files.filter(
      file => !folders.some(folder => within(file, folder)) && sql.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(texts).toEqual([]);
  });

  it('imports by full file names', () => {
    expect(imports.filter(({ to, inside }) => inside && !/\.tsx?$/.test(to))).toEqual([]);
  });
});

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

describe('a file', () => {
  const texts = files.map(file => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

  // Warnings, because a file ends where its idea ends.
  it('has warnings if it is longer than 500 lines, or a function longer than 120', () => {
    const long = texts.flatMap(({ file, text }) => [
      ...(linesOf(text) > 500 ? [`${file}: ${linesOf(text)} lines`] : []),
      ...functionsOf(file, text).flatMap(({ name, lines }) =>
        lines > 120 ? [`${file}: ${name} has ${lines} lines`] : [],
      ),
    ]);
    for (const one of long) process.stderr.write(`${one}; consider two\n`);
    expect(functionsOf('x.ts', 'const f = () => {\n};\nfunction g() {}')).toEqual([
      { name: 'f', lines: 2 },
      { name: 'g', lines: 1 },
    ]);
  });

  it('names only existing files of the project', () => {
    const named = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:src|test|docs)\/[\w/.-]+\.(?:tsx?|md)\b/g)].map(([path]) => ({ file, path })),
    );
    expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
  });

  it('contains no control character and no invisible character', () => {
    // Joiners are allowed, because emoji and words need them.
    const unseen = /[[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]--[\n\u200c\u200d]]/v;
    expect(texts.filter(({ text }) => unseen.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('starts with a comment that says what it is for', () => {
    const silent = texts.filter(({ text }) => !/^(?:#![^\n]*\n)?(?:\/\/ |\/\*\*[ \n])/.test(text));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });
});

/** The names, or the layer before that has most of them, and the others. */
function importsIn(from: readonly string[], before: readonly Layer[]): string {
  const base = before.findLast(each => each.from.length > 3 && each.from.every(one => from.includes(one)));
  const others = from.filter(one => !base?.from.includes(one));
  return [...(base ? [`as \`${base.name}\`;`] : []), ...others.map(one => `\`${one}\``)].join(' ');
}

function layerTable(): string {
  const code = (names: readonly string[]): string => names.map(one => `\`${one}\``).join(' ');
  const rows = layers.map(({ name, parts = [name], from, types = [], later = [], packages = [] }, nth) => [
    code([name]),
    code(parts),
    importsIn(from, layers.slice(0, nth)),
    ...[types, later, packages].map(code),
  ]);
  return table(['Layer', 'Files', 'May import', 'Types only', 'On demand', 'Packages'], rows);
}

it('docs/architecture.md has the current table of layers', () => {
  expectPart('docs/architecture.md', 'layers', layerTable());
});

describe('the mutation run', () => {
  /** The names that do not exist. `{a,b}` in a name stands for several names. */
  const absent = (names: readonly string[]): readonly string[] =>
    names
      .flatMap(name => {
        const [, folder = '', list, end = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
        return list === undefined ? [name] : list.split(',').map(each => `${folder}${each}${end}`);
      })
      .filter(file => !existsSync(file));

  it('names only existing files, because Stryker ignores other names without a report', () => {
    const { mutate } = JSON.parse(readFileSync('test/mutation/stryker.config.json', 'utf8')) as {
      mutate: string[];
    };
    expect(absent(mutate)).toEqual([]);
  });

  it('names only existing tests, because Vitest ignores other names without a report', () => {
    const names = mutation.test?.include ?? [];
    expect(names).not.toEqual([]);
    expect(absent(names)).toEqual([]);
  });
});

describe('a test', () => {
  const outsideE2e = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.startsWith('e2e/'))
    .map(file => ({ file, text: readFileSync(`test/${file}`, 'utf8') }));
  const withText = (pattern: RegExp) =>
    outsideE2e.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  // Test files share workers. The hook of a shared module would count only for the first file of its worker.
  it('outside test/e2e imports no shared module that registers before or after hooks', () => {
    const hooked = withText(/\b(?:before|after)(?:Each|All)\(/);
    expect(hooked).toContain('effects/lists.test.ts');
    expect(hooked.filter(file => !/\.test\.tsx?$/.test(file))).toEqual([]);
    // What these modules of test/e2e start, only the hook of that project checks: test/e2e/after-each.ts.
    expect(withText(/e2e\/(?:case|oracles|paying|purser)\.ts'/)).toEqual([]);
  });
});
