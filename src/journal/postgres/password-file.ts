// The password in PostgreSQL's password file. pg's next version no longer reads this file.
import pgpass from 'pgpass';
import type { ServerAddress } from './pg-link.ts';

export type PasswordOf = Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>;

/** The password in the first line of ~/.pgpass (or PGPASSFILE) for this address; undefined if there is no such line. */
export const passwordInFile = (of: PasswordOf): Promise<string | undefined> =>
  new Promise(resolve => pgpass(of, resolve));
