// The journal's port over the team's server: each step is one call of a function there, and each failure a value.
import type { Visible } from '../../lib/visible.ts';
import { type AuditEntry, headText, type SealedLine } from '../audit.ts';
import type { Answer, Intent, Row, Settlement } from '../intent.ts';
import type { Equal, Journal, ReadResult, Stepped, Unwritable } from '../journal.ts';
import { refusals } from '../journal-sentences.ts';
import type { Naming } from '../possible-duplicates.ts';
import { kept, keptDetail, keptTexts, storable } from '../stored-row.ts';
import type { Together } from '../together.ts';
import { type Beat, sentenceOf, stepped } from './answers.ts';
import { changesJson, intentJson, payloadOf, rowsOf, storableJson, whatText } from './entries.ts';
import { type Heartbeat, heartbeatOf } from './heartbeat.ts';
import { readingsOf } from './readings.ts';
import { type ServerApprovals, serverApprovals } from './server-approvals.ts';
import {
  beginConsole,
  type LockedServer,
  type ServerAnswer,
  type ServerConsole,
  type ServerHead,
  type ServerParts,
} from './server-console.ts';
import { togetherOf } from './together-calls.ts';

export interface ServerJournal extends Journal {
  readonly approvals: ServerApprovals;
  readonly together: Together;
  /** Of all its entries and notes. */
  readonly service: ServerParts['service'];
  /** `refused`: the server would refuse this entry again. */
  note(entry: AuditEntry): Promise<{ readonly ok: true } | (Unwritable & { readonly refused?: true })>;
  /** Renews the lease of 15 s, or begins a new console. */
  beat(): Promise<ReadResult<Beat>>;
  readonly heartbeat: Pick<Heartbeat, 'asks' | 'hasAsked' | 'news'>;
  /** Also `ok` if an earlier call, which got no answer, recorded the outcome. */
  settleAgain(requestId: string, outcome: Settlement, answer?: Answer): Promise<Stepped>;
  /** UNKNOWN → RESOLVED, after the lease had ended. `pid`: the process of the attempt, by this operator on this machine. */
  late(requestId: string, outcome: Settlement, answer?: Answer, pid?: number): Promise<Stepped>;
  /** Barred if the team journal has its request ID. */
  importEntry(row: Row): Promise<Stepped>;
  /** `name`: the public key of the machine. */
  signHead(
    head: Pick<ServerHead, 'number' | 'hash'>,
    name: string,
    signature: string,
  ): Promise<{ readonly ok: true } | Unwritable>;
  /** From `from` on, at most 1,000. */
  lines(from: number): Promise<ReadResult<readonly SealedLine[]>>;
  head(): ServerHead | undefined;
  /** Whether the server has another log than the log of `head`. */
  replaced(): boolean;
  /** As of the last reading: the newest and the unresolved entries. */
  known(): readonly Row[];
  /** Why this console only reads: the team journal is newer. */
  readOnly(): Visible | undefined;
}

export type OpenedServer = ServerJournal | LockedServer;

interface Attempt {
  /** Its lease may have ended since. */
  readonly console: string;
  /** The attempt began after this line of the log. */
  readonly after: number | undefined;
  /** Of the approved request. */
  readonly digest?: string;
}

export async function openServer(parts: ServerParts): Promise<OpenedServer> {
  const server = await beginConsole(parts);
  return 'locked' in server ? server : serverJournal(server, parts);
}

function serverJournal(server: ServerConsole, parts: ServerParts): ServerJournal {
  const { link, machine, redact, service, uuid } = parts;
  const { call, alive, callAlive, read, attempt } = server;
  const attempts = new Map<string, Attempt>();
  const readings = readingsOf(server, () => server.realm);
  const heartbeat = heartbeatOf(server);

  function restore(requestId: string, before: Attempt | undefined): void {
    if (before) attempts.set(requestId, before);
    else attempts.delete(requestId);
  }

  function keep<Step extends object>(done: Step & { readonly row?: Row }): Step {
    if (done.row) readings.keep(done.row);
    return done;
  }

  const step = async (work: () => Promise<ServerAnswer>): Promise<Stepped> =>
    keep(await attempt(async () => stepped(await work())));

  /** `asked`: the request for approval, as JSON. */
  async function recordIntent(
    intent: Intent,
    second: Naming = { named: [] },
    asked: string | null = null,
  ): Promise<Stepped | Equal> {
    if (intent.body?.isWellFormed() === false) return { ok: false, barred: refusals.body };
    const before = attempts.get(intent.requestId);
    const done = await attempt(async () => {
      const answer = await alive(console => {
        attempts.set(intent.requestId, { console, after: 0 });
        return call(
          'prepare',
          console,
          intentJson(intent),
          payloadOf(intent.body),
          second.named,
          JSON.stringify(second.superseded ?? []),
          asked,
        );
      });
      if (Array.isArray(answer['equal'])) return { ok: false as const, equal: rowsOf(answer['equal']) };
      return stepped(answer);
    });
    if (!done.ok && !('unwritable' in done)) restore(intent.requestId, before);
    return keep(done);
  }

  async function settle(
    requestId: string,
    outcome: Settlement,
    answer: Answer | undefined,
    again: boolean,
  ): Promise<Stepped> {
    const { text, ...rest } = answer ? kept(answer, redact) : {};
    const { console = server.self.started, after = null } = attempts.get(requestId) ?? {};
    const done = await step(() =>
      call('settle', console, requestId, outcome, storableJson(rest), payloadOf(text), again, after),
    );
    if ('row' in done && done.row) attempts.delete(requestId);
    return done;
  }

  const approvals = serverApprovals(server, {
    ...{ link, uuid, redact, step, recordIntent },
    claims(requestId, attempt) {
      const before = attempts.get(requestId);
      attempts.set(requestId, { ...attempt, after: 0 });
      return () => restore(requestId, before);
    },
  });

  return {
    get self() {
      return server.self;
    },
    approvals,
    prepare: (intent, second) => recordIntent(intent, second),
    sent(requestId) {
      const { console = server.self.started, digest = null } = attempts.get(requestId) ?? {};
      return step(() => call('sent', console, requestId, digest));
    },
    async repeat(requestId, what, approved) {
      const before = attempts.get(requestId);
      const after = readings
        .known()
        .find(({ intent }) => intent.requestId === requestId)
        ?.transitions.at(-1)?.number;
      const done = await step(() =>
        alive(async console => {
          attempts.set(requestId, { console, after });
          const digest = approved ? await approvals.digestNow(approved) : null;
          const said = what === undefined ? null : whatText(what);
          return call('repeat', console, requestId, said, digest);
        }),
      );
      if ('barred' in done) restore(requestId, before);
      return done;
    },
    settle: (requestId, outcome, answer) => settle(requestId, outcome, answer, false),
    settleAgain: (requestId, outcome, answer) => settle(requestId, outcome, answer, true),
    resolve(requestId, { by, verdict, evidence, note }) {
      const resolution = { by, verdict, ...keptTexts({ evidence, note }, redact) };
      return step(() => callAlive('resolve', requestId, storableJson(resolution)));
    },
    late(requestId, outcome, answer, pid = machine.pid) {
      const { text, ...rest } = answer ? kept(answer, redact) : {};
      const values = [storableJson(rest), payloadOf(text), storable(machine.host), pid];
      return step(() => callAlive('late', requestId, outcome, ...values));
    },
    importEntry: ({ intent, duplicateOf, transitions }) =>
      step(() =>
        callAlive(
          'import_entry',
          intentJson(intent),
          payloadOf(intent.body),
          duplicateOf ?? null,
          changesJson(transitions),
        ),
      ),
    async recover() {
      const done = await attempt(async () => {
        const answer = await callAlive('recover');
        return { ok: true as const, rows: rowsOf(answer['rows']) };
      });
      return done.ok ? { recovered: done.rows } : { recovered: [], unwritable: done.unwritable };
    },
    equals: intent => read(() => readings.equals(intent)),
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
        const answer = await callAlive('note', entry.kind, storableJson(keptDetail(entry.detail, redact)));
        if (answer['ok'] === true) return { ok: true as const };
        const refused = answer['barred'] === 'kind' && ({ refused: true } as const);
        return { ok: false as const, unwritable: sentenceOf(answer), ...refused };
      }),
    audit: limit => read(() => readings.newestLines(limit)),
    auditHead: () => (server.head && !server.closed ? (headText(server.head) as Visible) : undefined),
    async version() {
      const found = await read(readings.lineNumber);
      return found.ok ? found.value : undefined;
    },
    beat: () => read(heartbeat.beat),
    heartbeat,
    signHead: ({ number, hash }, name, signature) =>
      attempt(async () => {
        const answer = await callAlive('sign_head', number, hash, name, signature);
        if (answer['ok'] === true) return { ok: true as const };
        return { ok: false as const, unwritable: sentenceOf(answer) };
      }),
    lines: from => read(() => readings.lines(from)),
    head: () => server.head,
    replaced: () => server.replaced,
    known: readings.known,
    readOnly: () => server.readOnly,
    together: togetherOf(server, heartbeat, redact),
    service,
    close: server.close,
  };
}
