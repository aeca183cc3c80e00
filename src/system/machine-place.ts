// Where an administrator keeps the files for all users of this machine. No variable names their folder.

export interface MachinePlace {
  readonly folder: string;
  /** The user ID that must own the files and all folders up to `top`. Undefined on Windows, whose rights Node can't read. */
  readonly administrator: number | undefined;
  readonly top: string;
}

/** On Windows only administrators may write to Program Files, while everybody may create folders in ProgramData. */
export function systemPlace(platform: string): MachinePlace {
  if (platform === 'win32')
    return { folder: 'C:\\Program Files\\Purser', administrator: undefined, top: 'C:\\' };
  const folder = platform === 'darwin' ? '/Library/Application Support/Purser' : '/etc/purser';
  return { folder, administrator: 0, top: '/' };
}
