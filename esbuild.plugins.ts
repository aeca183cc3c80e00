// What the bundle changes in its packages: parts that Purser never uses are left out, and work at the start is put off.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** The text with `from` replaced; an update of the package that lacks `from` ends the build. */
function replaced(file: string, text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} does not contain ${from} any more.`);
  return changed;
}

/** Ink asks for React's devtools only where DEV is true; they are not in the bundle. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup(on) {
    on.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'empty' }));
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

const LIB = join(import.meta.dirname, 'src', 'lib');

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

export const plugins: Plugin[] = [withoutDevtools, yogaWithoutFetch, leanUndici, lateSegmenters, asciiFiles];
