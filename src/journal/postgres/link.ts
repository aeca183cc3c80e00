// The connection to the server of the team journal, and its failures.

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

/** The server got the password, and did not say whether it is right. */
export class PasswordUnchecked extends NoAnswer {}

/** The server, or this program, refused the call. The server is not away. */
export class CallRefused extends Error {}

/** The team journal has another version than this program. */
export class Outdated extends CallRefused {}

export class Closed extends CallRefused {
  constructor() {
    super('it is closed');
  }
}

/** The server asks for a password, and there is none. */
export class NoPassword extends CallRefused {}

/** The connection reaches a server that can't keep the journal. */
export class Unfit extends Error {
  readonly why: 'pooler' | 'replica';
  constructor(why: Unfit['why']) {
    super(why);
    this.why = why;
  }
}

export interface ScriptLink extends Link {
  /** Runs several statements without values. `ms`: its own deadline. */
  script(sql: string, ms?: number): Promise<void>;
}
