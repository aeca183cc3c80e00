// This process as a console of the team's server: its calls, its lease, and the last known head of the log.
import { errorCode } from '../../lib/error-code.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { ServiceAccount } from '../intent.ts';
import type { ReadResult, Unwritable } from '../journal.ts';
import { notRead, notWritten } from '../journal-sentences.ts';
import type { ProcessId } from '../processes.ts';
import { Damaged, integer, type StoredRow, storable } from '../stored-row.ts';
import { sentenceOf } from './answers.ts';
import { causeAndCure, causeOf, isAway } from './causes.ts';
import { record } from './entries.ts';
import { CallRefused, Closed, type Link, Outdated } from './link.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** The last line of the log at a moment, with the code that only the server can make. */
export interface ServerHead {
  readonly number: number;
  readonly hash: string;
  /** By the server's clock, epoch ms. */
  readonly at: number;
  readonly mac: string;
}

export interface ServerParts {
  readonly link: Link;
  readonly service: ServiceAccount;
  readonly machine: { readonly host: string; readonly pid: number };
  readonly uuid: () => string;
  readonly redact: (text: string) => string;
  /** What this machine knows of the log. */
  readonly known?: ServerHead;
  /** Of the team journal that this console knows. */
  readonly version?: number;
}

export type ServerAnswer = StoredRow;

/** PostgreSQL's code for a wait that took too long. */
const LOCKED_OUT = '55P03';

type ServerCall = (name: string, ...values: Parameters<Link['rows']>[1][]) => Promise<ServerAnswer>;

export type ServerConsole = Exclude<Awaited<ReturnType<typeof beginConsole>>, LockedServer>;

const because = (error: unknown): Visible => (error instanceof Damaged ? t`it is damaged` : causeOf(error));

/** Why nothing may be written, as a whole sentence. `away`: the server may answer later. */
export interface LockedServer {
  readonly locked: Visible;
  readonly away: boolean;
}

export async function beginConsole({
  link,
  service,
  machine,
  uuid,
  known,
  version = SCHEMA_VERSION,
}: ServerParts) {
  let realm = 0;
  /** After the lease ended, this process goes on as another console. */
  let self: ProcessId = { pid: machine.pid, started: '' };
  let head = known;
  /** The server's log is not the log of `head`: it was restored, or is a standby that lost lines. */
  let replaced = false;
  let closed = false;

  const rows: Link['rows'] = (sql, ...values) =>
    closed ? Promise.reject(new Closed()) : link.rows(sql, ...values);

  /** A refusal that waited for a lock recorded nothing. So this console ends who holds the lock, and asks once more. */
  const insisting: Link['rows'] = async (sql, ...values) => {
    try {
      return await rows(sql, ...values);
    } catch (error) {
      if (errorCode(error) !== LOCKED_OUT) throw error;
      const [found] = await rows('SELECT purser.end_blockers($1) AS r', self.started);
      if (Number(record(found?.['r'])['ended'] ?? 0) === 0) throw error;
      return rows(sql, ...values);
    }
  };

  const call: ServerCall = async (name, ...values) => {
    const places = values.map((_, at) => `$${at + 1}`).join(', ');
    const [found] = await insisting(`SELECT purser.${name}(${places}) AS r`, ...values);
    const answer = record(found?.['r']);
    const at = answer['head'];
    // Other consoles may have made a restored log longer than the log that this machine knows.
    if (answer['same'] === false) replaced = true;
    if (typeof at === 'object' && at !== null && !replaced) {
      const now = headIn(record(at));
      // Calls run one after the other, so a shorter log or a changed line shows that the server was restored.
      replaced =
        now.number < (head?.number ?? 0) || (now.number === head?.number && !now.hash.startsWith(head.hash));
      // A log without lines has no head.
      if (now.hash !== '' && !replaced) head = now;
    }
    return answer;
  };

  /**
   * Sees a restored log even if other consoles have made it longer since. The call that waits for this check fails, because it
   * may ask for permission to send; `replaced` stops later attempts.
   */
  async function checkLog(ask: Link['rows']): Promise<void> {
    if (realm === 0 || head === undefined || replaced) return;
    const [line] = await ask('SELECT purser.witness($1, $2, $3, $4, $5) AS same', realm, ...toldIn(head));
    replaced = line?.['same'] !== true;
    if (replaced) throw new CallRefused("the server's audit log is not the log that this machine knows");
  }
  link.greet?.(checkLog);

  /** Why the server refuses this console for good. */
  let outdated: ServerAnswer | undefined;
  /** The server has a newer version that this console can read. */
  let reads = false;

  /** Returns the server's refusal, if any. */
  async function begin(): Promise<ServerAnswer | undefined> {
    if (outdated) return outdated;
    const started = uuid();
    const begun = await call(
      'begin_console',
      started,
      storable(service.baseUrl),
      storable(service.clientId),
      storable(machine.host),
      machine.pid,
      ...toldIn(head),
      version,
    );
    if (begun['ok'] !== true) return begun;
    const of = Number(begun['version']);
    reads = of > version && version >= Number(begun['reads_from'] ?? Number.POSITIVE_INFINITY);
    if (of === version || reads) realm = integer(begun, 'realm');
    if (of !== version) {
      outdated = { ok: false, barred: reads ? 'readOnly' : of > version ? 'newer' : 'older' };
      return outdated;
    }
    self = { pid: machine.pid, started };
    return undefined;
  }

  // A failure of `read` and `attempt` is `away` if the server gave no answer.
  async function read<T>(work: () => Promise<T>): Promise<ReadResult<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      return {
        ok: false,
        unreadable: notRead(because(error)),
        ...(isAway(error) && { away: true }),
        ...(error instanceof Outdated && { final: true }),
      };
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | Unwritable> {
    try {
      return await work();
    } catch (error) {
      return { ok: false, unwritable: notWritten(because(error)), ...(isAway(error) && { away: true }) };
    }
  }

  async function lock(locked: Visible, away: boolean): Promise<LockedServer> {
    await link.close();
    return { locked, away };
  }
  try {
    const refused = await begin();
    if (refused !== undefined && !reads)
      return await lock(t`Writing is barred. ${sentenceOf(refused)}`, false);
  } catch (error) {
    return lock(t`Writing is barred: ${causeAndCure(error)}`, isAway(error));
  }

  /** If the lease had ended, nothing was recorded, and a new console does `work`. */
  async function alive(work: (console: string) => Promise<ServerAnswer>): Promise<ServerAnswer> {
    if (outdated) return outdated;
    const first = await work(self.started);
    if (first['barred'] !== 'lease') return first;
    const refused = await begin();
    return refused === undefined ? work(self.started) : { ...first, barred: refused['barred'] };
  }

  const callAlive: ServerCall = (name, ...values) => alive(console => call(name, console, ...values));

  return {
    get realm() {
      return realm;
    },
    get self() {
      return self;
    },
    get head() {
      return head;
    },
    get replaced() {
      return replaced;
    },
    get closed() {
      return closed;
    },
    /** Why this console only reads. */
    get readOnly() {
      return reads && outdated ? sentenceOf(outdated) : undefined;
    },
    rows,
    call,
    alive,
    callAlive,
    read,
    attempt,
    async close() {
      if (closed) return;
      // So that no other console waits for the end of the lease.
      if (self.started !== '') await read(() => rows('SELECT purser.end_console($1)', self.started));
      closed = true;
      await link.close();
    },
  };
}

/** For the functions of the server. */
export const toldIn = (head: ServerHead | undefined) =>
  [head?.number ?? null, head?.hash ?? null, head?.at ?? null, head?.mac ?? null] as const;

const headIn = (found: StoredRow): ServerHead => ({
  number: Number(found['number']),
  hash: String(found['hash']),
  at: Number(found['at']),
  mac: String(found['mac']),
});
