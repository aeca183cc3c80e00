// Changes of the bundle: packages lose the parts that Purser never uses, and modules that load together come in one file.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** The text with `from` replaced; an update of the package that lacks `from` ends the build. */
function replaced(file: string, text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} does not contain ${from} any more.`);
  return changed;
}

/**
 * Ink asks for React's devtools only where DEV is true. pg would load machine code from a folder of the user if a variable
 * asks for it.
 */
const leftOut: Plugin = {
  name: 'left-out',
  setup(on) {
    on.onResolve({ filter: /^(?:react-devtools-core|pg-native|pg-cloudflare)$/ }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    on.onLoad({ filter: /[\\/]pg[\\/]lib[\\/]index\.js$/ }, ({ path }) => ({
      contents: replaced(path, readFileSync(path, 'utf8'), 'process.env.NODE_PG_FORCE_NATIVE', 'false'),
    }));
    on.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default undefined' }));
  },
};

const WASM = /(data:application\/octet-stream;base64,)([A-Za-z0-9+/=]+)/;
const YOGA_CODE = '../binaries/yoga-wasm-base64-esm.js';

/** Yoga's own loader fetches its code from a data address, and for that Node loads all of its fetch: 30 ms. */
const yogaWithoutFetch: Plugin = {
  name: 'yoga-without-fetch',
  setup(on) {
    on.onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
      contents: replaced(
        path,
        `import wasmBinary from 'yoga-code';\n${readFileSync(path, 'utf8')}`,
        'loadYoga()',
        'loadYoga({ wasmBinary })',
      ),
    }));
    on.onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: replaced(path, readFileSync(path, 'utf8'), WASM, '$1'),
    }));
    on.onResolve({ filter: /^yoga-code$/ }, async ({ importer, resolveDir }) => {
      const { path } = await on.resolve(YOGA_CODE, { kind: 'import-statement', importer, resolveDir });
      return { path: 'yoga-code', namespace: 'yoga-code', pluginData: path };
    });
    on.onLoad({ filter: /.*/, namespace: 'yoga-code' }, ({ pluginData: path }) => {
      const [, , code = ''] = WASM.exec(readFileSync(path, 'utf8')) ?? [];
      if (code === '') throw new Error(`${path} does not contain Yoga's code any more.`);
      return { contents: Buffer.from(code, 'base64'), loader: 'binary' };
    });
  },
};

/** Purser speaks HTTP/1 and sends text: undici's HTTP/2 and the bodies of its fetch are left out. */
const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(on) {
    on.onLoad(
      { filter: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/ },
      () => ({ contents: 'module.exports = {};' }),
    );
  },
};

const LIB = join(ROOT, 'src', 'lib');

const from = (file: string, name: string): string =>
  `import { ${name} } from ${JSON.stringify(join(LIB, file))};\n`;

/** The packages that make a segmenter when they are loaded. */
const SEGMENTING =
  /[\\/](?:string-width[\\/]index|wrap-ansi[\\/]index|slice-ansi[\\/]tokenize-ansi|@alcalzone[\\/]ansi-tokenize[\\/]build[\\/]tokenize|ink[\\/]build[\\/]line-update)\.js$/;

/**
 * The first segmenter of a process takes 8 ms, and string-width's tables of emoji and letters take 15: both are made when a
 * text needs them. Nearly all text is made of characters of one cell each.
 */
const lateSegmenters: Plugin = {
  name: 'late-segmenters',
  setup(on) {
    on.onLoad({ filter: SEGMENTING }, ({ path }) => {
      const late = replaced(path, readFileSync(path, 'utf8'), 'new Intl.Segmenter(', 'new LazySegmenter(');
      const text = from('lazy.ts', 'LazySegmenter') + late;
      if (!/string-width/.test(path)) return { contents: text };
      const quick = replaced(path, text, '/^[\\u0020-\\u007E]*$/.test(', 'ONE_CELL_EACH.test(');
      const used = replaced(path, quick, /(?<!const )\b\w+Regex\b/g, '$&()');
      const tables = replaced(path, used, /^const (\w+Regex) = (.+);$/gm, 'const $1 = lazy(() => $2);');
      return { contents: from('lazy.ts', 'lazy') + from('one-cell-each.ts', 'ONE_CELL_EACH') + tables };
    });
  },
};

/**
 * V8 keeps a file with one sign that is not Latin in two bytes for each character: 8 MiB of a console. esbuild leaves
 * such signs in templates, because a tag may read them as they are written; none of ours does.
 */
const asciiFiles: Plugin = {
  name: 'ascii-files',
  setup(on) {
    on.initialOptions.metafile = true;
    on.onEnd(({ metafile }) => {
      if (on.initialOptions.write === false) return;
      for (const file of Object.keys(metafile?.outputs ?? {})) {
        const text = readFileSync(file, 'utf8');
        if (/String\.raw`[^`]*[^\0-\x7f]/.test(text))
          throw new Error(`${file} has a raw template that is not ASCII.`);
        writeFileSync(
          file,
          text.replace(/[^\0-\x7f]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
        );
      }
    });
  },
};

const OWN_IMPORT = /(?<=[;\n])import(?:\{[^}]*\}from)?"\.\/([\w-]+\.mjs)";/g;

/**
 * esbuild lets each file import every file that must run before it, and Node looks up each of these names.
 * An import without members does nothing if an import before it already leads there.
 */
export function withFewerImports(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const importsOf = (name: string) =>
    Array.from((files.get(name) ?? '').matchAll(OWN_IMPORT), ([, imported = '']) => imported);
  const reach = (name: string, reached: Set<string>): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const imported of importsOf(name)) reach(imported, reached);
  };
  const pruned = (text: string): string => {
    const reached = new Set<string>();
    return text.replace(OWN_IMPORT, (statement, imported: string) => {
      if (reached.has(imported) && statement.startsWith('import"')) return '';
      reach(imported, reached);
      return statement;
    });
  };
  return new Map(Array.from(files, ([name, text]) => [name, pruned(text)]));
}

const fewImports: Plugin = {
  name: 'few-imports',
  setup(on) {
    on.initialOptions.metafile = true;
    on.onEnd(({ metafile }) => {
      if (on.initialOptions.write === false) return;
      const files = Object.keys(metafile?.outputs ?? {});
      const texts = new Map(files.map(file => [basename(file), readFileSync(file, 'utf8')]));
      const fewer = withFewerImports(texts);
      for (const file of files) writeFileSync(file, fewer.get(basename(file)) ?? '');
    });
  },
};

export const plugins: Plugin[] = [
  ...[leftOut, yogaWithoutFetch, leanUndici, lateSegmenters, asciiFiles, fewImports],
];

/** The program's first file has its own copy of the few lines that it needs, because each file takes half a millisecond. */
export const mainApart: Plugin = {
  name: 'main-apart',
  setup(on) {
    on.onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: './main.mjs', external: true }));
  },
};

/** Loads all that comes before the first paint. */
const START = 'src/main.ts';
const CONSOLE = 'src/start/live-console.ts';

/** A module that imports a large package is not shared: only what needs the package loads it. */
const LARGE = /node_modules\/(?:ink|react|undici|zod|hono|jsonc-parser)\//;

/** A command that needs fewer of the shared modules than this does not load them all. */
const FEW = 10;

interface Shared {
  /** Modules that the console shares with something else. */
  readonly modules: readonly string[];
  /** The modules behind an `import()` that load them all. */
  readonly targets: ReadonlySet<string>;
}

/** What the console shares with the commands, read from a build without `fewFiles`. */
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
        kind === 'dynamic-import' && path.startsWith('src/') ? [path] : [],
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
    target => !/^src\/(?:system|commands|sim)\//.test(target) || needed(target) >= FEW,
  );
  return { modules, targets: new Set(targets) };
}

const RESOLVED = Symbol('resolved');

/**
 * esbuild makes one file for the modules that the same `import()`s share. So every `import()` also imports the modules that
 * are loaded before it anyway: then all of them share these, and they come in one file.
 */
export function fewFiles({ modules, targets }: Shared): Plugin {
  const importing = (file: string): string => `import ${JSON.stringify(join(ROOT, file))};`;
  return {
    name: 'few-files',
    setup(on) {
      on.onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === RESOLVED) return undefined;
        const real = await on.resolve(path, { kind, importer, resolveDir, pluginData: RESOLVED });
        const ours = real.errors.length === 0 && real.path.startsWith(join(ROOT, 'src'));
        const file = real.path.slice(ROOT.length + 1).replaceAll('\\', '/');
        return ours ? { path: file, namespace: 'later' } : real;
      });
      on.onLoad({ filter: /.*/, namespace: 'later' }, ({ path: file }) => {
        const first = [START, ...(targets.has(file) ? modules : [])].map(importing);
        const contents = [...first, `export * from ${JSON.stringify(join(ROOT, file))};`].join('\n');
        return { contents, resolveDir: ROOT };
      });
    },
  };
}
