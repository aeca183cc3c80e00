// The rules of approval in the team journal: one approver proposes a change, and another accepts it.
import type { Rule } from '../approvals.ts';
import type { ServiceAccount } from '../intent.ts';
import { integer } from '../stored-row.ts';
import { sentenceOf } from './answers.ts';
import { record } from './entries.ts';
import type { Link } from './link.ts';
import { ruleIn } from './server-approvals.ts';

interface ProposedRule extends Rule {
  readonly number: number;
  readonly by: string;
  /** False if the proposer is no longer an approver. Nobody can accept the proposal then. */
  readonly valid: boolean;
}

async function ask(link: Link, call: string, ...values: Parameters<Link['rows']>[1][]) {
  const [found] = await link.rows(`SELECT purser.${call} AS r`, ...values);
  const answer = record(found?.['r']);
  return answer['ok'] === true
    ? { ok: true as const, answer }
    : { ok: false as const, why: sentenceOf(answer) };
}

/** 0 votes end the rule for this limit. */
export async function proposeRule(
  link: Link,
  { baseUrl, clientId }: ServiceAccount,
  { operation, currency, over, votes, minutes, hours }: Rule,
) {
  const values = [
    baseUrl,
    clientId,
    operation,
    currency ?? null,
    over ?? null,
    votes,
    minutes,
    hours ?? null,
  ];
  const asked = await ask(link, 'propose_rule($1, $2, $3, $4, $5, $6, $7, $8)', ...values);
  return asked.ok ? { ok: true as const, number: integer(asked.answer, 'number') } : asked;
}

const decide =
  (step: 'accept' | 'withdraw') =>
  (link: Link, { baseUrl, clientId }: ServiceAccount, number: number) =>
    ask(link, `${step}_rule($1, $2, $3)`, baseUrl, clientId, number);

export const acceptRule = decide('accept');
export const withdrawRule = decide('withdraw');

export async function rulesOf(link: Link, { baseUrl, clientId }: ServiceAccount) {
  const asked = await ask(link, 'rules_of($1, $2)', baseUrl, clientId);
  if (!asked.ok) return asked;
  const { rules, proposed } = asked.answer;
  const list = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []);
  return {
    ok: true as const,
    rules: list(rules).map(ruleIn),
    proposed: list(proposed).map(
      (each): ProposedRule => ({
        ...ruleIn(each),
        number: integer(record(each), 'number'),
        by: String(record(each)['by']),
        valid: record(each)['valid'] === true,
      }),
    ),
  };
}
