// Code that Purser loads when it needs it. An update removes the files of a running program, so a console loads all of
// this code soon after its start.

/** Why code can't be loaded: an update of Purser has removed its file. */
export class CodeIsGone extends Error {}

type Load = () => Promise<unknown>;

const known = new Set<Load>();

/** Makes a function that loads a module once. It rejects with `CodeIsGone` if the module's file was removed. */
export function later<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const once = (): Promise<Module> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw isCodeGone(error) ? new CodeIsGone('code is gone', { cause: error }) : error;
    });
    return loading;
  };
  known.add(once);
  return once;
}

/** Loads everything that `later` knows, also what the loaded modules add. Waits for `pause` before each module. */
export async function loadAll(pause: () => Promise<unknown>): Promise<void> {
  for (const load of known) {
    await pause();
    // The key that needs this module says that the module is gone.
    await load().catch(() => {});
  }
}

/** Whether the error means that a file of the program was removed or is only half written, as during an update. */
export function isCodeGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CodeIsGone) return true;
  if (error instanceof SyntaxError) return READING_A_MODULE.test(error.stack ?? '');
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && path?.endsWith('.mjs') === true);
}

/** Node's functions that parse a module and connect its exports. The text for `JSON.parse` is no module. */
const READING_A_MODULE =
  /^\s+at (?:async )?(?:compileSourceTextModule|#asyncInstantiate|ModuleJob\._?instantiate) /m;
