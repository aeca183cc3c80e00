/** A controllable service, a journal on a real disk, and a console that may die at any moment of a write. */

import type { Client } from '../../src/api/client/client.ts';
import { failed, type Outcome } from '../../src/api/client/failure.ts';
import type { Prepared } from '../../src/api/client/writes.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Intent, Row } from '../../src/journal/intent.ts';
import { type FileJournal, localJournal } from '../../src/journal/local-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { t } from '../../src/lib/visible.ts';
import { type DuplicatesFound, type EndedWrite, sendRecorded } from '../../src/sending/send.ts';

type Sent = EndedWrite | DuplicatesFound;

import { type ManualClock, manualClock } from '../harness/clock.ts';
import { allRules } from '../harness/rules.ts';
import { machine, open, requestId, start, temporaryFile, whole } from '../journal/parts.ts';

/** What happens to one attempt to send. `dies …`: the console dies at this moment. */
export const fates = [
  'done',
  'refused',
  'throttled',
  'no connection',
  'dropped before the effect',
  'dropped after the effect',
  'contradicts itself',
  'outcome not written',
  'dies unrecorded',
  'dies recorded',
  'dies sent',
  'dies after the effect',
  'dies with the answer',
] as const;
export type Fate = (typeof fates)[number];

/** The console died: none of its code may run on. */
class Death extends Error {}

export interface MoneyWorld {
  readonly clock: ManualClock;
  /** The request ID of each effect, in order. */
  readonly effects: readonly string[];
  /** The request ID of each request that arrived at the service, in order. */
  readonly arrived: readonly string[];
  journal(): FileJournal;
  rows(): readonly Row[];
  /** Sends a new intent. Undefined if the console died. */
  send(action: string, repeatable: boolean, fate: Fate, named?: readonly string[]): Promise<Sent | undefined>;
  /** Sends an intent of the journal again. */
  again(row: Row, fate: Fate): Promise<Sent | undefined>;
  /** Starts the next console on the same journal, which recovers first. */
  restart(): void;
  close(): void;
}

export function moneyWorld(): MoneyWorld {
  const clock = manualClock(start);
  const file = temporaryFile();
  const { processes: born, end } = machine();
  const effects: string[] = [];
  const arrived: string[] = [];
  const handles: FileJournal[] = [];
  let living: Processes = born();
  let made = 0;
  let journal = begin();

  function begin(): FileJournal {
    const opened = whole(open({ file, clock, processes: living }));
    handles.push(opened);
    return opened;
  }

  /** The service guarantees one effect for each request ID only if the intent is repeatable. */
  function act(id: string, repeatable: boolean): void {
    if (!(repeatable && effects.includes(id))) effects.push(id);
  }

  function clientFor(fate: Fate, repeatable: boolean): Client {
    const send = async (prepared: Prepared, mayLeave: () => Promise<boolean>): Promise<Outcome<never>> => {
      const id = prepared.requestId;
      if (fate === 'no connection') {
        return failed({ kind: 'unreachable', cause: 'refused', host: t`service`, detail: t`refused` });
      }
      if (fate === 'dies recorded') throw new Death();
      if (!(await mayLeave())) return failed({ kind: 'unsent', cause: 'not-recorded' });
      if (fate === 'dies sent') throw new Death();
      arrived.push(id);
      if (fate === 'refused') return failed({ kind: 'refused', status: 400 });
      if (fate === 'throttled') return failed({ kind: 'throttled' });
      if (fate === 'dropped before the effect') return failed({ kind: 'cut-off' });
      act(id, repeatable);
      if (fate === 'dies after the effect') throw new Death();
      if (fate === 'dropped after the effect') return failed({ kind: 'cut-off' });
      if (fate === 'contradicts itself')
        return failed({ kind: 'contradiction', status: 200, detail: t`both` });
      return { ok: true, value: {} as never, drift: [], receivedAt: clock.wall(), raw: {} };
    };
    // The cast is safe: only `writes` is used here.
    return { writes: { send } } as unknown as Client;
  }

  /** The journal of an attempt with this fate, which may fail. */
  function journalFor(fate: Fate): FileJournal {
    const settle: FileJournal['settle'] = (...given) => {
      if (fate === 'dies with the answer') throw new Death();
      if (fate === 'outcome not written') return { ok: false, unwritable: t`The disk is full.` };
      return journal.settle(...given);
    };
    return { ...journal, settle };
  }

  async function attempt(intent: Intent, retry: boolean, fate: Fate, named: readonly string[] = []) {
    if (fate === 'dies unrecorded') {
      end(living);
      return undefined;
    }
    const { requestId: id, repeatable = false } = intent;
    const prepared = {
      operation: 'payout.create',
      requestId: id,
      method: 'POST',
      target: '/',
      headers: {},
    } as const;
    try {
      return await sendRecorded(
        {
          intent,
          prepared,
          meaning: allRules.meaningOf(intent),
          title: t`Pay`,
          retry,
          naming: { named },
          over: () => undefined,
          hide: text => text,
        },
        {
          port: { journal: localJournal(journalFor(fate)), fingerprint },
          client: clientFor(fate, repeatable),
          tell: () => {},
        },
      );
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      end(living);
      return undefined;
    }
  }

  return {
    clock,
    effects,
    arrived,
    journal: () => journal,
    rows() {
      const all = journal.list({ limit: 1000 });
      if (!all.ok) throw new Error(all.unreadable);
      return all.value;
    },
    send(action, repeatable, fate, named) {
      const intent: Intent = {
        requestId: requestId(made++),
        operation: 'payout.create',
        title: 'Payout',
        class: 'money',
        repeatable,
        profile: 'test',
        environment: 'demo',
        baseUrl: 'https://service.example',
        clientId: 'client-1',
        programId: 'program-1',
        customer: { userId: 'acct_1' },
        method: 'POST',
        target: '/',
        fingerprint: `2:${action}`,
        what: [],
        createdAt: clock.wall(),
      };
      return attempt(intent, false, fate, named);
    },
    again: (row, fate) => attempt(row.intent, true, fate),
    restart() {
      end(living);
      living = born();
      journal = begin();
      journal.recover();
    },
    close: () => {
      for (const handle of handles) handle.close();
    },
  };
}
