// Which modules of the bundle come together in one file. Each file that a start reads takes half a millisecond.

import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const PROGRAM = 'src/bin.ts';
/** Loads, with what the program's first file imports, all that comes before the first paint. */
const START = 'src/main.ts';
const CONSOLE = 'src/start/live-console.ts';

/** A module that imports a large package is not shared: only what needs the package loads it. */
const LARGE = /node_modules\/(?:ink|react|undici|zod|hono|jsonc-parser)\//;

/** A command that needs fewer of the shared modules than this does not load them all. */
const FEW = 10;

interface Shared {
  /** Modules that are loaded before any other `import()` runs. */
  readonly start: readonly string[];
  /** Modules that the console shares with something else. */
  readonly modules: readonly string[];
  /** The modules behind an `import()` that load them all. */
  readonly targets: ReadonlySet<string>;
}

/** Reads from a build without chunks of our own what the console shares with the commands. */
export function sharedByConsole({ inputs }: Metafile): Shared {
  const imports = (file: string) => inputs[file]?.imports ?? [];
  const loadedWith = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
    if (loaded.has(file)) return loaded;
    loaded.add(file);
    for (const { path, kind, external } of imports(file))
      if (kind !== 'dynamic-import' && !external) loadedWith(path, loaded);
    return loaded;
  };
  const later = new Set(
    Object.keys(inputs).flatMap(file =>
      imports(file).flatMap(({ path, kind }) =>
        kind === 'dynamic-import' && path.startsWith('src/') && path !== START ? [path] : [],
      ),
    ),
  );
  const before = loadedWith(START);
  const others = [...later].filter(target => target !== CONSOLE).map(target => loadedWith(target));
  const modules = [...loadedWith(CONSOLE)].filter(
    file =>
      file.startsWith('src/') &&
      !before.has(file) &&
      others.some(loaded => loaded.has(file)) &&
      ![...loadedWith(file)].some(loaded => LARGE.test(loaded)),
  );
  const needed = (target: string) => modules.filter(file => loadedWith(target).has(file)).length;
  const targets = [...later].filter(
    target => !/^src\/(?:cli|commands|sim)\//.test(target) || needed(target) >= FEW,
  );
  const first = imports(PROGRAM).filter(({ kind, external }) => kind === 'import-statement' && !external);
  return { start: [START, ...first.map(({ path }) => path)], modules, targets: new Set(targets) };
}

const RESOLVED = Symbol('resolved');

/**
 * esbuild makes one file for the modules that the same `import()`s share. So every `import()` also imports the modules that
 * are loaded before it anyway: then all of them share these, and they come in one file.
 */
export function fewFiles({ start, modules, targets }: Shared): Plugin {
  const root = import.meta.dirname;
  const importing = (file: string): string => `import ${JSON.stringify(join(root, file))};`;
  return {
    name: 'few-files',
    setup(on) {
      on.onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === RESOLVED) return undefined;
        const real = await on.resolve(path, { kind, importer, resolveDir, pluginData: RESOLVED });
        const ours = real.errors.length === 0 && real.path.startsWith(join(root, 'src'));
        const file = real.path.slice(root.length + 1).replaceAll('\\', '/');
        return ours ? { path: file, namespace: 'later' } : real;
      });
      on.onLoad({ filter: /.*/, namespace: 'later' }, ({ path: file }) => {
        const first = [...start, ...(targets.has(file) ? modules : [])].map(importing);
        const contents = [...first, `export * from ${JSON.stringify(join(root, file))};`].join('\n');
        return { contents, resolveDir: root };
      });
    },
  };
}
