// Code loaded when needed. An update removes a running program's files, so a console soon loads all of it.

export class CodeIsGone extends Error {}

type Load = () => Promise<unknown>;

const known = new Set<Load>();

/** Loads once. Rejects with `CodeIsGone` if an update removed the file. */
export function later<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const once = (): Promise<Module> => {
    loading ??= load()
      .then(whole)
      .catch((error: unknown) => {
        loading = undefined;
        throw isCodeGone(error) || isHalfWord(error)
          ? new CodeIsGone('code is gone', { cause: error })
          : error;
      });
    return loading;
  };
  known.add(once);
  return once;
}

/** The first half of a module may be valid code, but the exports are at its end. */
function whole<Module>(module: Module): Module {
  if (Object.keys(Object(module)).length === 0) throw new CodeIsGone('code is half written');
  return module;
}

/** The end of the first half may be a part of a word. */
const isHalfWord = (error: unknown): boolean => error instanceof ReferenceError;

/** Also what the loaded modules add. */
export async function loadAll(pause: () => Promise<unknown>): Promise<void> {
  for (const load of known) {
    await pause();
    // The key that needs this module says that it is gone.
    await load().catch(() => {});
  }
}

/** Removed, or only half written, as during an update. */
export function isCodeGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CodeIsGone) return true;
  if (error instanceof SyntaxError) return READING_A_MODULE.test(error.stack ?? '');
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && path?.endsWith('.mjs') === true);
}

/** Node's functions that parse a module. The text for `JSON.parse` is no module. */
const READING_A_MODULE =
  /^\s+at (?:async )?(?:compileSourceTextModule|#asyncInstantiate|ModuleJob\._?instantiate) /m;
