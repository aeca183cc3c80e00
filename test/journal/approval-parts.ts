/** The persons, rules and writes of the approval tests. */
import type { Rule, Waiting } from '../../src/journal/approvals.ts';
import type { Intent, ServiceAccount } from '../../src/journal/intent.ts';
import type { ReadResult } from '../../src/journal/journal.ts';
import { acceptRule, proposeRule } from '../../src/journal/postgres/rules.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { payout, requestId } from './parts.ts';
import { newServer, type Person, SERVICE, type Server } from './pglite.ts';

type RuleParts = { readonly [Name in keyof Rule]?: Rule[Name] | undefined };

/** A server with a rule: a payout above 10,000 GBP needs approval. Ben, Cy and Ana's second role are approvers. */
export async function approvalServer(rule: RuleParts = {}): Promise<Server> {
  const server = newServer();
  await server.admin('GRANT purser_approver TO ana2, ben, cy');
  await setRule(server, rule);
  return server;
}

export async function setRule(
  server: Server,
  rule: RuleParts = {},
  service: ServiceAccount = SERVICE,
): Promise<void> {
  const { currency, over } = { currency: 'GBP', over: '10000', ...rule };
  const { operation = 'payout.create', votes = 1, minutes = 30, hours } = rule;
  const whole = {
    operation,
    votes,
    minutes,
    ...(currency && { currency }),
    ...(over && { over }),
    ...(hours && { hours }),
  };
  const proposed = await proposeRule(server.link('ben'), service, whole);
  if (proposed.ok) await acceptRule(server.link('cy'), service, proposed.number);
}

const BODY = '{"amount":"25000.00","currency":"GBP"}';

/** A write above the limit of the rule. */
export const large = (number: number, changes: Partial<Intent> = {}): Intent =>
  payout(number, { body: BODY, amounts: [{ amount: '25000.00', currency: 'GBP' }], ...changes });

export const CONFIRMED = { body: BODY, warnings: ['The account is new.'] } as const;

export function value<T>(read: ReadResult<T>): T {
  if (!read.ok) throw new Error(read.unreadable);
  return read.value;
}

/** The entry among the waiting entries, as this operator sees it. Throws if it does not wait. */
export async function waitingFor(journal: ServerJournal, number = 1): Promise<Waiting> {
  const all = value(await journal.approvals.waiting());
  const found = all.find(({ row }) => row.intent.requestId === requestId(number));
  if (!found) throw new Error('the entry does not wait');
  return found;
}

/** The other service of the same server. */
export const OTHER = { baseUrl: 'https://other.example.com', clientId: 'client-2' } as const;

export async function openAt(
  server: Server,
  person: Person,
  service: ServiceAccount,
): Promise<ServerJournal> {
  const opened = await openServer({
    ...{ link: server.link(person), service, machine: { host: 'desk', pid: 1 } },
    ...{ uuid: () => crypto.randomUUID(), redact: (text: string) => text },
  });
  if ('locked' in opened) throw new Error(opened.locked);
  return opened;
}
