// The command line of `purser call`.

import { type OperationId, operations } from '../api/contract/operations.ts';
import { nearest } from '../lib/nearest.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { SIMILAR_DAYS } from '../money/duplicates.ts';
import { commandHelp, type LineOf } from './command-parts.ts';
import { SESSION_FLAGS } from './command-session.ts';

export function operationOn([word, another]: readonly string[]) {
  if (word === undefined)
    return { why: t`purser call needs the ID of an operation. purser call --list shows all operations.` };
  if (another !== undefined)
    return { why: t`purser call takes one operation. Give its input with --set, as in --set currency=GBP.` };
  return isOperation(word) ? { id: word } : { why: noSuch(word) };
}

const isOperation = (word: string): word is OperationId => Object.hasOwn(operations, word);

function noSuch(word: string): Visible {
  const ids = Object.keys(operations);
  const meant = nearest(word, ids);
  const all = meant === undefined ? ids.filter(id => id.split('.').includes(word)) : [meant];
  const names = join(all.map(id => visible(id)));
  const hint =
    all.length === 0
      ? t`purser call --list shows all operations.`
      : t`Did you mean ${all.length > 1 ? t`one of ` : t``}${names}?`;
  return t`There is no operation ${visible(word, 40)}. ${hint}`;
}

export const CALL = commandHelp({
  name: 'call',
  usage: ['call OPERATION [--set NAME=VALUE]… [--body FILE|-] [FLAGS]'],
  about:
    'The answer is JSON on standard output, with the digits that the service sent. Card numbers in texts are masked. Failures, and how a write ended, are on standard error.',
  flags: {
    list: { says: 'every operation' },
    describe: { says: 'what OPERATION does, takes and needs' },
    set: {
      takes: 'NAME=VALUE',
      many: true,
      says: 'a parameter or a member of the body: currency=GBP, individual.name.first_name=Ada, limits[0].amount=500; if both have the name, write query.NAME or body.NAME',
    },
    body: { takes: 'file', says: 'the body as JSON; - reads standard input', offers: 'files' },
    all: { says: 'every page of a list, one record on each line' },
    json: { says: 'the answer on one line; with --list and --describe, JSON' },
    confirm: {
      takes: 'token',
      says: 'sends a write. Without it Purser sends nothing, and says what it would send and which token it needs',
    },
    reason: { takes: 'reason', says: 'the reason for a write: required in production, kept on record' },
    besides: {
      takes: 'request ID',
      many: true,
      says: 'sends a duplicate on purpose; names the earlier write',
    },
    wait: { says: 'if a rule of the team asks for approval: waits for the approval, then sends the write' },
    approved: {
      takes: 'request ID',
      says: 'sends a write that another person approved; repeat the rest of the call unchanged',
    },
    user: { takes: 'user ID', says: 'the customer, if neither the environment nor the profile names one' },
    'on-behalf-of': { takes: 'account', says: 'the connected account of that customer' },
    program: { takes: 'program ID', says: 'the program' },
    ...SESSION_FLAGS,
  },
  offers: Object.keys(operations),
  examples: [
    { line: 'purser call account.balances', says: 'the balances of the customer' },
    {
      line: 'purser call account.transactions --set x-account-id=ACCOUNT_ID --all',
      says: 'every transaction of an account, one on each line',
    },
    {
      line: 'purser call payout.cancel --set id=PAYOUT_ID',
      says: 'says what Purser would send and which token it needs; sends nothing',
    },
    { line: 'purser call payout.cancel --set id=PAYOUT_ID --confirm 4f2a', says: 'cancels the payout, once' },
  ],
  notes: [
    `A write is recorded in the journal first, and sent once. Purser does not send an exact duplicate of a done or unresolved write: the same request for the service. Purser also stops a possible duplicate: of a done write for ${SIMILAR_DAYS} days, of an unresolved write at any age.`,
    'Exit codes: 0 done; 1 refused or failed; 2 wrong usage or set-up, and nothing was sent; 3 a read was answered about another record, or may be incomplete; 4 done, but the answer differs from the confirmed write; 75 the outcome is UNKNOWN, or the write waits for approval; 128+n ended by signal n.',
  ],
});

export type CallLine = LineOf<typeof CALL>;
