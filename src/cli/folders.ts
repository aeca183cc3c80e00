// Finds the folders of the console's own files: the configuration, and the state it keeps between runs.
import path from 'node:path';

/** Environment variables, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Absolute paths; absent where neither a variable nor the home folder says where to look. */
export interface Folders {
  readonly config?: string;
  readonly state?: string;
}

/**
 * `PURSER_CONFIG_DIR`, else `XDG_CONFIG_HOME/purser`, else `~/.config/purser`; the state folder likewise, with
 * `~/.local/state/purser`. An XDG variable that isn't absolute is passed over, as its specification wants.
 */
export function findFolders(variables: Variables): Folders {
  const home = variables['HOME'] || variables['USERPROFILE'];
  const find = (own: string, xdg: string, ...underHome: string[]): string | undefined => {
    const ownFolder = variables[own];
    if (ownFolder) return path.resolve(ownFolder);
    const xdgFolder = variables[xdg];
    if (xdgFolder && path.isAbsolute(xdgFolder)) return path.join(xdgFolder, 'purser');
    return home && path.isAbsolute(home) ? path.join(home, ...underHome, 'purser') : undefined;
  };
  const config = find('PURSER_CONFIG_DIR', 'XDG_CONFIG_HOME', '.config');
  const state = find('PURSER_STATE_DIR', 'XDG_STATE_HOME', '.local', 'state');
  return { ...(config !== undefined && { config }), ...(state !== undefined && { state }) };
}
