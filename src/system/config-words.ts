// The forms of the words in config.json, for the schema and for plain-config.ts.

/** `demo`: the embedded simulator. `unnamed`: a set-up without a profile. */
export const reservedNames: readonly string[] = ['demo', 'unnamed'];

export const profileNameWord = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

export const isProfileName = (name: string): boolean =>
  profileNameWord.test(name) && !reservedNames.includes(name);

/** With one space between them, or `none`. */
export const scopeWords = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** Of a customer, in characters. */
export const MOST_NAME = 200;

/** Also an address, or the folder of a socket. */
export const serverName = /^[\w.:%/-]{1,253}$/;
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('/') || /^127(?:\.\d{1,3}){3}$/.test(host);
