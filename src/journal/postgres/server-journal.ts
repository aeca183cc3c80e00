// The port over a team's server: every step is one call of a function there, and every failure a value.
import { t, type Visible } from '../../lib/visible.ts';
import { type Head, headText, type SealedLine } from '../audit.ts';
import { notRead, notWritten, whyNot } from '../explain.ts';
import type { Answer, Row, Settlement } from '../intent.ts';
import type { Barred, Journal, ReadResult, Recorded, Unwritable } from '../journal.ts';
import { kept, keptText } from '../kept-answer.ts';
import type { Together } from '../together.ts';
import { lineIn, redacted, sealedIn, sentenceOf, stepped } from './answers.ts';
import {
  changesJson,
  Damaged,
  integer,
  intentJson,
  payloadOf,
  record,
  rowsOf,
  storable,
  storableJson,
  whatText,
} from './entries.ts';
import { Closed, causeOf, isAway, type Link, Refused } from './link.ts';
import { readingsOf } from './readings.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { togetherOf } from './together.ts';

interface ServerParts {
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

type Stepped = Recorded | Barred | Unwritable | NoReply;

/** A sign of life, and what it says of this operator's and of dead consoles' entries. */
interface Beat {
  /** Entries that a dead console left. */
  readonly dead: number;
  /** Request IDs of UNKNOWN entries of this operator. */
  readonly strays: readonly string[];
  /** The server's clock, epoch ms. */
  readonly now: number;
}

/** The record of the team, beyond what the port has. */
export interface ServerJournal extends Journal {
  readonly together: Together;
  /** Renews the lease of 15 s, or begins another where it ended. */
  beat(): Promise<ReadResult<Beat>>;
  /** As settle, after a call without an answer: recorded already is as good. */
  settleAgain(requestId: string, outcome: Settlement, answer?: Answer): Promise<Stepped>;
  /**
   * UNKNOWN → RESOLVED by the operator who sent it from this machine, where the outcome was learned after the lease had ended;
   * `pid` is the process that sent it, this one if absent.
   */
  late(requestId: string, outcome: Settlement, answer?: Answer, pid?: number): Promise<Stepped>;
  /** An entry of this machine's own file, with its past; barred where the record has its request ID. */
  importEntry(row: Row): Promise<Stepped>;
  /** Lines of the audit log from `from` on, at most 1,000. */
  lines(from: number): Promise<ReadResult<readonly SealedLine[]>>;
  head(): Head | undefined;
}

export type OpenedServer =
  | ServerJournal
  /** The whole sentence. `away`: it may be there later. */
  | { readonly locked: Visible; readonly away: boolean };

/** More of an answer than this isn't kept where a team shares the record. */
const LINES = 1000;

/** Begins a console at the server. */
export async function openServer(parts: ServerParts): Promise<OpenedServer> {
  const { link, service, machine, uuid, redact } = parts;
  let realm = 0;
  let self = { pid: machine.pid, started: '' };
  let head: Head | undefined;
  let closed = false;
  /** The console under which this process asked for an entry: its lease may have ended since. */
  const hands = new Map<string, string>();

  const rows: Link['rows'] = (sql, ...values) =>
    closed ? Promise.reject(new Closed()) : link.rows(sql, ...values);
  const call = async (sql: string, ...values: Parameters<Link['rows']>[1][]) => {
    const [found] = await rows(`SELECT purser.${sql} AS r`, ...values);
    const answer = record(found?.['r']);
    const at = answer['head'];
    if (typeof at === 'object' && at !== null) {
      const { number, hash } = record(at);
      // A log without lines has no head.
      if (hash !== '') head = { number: Number(number), hash: String(hash) };
    }
    return answer;
  };

  async function begin(): Promise<Visible | undefined> {
    const started = uuid();
    const begun = await call(
      'begin_console($1, $2, $3, $4, $5)',
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

  const readings = readingsOf({ rows }, () => realm);

  /** A failure has a member `away` where the server took no part. */
  async function read<T>(work: () => Promise<T>): Promise<ReadResult<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      const unreadable = notRead(error instanceof Damaged ? t`it is damaged` : causeOf(error));
      return { ok: false, unreadable, ...(isAway(error) && { away: true }) };
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | Unwritable | NoReply> {
    try {
      return await work();
    } catch (error) {
      const unwritable = notWritten(error instanceof Damaged ? t`it is damaged` : causeOf(error));
      return { ok: false, unwritable, ...(isAway(error) && { away: true }) };
    }
  }

  const step = (work: () => Promise<Readonly<Record<string, unknown>>>): Promise<Stepped> =>
    attempt(async () => stepped(await work()));

  /** Under a console of now, once more where the lease had ended: nothing was recorded then. */
  async function alive(work: () => Promise<Readonly<Record<string, unknown>>>) {
    const first = await work();
    if (first['barred'] !== 'lease') return first;
    const refused = await begin();
    return refused === undefined ? work() : first;
  }

  const hand = (requestId: string): string => hands.get(requestId) ?? self.started;

  const settle = (requestId: string, outcome: Settlement, answer: Answer | undefined, again: boolean) => {
    const { text, ...rest } = answer ? kept(answer, redact) : {};
    return step(() =>
      call(
        'settle($1, $2, $3, $4, $5, $6)',
        hand(requestId),
        requestId,
        outcome,
        storableJson(rest),
        payloadOf(text),
        again,
      ),
    );
  };

  return {
    get self() {
      return self;
    },
    async prepare(intent, second = { besides: [] }) {
      if (intent.body?.isWellFormed() === false) return { ok: false, barred: whyNot.body };
      const done = await attempt(async () => {
        const answer = await alive(() => {
          hands.set(intent.requestId, self.started);
          return call(
            'prepare($1, $2, $3, $4, $5)',
            self.started,
            intentJson(intent),
            payloadOf(intent.body),
            second.besides,
            JSON.stringify(second.superseded ?? []),
          );
        });
        if (Array.isArray(answer['equal'])) return { ok: false as const, equal: rowsOf(answer['equal']) };
        return stepped(answer);
      });
      return done;
    },
    sent: requestId => step(() => call('sent($1, $2)', hand(requestId), requestId)),
    async repeat(requestId, what) {
      const text = what === undefined ? null : whatText(what);
      return step(() =>
        alive(() => {
          hands.set(requestId, self.started);
          return call('repeat($1, $2, $3)', self.started, requestId, text);
        }),
      );
    },
    settle: (requestId, outcome, answer) => settle(requestId, outcome, answer, false),
    settleAgain: (requestId, outcome, answer) => settle(requestId, outcome, answer, true),
    resolve: (requestId, { by, verdict, evidence, note }) =>
      step(() =>
        alive(() =>
          call(
            'resolve($1, $2, $3)',
            self.started,
            requestId,
            storableJson({ by, verdict, evidence: keptText(evidence, redact), note: keptText(note, redact) }),
          ),
        ),
      ),
    late(requestId, outcome, answer, pid = machine.pid) {
      const { text, ...rest } = answer ? kept(answer, redact) : {};
      return step(() =>
        alive(() =>
          call(
            'late($1, $2, $3, $4, $5, $6, $7)',
            self.started,
            requestId,
            outcome,
            storableJson(rest),
            payloadOf(text),
            storable(machine.host),
            pid,
          ),
        ),
      );
    },
    importEntry: ({ intent, besides, transitions }) =>
      step(() =>
        alive(() =>
          call(
            'import_entry($1, $2, $3, $4, $5)',
            self.started,
            intentJson(intent),
            payloadOf(intent.body),
            besides ?? null,
            changesJson(transitions),
          ),
        ),
      ),
    async recover() {
      const done = await attempt(async () => {
        const answer = await alive(() => call('recover($1)', self.started));
        return { ok: true as const, rows: rowsOf(answer['rows']) };
      });
      return done.ok ? { recovered: done.rows } : { recovered: [], unwritable: done.unwritable };
    },
    equals: fingerprint => read(() => readings.equals(fingerprint)),
    unresolved: () => read(readings.unresolved),
    list: ({ filters = {}, limit = 100 } = {}) =>
      read(() =>
        Object.keys(filters).length === 0 && limit >= 1
          ? readings.newest(Math.trunc(limit))
          : readings.list(filters, limit),
      ),
    get: requestId => read(() => readings.get(requestId)),
    note: entry =>
      attempt(async () => {
        const answer = await alive(() =>
          call('note($1, $2, $3)', self.started, entry.kind, storableJson(redacted(entry, redact))),
        );
        if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
        return { ok: true as const };
      }),
    audit: limit =>
      read(async () => {
        const found = await rows(
          'SELECT number, line, hash FROM purser.audit WHERE realm = $1 ORDER BY number DESC LIMIT $2',
          realm,
          limit,
        );
        return found.toReversed().map(lineIn);
      }),
    auditHead: () => (head && !closed ? (headText(head) as Visible) : undefined),
    async version() {
      const found = await read(() => rows('SELECT number FROM purser.audit_head WHERE realm = $1', realm));
      const [at] = found.ok ? found.value : [];
      return at && integer(at, 'number');
    },
    beat: () =>
      read(async () => {
        const answer = await alive(() => call('beat($1)', self.started));
        const { dead, strays, now } = answer;
        if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
        return {
          dead: Number(dead),
          strays: Array.isArray(strays) ? strays.map(String) : [],
          now: Number(now),
        };
      }),
    lines: from =>
      read(async () =>
        (
          await rows(
            'SELECT number, line, hash FROM purser.audit WHERE realm = $1 AND number >= $2 ORDER BY number LIMIT $3',
            realm,
            from,
            LINES,
          )
        ).map(sealedIn),
      ),
    head: () => head,
    together: togetherOf({ rows, console: () => self.started, realm: () => realm, redact }),
    async close() {
      if (closed) return;
      // The lease ends at once, so that nobody waits for it.
      await read(() => rows('SELECT purser.end_console($1)', self.started));
      closed = true;
      await link.close();
    },
  };
}
