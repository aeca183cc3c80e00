// `purser team`: an administrator creates and upgrades the team's journal, manages its operators, and deletes old data.

import {
  addOperator,
  disableOperator,
  operatorsOf,
  prune,
  upgradeRecord,
} from '../journal/postgres/admin.ts';
import { causeOf } from '../journal/postgres/link.ts';
import { pgLink } from '../journal/postgres/pg-link.ts';
import { addressOf, passwordOwner } from '../journal/team/open-team.ts';
import { systemClock } from '../lib/clock.ts';
import { helpText } from '../lib/command-help.ts';
import { Secret } from '../lib/redact.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { askSecret } from '../system/ask-secret.ts';
import { misuse, readCommandLine } from '../system/command-line.ts';
import { systemKeyring } from '../system/keyring.ts';
import type { Setup } from '../system/setup.ts';
import type { CommandParts } from './commands.ts';
import { safeJson } from './json-text.ts';
import { startOf } from './session.ts';
import { TEAM, TEAM_FLAGS, type TeamDesk, type TeamLine, type TeamWork } from './team-help.ts';
import { ruleWork } from './team-rules.ts';

/** Returns the exit code: 0, 1 if the server refuses or can't be reached, 2 for wrong usage. */
export async function team(rest: readonly string[], parts: CommandParts): Promise<number> {
  const { out, err, refuse } = parts;
  const read = readCommandLine(t`purser team`, rest, TEAM_FLAGS);
  if (!read.ok) return refuse(read.why);
  const { line } = read;
  if (line.has('help')) {
    out(helpText(TEAM));
    return 0;
  }
  const wrong = misuse(TEAM, line);
  if (wrong !== undefined) return refuse(wrong);
  const work = workOf(line);
  if (work === undefined)
    return refuse(
      t`The words after purser team ${visible(line.words[0] ?? '')} don't fit. See purser team --help.`,
    );
  const profile = line.value('profile');
  const started = await startOf(parts, {
    words: [],
    has: () => false,
    value: name => (name === 'profile' ? profile : undefined),
    values: () => [],
  });
  if (!started.ok) return refuse(started.why);
  const { setup } = started.start;
  const { journal, baseUrl, clientId, environment } = setup;
  if (journal === undefined || baseUrl === undefined || clientId === undefined)
    return refuse(t`This profile has no journal block. See docs/team.md.`);
  if (work === 'password') return keepPassword(setup, journal, parts);
  const as = line.value('as');
  const address = await addressOf(
    environment,
    as === undefined ? journal : { ...journal, user: as },
    parts.keyring,
  );
  if ('why' in address) return refuse(address.why);
  const link = pgLink(address, systemClock(), { connect: 5000, call: 30_000 });
  try {
    return await work({ link, service: { baseUrl, clientId }, line, parts });
  } catch (error) {
    err(`purser: ${causeOf(error)}.\n`);
    return 1;
  } finally {
    await link.close();
  }
}

export function workOf({ words }: TeamLine): TeamWork | 'password' | undefined {
  const [first, second, third, ...others] = words;
  if (first === 'rule') return ruleWork(words.slice(1));
  if (others.length > 0) return undefined;
  if (first === 'operator' && second === 'add' && third !== undefined) return desk => add(desk, third);
  if (first === 'operator' && second === 'disable' && third !== undefined)
    return desk => disable(desk, third);
  if (first === 'operator' && second === 'list' && third === undefined) return list;
  if (second !== undefined) return undefined;
  if (first === 'init' || first === 'upgrade') return init;
  if (first === 'prune') return pruneOld;
  return first === 'password' ? first : undefined;
}

async function init({ link, service, parts: { out, err } }: TeamDesk): Promise<number> {
  const done = await upgradeRecord(link, service);
  if (!done.ok) {
    err(
      'purser: this role cannot make roles. An administrator of the server runs this, then you run init again:\n\n',
    );
    out(done.byHand);
    return 1;
  }
  if (done.before >= done.now) {
    out(`The team journal has version ${done.now} already.\n`);
    return 0;
  }
  out(
    done.before === 0
      ? 'The team journal was created.\n'
      : `The team journal was upgraded to version ${done.now}.\n`,
  );
  return 0;
}

async function add({ link, service, line, parts }: TeamDesk, role: string): Promise<number> {
  const person = line.value('person');
  if (person === undefined)
    return parts.refuse(t`--person is required: the name of the person who uses the role.`);
  const approver = line.has('approver');
  const added = await addOperator(link, service, { role, person, approver });
  const named = visible(role, 60);
  if (added.byHand !== undefined) {
    parts.err('purser: this role cannot make or change roles. An administrator of the server runs this:\n\n');
    parts.out(`${visible(added.byHand, 400)}\n`);
    return 1;
  }
  parts.out(
    added.made
      ? `${named} is an operator. Set a password with \\password ${named} in psql, or use a client certificate.\n`
      : `${named} is an operator.\n`,
  );
  if (added.approves && !approver)
    parts.out(
      `${named} is still an approver. To end that, run in psql: REVOKE purser_approver FROM ${named}\n`,
    );
  return 0;
}

async function disable({ link, parts }: TeamDesk, role: string): Promise<number> {
  const done = await disableOperator(link, role);
  const named = visible(role, 60);
  if (done) parts.out(`${named} is disabled: nothing can be read or written as ${named} any more.\n`);
  else parts.err(`purser: there is no operator ${named}.\n`);
  return done ? 0 : 1;
}

async function list({ link, service, line, parts }: TeamDesk): Promise<number> {
  const operators = await operatorsOf(link, service);
  if (line.has('json')) {
    parts.out(safeJson(JSON.stringify(operators, null, 2)));
    return 0;
  }
  for (const { role, person, active, login, approver } of operators) {
    const state: Visible = active ? (login ? t`active` : t`active, but the role can't sign in`) : t`disabled`;
    parts.out(
      `${visible(role, 60).padEnd(20)}  ${visible(person, 60).padEnd(24)}  ${state}${approver ? t`, approver` : t``}\n`,
    );
  }
  return 0;
}

async function pruneOld({ link, service, line, parts }: TeamDesk): Promise<number> {
  const days = /^([1-9]\d{1,4})d?$/.exec(line.value('older-than') ?? '')?.[1];
  if (days === undefined || Number(days) < 30)
    return parts.refuse(t`--older-than takes a number of days, at least 30, such as 400.`);
  const gone = await prune(link, service, Number(days));
  parts.out(`Bodies and answers deleted: ${gone}. The entries and their seals stay.\n`);
  return 0;
}

async function keepPassword(
  { environment }: Setup,
  journal: NonNullable<Setup['journal']>,
  { process, out, err, refuse, keyring }: CommandParts,
): Promise<number> {
  if (!process.stdin.isTTY)
    return refuse(t`Type the password at a terminal. Elsewhere, put it in PGPASSWORD.`);
  const typed = await askSecret(process, err, t`Password of ${visible(journal.user, 60)} (it is not shown):`);
  if (typed === undefined || typed === '') return 1;
  const owner = passwordOwner(environment, journal);
  const refused = await (keyring ?? systemKeyring()).keep(owner, { apiKey: new Secret(typed) });
  if (refused) {
    err(`purser: ${refused.why}\n`);
    return 1;
  }
  out('The system’s keyring keeps the password.\n');
  return 0;
}
