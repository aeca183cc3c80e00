// What the source tree keeps to: arrows that point one way, text that reaches the screen by one door, files one can read.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holdsPart, table } from './docs/part.ts';
import { type Import, importsOf } from './harness/imports.ts';

interface Layer {
  /** A folder or a file of src; the first in the list that holds a file is its layer. */
  readonly name: string;
  /** What it may import: layers, or single files of them. */
  readonly from: readonly string[];
  /** What it may know the types of, and no more. */
  readonly types?: readonly string[];
  /** What it may import only when the program needs it, by `import()`. */
  readonly later?: readonly string[];
  readonly packages?: readonly string[];
}

/** The rule for duplicates is one, and pure: whoever warns of them asks what the journal asks before it records. */
const DUPLICATES = 'journal/duplicates.ts';
/** What a recorded request says is read from its text alone. */
const REQUEST_BODY = 'journal/request-body.ts';

/** Everything that a screen is made of; what it may know of the client is its types, and failures as sentences. */
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

/** Each layer knows only those before it: that alone makes a cycle of layers impossible. */
const layers: readonly Layer[] = [
  // Knows nothing of the service, the terminal or the machine: anything may stand on it.
  { name: 'lib', from: [], packages: ['lossless-json', 'string-width'] },
  { name: 'api/contract', from: ['lib'], packages: ['zod'] },
  // Both ends of the wire know the contract, and neither the other: they agree because the contract says so.
  { name: 'api/client', from: ['lib', 'api/contract'], packages: ['undici', 'zod', 'node:net'] },
  { name: 'sim', from: ['lib', 'api/contract'], packages: ['hono', '@hono/node-server', 'zod', 'node:'] },
  // The command line, the config file, the process: an address is judged by the contract, as everywhere.
  {
    name: 'cli',
    from: [
      'lib',
      'api/contract/base-url.ts',
      'api/contract/header-text.ts',
      // The switches and their values: it imports types only, so that no zod comes with the start.
      'api/contract/dialect.ts',
    ],
    packages: ['jsonc-parser', 'zod', 'node:', '@napi-rs/keyring'],
  },
  // What was meant and what became of it, on the disk; it knows neither the wire nor the screen.
  { name: 'journal', from: ['lib', 'api/contract'], types: ['api/client'], packages: ['node:', 'pg'] },
  // Plain data: it may say what a failure or an exchange is, and calls nobody.
  {
    name: 'store',
    from: ['lib', 'api/contract', DUPLICATES],
    types: ['api/client', 'journal'],
    packages: ['zustand/vanilla'],
  },
  // The only async. It is given its client, so that a test can give it another.
  {
    name: 'effects',
    from: ['lib', 'api/contract', 'api/client/explain.ts', DUPLICATES, 'store'],
    types: ['api/client', 'journal'],
    later: ['api/contract'],
  },
  // Bytes and bindings: what a binding acts on is its caller's to say, so it needs to know of nothing above lib.
  { name: 'keys', from: ['lib'], packages: ['node:stream', 'node:string_decoder'] },
  // Knows nothing of payments.
  { name: 'ui/kit', from: ['lib'], packages: ['ink', 'ink-table', 'react'] },
  // Between Ink's layout and the terminal.
  { name: 'ui/paint', from: ['lib', 'ui/kit'], packages: ['ink', 'react', 'node:stream'] },
  // The kinds of screen that features declare theirs with.
  { name: 'ui/screens', from: SCREEN, types: ['api/client', 'journal'], packages: ['ink', 'react'] },
  // What staff read of the service's records: their lines, names, statuses and order.
  {
    name: 'records',
    from: [...SCREEN, 'ui/screens'],
    types: ['api/client', 'journal'],
  },
  // All that is true of one write, in one file each; the life of a write, from its question to its end.
  {
    name: 'writes',
    from: [...SCREEN, 'ui/screens', 'records'],
    types: ['api/client', 'journal'],
    later: ['api/contract', 'api/client/outcome.ts'],
  },
  // One folder each, which never know each other: what two of them need is a kind of screen, or an effect.
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
  // The same as lines, for a screen reader.
  {
    name: 'ui/reader',
    from: ['lib', 'store', 'effects', 'ui/kit', 'ui/screens', 'features/login', 'ui/shell'],
    packages: ['react'],
  },
  // Wires one console, for the program and for the tests alike: what touches the machine or the network is given to it.
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
  // The console on this machine. The client and the simulator are loaded once the first frame is on the screen.
  { name: 'app/demo.ts', from: ['lib', 'store', 'effects'], later: ['sim'] },
  // The journal of a team: loaded where a profile has one.
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
  { name: 'app/kept-keys.ts', from: [], types: ['cli'], later: ['cli'] },
  { name: 'app/views-file.ts', from: ['lib', 'cli', 'store'], types: ['effects'], packages: ['node:path'] },
  { name: 'app/starting.ts', from: ['lib', 'cli', 'store', 'effects'] },
  // One operation, a profile, the journal, without the screen: by the same contract, client, journal and rules.
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
      // A write's definition has its question, so that both ways of writing ask the same. No screen is among them.
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
  // Whatever is here is loaded before the first paint: start.test.ts has the list of it.
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
  // Runs on any Node, to say which one is needed: everything else comes after that.
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

/** Why an import may not be, or undefined. */
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
  if (!files.includes(to)) return `${said}: there is no such file`;
  const may = [
    ...(kind === 'later' ? [] : layer.from),
    ...(kind === 'type' ? (layer.types ?? []) : []),
    ...(kind === 'later' ? (layer.later ?? []) : []),
  ];
  return within(to, layer.name) || may.some(name => within(to, name)) ? undefined : said;
}

const imports = files.flatMap(file => importsOf(file));

describe('the table', () => {
  it('names only existing layers, and lets each layer know only earlier ones', () => {
    layers.forEach(({ name, from, types = [], later = [] }, at) => {
      const before = layers.slice(0, at);
      for (const one of [...from, ...types, ...later]) {
        expect(
          before.some(layer => within(one, layer.name)),
          `${name} may not know ${one}`,
        ).toBe(true);
        expect(
          files.some(file => within(file, one)),
          `${one} is not there`,
        ).toBe(true);
      }
      expect(
        files.some(file => within(file, name)),
        `${name} is not there`,
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
  ])('doesn’t let %s say %s', (file, text) => {
    expect(importsOf(file, text).map(fault)).toEqual([expect.any(String)]);
  });

  it('finds types through a client that a layer may not call', () => {
    expect(
      importsOf('store/x.ts', "import type { Token } from '../api/client/service.ts';").map(fault),
    ).toEqual([undefined]);
  });
});

describe('the source', () => {
  it('imports along the arrows only', () => {
    expect(imports.map(fault).filter(Boolean)).toEqual([]);
  });

  // Types are gone when the program runs; across layers the table forbids even their circles.
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

  it('writes to the screen by ui/kit alone, which makes hostile text safe', () => {
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

  it("keeps every database in its own folder, unknown above the journal's port", () => {
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

  it('is short enough to read: over 250 lines warn, over 400 fail', () => {
    const lengths = texts.map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }));
    const long = lengths.filter(({ lines }) => lines > 250);
    for (const { file, lines } of long) process.stderr.write(`${file}: ${lines} lines; consider two files\n`);
    expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  it('contains no control character, and no invisible one', () => {
    // Joiners are seen in what they join: emoji and words.
    const unseen = /[[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]--[\n\u200c\u200d]]/v;
    expect(texts.filter(({ text }) => unseen.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('starts with what it is for', () => {
    const silent = texts.filter(({ text }) => !/^(?:#![^\n]*\n)?(?:\/\/ |\/\*\*[ \n])/.test(text));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });
});

/** One row for each layer; the features, which are all alike, have one together. */
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
  holdsPart('docs/architecture.md', 'layers', layerTable());
});
