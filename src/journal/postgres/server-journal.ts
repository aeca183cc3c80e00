// The port over a team's server: every step is one call of a function there, and every failure a value.
import type { Visible } from '../../lib/visible.ts';
import type { Approvals } from '../approvals.ts';
import { type Head, headText, type SealedLine } from '../audit.ts';
import type { Naming } from '../duplicates.ts';
import { whyNot } from '../explain.ts';
import type { Answer, Intent, Row, Settlement } from '../intent.ts';
import type { Equal, Journal, ReadResult } from '../journal.ts';
import { kept, keptText } from '../kept-answer.ts';
import type { Together } from '../together.ts';
import { type Beat, beatIn, redacted, sentenceOf, stepped } from './answers.ts';
import { rowsOf } from './entries.ts';
import { changesJson, intentJson, payloadOf, storable, storableJson, whatText } from './entry-texts.ts';
import { Refused } from './link.ts';
import { readingsOf } from './readings.ts';
import { serverApprovals } from './server-approvals.ts';
import {
  beginConsole,
  type ServerAnswer,
  type ServerConsole,
  type ServerParts,
  type Stepped,
} from './server-console.ts';
import { togetherOf } from './together.ts';

/** The record of the team, beyond what the port has. */
export interface ServerJournal extends Journal {
  readonly approvals: Approvals;
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
  /** The newest entries and the unresolved ones, as the server had them last: no call. */
  known(): readonly Row[];
}

export type OpenedServer =
  | ServerJournal
  /** The whole sentence. `away`: it may be there later. */
  | { readonly locked: Visible; readonly away: boolean };

/** An attempt of this process: under which console it asked, whose lease may have ended since. */
interface Hand {
  readonly console: string;
  /** The attempt began after this line of the log; undefined where that is not known. */
  readonly after: number | undefined;
  /** What was approved. */
  readonly digest?: string;
}

/** Begins a console at the server. */
export async function openServer(parts: ServerParts): Promise<OpenedServer> {
  const server = await beginConsole(parts);
  return 'locked' in server ? server : serverJournal(server, parts);
}

function serverJournal(server: ServerConsole, { link, machine, redact, uuid }: ServerParts): ServerJournal {
  const { call, alive, read, attempt } = server;
  const hands = new Map<string, Hand>();
  const readings = readingsOf(server, () => server.realm);

  /** The attempt of before, where a new one did not begin. */
  function giveBack(requestId: string, before: Hand | undefined): void {
    if (before) hands.set(requestId, before);
    else hands.delete(requestId);
  }

  function keep<Step extends object>(done: Step & { readonly row?: Row }): Step {
    if (done.row) readings.keep(done.row);
    return done;
  }

  const step = async (work: () => Promise<ServerAnswer>): Promise<Stepped> =>
    keep(await attempt(async () => stepped(await work())));

  /** `asked`: for approval. */
  async function recordIntent(
    intent: Intent,
    second: Naming = { besides: [] },
    asked: string | null = null,
  ): Promise<Stepped | Equal> {
    if (intent.body?.isWellFormed() === false) return { ok: false, barred: whyNot.body };
    const done = await attempt(async () => {
      const answer = await alive(console => {
        hands.set(intent.requestId, { console, after: 0 });
        return call(
          'prepare',
          console,
          intentJson(intent),
          payloadOf(intent.body),
          second.besides,
          JSON.stringify(second.superseded ?? []),
          asked,
        );
      });
      if (Array.isArray(answer['equal'])) return { ok: false as const, equal: rowsOf(answer['equal']) };
      return stepped(answer);
    });
    if (!done.ok && !('unwritable' in done)) hands.delete(intent.requestId);
    return keep(done);
  }

  async function settle(
    requestId: string,
    outcome: Settlement,
    answer: Answer | undefined,
    again: boolean,
  ): Promise<Stepped> {
    const { text, ...rest } = answer ? kept(answer, redact) : {};
    const { console = server.self.started, after = null } = hands.get(requestId) ?? {};
    const done = await step(() =>
      call('settle', console, requestId, outcome, storableJson(rest), payloadOf(text), again, after),
    );
    if ('row' in done && done.row) hands.delete(requestId);
    return done;
  }

  return {
    get self() {
      return server.self;
    },
    approvals: serverApprovals(server, {
      ...{ link, uuid, redact, step, recordIntent },
      claims(requestId, hand) {
        const before = hands.get(requestId);
        hands.set(requestId, { ...hand, after: 0 });
        return () => giveBack(requestId, before);
      },
    }),
    prepare: (intent, second) => recordIntent(intent, second),
    sent(requestId) {
      const { console = server.self.started, digest = null } = hands.get(requestId) ?? {};
      return step(() => call('sent', console, requestId, digest));
    },
    async repeat(requestId, what) {
      const before = hands.get(requestId);
      const after = readings
        .known()
        .find(({ intent }) => intent.requestId === requestId)
        ?.transitions.at(-1)?.number;
      const done = await step(() =>
        alive(console => {
          hands.set(requestId, { console, after });
          return call('repeat', console, requestId, what === undefined ? null : whatText(what));
        }),
      );
      if ('barred' in done) giveBack(requestId, before);
      return done;
    },
    settle: (requestId, outcome, answer) => settle(requestId, outcome, answer, false),
    settleAgain: (requestId, outcome, answer) => settle(requestId, outcome, answer, true),
    resolve: (requestId, { by, verdict, evidence, note }) =>
      step(() =>
        alive(console =>
          call(
            'resolve',
            console,
            requestId,
            storableJson({ by, verdict, evidence: keptText(evidence, redact), note: keptText(note, redact) }),
          ),
        ),
      ),
    late(requestId, outcome, answer, pid = machine.pid) {
      const { text, ...rest } = answer ? kept(answer, redact) : {};
      return step(() =>
        alive(console =>
          call(
            'late',
            console,
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
        alive(console =>
          call(
            'import_entry',
            console,
            intentJson(intent),
            payloadOf(intent.body),
            besides ?? null,
            changesJson(transitions),
          ),
        ),
      ),
    async recover() {
      const done = await attempt(async () => {
        const answer = await alive(console => call('recover', console));
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
        const answer = await alive(console =>
          call('note', console, entry.kind, storableJson(redacted(entry, redact))),
        );
        if (answer['ok'] !== true) throw new Refused(sentenceOf(answer));
        return { ok: true as const };
      }),
    audit: limit => read(() => readings.newestLines(limit)),
    auditHead: () => (server.head && !server.closed ? (headText(server.head) as Visible) : undefined),
    async version() {
      const found = await read(readings.lineNumber);
      return found.ok ? found.value : undefined;
    },
    beat: () =>
      read(async () => {
        const { number = null, hash = null } = server.head ?? {};
        return beatIn(await alive(console => call('beat', console, number, hash)));
      }),
    lines: from => read(() => readings.lines(from)),
    head: () => server.head,
    known: readings.known,
    together: togetherOf(server, redact),
    close: server.close,
  };
}
