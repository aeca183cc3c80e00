// A path as a person types it: `~` is the home folder, other paths start in the working folder.
import path from 'node:path';

export interface TypedFrom {
  /** `~`, if there is one. */
  readonly home: string | undefined;
  readonly workingFolder: string;
}

export const typedPath = (typed: string, { home, workingFolder }: TypedFrom): string =>
  home !== undefined && /^~(?=[/\\]|$)/.test(typed)
    ? path.join(home, typed.slice(1))
    : path.resolve(workingFolder, typed);
