// Reads a path that the user typed. `~` is the home folder; a relative path starts in the working folder.
import path from 'node:path';

export interface TypedFrom {
  /** The folder that `~` means. Undefined if there is none. */
  readonly home: string | undefined;
  readonly workingFolder: string;
}

export const typedPath = (typed: string, { home, workingFolder }: TypedFrom): string =>
  home !== undefined && /^~(?=[/\\]|$)/.test(typed)
    ? path.join(home, typed.slice(1))
    : path.resolve(workingFolder, typed);
