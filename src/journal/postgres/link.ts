// The connection to the server of the team journal, and its failures in words.

import { errorCode } from '../../lib/error-code.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { Damaged } from '../stored-row.ts';

type Value = string | number | boolean | null | readonly string[];

/** One call at a time, in order. Each call rejects after its own deadline. */
export interface Link {
  rows(sql: string, ...values: readonly Value[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Also after each new connection, because a notification may have been lost before. */
  listen?(channel: string, listener: () => void): Promise<void>;
  /** Before any other call of a new connection. If it rejects, the connection ends and the call rejects. */
  greet?(check: (rows: Link['rows']) => Promise<void>): void;
  close(): Promise<void>;
}

/** No answer came. The server may still have run the call. */
export class NoAnswer extends Error {}

/** The server, or this program, refused the call. The server is not away. */
export class Refused extends Error {}

export class Closed extends Refused {
  constructor() {
    super('it is closed');
  }
}

export interface ScriptLink extends Link {
  /** Runs several statements without values. */
  script(sql: string): Promise<void>;
}

const causes: ReadonlyMap<string, Visible> = new Map([
  ['28P01', t`the server refuses the password`],
  ['28000', t`the server refuses this operator`],
  ['3D000', t`the server does not have this database`],
  ['3F000', t`the database has no team journal: purser team init makes one`],
  ['42P01', t`the team journal has another version: run \`purser team upgrade\``],
  ['42883', t`the team journal has another version: run \`purser team upgrade\``],
  ['42501', t`this operator lacks the right on the server`],
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

/** As the end of a sentence. */
export function causeOf(error: unknown): Visible {
  if (error instanceof NoAnswer) return t`the server of the team journal does not answer`;
  const known = causes.get(errorCode(error) ?? '');
  return known ?? visible(error instanceof Error ? error.message : String(error), 200);
}

/** A refusal does not count. */
export function isAway(error: unknown): boolean {
  if (error instanceof Refused || error instanceof Damaged) return false;
  const code = errorCode(error);
  // PostgreSQL's codes have five characters: 08 is connection, 53 resources, 57P shutdown. EPIPE has five too.
  return code === undefined || code.length !== 5 || /^(?:08|53|57P|E)/.test(code);
}
