// The report of `purser check` as JSON, with the service's records on both sides.

import type { BooksReading } from '../effects/read-books.ts';
import type { Decimal } from '../lib/decimal.ts';
import { type Json, JsonNumber } from '../lib/json.ts';
import type { HistoryEntry } from '../records/reads.ts';
import type { AccountCheck } from '../subjects/books/account-side.ts';
import { type Finding, type HistoryEnd, worstOf } from '../subjects/books/books.ts';
import type { CardCheck } from '../subjects/books/card.ts';
import type { Chain } from '../subjects/books/chain.ts';
import { headlines } from '../subjects/books/check-words.ts';
import type { ConversionsCheck } from '../subjects/books/conversion-rates.ts';
import type { JournalCheck } from '../subjects/books/journal-side.ts';
import { conversionText, writeText } from '../subjects/books/own-words.ts';
import { limitText, transactionText } from '../subjects/books/side-words.ts';

export function asJson(findings: readonly Finding[], reading: BooksReading, readAt: string): Json {
  const { incomplete } = reading;
  return {
    verdict: worstOf(findings, incomplete),
    readAt,
    ...(incomplete !== undefined && { incomplete }),
    findings: findings.map(finding => ({
      ...{ verdict: finding.verdict, check: finding.check, currency: finding.currency ?? null },
      says: headlines(finding),
      ...factsOf(finding, reading),
    })),
  };
}

type Facts = { readonly [name: string]: Json };

function factsOf(finding: Finding, { entries, account }: BooksReading): Facts {
  const entry = (one: HistoryEntry | undefined): Json => (one && entries.get(one)) ?? null;
  switch (finding.check) {
    case 'history':
      return chainFacts(finding.chain, entry);
    case 'end':
      return endingFacts(finding.ending);
    case 'unchecked':
      return { why: finding.why, count: whole(finding.count) };
    case 'elsewhere':
      return { count: whole(finding.count) };
    case 'journal':
      return journalFacts(finding.journal, entry);
    case 'conversions':
      return conversionFacts(finding.conversions);
    case 'account':
      return accountFacts(finding.account, entry, one => account?.transactions.get(one) ?? null);
    case 'card':
      return cardFacts(finding.card);
  }
}

type EntryJson = (one: HistoryEntry | undefined) => Json;

const chainFacts = (chain: Chain, entry: EntryJson): Facts => ({
  entries: whole(chain.entries),
  fees: chain.fees.place,
  breaks: chain.breaks.map(found => ({
    kind: found.kind,
    by: new JsonNumber(found.by),
    expected: new JsonNumber(found.expected),
    ...(found.alsoExtra > 0 && { alsoExtra: whole(found.alsoExtra) }),
    before: entry(found.before),
    since: entry(found.entry),
    after: entry(found.after),
  })),
  misplaced: chain.misplaced.map(one => ({ entry: entry(one.entry), fitsBefore: entry(one.fitsBefore) })),
  reordered: chain.reordered.map(entry),
  unchecked: chain.unchecked.map(one => ({ lacks: one.lacks, entry: entry(one.entry) })),
});

const endingFacts = (ending: HistoryEnd): Facts => ({
  history: new JsonNumber(ending.history),
  available: new JsonNumber(ending.available),
  ...(ending.verdict === 'DOES NOT FOLLOW' && { by: new JsonNumber(ending.by) }),
  ...(ending.verdict === 'EXPECTED' && {
    explainedBy: ending.ways.map(way =>
      way.map(({ name, amount }) => ({ name, amount: new JsonNumber(amount) })),
    ),
  }),
});

const journalFacts = ({ present, findings, meanwhile, pruned }: JournalCheck, entry: EntryJson): Facts => ({
  ...{ present: whole(present), meanwhile: whole(meanwhile), pruned: whole(pruned) },
  writes: findings.map(one => ({
    ...{ verdict: one.verdict, problem: one.problem, says: writeText(one) },
    requestId: one.write.row.intent.requestId,
    ...byOf(one),
    named: one.named.map(entry),
    candidates: one.candidates.map(entry),
  })),
});

const conversionFacts = ({ follow, findings }: ConversionsCheck): Facts => ({
  follow: whole([...follow.values()].reduce((sum, count) => sum + count, 0)),
  conversions: findings.map(one => ({
    ...{ verdict: one.verdict, problem: one.problem, says: conversionText(one) },
    requestId: one.write.row.intent.requestId,
    ...byOf(one),
  })),
});

const accountFacts = (
  check: AccountCheck,
  entry: EntryJson,
  transaction: (one: AccountCheck['findings'][number]['transaction']) => Json,
): Facts => ({
  ...{ present: whole(check.present), pending: whole(check.pending), unjoined: whole(check.unjoined) },
  ...{ candidates: whole(check.candidates), unreadable: whole(check.unreadable) },
  transactions: check.findings.map(one => ({
    ...{ verdict: one.verdict, problem: one.problem, says: transactionText(one) },
    ...byOf(one),
    transaction: transaction(one.transaction),
    entries: one.entries.map(entry),
  })),
});

const cardFacts = ({ limits, transactions }: CardCheck): Facts => ({
  transactions: whole(transactions),
  limits: limits.map(one => ({
    ...{ verdict: one.verdict, result: one.result, says: limitText(one) },
    ...{ interval: one.interval ?? null, cash: one.isCash },
    ...amountsOf({ amount: one.amount, remaining: one.remaining, used: one.used }),
    ...amountsOf({ approved: one.approved, refunds: one.refunds }),
  })),
});

const amountsOf = (amounts: Readonly<Record<string, Decimal | undefined>>): Facts =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, digits]) => [
      name,
      digits === undefined ? null : new JsonNumber(digits),
    ]),
  );

const byOf = ({ by }: { readonly by?: Decimal }): Facts =>
  by === undefined ? {} : { by: new JsonNumber(by) };

const whole = (count: number): JsonNumber => new JsonNumber(String(count) as Decimal);
