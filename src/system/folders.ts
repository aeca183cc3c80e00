// Finds the folders of the console's own files: one for the configuration, one for the state.
import path from 'node:path';
import { withoutUndefined } from '../lib/without-undefined.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Folders {
  readonly config?: string;
  readonly state?: string;
  /** For a second head of the audit log: a restored state folder does not bring it back. */
  readonly heads?: string;
}

/**
 * Each is `PURSER_…_DIR`, otherwise `purser` in `XDG_…_HOME`, otherwise in `~/.config` or `~/.local/state`. A
 * relative XDG variable is ignored, as its specification says.
 */
export function findFolders(variables: Variables): Folders {
  const home = variables['HOME'] || variables['USERPROFILE'];
  const find = (own: string | undefined, xdg: string, ...underHome: string[]): string | undefined => {
    const ownFolder = own && variables[own];
    if (ownFolder) return path.resolve(ownFolder);
    const xdgFolder = variables[xdg];
    if (xdgFolder && path.isAbsolute(xdgFolder)) return path.join(xdgFolder, 'purser');
    return home && path.isAbsolute(home) ? path.join(home, ...underHome, 'purser') : undefined;
  };
  const config = find('PURSER_CONFIG_DIR', 'XDG_CONFIG_HOME', '.config');
  const state = find('PURSER_STATE_DIR', 'XDG_STATE_HOME', '.local', 'state');
  const data = find(undefined, 'XDG_DATA_HOME', '.local', 'share');
  const heads = [data, config].find(folder => folder !== undefined && !isInside(folder, state));
  return withoutUndefined({ config, state, heads });
}

function isInside(folder: string, outer: string | undefined): boolean {
  const way = outer === undefined ? '..' : path.relative(outer, folder);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
