// A connection to the server of a team's record, as the journal uses it.
import { t, type Visible, visible } from '../../lib/visible.ts';

type Value = string | number | boolean | null | readonly string[];

/** One call at a time, in the order in which they were made. Each has a deadline of its own, and rejects after it. */
export interface Link {
  rows(sql: string, ...values: readonly Value[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Calls `listener` after each notification on the channel, and after each new connection: some may have been missed. */
  listen?(channel: string, listener: () => void): Promise<void>;
  close(): Promise<void>;
}

/** No answer came: what was asked may have been done all the same. */
export class NoAnswer extends Error {}

/** The server, or this program, says no: it is there all the same. */
export class Refused extends Error {}

/** The program closed the connection itself. */
export class Closed extends Refused {
  constructor() {
    super('it is closed');
  }
}

/** Several statements without values, as a schema has them. */
export interface ScriptLink extends Link {
  script(sql: string): Promise<void>;
}

/** PostgreSQL's code of an error, if it has one. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** By PostgreSQL's codes and the system's. */
const causes: ReadonlyMap<string, Visible> = new Map([
  ['28P01', t`the server refuses the password`],
  ['28000', t`the server refuses this operator`],
  ['3D000', t`the server does not have this database`],
  ['3F000', t`the database has no team journal: purser team init makes one`],
  ['42P01', t`the team journal is of another version: purser team upgrade`],
  ['42883', t`the team journal is of another version: purser team upgrade`],
  ['42501', t`the server does not give this operator the right to it`],
  ['53300', t`the server has too many connections`],
  ['55P03', t`another console has it open`],
  ['40P01', t`another console has it open`],
  ['25P03', t`another console has it open`],
  ['57014', t`the server of the team journal took too long`],
  ['57P03', t`the server is starting`],
  ['ECONNREFUSED', t`the server of the team journal can't be reached`],
  ['ENOTFOUND', t`the server of the team journal can't be found`],
  ['SELF_SIGNED_CERT_IN_CHAIN', t`the server's certificate is not trusted`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', t`the server's certificate is not trusted`],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', t`the server's certificate is not trusted`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', t`the server's certificate is for another name`],
]);

/** The failure, as the end of a sentence. */
export function causeOf(error: unknown): Visible {
  if (error instanceof NoAnswer) return t`the server of the team journal does not answer`;
  const known = causes.get(sqlState(error) ?? '');
  return known ?? visible(error instanceof Error ? error.message : String(error), 200);
}

/** The server did not take part: it can't be reached, or gave no answer in time. A refusal by the server is another thing. */
export function isAway(error: unknown): boolean {
  if (error instanceof Refused) return false;
  const code = sqlState(error);
  // Classes of PostgreSQL's codes: connection, resources, shutdown. What is no code of PostgreSQL is the network's, as EPIPE is.
  return code === undefined || code.length !== 5 || /^(?:08|53|57P|E)/.test(code);
}
