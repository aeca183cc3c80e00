// Looks for the password in PostgreSQL's password file, as pg does at each connection.
import pgpass from 'pgpass';
import type { ServerAddress } from './pg-link.ts';

export type PasswordOf = Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>;

/** In ~/.pgpass or PGPASSFILE. */
export const hasPasswordInFile = (of: PasswordOf): Promise<boolean> =>
  new Promise(resolve => pgpass(of, password => resolve(password !== undefined)));
