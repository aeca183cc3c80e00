// Looks for the password in PostgreSQL's password file: ~/.pgpass, or PGPASSFILE.
import pgpass from 'pgpass';
import type { ServerAddress } from './pg-link.ts';

export type PasswordOf = Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>;

/** Read again at each call, because somebody may change the file. */
export const passwordInFile = (of: PasswordOf): Promise<string | undefined> =>
  new Promise(resolve => pgpass(of, resolve));
