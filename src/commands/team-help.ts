// The flags and words of `purser team`, for its help, the manual page and shell completion.

import { commandHelp } from './command-parts.ts';

export const TEAM = commandHelp({
  name: 'team',
  usage: [
    'team init [--profile NAME] [--as ROLE]',
    'team upgrade [--profile NAME] [--as ROLE]',
    'team operator add ROLE --person NAME [--new-person] [--id ID] [--approver|--no-approver] [--profile NAME] [--as ROLE]',
    'team operator disable ROLE [--profile NAME] [--as ROLE]',
    'team operator list [--profile NAME] [--as ROLE] [--json]',
    'team rule set OPERATION [--over AMOUNT] [--currency CODE] [--hours N] [--votes N] [--minutes N] [--profile NAME]',
    'team rule accept NUMBER [--profile NAME]',
    'team rule withdraw NUMBER [--profile NAME]',
    'team rule list [--profile NAME] [--json]',
    'team retention [DAYS|none] [--profile NAME] [--as ROLE]',
    'team prune [--older-than DAYS] [--profile NAME] [--as ROLE]',
    'team audit verify [--head HEAD] [--head-file FILE] [--profile NAME] [--as ROLE] [--json]',
    'team audit export FILE [--profile NAME] [--as ROLE]',
    'team reopen --reason TEXT [--profile NAME] [--as ROLE]',
    'team password [--profile NAME]',
  ],
  about:
    'For the administrator of a journal that a team shares on PostgreSQL. The profile names the server. init makes the tables. If your role lacks rights, init prints the statements that an administrator of the server runs by hand. rule says which writes another person must approve: one approver proposes a rule, and another approver accepts it. password keeps your own password in the system’s keyring.',
  flags: {
    profile: {
      takes: 'name',
      says: 'the profile whose journal block names the server',
      offers: 'profiles',
    },
    as: { takes: 'role', says: 'signs in as this role: the owner of the database, or postgres' },
    person: { takes: 'name', says: 'operator add: the person; two roles of one person count as one' },
    'new-person': { says: 'operator add: nobody has this name yet' },
    id: { takes: 'id', says: "operator add: the person's ID in your directory" },
    approver: { says: 'operator add: this person may approve writes of others, and change the rules' },
    'no-approver': { says: 'operator add: takes this right away' },
    over: { takes: 'amount', says: 'rule set: only writes of more than this amount' },
    currency: { takes: 'code', says: 'rule set: only amounts in this currency' },
    hours: { takes: 'number', says: 'rule set: --over is for all such writes of one person in these hours' },
    votes: {
      takes: 'number',
      says: 'rule set: how many persons must approve; 1 by default, 0 ends the rule',
    },
    minutes: { takes: 'number', says: 'rule set: how long a write waits; 30 by default' },
    head: { takes: 'head', says: 'audit verify: a head N:HASH that Purser printed earlier, kept elsewhere' },
    'head-file': {
      takes: 'file',
      says: 'audit verify: compares with the head in this file, and then keeps the new head there',
      offers: 'files',
    },
    reason: { takes: 'text', says: 'reopen: what you compared, and with what result' },
    'older-than': {
      takes: 'days',
      says: 'prune: at least 30; 400 and 400d mean the same. Without it, the rule of retention counts',
    },
    json: { says: 'operator list, rule list, audit verify: as JSON' },
  },
  words: {
    init: { says: 'creates the team journal' },
    upgrade: { says: 'upgrades the team journal to this version' },
    operator: { says: 'adds, disables or lists operators', offers: ['add', 'disable', 'list'] },
    rule: {
      says: 'proposes, accepts, withdraws or lists rules: which writes need approval',
      offers: ['set', 'accept', 'withdraw', 'list'],
    },
    retention: { says: 'for how many days prune keeps bodies and answers: shows, sets or ends the rule' },
    prune: { says: 'deletes old bodies and answers' },
    audit: {
      says: 'checks the whole record: entries, votes, notes, rules, operators and the log; or exports the record',
      offers: ['verify', 'export'],
    },
    reopen: { says: 'lets the team write again after a restore or an unconfirmed start of the server' },
    password: { says: 'keeps your password in the keyring' },
  },
  examples: [
    { line: 'purser team init --as postgres', says: 'creates the team journal' },
    {
      line: "purser team operator add ana --person 'Ana Silva' --new-person --as postgres",
      says: 'adds an operator',
    },
    {
      line: 'purser team rule set payout.create --over 10000 --currency GBP',
      says: 'proposes that payouts of more than 10,000 GBP need approval',
    },
    { line: 'purser team retention 400 --as postgres', says: 'sets how long bodies and answers stay' },
    { line: 'purser team prune --as postgres', says: 'deletes old bodies and answers by this rule' },
  ],
});
