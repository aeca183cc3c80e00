// An in-memory team journal for the consoles of several persons in one process. It follows the rules of approvals.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Approvals,
  approvalDigest,
  type Confirmed,
  type Rule,
  type Vote,
  type Waiting,
} from '../../src/journal/approvals.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { ApprovalEnd, Intent, Row } from '../../src/journal/intent.ts';
import type { Barred, Journal } from '../../src/journal/journal.ts';
import { refusals } from '../../src/journal/journal-sentences.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { t } from '../../src/lib/visible.ts';

interface Entry {
  readonly row: Row;
  readonly asker: string;
  readonly confirmed: Confirmed;
  readonly votes: readonly Vote[];
  readonly askedAt: number;
  readonly expiresAt: number;
}

export interface Team {
  rule: Rule;
  /** The persons who may approve and have a console open. */
  online: readonly string[];
  /** Changes the row that this person's machine gets. */
  lies: (person: string, row: Row) => Row;
  /** The requests that wait, by request ID. */
  readonly waiting: ReadonlyMap<string, { readonly row: Row }>;
  /** Requests and votes are recorded, but their answers are lost. */
  losesAnswers: boolean;
  /** No console learns of a change. */
  silent: boolean;
  /** The rules can't be read. */
  hidesRules: boolean;
  /** The journal does not record SENT, so nothing is sent. */
  takesNoSent: boolean;
  /** The journal does not record that a request was withdrawn. */
  takesNoWithdrawal: boolean;
  /** Lets all waiting requests expire. */
  expire(): void;
  desk(person: string): OpenJournal;
}

const barred = (why: string): Barred => ({ ok: false, barred: t`${why as never}` });
const digestOf = ({ intent }: Row, { warnings }: Confirmed): string =>
  approvalDigest({ intent, warnings, asker: 'Ana', expiresAt: 0 });

export function fourEyes(): Team {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), 'purser-team-'));
  const opened = openJournal({
    file: join(folder, 'journal.db'),
    clock,
    processes: systemProcesses(),
    redact: text => text,
  });
  if ('locked' in opened) throw new Error(opened.locked);
  const base = localJournal(opened);
  onTestFinished(async () => {
    await base.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const waiting = new Map<string, Entry>();
  /**
   * The entries whose sending began, with the steps of their approval. The local file has only the steps
   * after the approval.
   */
  const begun = new Map<string, Entry>();
  const ended = new Map<string, Row>();
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = (): void => {
    version++;
    if (!team.silent) for (const listener of listeners) listener();
  };
  let rule: Rule = { operation: 'payout.create', currency: 'GBP', over: '10', votes: 1, minutes: 30 };
  const away = { ok: false, unwritable: t`The server does not answer.`, away: true } as const;

  const stepped = (row: Row, to: Row['state'], approval: ApprovalEnd): Row => {
    const number = Math.max(5000 + ++version, (row.transitions.at(-1)?.number ?? 0) + 1);
    const step = { number, from: row.state, to, at: clock.wall(), process: base.self, approval };
    return { ...row, state: to, transitions: [...row.transitions, step] };
  };
  function end(entry: Entry, approval: ApprovalEnd, before = entry.row) {
    const row = stepped(before, 'NOT SENT', approval);
    waiting.delete(row.intent.requestId);
    ended.set(row.intent.requestId, row);
    changed();
    return { ok: true, row } as const;
  }

  const team: Team = {
    get rule() {
      return rule;
    },
    set rule(next) {
      rule = next;
      changed();
    },
    online: ['Ben'],
    lies: (_, row) => row,
    waiting,
    losesAnswers: false,
    silent: false,
    hidesRules: false,
    takesNoSent: false,
    takesNoWithdrawal: false,
    expire() {
      for (const entry of waiting.values()) end(entry, { outcome: 'expired' });
      begun.clear();
      changed();
    },
    desk: person => async () => ({ journal: journalOf(person), fingerprint }),
  };

  /** The refusal with the entry, as the server sends it. */
  async function noLongerWaits(requestId: string): Promise<Barred> {
    const read = await base.get(requestId);
    const row = ended.get(requestId) ?? (read.ok && read.value ? whole(read.value) : undefined);
    return row ? { ok: false, barred: refusals.state(row.state), row } : barred(refusals.absent);
  }

  /** The entry with all its steps: the approval, then the steps in the local file. */
  function whole(row: Row): Row {
    const entry = begun.get(row.intent.requestId);
    if (!entry) return row;
    const later = row.transitions.slice(1).map(step => ({ ...step, number: step.number + 10_000 }));
    return { ...row, number: entry.row.number, transitions: [...entry.row.transitions, ...later] };
  }
  async function steps<Step extends object>(work: Promise<Step & { readonly row?: Row }>): Promise<Step> {
    const step = await work;
    if (!step.row) return step;
    if (begun.has(step.row.intent.requestId)) changed();
    return { ...step, row: whole(step.row) };
  }
  /** The row of an entry that is NOT SENT, whose approval therefore still counts. Otherwise undefined. */
  async function again(entry: Entry | undefined): Promise<Row | undefined> {
    const read = entry && (await base.get(entry.row.intent.requestId));
    return read?.ok && read.value?.state === 'NOT SENT' ? whole(read.value) : undefined;
  }
  const isApproved = (entry: Entry, intent: Intent, confirmed: Confirmed): boolean =>
    digestOf({ ...entry.row, intent }, confirmed) === digestOf(entry.row, entry.confirmed) &&
    confirmed.body === entry.confirmed.body;

  const covers = ({ operation, body = '' }: Intent): boolean =>
    operation === team.rule.operation &&
    Number(/"amount":([\d.]+)/.exec(body)?.[1] ?? Infinity) > Number(team.rule.over ?? 0);
  const approved = ({ votes }: Entry): boolean =>
    votes.filter(({ vote, person }) => vote === 'approve' && team.online.includes(person)).length >=
    team.rule.votes;

  function approvalsOf(person: string): Approvals {
    const partOf = (entry: Entry): Waiting['part'] =>
      entry.asker === person
        ? approved(entry)
          ? 'send'
          : 'wait'
        : team.online.includes(person) && !entry.votes.some(vote => vote.person === person)
          ? approved(entry)
            ? 'decline'
            : 'vote'
          : 'look';
    return {
      async needs(intent) {
        if (team.hidesRules) return { ok: false, unreadable: t`The server does not answer.` };
        return {
          ok: true,
          value: covers(intent)
            ? { rule: team.rule, online: team.online.filter(one => one !== person) }
            : undefined,
        };
      },
      async ask(intent, confirmed, naming) {
        const equals = await base.equals(intent);
        const named = new Set(naming?.named ?? []);
        const alike = [
          ...(equals.ok ? equals.value : []),
          ...[...waiting.values()].map(({ row }) => row),
        ].filter(row => row.intent.fingerprint === intent.fingerprint && !named.has(row.intent.requestId));
        if (alike.length > 0) return { ok: false, equal: alike };
        const at = clock.wall();
        const row: Row = {
          number: 5000 + ++version,
          intent,
          state: 'WAITING',
          wasUnknown: false,
          transitions: [{ number: 5000 + ++version, from: 'NEW', to: 'WAITING', at, process: base.self }],
        };
        const lasts = Math.min(team.rule.minutes * 60_000, confirmed.lasts ?? Number.POSITIVE_INFINITY);
        waiting.set(intent.requestId, {
          row,
          asker: person,
          confirmed,
          votes: [],
          askedAt: at,
          expiresAt: at + lasts,
        });
        changed();
        return team.losesAnswers ? away : { ok: true, row };
      },
      async vote(requestId, digest, vote, note = '') {
        const entry = waiting.get(requestId);
        if (!entry) return barred('The request does not wait any more.');
        if (entry.asker === person) return barred('You asked for it, so another person has to approve it.');
        if (digest !== digestOf(entry.row, entry.confirmed))
          return barred('Your screen shows other data than the team’s record has.');
        if (vote === 'decline') {
          const declined = end(entry, { outcome: 'declined', by: person, note });
          return team.losesAnswers ? away : declined;
        }
        waiting.set(requestId, {
          ...entry,
          votes: [...entry.votes, { person, vote, note, at: clock.wall(), counts: true }],
        });
        changed();
        return team.losesAnswers ? away : { ok: true, row: entry.row };
      },
      async claim(intent, confirmed) {
        const entry = waiting.get(intent.requestId);
        if (!entry) return noLongerWaits(intent.requestId);
        if (!approved(entry)) return barred('Not approved.');
        if (!isApproved(entry, intent, confirmed)) return barred('The request is not what was approved.');
        waiting.delete(intent.requestId);
        const by = entry.votes.map(vote => vote.person).join(', ');
        const row = stepped(entry.row, 'PREPARED', { outcome: 'approved', by });
        begun.set(intent.requestId, { ...entry, row });
        const prepared = await steps(base.prepare(intent, { named: [] }));
        changed();
        if (prepared.ok || !('equal' in prepared)) return prepared;
        return barred('A duplicate was done meanwhile.');
      },
      async withdraw(requestId, changes) {
        if (team.takesNoWithdrawal)
          return { ok: false, unwritable: t`The team journal is away.`, away: true };
        const sent = begun.get(requestId);
        const row = changes === undefined ? undefined : await again(sent);
        const entry = row ? sent : waiting.get(requestId);
        if (!entry) return noLongerWaits(requestId);
        if (entry.asker !== person) return barred('Only the person who asked can withdraw it.');
        begun.delete(requestId);
        const withdrawn = end(
          entry,
          changes === undefined ? { outcome: 'withdrawn' } : { outcome: 'changed', note: changes },
          row,
        );
        return team.losesAnswers ? away : withdrawn;
      },
      async waiting() {
        const own = [...begun.values()].filter(({ asker }) => asker === person);
        const notSent = await Promise.all(
          own.map(async entry => ({ ...entry, row: (await again(entry)) ?? entry.row })),
        );
        const all = [...waiting.values(), ...notSent.filter(({ row }) => row.state === 'NOT SENT')];
        const value = all.map((entry): Waiting => {
          const mine = entry.asker === person ? 'mine' : 'theirs';
          const row = {
            ...team.lies(person, entry.row),
            ...(approved(entry) && ({ approved: mine } as const)),
          };
          const part = partOf(entry);
          return {
            ...{ row, asker: entry.asker, part, warnings: entry.confirmed.warnings, votes: entry.votes },
            ...(part === 'look' && { whyNot: 'You are no approver.' }),
            digest: digestOf(row, entry.confirmed),
            needed: team.rule.votes,
            askedAt: entry.askedAt,
            expiresAt: entry.expiresAt,
            lasts: entry.expiresAt - clock.wall(),
          };
        });
        return { ok: true, value };
      },
      watch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }

  function journalOf(person: string): Journal {
    const own = (): readonly Row[] => [...waiting.values()].map(({ row }) => row);
    return {
      ...base,
      get self() {
        return base.self;
      },
      approvals: approvalsOf(person),
      async prepare(intent, second) {
        return covers(intent) ? barred('This write needs approval.') : base.prepare(intent, second);
      },
      sent: async requestId =>
        team.takesNoSent
          ? { ok: false, unwritable: t`The server does not answer.` }
          : steps(base.sent(requestId)),
      settle: (...outcome) => steps(base.settle(...outcome)),
      async repeat(requestId, what, now) {
        const entry = begun.get(requestId);
        if (ended.has(requestId)) return noLongerWaits(requestId);
        if (entry && !(await again(entry))) return barred('Its approval does not count.');
        if (entry && !(now && isApproved(entry, now.intent, now.confirmed)))
          return barred('The request is not what was approved.');
        return steps(base.repeat(requestId, what));
      },
      async list(wanted) {
        const read = await base.list(wanted);
        if (!read.ok) return read;
        const kept = read.value.filter(({ intent }) => !ended.has(intent.requestId)).map(whole);
        const rows = [...own(), ...ended.values(), ...kept];
        return { ok: true, value: rows.toSorted((one, other) => other.number - one.number) };
      },
      async unresolved() {
        const read = await base.unresolved();
        return read.ok ? { ok: true, value: [...read.value.map(whole), ...own()] } : read;
      },
      async get(requestId) {
        const row = ended.get(requestId) ?? waiting.get(requestId)?.row;
        if (row) return { ok: true, value: row };
        const read = await base.get(requestId);
        return read.ok && read.value ? { ok: true, value: whole(read.value) } : read;
      },
      version: async () => version * 1000 + ((await base.version()) ?? 0),
      close: async () => undefined,
    };
  }
  return team;
}
