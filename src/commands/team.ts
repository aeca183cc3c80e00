// `purser team`: an administrator keeps the team's journal, its operators and its rules for approval.

import { isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import type { Rule } from '../journal/approvals.ts';
import type { ServiceAccount } from '../journal/intent.ts';
import {
  addOperator,
  disableOperator,
  findPerson,
  operatorsOf,
  prune,
  reopen,
  retain,
  retentionOf,
  upgradeRecord,
} from '../journal/postgres/admin.ts';
import { causeAndCure } from '../journal/postgres/causes.ts';
import type { ScriptLink } from '../journal/postgres/link.ts';
import { pgLink } from '../journal/postgres/pg-link.ts';
import { acceptRule, proposeRule, rulesOf, withdrawRule } from '../journal/postgres/rules.ts';
import { addressOf, passwordOwner } from '../journal/team/open-team.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { errorCode } from '../lib/error-code.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askSecret } from '../system/ask-secret.ts';
import { systemKeyring } from '../system/keyring.ts';
import { type CommandParts, command, fails, type LineOf, prints } from './command-parts.ts';
import { type TeamStart, teamStart } from './command-session.ts';
import { ownJson } from './json-text.ts';
import { whyMistaken } from './person-name.ts';
import { daysIn, WRONG_AGE } from './retention-days.ts';
import { exportRecord, verifyRecord } from './team-audit.ts';
import { TEAM } from './team-help.ts';

type TeamLine = LineOf<typeof TEAM>;

interface TeamDesk {
  readonly link: ScriptLink;
  readonly service: ServiceAccount;
  readonly line: TeamLine;
  readonly parts: CommandParts;
  /** The state folder. */
  readonly state: string | undefined;
}

type TeamWork = (desk: TeamDesk) => Promise<number>;

/** Exit codes: 0, 1 if the server refuses or can't be reached, 2 for wrong usage. */
export const team = command(TEAM, async (line, parts) => {
  const { refuse } = parts;
  const work = workOf(line);
  if (work === undefined)
    return refuse(
      t`The words after purser team ${visible(line.words[0] ?? '')} don't fit. See purser team --help.`,
    );
  const start = await teamStart(line.value('profile'), parts);
  if (typeof start === 'number') return start;
  const { environment, journal, service, state } = start;
  if (work === 'password') return keepPassword(start, parts);
  const signedInAs = { ...journal, user: line.value('as') ?? journal.user };
  const address = await addressOf(environment, signedInAs, parts.keyring);
  if ('why' in address) return refuse(address.why);
  const link = pgLink(address, systemClock(), { connect: 5000, call: 30_000 });
  try {
    return await work({ link, service, line, parts, state });
  } catch (error) {
    return fails(parts, ADMINISTERS.test(line.words[0] ?? '') ? whyNotAsAdmin(error) : causeAndCure(error));
  } finally {
    await link.close();
  }
});

const ADMINISTERS = /^(?:init|upgrade|operator|prune|reopen)$/;

/** An administrator is told to add the role otherwise, with the command that just failed. */
const whyNotAsAdmin = (error: unknown): Visible =>
  errorCode(error) === '42501'
    ? t`this role may not administer the team journal. Name its administrator: --as ROLE.`
    : causeAndCure(error);

/** By the words after `purser team`. `*` is one word of the person's. */
const WORKS: ReadonlyMap<string, (desk: TeamDesk, given: string) => Promise<number>> = new Map([
  ['init', init],
  ['upgrade', init],
  ['operator add *', add],
  ['operator disable *', disable],
  ['operator list', listOperators],
  ['rule list', listRules],
  ['rule set *', set],
  // One approver proposes a change of the rules, and another accepts it.
  ['rule accept *', (desk, number) => decide(desk, 'accept', number)],
  ['rule withdraw *', (desk, number) => decide(desk, 'withdraw', number)],
  ['retention', showRetention],
  ['retention *', setRetention],
  ['prune', pruneOld],
  ['audit verify', verifyRecord],
  ['audit export *', exportRecord],
  ['reopen', openAgain],
]);

export function workOf({ words }: Pick<TeamLine, 'words'>): TeamWork | 'password' | undefined {
  const all = words.join(' ');
  if (all === 'password') return all;
  const work = WORKS.get(all) ?? WORKS.get([...words.slice(0, -1), '*'].join(' '));
  return work && (desk => work(desk, words.at(-1) ?? ''));
}

async function init({ link, service, parts }: TeamDesk): Promise<number> {
  const done = await upgradeRecord(link, service);
  if (!done.ok) {
    parts.err(
      'purser: this role cannot make roles. An administrator of the server runs this in the database of the team, then you run init again:\n\n',
    );
    parts.out(done.byHand);
    return 1;
  }
  if (done.byHand !== undefined) {
    parts.err(
      'purser: a superuser of the server runs this once in this database, so that one operator cannot stop the others:\n\n',
    );
    parts.out(done.byHand);
  }
  if (done.before >= done.now) return prints(parts, `The team journal has version ${done.now} already.\n`);
  if (done.before === 0) return prints(parts, 'The team journal was created.\n');
  return prints(parts, `The team journal was upgraded to version ${done.now}.\n`);
}

async function add({ link, service, line, parts }: TeamDesk, role: string): Promise<number> {
  const person = line.value('person');
  if (person === undefined)
    return parts.refuse(t`--person is required: the name of the person who uses the role.`);
  if (line.has('approver') && line.has('no-approver'))
    return parts.refuse(t`Give --approver or --no-approver, not both.`);
  const approver = line.has('approver') ? true : line.has('no-approver') ? false : undefined;
  const id = line.value('id');
  const who = { role, person, ...(id !== undefined && { id }), ...(approver !== undefined && { approver }) };
  const named = visible(role, 60);
  const { is, persons } = await findPerson(link, service, who);
  if (is === 'otherPerson' || is === 'otherId') return fails(parts, CLASHES[is]);
  const mistaken = is === 'new' ? whyMistaken(person, persons) : undefined;
  if (mistaken !== undefined) return parts.refuse(mistaken);
  if (is === 'new' && !line.has('new-person'))
    return parts.refuse(
      t`No operator is called ${visible(person, 60)}. Add --new-person if this is a new person. See purser team operator list.`,
    );
  const added = await addOperator(link, service, who);
  if ('byHand' in added) {
    parts.err(
      'purser: this role cannot make or change roles. An administrator of the server runs this, then you run operator add again:\n\n',
    );
    parts.out(added.byHand.split('\n').map(visibleLine).join('\n'));
    return 1;
  }
  // psql makes small letters of a name without quotation marks.
  const inPsql = /^[a-z_][a-z\d_]*$/.test(role) ? named : visible(`"${role.replaceAll('"', '""')}"`, 80);
  parts.out(
    added.made
      ? `${named} is an operator. Set a password with \\password ${inPsql} in psql, or use a client certificate or the directory.\n`
      : `${named} is an operator.\n`,
  );
  if (added.approves && approver === undefined)
    parts.out(`${named} is still an approver. To end that, add the operator with --no-approver.\n`);
  return 0;
}

const visibleLine = (line: string): Visible => visible(line, 1000);

const CLASHES = {
  otherPerson: t`another person has this ID. See purser team operator list.`,
  otherId: t`this person has another ID. See purser team operator list.`,
} as const;

const aSecond = (): Promise<void> => new Promise(resolve => void systemClock().after(1000, resolve));

async function disable({ link, parts }: TeamDesk, role: string): Promise<number> {
  const done = await disableOperator(link, role, aSecond);
  const named = visible(role, 60);
  if (!done) return fails(parts, t`there is no operator ${named}.`);
  return prints(parts, `${named} is disabled: nothing can be read or written as ${named} any more.\n`);
}

async function listOperators({ link, service, line, parts }: TeamDesk): Promise<number> {
  const operators = await operatorsOf(link, service);
  if (line.has('json')) return prints(parts, ownJson(operators));
  for (const { role, person, active, login, approver } of operators) {
    const state: Visible = active ? (login ? t`active` : t`active, but the role can't sign in`) : t`disabled`;
    parts.out(
      `${visible(role, 60).padEnd(20)}  ${visible(person, 60).padEnd(24)}  ${state}${approver ? t`, approver` : t``}\n`,
    );
  }
  return 0;
}

async function pruneOld({ link, service, line, parts }: TeamDesk): Promise<number> {
  const given = line.value('older-than');
  const days = given === undefined ? undefined : daysIn(given);
  if (given !== undefined && days === undefined) return parts.refuse(WRONG_AGE);
  const done = await prune(link, service, days);
  if (done === undefined)
    return parts.refuse(
      t`The team has no rule yet. Give --older-than DAYS, or set the rule: purser team retention 400.`,
    );
  return prints(
    parts,
    `Bodies and answers deleted: ${done.gone}, of months that ended more than ${done.days} days ago. The entries and their seals stay.\n`,
  );
}

async function showRetention({ link, service, parts }: TeamDesk): Promise<number> {
  const days = await retentionOf(link, service);
  return prints(
    parts,
    days === undefined
      ? 'The team has no rule: purser team prune needs --older-than.\n'
      : `purser team prune keeps bodies and answers for ${days} days.\n`,
  );
}

async function setRetention(desk: TeamDesk, given: string): Promise<number> {
  const days = daysIn(given);
  if (days === undefined && given !== 'none')
    return desk.parts.refuse(t`retention takes a number of days, at least 30, such as 400, or none.`);
  await retain(desk.link, desk.service, days);
  return showRetention(desk);
}

async function openAgain({ link, service, line, parts }: TeamDesk): Promise<number> {
  const reason = line.value('reason')?.trim();
  if (!reason) return parts.refuse(t`--reason is required: what you compared, and with what result.`);
  const was = await reopen(link, service, reason);
  if (was === undefined) return prints(parts, 'The log is open already. Nothing was changed.\n');
  return prints(parts, 'The log is open again. It has a line with your role and the reason.\n');
}

async function keepPassword({ environment, journal }: TeamStart, parts: CommandParts): Promise<number> {
  const { process, err, refuse, keyring } = parts;
  if (!process.stdin.isTTY)
    return refuse(t`Type the password at a terminal. Elsewhere, put it in PGPASSWORD.`);
  const typed = await askSecret(process, err, t`Password of ${visible(journal.user, 60)} (it is not shown):`);
  if (typed === undefined || typed === '') return 1;
  const owner = passwordOwner(environment, journal);
  const refused = await (keyring ?? systemKeyring()).keep(owner, { apiKey: new Secret(typed) });
  return refused ? fails(parts, refused.why) : prints(parts, 'The system’s keyring keeps the password.\n');
}

async function listRules({ link, service, line, parts }: TeamDesk): Promise<number> {
  const { out } = parts;
  const read = await rulesOf(link, service);
  if (!read.ok) return fails(parts, read.why);
  if (line.has('json')) return prints(parts, ownJson({ rules: read.rules, proposed: read.proposed }));
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
  if (!proposed.ok) return fails(parts, proposed.why);
  return prints(
    parts,
    `Proposed: ${ruleText(rule)}\nAnother approver puts it into force: purser team rule accept ${proposed.number}\n`,
  );
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
  return decided.ok ? prints(parts, done) : fails(parts, decided.why);
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
  const hours = line.value('hours') === undefined ? undefined : numberOn(line.value('hours'), 0, 168);
  if (line.value('hours') !== undefined && (!hours || over === undefined || currency === undefined))
    return { why: t`--hours takes a number from 1 to 168, and needs --over and --currency.` };
  return {
    ...{ operation, votes, minutes },
    ...(hours !== undefined && { hours }),
    ...(over !== undefined && { over }),
    ...(currency && { currency }),
  };
}

function numberOn(given: string | undefined, otherwise: number, most: number): number | undefined {
  if (given === undefined) return otherwise;
  return /^\d{1,4}$/.test(given) && Number(given) <= most ? Number(given) : undefined;
}

function ruleText({ operation, currency, over, votes, minutes, hours }: Rule): Visible {
  const of = currency === undefined ? t`` : t` ${visible(currency)}`;
  const which =
    over === undefined
      ? t`every write${currency === undefined ? t`` : t` in${of}`}`
      : t`over ${visible(over)}${of}${hours === undefined ? t`` : t` by one person in ${counted(hours, t`hour`)}`}`;
  if (votes === 0) return t`${visible(operation, 60)}, ${which}: no approval`;
  return t`${visible(operation, 60)}, ${which}: ${counted(votes, t`approver`)} within ${counted(minutes, t`minute`)}`;
}
