// The help of `purser call`.

import { operations } from '../api/contract/operations.ts';
import { type CommandHelp, helpText } from '../lib/command-help.ts';
import { SIMILAR_DAYS } from '../money/duplicates.ts';
import { SUMMARIES } from '../system/usage.ts';
import { FLAGS } from './call-flags.ts';

export const CALL: CommandHelp = {
  name: 'call',
  summary: SUMMARIES.call,
  usage: ['call OPERATION [--set NAME=VALUE]… [--body FILE|-] [FLAGS]'],
  about:
    'The answer is JSON on standard output, with the digits that the service sent. Card numbers in texts are masked. Failures, and how a write ended, are on standard error.',
  flags: FLAGS,
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
    {
      line: 'purser call payout.cancel --set id=PAYOUT_ID --confirm 4f2a',
      says: 'cancels the payout, once',
    },
  ],
  notes: [
    `A write is recorded in the journal first, and sent once. Purser does not send an exact duplicate of a done or unresolved write: the same request for the service. Purser also stops a possible duplicate: of a done write for ${SIMILAR_DAYS} days, of an unresolved write at any age.`,
    'Exit codes: 0 done; 1 refused or failed; 2 wrong usage or set-up, and nothing was sent; 75 the outcome is UNKNOWN, or the write waits for approval; 128+n ended by signal n.',
  ],
};

/** `purser call --help`, at most 80 columns wide. */
export const callHelp = (): string => helpText(CALL);
