// This process as one console of a team's server: its calls, its lease, and the head of the log as it last heard of it.
import { t, type Visible } from '../../lib/visible.ts';
import type { Head } from '../audit.ts';
import { notRead, notWritten } from '../explain.ts';
import type { Barred, ReadResult, Recorded, Unwritable } from '../journal.ts';
import type { ProcessId } from '../processes.ts';
import { sentenceOf } from './answers.ts';
import { Damaged, integer, record } from './entries.ts';
import { storable } from './entry-texts.ts';
import { Closed, causeOf, isAway, type Link } from './link.ts';
import { SCHEMA_VERSION } from './schema.ts';

export interface ServerParts {
  readonly link: Link;
  /** The service that the team's record is about. */
  readonly service: { readonly baseUrl: string; readonly clientId: string };
  readonly machine: { readonly host: string; readonly pid: number };
  readonly uuid: () => string;
  readonly redact: (text: string) => string;
}

/** The server took no part: it may have recorded the step all the same. */
interface NoReply extends Unwritable {
  readonly away: true;
}

export type Stepped = Recorded | Barred | Unwritable | NoReply;

/** What a function of the server answers. */
export type ServerAnswer = Readonly<Record<string, unknown>>;

export interface ServerConsole {
  readonly realm: number;
  /** Its lease may end; then it goes on as another. */
  readonly self: ProcessId;
  readonly head: Head | undefined;
  readonly closed: boolean;
  readonly rows: Link['rows'];
  /** One function of the schema. */
  call(name: string, ...values: Parameters<Link['rows']>[1][]): Promise<ServerAnswer>;
  /** Under the ID of a console of now, once more where the lease had ended: nothing was recorded then. */
  alive(work: (console: string) => Promise<ServerAnswer>): Promise<ServerAnswer>;
  /** A failure has a member `away` where the server took no part. */
  read<T>(work: () => Promise<T>): Promise<ReadResult<T>>;
  attempt<T>(work: () => Promise<T>): Promise<T | Unwritable | NoReply>;
  close(): Promise<void>;
}

const because = (error: unknown): Visible => (error instanceof Damaged ? t`it is damaged` : causeOf(error));

/** `locked` is the whole sentence; `away`: the server may be there later. */
export async function beginConsole({
  link,
  service,
  machine,
  uuid,
}: ServerParts): Promise<ServerConsole | { readonly locked: Visible; readonly away: boolean }> {
  let realm = 0;
  let self = { pid: machine.pid, started: '' };
  let head: Head | undefined;
  let closed = false;

  const rows: Link['rows'] = (sql, ...values) =>
    closed ? Promise.reject(new Closed()) : link.rows(sql, ...values);

  const call: ServerConsole['call'] = async (name, ...values) => {
    const places = values.map((_, at) => `$${at + 1}`).join(', ');
    const [found] = await rows(`SELECT purser.${name}(${places}) AS r`, ...values);
    const answer = record(found?.['r']);
    const at = answer['head'];
    if (typeof at === 'object' && at !== null) {
      const { number, hash } = record(at);
      // A log without lines has no head. One that became shorter is another log: the next beat asks for the line of before.
      if (hash !== '' && Number(number) >= (head?.number ?? 0))
        head = { number: Number(number), hash: String(hash) };
    }
    return answer;
  };

  async function begin(): Promise<Visible | undefined> {
    const started = uuid();
    const begun = await call(
      'begin_console',
      started,
      storable(service.baseUrl),
      storable(service.clientId),
      storable(machine.host),
      machine.pid,
    );
    if (begun['ok'] !== true) return sentenceOf(begun);
    if (begun['version'] !== SCHEMA_VERSION)
      return t`The team journal is of another version: purser team upgrade.`;
    realm = integer(begun, 'realm');
    self = { pid: machine.pid, started };
    return undefined;
  }

  async function read<T>(work: () => Promise<T>): Promise<ReadResult<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      return { ok: false, unreadable: notRead(because(error)), ...(isAway(error) && { away: true }) };
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | Unwritable | NoReply> {
    try {
      return await work();
    } catch (error) {
      return { ok: false, unwritable: notWritten(because(error)), ...(isAway(error) && { away: true }) };
    }
  }

  try {
    const refused = await begin();
    if (refused !== undefined) {
      await link.close();
      return { locked: t`Writing is barred. ${refused}`, away: false };
    }
  } catch (error) {
    await link.close();
    return { locked: t`Writing is barred: ${causeOf(error)}.`, away: isAway(error) };
  }

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
    get closed() {
      return closed;
    },
    rows,
    call,
    async alive(work) {
      const first = await work(self.started);
      if (first['barred'] !== 'lease') return first;
      const refused = await begin();
      return refused === undefined ? work(self.started) : first;
    },
    read,
    attempt,
    async close() {
      if (closed) return;
      // The lease ends at once, so that nobody waits for it.
      await read(() => rows('SELECT purser.end_console($1)', self.started));
      closed = true;
      await link.close();
    },
  };
}
