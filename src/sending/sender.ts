// Sends one confirmed write: reads its record again, records it, sends it once, records the outcome. It needs no screen.
//
// Each step takes the state before it, so that no step can be left out:
// AskedWrite → ConfirmedWrite → ReadWrite → EndedWrite, or the reason why the write stops.

import type { Client } from '../api/client/client.ts';
import type { Confirmed } from '../journal/approvals.ts';
import type { Intent, Row } from '../journal/intent.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import type { Naming } from '../journal/possible-duplicates.ts';
import type { Clock, Deadline } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { AskedWrite } from './asked-write.ts';
import type { Flights } from './flight.ts';
import type { LateOutcomes } from './late-outcomes.ts';
import { REASON_FOR_WRITING } from './question.ts';
import { type ConfirmedText, readAgain, type Unfit } from './reading.ts';
import { type DuplicatesFound, type EndedWrite, sendRecorded } from './send.ts';
import { sendWindow } from './send-window.ts';
import { keptLines } from './shown-line.ts';

/** What a person read and confirmed. A dialog is one. */
export interface Confirmation extends ConfirmedText {
  readonly deadline: Deadline | undefined;
}

export interface ConfirmedWrite {
  readonly kind: 'confirmed';
  readonly asked: AskedWrite;
  readonly confirmation: Confirmation;
  /** With the lines as the person confirmed them. */
  readonly intent: Intent;
  readonly tooLate: () => Visible | undefined;
}

export interface ReadWrite extends Omit<ConfirmedWrite, 'kind'> {
  readonly kind: 'read';
  readonly client: Client;
  readonly port: JournalPort;
}

export interface Approval {
  /** That the approver saw. */
  readonly intent: Intent;
  readonly approved: Confirmed;
}

export interface SendChoices {
  /** The request IDs of duplicates that the person wants to repeat. */
  readonly named: readonly string[];
  readonly approval?: Approval | undefined;
}

export interface Sender {
  /** The time in which Purser may send begins. */
  confirm(asked: AskedWrite, confirmation: Confirmation, reason: Visible | undefined): ConfirmedWrite;
  read(write: ConfirmedWrite, signal?: AbortSignal): Promise<ReadWrite | Unfit>;
  /** The flight lasts until `report` has ended, because the process may end right after its last flight. */
  send<T>(
    write: ReadWrite,
    choices: SendChoices,
    report: (sent: EndedWrite | DuplicatesFound) => T | Promise<T>,
  ): Promise<T>;
}

export interface SenderPorts {
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly journal: {
    open(): Promise<JournalPort | undefined>;
    tell(row: Row): void;
    readonly late: LateOutcomes;
  };
  readonly flights: Pick<Flights, 'add' | 'unrecorded'>;
  readonly earlierWarnings: (intent: Intent, port: JournalPort) => Promise<readonly Visible[]>;
  readonly namingOf: (intent: Intent, named: readonly string[], port: JournalPort) => Promise<Naming>;
  /** Why nothing may be sent now, by the policy of this machine. Asked just before the first byte leaves. */
  readonly barred: () => Visible | undefined;
}

const ENDED = t`The session has ended. Nothing was sent.`;

/** `claim` in approvals.ts compares it with the approved request. */
export const confirmedAs = (
  { asked, confirmation: { warnings, deadline } }: Pick<ConfirmedWrite, 'asked' | 'confirmation'>,
  tick: number,
): Confirmed => ({
  ...(asked.prepared.body !== undefined && { body: asked.prepared.body }),
  warnings,
  ...(deadline && { lasts: Math.max(0, deadline.at - deadline.margin - tick) }),
});

/** The journal keeps the reason after the confirmed lines. */
export const intentOf = (
  { intent }: AskedWrite,
  { lines }: Pick<Confirmation, 'lines'>,
  reason: Visible | undefined,
): Intent => {
  const last = reason === undefined ? [] : [{ label: REASON_FOR_WRITING, value: reason }];
  return { ...intent, what: [...keptLines(lines), ...last] };
};

export function createSender(ports: SenderPorts): Sender {
  const { clock, journal, flights } = ports;
  const passed = ({ deadline }: Confirmation): Visible | undefined =>
    deadline && clock.monotonic() >= deadline.at - deadline.margin ? deadline.over : undefined;

  return {
    confirm: (asked, confirmation, reason) => ({
      kind: 'confirmed',
      ...{ asked, confirmation, intent: intentOf(asked, confirmation, reason), tooLate: sendWindow(clock) },
    }),

    async read(write, signal = new AbortController().signal) {
      const { asked, confirmation } = write;
      const [port, reader] = [await journal.open(), ports.client()];
      if (!port || !reader) return { kind: 'over', why: ENDED };
      const earlierWarnings = () => ports.earlierWarnings(asked.intent, port);
      const unfit = await readAgain(asked, confirmation, { client: reader, earlierWarnings, signal });
      if (unfit) return unfit;
      const over = passed(confirmation);
      // The session may have ended during the reading.
      const client = ports.client();
      if (over !== undefined || !client) return { kind: 'over', why: over ?? ENDED };
      return { ...write, kind: 'read', client, port };
    },

    send({ asked, confirmation, tooLate, client, port, ...write }, { named, approval }, report) {
      const { prepared, meaning, hide, question, recorded } = asked;
      const { title } = question;
      const { requestId } = asked.intent;
      const intent = approval?.intent ?? write.intent;
      const run = async (): Promise<EndedWrite | DuplicatesFound> => {
        const attempt = {
          ...{ prepared, intent, meaning, hide, title },
          retry: recorded,
          approved: approval?.approved,
          naming: await ports.namingOf(intent, named, port),
          over: () => ports.barred() ?? passed(confirmation) ?? tooLate(),
        };
        const { tell, late } = journal;
        const sent = await sendRecorded(attempt, { port, client, tell, late });
        if (sent.kind === 'duplicates') return sent;
        // Another attempt must be a retry. The journal refuses it until the outcome is recorded.
        if (sent.unsettled) late.add(requestId, sent.unsettled);
        if (!sent.row && sent.word === 'UNKNOWN') flights.unrecorded({ requestId, title });
        return sent;
      };
      const done = run().then(report);
      flights.add({ requestId, title }, done);
      return done;
    },
  };
}
