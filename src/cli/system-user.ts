// Who works at this machine, as its system names them.
import os from 'node:os';

/** A user without an entry in the system's list has no name there; root is nobody who could stand for anything. */
export function systemUser(): string {
  try {
    const { username } = os.userInfo();
    return username === 'root' ? '' : username;
  } catch {
    return '';
  }
}
