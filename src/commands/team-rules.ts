// `purser team rule`: the rules for approval. One approver proposes a change, and another accepts it.

import { isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import type { Rule } from '../journal/approvals.ts';
import { acceptRule, proposeRule, rulesOf, withdrawRule } from '../journal/postgres/rules.ts';
import { counted } from '../lib/counted.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { safeJson } from './json-text.ts';
import type { TeamDesk, TeamLine, TeamWork } from './team-help.ts';

/** The work for these words after `team rule`. Undefined for unknown words. */
export function ruleWork([first, second, ...others]: readonly string[]): TeamWork | undefined {
  if (others.length > 0) return undefined;
  if (first === 'list' && second === undefined) return list;
  if (first === 'set' && second !== undefined) return desk => set(desk, second);
  if (first === 'accept' && second !== undefined) return desk => decide(desk, first, second);
  if (first === 'withdraw' && second !== undefined) return desk => decide(desk, first, second);
  return undefined;
}

async function list({ link, service, line, parts: { out, err } }: TeamDesk): Promise<number> {
  const read = await rulesOf(link, service);
  if (!read.ok) {
    err(`purser: ${read.why}\n`);
    return 1;
  }
  if (line.has('json')) {
    out(safeJson(JSON.stringify({ rules: read.rules, proposed: read.proposed }, null, 2)));
    return 0;
  }
  if (read.rules.length === 0) out('No rule is in force: no write needs approval.\n');
  for (const rule of read.rules) out(`${ruleText(rule)}\n`);
  for (const { number, by, valid, ...rule } of read.proposed) {
    const step = valid ? t`to accept: ${number}` : t`no longer an approver; to withdraw: ${number}`;
    out(`Proposed by ${visible(by, 60)} (${step}): ${ruleText(rule)}\n`);
  }
  return 0;
}

async function set({ link, service, line, parts }: TeamDesk, operation: string): Promise<number> {
  const rule = ruleOn(operation, line);
  if ('why' in rule) return parts.refuse(rule.why);
  const proposed = await proposeRule(link, service, rule);
  if (!proposed.ok) {
    parts.err(`purser: ${proposed.why}\n`);
    return 1;
  }
  parts.out(
    `Proposed: ${ruleText(rule)}\nAnother approver puts it into force: purser team rule accept ${proposed.number}\n`,
  );
  return 0;
}

const DECISIONS = {
  accept: { work: acceptRule, done: 'The rule is in force.\n' },
  withdraw: { work: withdrawRule, done: 'The proposal is withdrawn.\n' },
} as const;

async function decide(
  { link, service, parts }: TeamDesk,
  step: keyof typeof DECISIONS,
  given: string,
): Promise<number> {
  if (!/^[1-9]\d{0,8}$/.test(given))
    return parts.refuse(t`${visible(step)} takes the number of the proposal.`);
  const { work, done } = DECISIONS[step];
  const decided = await work(link, service, Number(given));
  if (decided.ok) parts.out(done);
  else parts.err(`purser: ${decided.why}\n`);
  return decided.ok ? 0 : 1;
}

function ruleOn(operation: string, line: TeamLine): Rule | { readonly why: Visible } {
  const [over, currency] = [line.value('over'), line.value('currency')?.toUpperCase()];
  const [votes, minutes] = [numberOn(line.value('votes'), 1, 9), numberOn(line.value('minutes'), 30, 1440)];
  if (!Object.hasOwn(operations, operation) || !isWrite(operation as OperationId))
    return { why: t`${visible(operation, 60)} is not a write. purser call --list shows all operations.` };
  if (over !== undefined && (parseDecimal(over) === undefined || !/^\d{1,30}(\.\d{1,20})?$/.test(over)))
    return { why: t`--over takes an amount without separators, such as 10000 or 99.50.` };
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    return { why: t`--currency takes a code such as GBP.` };
  if (votes === undefined) return { why: t`--votes takes a number from 0 to 9; 0 ends the rule.` };
  if (minutes === undefined || minutes === 0) return { why: t`--minutes takes a number from 1 to 1440.` };
  return { operation, votes, minutes, ...(over !== undefined && { over }), ...(currency && { currency }) };
}

function numberOn(given: string | undefined, otherwise: number, most: number): number | undefined {
  if (given === undefined) return otherwise;
  return /^\d{1,4}$/.test(given) && Number(given) <= most ? Number(given) : undefined;
}

function ruleText({ operation, currency, over, votes, minutes }: Rule): Visible {
  const of = currency === undefined ? t`` : t` ${visible(currency)}`;
  const which =
    over === undefined
      ? t`every write${currency === undefined ? t`` : t` in${of}`}`
      : t`over ${visible(over)}${of}`;
  if (votes === 0) return t`${visible(operation, 60)}, ${which}: no approval`;
  return t`${visible(operation, 60)}, ${which}: ${counted(votes, t`approver`)} within ${counted(minutes, t`minute`)}`;
}
