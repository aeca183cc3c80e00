// The forms of the words in config.json, for the schema and for plain-config.ts.

/** `demo`: the embedded simulator. `unnamed`: a set-up without a profile. */
export const reservedNames: readonly string[] = ['demo', 'unnamed'];

export const profileNameWord = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

export const isProfileName = (name: string): boolean =>
  profileNameWord.test(name) && !reservedNames.includes(name);

/** Instead of a file with authorities. */
export const SYSTEM_AUTHORITIES = 'system';

/** With one space between them, or `none`. */
export const scopeWords = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** Of a customer, in characters. */
export const MOST_NAME = 200;

/** Also an address, or the folder of a socket. Several servers are separated by commas. */
export const serverName = /^[\w.:%/-]{1,253}(?:,[\w.:%/-]{1,253}){0,7}$/;

/** Of `db1.example.com:5433,db2.example.com`. */
export const serversIn = (host: string, port: number) =>
  host.split(',').map(each => {
    const [, name, own] = /^([^:]+):(\d{1,5})$/.exec(each) ?? [];
    return name === undefined ? { host: each, port } : { host: name, port: Number(own) };
  });

export const isThisMachine = (hosts: string): boolean =>
  serversIn(hosts, 0).every(
    ({ host }) =>
      host === 'localhost' || host === '::1' || host.startsWith('/') || /^127(?:\.\d{1,3}){3}$/.test(host),
  );
