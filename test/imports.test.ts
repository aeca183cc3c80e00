// Rules of the source tree: each layer imports only lower layers, text reaches the screen one way, files stay short.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectPart, table } from './docs/part.ts';
import { type Import, importsOf } from './harness/imports.ts';
import mutation from './mutation/vitest.config.ts';

interface Layer {
  /** A folder or a file of src. A file belongs to the first layer in the list that contains it. */
  readonly name: string;
  /** The layers, or single files of them, that this layer may import. */
  readonly from: readonly string[];
  /** The layers of which this layer may import types, and nothing else. */
  readonly types?: readonly string[];
  /** The layers that this layer may import only when needed, with `import()`. */
  readonly later?: readonly string[];
  readonly packages?: readonly string[];
}

/** The pure rule for duplicates. Warnings use the rule that the journal applies to a new write. */
const DUPLICATES = 'journal/duplicates.ts';
/** Purser reads the content of a recorded request from its text alone. */
const REQUEST_BODY = 'journal/request-body.ts';

/** The imports of a screen. From the API client a screen may import types, and the sentences for failures. */
const SCREEN = [
  'lib',
  'api/contract',
  'api/client/explain.ts',
  DUPLICATES,
  REQUEST_BODY,
  'store',
  'effects',
  'keys',
  'ui/kit',
];

/** Each layer may import only earlier layers, so layers can't form a cycle. */
const layers: readonly Layer[] = [
  // Independent of service, terminal and machine, so every layer may use it.
  { name: 'lib', from: [], packages: ['lossless-json', 'string-width'] },
  { name: 'api/contract', from: ['lib'], packages: ['zod'] },
  // Client and simulator both follow the API contract, and do not know each other.
  { name: 'api/client', from: ['lib', 'api/contract'], packages: ['undici', 'zod', 'node:net'] },
  { name: 'sim', from: ['lib', 'api/contract'], packages: ['hono', '@hono/node-server', 'zod', 'node:'] },
  // The command line, the config file and the process. Addresses are checked with the contract's rule.
  {
    name: 'cli',
    from: [
      'lib',
      'api/contract/base-url.ts',
      'api/contract/header-text.ts',
      // The dialect switches and their values. The file imports only types, so it does not load zod at the start.
      'api/contract/dialect.ts',
    ],
    packages: ['jsonc-parser', 'zod', 'node:', '@napi-rs/keyring'],
  },
  // The requested writes and their outcomes on the disk. Independent of network and screen.
  {
    name: 'journal',
    from: ['lib', 'api/contract'],
    types: ['api/client'],
    packages: ['node:', 'pg', 'pgpass'],
  },
  // Plain data. It may have the types of failures and exchanges, and calls nothing.
  {
    name: 'store',
    from: ['lib', 'api/contract', DUPLICATES],
    types: ['api/client', 'journal'],
    packages: ['zustand/vanilla'],
  },
  // The only asynchronous layer. It gets its client as an argument, so tests can replace the client.
  {
    name: 'effects',
    from: ['lib', 'api/contract', 'api/client/explain.ts', DUPLICATES, 'store'],
    types: ['api/client', 'journal'],
    later: ['api/contract'],
  },
  // Bytes and key bindings. The caller decides what a binding acts on, so only lib is needed.
  { name: 'keys', from: ['lib'], packages: ['node:stream', 'node:string_decoder'] },
  // Independent of payments.
  { name: 'ui/kit', from: ['lib'], packages: ['ink', 'ink-table', 'react'] },
  // Between Ink's layout and the terminal.
  { name: 'ui/paint', from: ['lib', 'ui/kit'], packages: ['ink', 'react', 'node:stream'] },
  // The kinds of screen that the features use.
  { name: 'ui/screens', from: SCREEN, types: ['api/client', 'journal'], packages: ['ink', 'react'] },
  // What staff see of the service's records: their lines, names, statuses and order.
  {
    name: 'records',
    from: [...SCREEN, 'ui/screens'],
    types: ['api/client', 'journal'],
  },
  // One file for each kind of write, and the steps of a write from its dialog to its outcome.
  {
    name: 'writes',
    from: [...SCREEN, 'ui/screens', 'records'],
    types: ['api/client', 'journal'],
    later: ['api/contract', 'api/client/outcome.ts'],
  },
  // Features do not import each other. Code that two of them share is a kind of screen, or an effect.
  ...folders('features').map(name => ({
    name: `features/${name}`,
    from: [...SCREEN, 'ui/screens', 'records', 'writes'],
    types: ['api/client', 'journal'],
    packages: ['ink', 'react'],
  })),
  {
    name: 'ui/shell',
    from: [...SCREEN, 'ui/screens', 'records', ...folders('features').map(name => `features/${name}`)],
    types: ['api/client'],
    packages: ['ink', 'react', 'zustand'],
  },
  // The screens as lines, for a screen reader.
  {
    name: 'ui/reader',
    from: ['lib', 'store', 'effects', 'ui/kit', 'ui/screens', 'features/login', 'ui/shell'],
    packages: ['react'],
  },
  // Wires a console for the program and for tests. Everything that touches the machine or the network is an argument.
  { name: 'app/opening.ts', from: ['lib', 'store', 'ui/shell'] },
  {
    name: 'app/wire-app.ts',
    from: ['lib', 'store', 'effects', 'writes', 'ui/shell'],
    types: ['api/client', 'ui/screens'],
  },
  { name: 'app/watch-console.ts', from: ['effects', 'writes', 'ui/shell'] },
  {
    name: 'app/open-console.tsx',
    from: [
      'lib',
      'store',
      'effects',
      'keys',
      'ui/kit',
      'ui/paint',
      'ui/shell',
      'ui/reader',
      'app/opening.ts',
      'app/wire-app.ts',
      'app/watch-console.ts',
    ],
    packages: ['react'],
  },
  // The console on this machine. Client and simulator are loaded after the first frame.
  { name: 'app/demo.ts', from: ['lib', 'store', 'effects'], later: ['sim'] },
  // The journal of a team. It is loaded only if the profile has one.
  {
    name: 'app/start-team.ts',
    from: ['lib', 'journal', 'cli/config-words.ts'],
    types: ['cli'],
    later: ['cli'],
    packages: ['node:'],
  },
  {
    name: 'app/start-journal.ts',
    from: ['lib', 'effects'],
    types: ['app/start-team.ts'],
    later: ['journal', 'app/start-team.ts'],
    packages: ['node:path'],
  },
  { name: 'app/kept-keys.ts', from: ['lib'], types: ['cli'], later: ['cli'] },
  { name: 'app/views-file.ts', from: ['lib', 'cli', 'store'], types: ['effects'], packages: ['node:path'] },
  { name: 'app/starting.ts', from: ['lib', 'cli', 'store', 'effects'] },
  // Commands without a screen, with the same contract, client, journal and rules.
  {
    name: 'commands',
    from: [
      'lib',
      'cli',
      'api/contract',
      'api/client',
      'journal',
      'store',
      'effects',
      'app/demo.ts',
      'app/kept-keys.ts',
      'app/start-journal.ts',
      'app/start-team.ts',
      'app/starting.ts',
      // The definition of a write includes its question, so that the console and `purser call` ask the same.
      // No screen is imported.
      'ui/screens/cells.ts',
      'records',
      'writes',
    ],
    later: ['sim/command.ts'],
    packages: ['zod', 'node:'],
  },
  { name: 'app/console-life.ts', from: ['lib', 'cli'], types: ['app/open-console.tsx'] },
  {
    name: 'app/live-console.ts',
    from: [
      'lib',
      'cli',
      'ui/kit',
      'app/open-console.tsx',
      'app/opening.ts',
      'app/demo.ts',
      'app/kept-keys.ts',
      'app/starting.ts',
      'app/start-journal.ts',
      'app/views-file.ts',
    ],
    types: ['effects', 'store', 'app/console-life.ts'],
    later: ['api/client'],
  },
  // These files are loaded before the first paint. start.test.ts lists them.
  {
    name: 'app/first-paint.ts',
    from: [
      'lib',
      'store',
      'ui/kit/theme.ts',
      'ui/screens/layout.ts',
      'ui/shell/goto.ts',
      'ui/shell/header.ts',
      'ui/shell/tabs.ts',
    ],
  },
  {
    name: 'app/run-console.ts',
    from: [
      'lib',
      'cli',
      'store/store.ts',
      'app/starting.ts',
      'app/console-life.ts',
      'app/first-paint.ts',
      'ui/shell/terminal-size.ts',
    ],
    types: ['store'],
    later: ['app/live-console.ts'],
    packages: ['node:'],
  },
  {
    name: 'main.ts',
    from: ['lib', 'cli', 'store/places.ts', 'app/run-console.ts'],
    later: ['cli/usage.ts', 'commands', 'sim'],
    packages: ['node:'],
  },
  // Runs on any Node, to name the required version. Everything else is loaded later.
  {
    name: 'bin.ts',
    from: [
      'cli/node-version.ts',
      'cli/no-debugger.ts',
      'cli/folders.ts',
      'cli/forget-keys.ts',
      'cli/make-folders.ts',
    ],
    later: ['main.ts'],
    packages: ['node:module', 'node:fs'],
  },
];

function folders(path: string): string[] {
  return readdirSync(`src/${path}`, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name);
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /\.tsx?$/.test(file))
  .toSorted();

const within = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);
const layerOf = (file: string): Layer | undefined => layers.find(({ name }) => within(file, name));

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
  const may = [
    ...(kind === 'later' ? [] : layer.from),
    ...(kind === 'type' ? (layer.types ?? []) : []),
    ...(kind === 'later' ? (layer.later ?? []) : []),
  ];
  return within(to, layer.name) || may.some(name => within(to, name)) ? undefined : said;
}

const imports = files.flatMap(file => importsOf(file));

describe('the table', () => {
  it('names only existing layers, and lets each layer import only earlier layers', () => {
    layers.forEach(({ name, from, types = [], later = [] }, at) => {
      const before = layers.slice(0, at);
      for (const one of [...from, ...types, ...later]) {
        expect(
          before.some(layer => within(one, layer.name)),
          `${name} may not know ${one}`,
        ).toBe(true);
        expect(
          files.some(file => within(file, one)),
          `${one} does not exist`,
        ).toBe(true);
      }
      expect(
        files.some(file => within(file, name)),
        `${name} does not exist`,
      ).toBe(true);
    });
  });

  it.each([
    ['store/x.ts', "import { createClient } from '../api/client/client.ts';"],
    ['store/x.ts', "export * from '../api/client/explain.ts';"],
    ['store/x.ts', "export const late = () => import('../lib/time.ts');"],
    ['lib/x.ts', "import type { State } from '../store/state.ts';"],
    ['lib/x.ts', "export type X = import('../store/state.ts').State;"],
    ['ui/kit/x.tsx', "import type { App } from '../../effects/app.ts';"],
    ['features/accounts/x.ts', "import { loginBindings } from '../login/login.tsx';"],
    ['effects/x.ts', "import { startSimulator } from '../sim/simulator.ts';"],
    ['app/run-console.ts', "import { startSimulator } from '../sim/simulator.ts';"],
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
      importsOf('store/x.ts', "import type { Token } from '../api/client/service.ts';").map(fault),
    ).toEqual([undefined]);
  });
});

describe('the source', () => {
  it('imports only what the table allows', () => {
    expect(imports.map(fault).filter(Boolean)).toEqual([]);
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

  it("uses each database only in its own folder, below the journal's port", () => {
    const folders = ['journal/sqlite', 'journal/postgres'];
    const drivers = ['node:sqlite', 'pg'];
    const opens = ['app/start-journal.ts', 'app/start-team.ts', 'commands', 'journal/team'];
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

describe('a file', () => {
  const texts = files.map(file => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

  it('is short enough to read: a warning over 250 lines, a failure over 400', () => {
    const lengths = texts.map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }));
    const long = lengths.filter(({ lines }) => lines > 250);
    for (const { file, lines } of long) process.stderr.write(`${file}: ${lines} lines; consider two files\n`);
    expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
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

/** One row for each layer. The features have one common row, because their rules are the same. */
function layerTable(): string {
  const rows = layers.map(({ name, from, types = [], later = [], packages = [] }) =>
    [[name], from, types, later, packages].map(names => names.map(featureless)),
  );
  const cells = rows.map(row => row.map(names => [...new Set(names)].map(one => `\`${one}\``).join(' ')));
  return table(
    ['Layer', 'May import', 'Types only', 'On demand', 'Packages'],
    cells.filter(([name], at) => name !== cells[at - 1]?.[0]),
  );
}

const featureless = (name: string): string => name.replace(/^features\/.*/, 'features/*');

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
    // These modules of test/e2e import test/e2e/case.ts, which has such a hook.
    expect(withText(/e2e\/(?:case|oracles|paying|purser)\.ts'/)).toEqual([]);
  });
});
