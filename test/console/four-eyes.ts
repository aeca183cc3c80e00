// A team's record of approvals in this process, for consoles of several persons: it decides as approvals.ts says.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OpenJournal } from '../../src/effects/journal.ts';
import type { Approvals, Confirmed, Rule, Vote, Waiting } from '../../src/journal/approvals.ts';
import { whyNot } from '../../src/journal/explain.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { ApprovalEnd, Intent, Row } from '../../src/journal/intent.ts';
import type { Barred, Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
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
  /** The persons with a console open who may approve. */
  online: readonly string[];
  /** Gives this person's machine other bytes than the record has. */
  lies: (person: string, row: Row) => Row;
  /** The entries that wait. */
  readonly waiting: ReadonlyMap<string, { readonly row: Row }>;
  /** The record takes a vote, and its answer is lost. */
  losesAnswers: boolean;
  /** Its wait is over. */
  expire(): void;
  desk(person: string): OpenJournal;
}

const barred = (why: string): Barred => ({ ok: false, barred: t`${why as never}` });
const digestOf = ({ intent }: Row, { warnings }: Confirmed): string =>
  createHash('sha256')
    .update(JSON.stringify([intent, warnings]))
    .digest('hex');

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
  const ended = new Map<string, Row>();
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = (): void => {
    version++;
    for (const listener of listeners) listener();
  };

  const stepped = (row: Row, to: Row['state'], approval: ApprovalEnd): Row => ({
    ...row,
    state: to,
    transitions: [
      ...row.transitions,
      { number: 5000 + ++version, from: row.state, to, at: clock.wall(), process: base.self, approval },
    ],
  });
  function end(entry: Entry, approval: ApprovalEnd) {
    const row = stepped(entry.row, 'NOT SENT', approval);
    waiting.delete(row.intent.requestId);
    ended.set(row.intent.requestId, row);
    changed();
    return { ok: true, row } as const;
  }

  const team: Team = {
    rule: { operation: 'payout.create', currency: 'GBP', over: '10', votes: 1, minutes: 30 },
    online: ['Ben'],
    lies: (_, row) => row,
    waiting,
    losesAnswers: false,
    expire() {
      for (const entry of waiting.values()) end(entry, { outcome: 'expired' });
    },
    desk: person => async () => ({ journal: journalOf(person), fingerprint }),
  };

  /** As the server says it: with the entry. */
  async function noLongerWaits(requestId: string): Promise<Barred> {
    const read = await base.get(requestId);
    const row = ended.get(requestId) ?? (read.ok ? read.value : undefined);
    return row ? { ok: false, barred: whyNot.state(row.state), row } : barred(whyNot.absent);
  }

  const covers = ({ operation, body = '' }: Intent): boolean =>
    operation === team.rule.operation &&
    Number(/"amount":([\d.]+)/.exec(body)?.[1] ?? Infinity) > Number(team.rule.over ?? 0);
  const approved = ({ votes }: Entry): boolean =>
    votes.filter(({ vote }) => vote === 'approve').length >= team.rule.votes;

  function approvalsOf(person: string): Approvals {
    const partOf = (entry: Entry): Waiting['part'] =>
      entry.asker === person
        ? approved(entry)
          ? 'send'
          : 'wait'
        : team.online.includes(person)
          ? 'vote'
          : 'look';
    return {
      async needs(intent) {
        return {
          ok: true,
          value: covers(intent)
            ? { rule: team.rule, online: team.online.filter(one => one !== person) }
            : undefined,
        };
      },
      async ask(intent, confirmed, naming) {
        const equals = await base.equals(intent.fingerprint);
        const named = new Set(naming?.besides ?? []);
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
          doubted: false,
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
        return { ok: true, row };
      },
      async vote(requestId, digest, vote, note = '') {
        const entry = waiting.get(requestId);
        if (!entry) return barred('The request does not wait any more.');
        if (entry.asker === person) return barred('You asked for it, so another person has to approve it.');
        if (digest !== digestOf(entry.row, entry.confirmed))
          return barred('Your screen shows other data than the team’s record has.');
        if (vote === 'decline') return end(entry, { outcome: 'declined', by: person, note });
        waiting.set(requestId, {
          ...entry,
          votes: [...entry.votes, { person, vote, note, at: clock.wall() }],
        });
        changed();
        const away = { ok: false, unwritable: t`The server does not answer.`, away: true } as const;
        return team.losesAnswers ? away : { ok: true, row: entry.row };
      },
      async claim(intent, confirmed) {
        const entry = waiting.get(intent.requestId);
        if (!entry) return noLongerWaits(intent.requestId);
        if (!approved(entry)) return barred('Not approved.');
        if (
          digestOf({ ...entry.row, intent }, confirmed) !== digestOf(entry.row, entry.confirmed) ||
          confirmed.body !== entry.confirmed.body
        )
          return barred('The request is not what was approved.');
        waiting.delete(intent.requestId);
        const prepared = await base.prepare(intent, { besides: [] });
        changed();
        if (prepared.ok || !('equal' in prepared)) return prepared;
        return barred('A duplicate was done meanwhile.');
      },
      async withdraw(requestId, changes) {
        const entry = waiting.get(requestId);
        if (!entry) return noLongerWaits(requestId);
        if (entry.asker !== person) return barred('Only the person who asked can withdraw it.');
        return end(
          entry,
          changes === undefined ? { outcome: 'withdrawn' } : { outcome: 'changed', note: changes },
        );
      },
      async waiting() {
        const value = [...waiting.values()].map((entry): Waiting => {
          const row = team.lies(person, entry.row);
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
      async list(wanted) {
        const read = await base.list(wanted);
        const rows = [...own(), ...ended.values()].toSorted((one, other) => other.number - one.number);
        return read.ok ? { ok: true, value: [...rows, ...read.value] } : read;
      },
      async unresolved() {
        const read = await base.unresolved();
        return read.ok ? { ok: true, value: [...read.value, ...own()] } : read;
      },
      async get(requestId) {
        const row = ended.get(requestId) ?? waiting.get(requestId)?.row;
        return row ? { ok: true, value: row } : base.get(requestId);
      },
      version: async () => version * 1000 + ((await base.version()) ?? 0),
      close: async () => undefined,
    };
  }
  return team;
}
