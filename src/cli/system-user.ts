// The name of this machine's user, from its system.
import os from 'node:os';

/** A user without an entry in the system's list has no name there; root can't confirm anything as a person. */
export function systemUser(): string {
  try {
    const { username } = os.userInfo();
    return username === 'root' ? '' : username;
  } catch {
    return '';
  }
}
