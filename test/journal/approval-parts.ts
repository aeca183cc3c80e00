/** Who asks and who approves in a team, and the rules that make them. */
import type { Rule, Waiting } from '../../src/journal/approvals.ts';
import type { Intent } from '../../src/journal/intent.ts';
import type { ReadResult } from '../../src/journal/journal.ts';
import { record } from '../../src/journal/postgres/entries.ts';
import type { ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { payout, requestId } from './parts.ts';
import { newServer, SERVICE, type Server } from './pglite.ts';

type RuleParts = { readonly [Name in keyof Rule]?: Rule[Name] | undefined };

/** Ben and Cy approve, and so does Ana by her second role. The rule of a payout above 10,000 GBP is in force. */
export async function approvalServer(rule: RuleParts = {}): Promise<Server> {
  const server = newServer();
  await server.admin('GRANT purser_approver TO ana2, ben, cy');
  await setRule(server, rule);
  return server;
}

export async function setRule(
  server: Server,
  rule: RuleParts = {},
  { baseUrl, clientId }: { readonly baseUrl: string; readonly clientId: string } = SERVICE,
): Promise<void> {
  const { operation = 'payout.create', votes = 1, minutes = 30 } = rule;
  const { currency, over } = { currency: 'GBP', over: '10000', ...rule };
  const [proposed] = await server
    .link('ben')
    .rows(
      'SELECT purser.propose_rule($1, $2, $3, $4, $5, $6, $7) AS r',
      ...[baseUrl, clientId, operation, currency ?? null, over ?? null, votes, minutes],
    );
  const { number } = record(proposed?.['r']);
  await server.link('cy').rows('SELECT purser.accept_rule($1, $2, $3)', baseUrl, clientId, Number(number));
}

const BODY = '{"amount":"25000.00","currency":"GBP"}';

/** More than the rule allows alone. */
export const large = (number: number, changes: Partial<Intent> = {}): Intent =>
  payout(number, { body: BODY, amounts: [{ amount: '25000.00', currency: 'GBP' }], ...changes });

export const CONFIRMED = { body: BODY, warnings: ['The account is new.'] } as const;

export function value<T>(read: ReadResult<T>): T {
  if (!read.ok) throw new Error(read.unreadable);
  return read.value;
}

/** The entry as this operator sees it among what waits. */
export async function waitingFor(journal: ServerJournal, number = 1): Promise<Waiting> {
  const all = value(await journal.approvals.waiting());
  const found = all.find(({ row }) => row.intent.requestId === requestId(number));
  if (!found) throw new Error('it does not wait');
  return found;
}
