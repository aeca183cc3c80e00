// Finds the name of this machine's user.
import os from 'node:os';

/** The user's name. Empty for root, who can't confirm as a person, and for a user whom the system does not list. */
export function systemUser(): string {
  try {
    const { username } = os.userInfo();
    return username === 'root' ? '' : username;
  } catch {
    return '';
  }
}
