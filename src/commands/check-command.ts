// `purser check`: whether a customer's balance history adds up, and ends at the balance now. It only reads.

import { headerWord } from '../api/contract/header-text.ts';
import { pageSizesOfRun } from '../effects/page-sizes.ts';
import { type BooksReading, type BooksScope, readBooks } from '../effects/read-books.ts';
import type { Row } from '../journal/intent.ts';
import { isFor, isWith } from '../journal/possible-duplicates.ts';
import { counted } from '../lib/counted.ts';
import { isCurrencyFilter } from '../lib/currency.ts';
import { atOnce } from '../lib/steps.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isoOf } from '../money/journal-entry.ts';
import { checkBooks, type Finding, worstOf } from '../subjects/books/books.ts';
import type { Chain } from '../subjects/books/chain.ts';
import { breakText, entryText, headlines, limitText, misplacedText } from '../subjects/books/check-words.ts';
import { conversionIds } from '../subjects/books/conversion-rates.ts';
import { conversionText, writeText } from '../subjects/books/own-words.ts';
import { MONEY_OPERATIONS } from '../subjects/books/own-writes.ts';
import { limitText as cardLimitText, transactionText } from '../subjects/books/side-words.ts';
import type { Verdict } from '../subjects/books/verdict.ts';
import { asJson } from './check-json.ts';
import { type CommandParts, command, commandHelp, type LineOf, progressOn } from './command-parts.ts';
import { inSession, SESSION_FLAGS, type Session, startOf, wrongPeriod } from './command-session.ts';
import { jsonText } from './json-text.ts';

export const CHECK = commandHelp({
  name: 'check',
  usage: [
    'check [--currency CODE] [--from DAY] [--to DAY] [--account ID] [--user ID] [--json]',
    'check --card ID [--user ID] [--json]',
  ],
  about:
    'Reads the balances, the whole balance history, and the balances again. Each balance must follow from the one before, and the history must end at the balance now. The writes of the journal must be in the history, and each conversion must follow from its rate. FOLLOWS: all does. EXPECTED: it does with a fee, a held amount or another order, which is named. DOES NOT FOLLOW: by how much, and the entries on both sides. NOT CHECKED: why not. The check only reads, and it never guesses.',
  flags: {
    currency: { takes: 'currency', says: 'only this currency, such as GBP' },
    from: { takes: 'day', says: 'entries from this day on, such as 2026-11-01' },
    to: { takes: 'day', says: 'entries up to this day; the balance now is then not compared' },
    json: { says: 'the findings as JSON, with the entries on both sides' },
    user: { takes: 'user ID', says: 'the customer, if neither the environment nor the profile names one' },
    account: { takes: 'account ID', says: 'also the transactions of this account, against the history' },
    card: { takes: 'card ID', says: 'only the limits of this card, against its transactions' },
    program: { takes: 'program ID', says: 'the program' },
    ...SESSION_FLAGS,
  },
  examples: [
    { line: 'purser check', says: 'every currency of the customer' },
    { line: 'purser check --currency GBP --from 2026-11-01', says: 'one currency since a day' },
    { line: 'purser check --card CARD_ID', says: 'what the limits of a card say was used' },
  ],
  notes: ['Exit codes: 0 FOLLOWS or EXPECTED; 1 DOES NOT FOLLOW; 2 wrong usage; 3 NOT CHECKED.'],
});

type CheckLine = LineOf<typeof CHECK>;

const EXIT: Readonly<Record<Verdict, number>> = {
  FOLLOWS: 0,
  EXPECTED: 0,
  'DOES NOT FOLLOW': 1,
  'NOT CHECKED': 3,
};

export const check = command(CHECK, async (line, parts) => {
  const wrong = wrongUsage(line);
  if (wrong !== undefined) return parts.refuse(wrong);
  const read = await startOf(parts, line);
  if (!read.ok) return parts.refuse(read.why);
  const chosen = { userId: line.value('user'), onBehalfOf: undefined, programId: line.value('program') };
  return inSession({ start: read.start, chosen, reads: 'account.balanceHistory' }, parts, session =>
    checkIn(session, line, parts),
  );
});

async function checkIn(session: Session, line: CheckLine, parts: CommandParts): Promise<number> {
  const progress = progressOn(parts);
  const { client: service, customer, clock } = session;
  const scope = scopeOn(line);
  const began = clock.wall();
  const rows = await ownRows(session);
  const reading = await readBooks({
    service,
    customer,
    scope,
    sizes: pageSizesOfRun(),
    conversions: async () => (rows ? conversionIds(rows, scope) : []),
    now: began + (service.clockSkewMs() ?? 0),
    signal: new AbortController().signal,
    loaded: entries => progress.show(t`${counted(entries, t`entry`, t`entries`)} so far`),
  });
  progress.end();
  if (!reading) return EXIT['NOT CHECKED'];
  const own = rows ? { rows, scope, began, skew: service.clockSkewMs() ?? 0 } : 'unreadable';
  const findings = atOnce(checkBooks(reading, own));
  const readAt = isoOf(clock.wall());
  const report = line.has('json')
    ? jsonText(asJson(findings, reading, readAt), 2)
    : textOf(findings, reading, readAt);
  parts.out(report);
  return EXIT[worstOf(findings, reading.incomplete)];
}

/** In writes. */
const MOST_OWN = 10_000;

/** The customer's writes at this service. Undefined if the journal can't be read. */
async function ownRows({ openJournal, customer, reach }: Session): Promise<readonly Row[] | undefined> {
  if (!customer) return [];
  const opened = await openJournal();
  if ('locked' in opened) return undefined;
  const { journal } = opened;
  const read = await journal.list({ filters: { operations: MONEY_OPERATIONS }, limit: MOST_OWN });
  await journal.close();
  return read.ok
    ? read.value.filter(({ intent }) => isWith(intent, reach) && isFor(intent, customer))
    : undefined;
}

function wrongUsage(line: CheckLine): Visible | undefined {
  const currency = line.value('currency');
  if (currency !== undefined && !isCurrencyFilter(currency)) return t`--currency takes a code such as GBP.`;
  const period = wrongPeriod(line);
  if (period !== undefined) return period;
  const isUnfit = (flag: 'user' | 'program' | 'account' | 'card'): boolean =>
    !headerWord.test(line.value(flag) ?? 'x');
  if (isUnfit('user') || isUnfit('program'))
    return t`--user and --program take 1 to 512 visible ASCII characters, without spaces.`;
  if (isUnfit('account') || isUnfit('card'))
    return t`--account and --card take 1 to 512 visible ASCII characters, without spaces.`;
  const others = (['currency', 'from', 'to', 'account'] as const).map(line.value);
  return line.value('card') !== undefined && others.some(value => value !== undefined)
    ? t`--card checks only the card, so it takes no --currency, --from, --to or --account.`
    : undefined;
}

const SCOPE = {
  currency: 'currency',
  from: 'from_date',
  to: 'to_date',
  account: 'account',
  card: 'card',
} as const;

const scopeOn = (line: CheckLine): BooksScope =>
  Object.fromEntries(
    (['currency', 'from', 'to', 'account', 'card'] as const).flatMap(flag => {
      const value = line.value(flag);
      return value === undefined ? [] : [[SCOPE[flag], value]];
    }),
  );

/** Of each finding. `--json` has all. */
const MOST_SHOWN = 10;

function textOf(findings: readonly Finding[], reading: BooksReading, readAt: string): string {
  const lines = findings.flatMap(finding => [
    ...headlines(finding).map((text, at) => rowOf(at === 0 ? finding : undefined, text)),
    ...linesOf(finding),
  ]);
  const { incomplete } = reading;
  const limit = limitText(reading);
  const limits = limit === undefined ? [] : [incomplete === undefined ? limit : t`NOT CHECKED  ${limit}`];
  const none = findings.length === 0 && incomplete === undefined ? [t`No entries and no balance.`] : [];
  return `${[...lines, ...none, ...limits, t`${visible(worstOf(findings, incomplete))}. Read ${visible(readAt)}.`].join('\n')}\n`;
}

function rowOf(finding: Finding | undefined, text: Visible): Visible {
  const { currency = '–', verdict = '' } = finding ?? { currency: '', verdict: '' };
  return t`${visible(visible(currency, 8).padEnd(5))}${visible(verdict.padEnd(17))}${text}`;
}

function linesOf(finding: Finding): readonly Visible[] {
  if (finding.check === 'history') return chainLines(finding.chain);
  const said = partsOf(finding).map(one => t`  ${visible(one.verdict)}: ${one.text}`);
  const more = said.length - MOST_SHOWN;
  return [
    ...said.slice(0, MOST_SHOWN),
    ...(more > 0 ? [t`  and ${counted(more, t`more finding`, t`more findings`)}: --json shows all.`] : []),
  ];
}

interface ReportPart {
  readonly verdict: Verdict;
  readonly text: Visible;
}

function partsOf(finding: Finding): readonly ReportPart[] {
  const parts = <One extends { readonly verdict: Verdict }>(
    all: readonly One[],
    textOf: (one: One) => Visible,
  ): readonly ReportPart[] => all.map(one => ({ verdict: one.verdict, text: textOf(one) }));
  switch (finding.check) {
    case 'journal':
      return parts(finding.journal.findings, writeText);
    case 'conversions':
      return parts(finding.conversions.findings, conversionText);
    case 'account':
      return parts(finding.account.findings, transactionText);
    case 'card':
      return parts(finding.card.limits, cardLimitText);
    default:
      return [];
  }
}

function chainLines({ breaks, misplaced }: Chain): readonly Visible[] {
  const some = breaks.slice(0, MOST_SHOWN);
  const more = breaks.length - some.length;
  return [
    ...some.flatMap(found => [
      ...(found.before ? [t`  before  ${entryText(found.before)}`] : []),
      t`  since   ${entryText(found.entry)}`,
      ...(found.after ? [t`  after   ${entryText(found.after)}`] : []),
      t`          ${breakText(found)}`,
    ]),
    ...(more > 0 ? [t`  and ${counted(more, t`more entry`, t`more entries`)}: --json shows all.`] : []),
    ...misplaced.map(one => t`  ${misplacedText(one)}`),
  ];
}
