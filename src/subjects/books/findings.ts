// The findings of a check as rows, with the calculation. Loaded with the first check.

import type { BooksReading } from '../../effects/read-books.ts';
import { amountCell, movedCell, textCell, utcCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import type { Decimal } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { letKeysIn, withPauses } from '../../lib/steps.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { candidateGroups } from '../../money/check/history-entries.ts';
import { wordCell } from '../../money/journal-entry.ts';
import { idText, timeOf } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { Item } from '../../store/paging.ts';
import type { TransactionFinding } from './account-side.ts';
import { checkBooks, type Finding, worstOf } from './books.ts';
import type { LimitFinding } from './card.ts';
import type { Break } from './chain.ts';
import {
  breakText,
  breakWord,
  headlines,
  limitText,
  MISPLACED,
  misplacedText,
  shortText,
} from './check-words.ts';
import type { ConversionFinding } from './conversion-rates.ts';
import type { OwnBooks, OwnFinding } from './journal-side.ts';
import type { Misplaced } from './misplaced.ts';
import { conversionText, conversionWord, problemWord, writeText } from './own-words.ts';
import {
  limitText as cardLimitText,
  limitWord,
  overOf,
  transactionText,
  transactionWord,
} from './side-words.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

export interface Found {
  readonly verdict: Verdict;
  readonly rows: readonly Item<CheckRow>[];
  /** All, also those that are not listed. */
  readonly unexplained: number;
}

export interface CheckRow {
  readonly verdict: Verdict;
  readonly currency: string | undefined;
  readonly text: Visible;
  /** In a few words. */
  readonly short: Visible;
  /** The unexplained amount. */
  readonly by?: Decimal;
  /** For a row about one entry. */
  readonly entry?: HistoryEntry;
  readonly sides?: Sides;
  /** For a row about one write. */
  readonly write?: Row;
  readonly details: readonly Entry[];
}

type Sides = Readonly<Record<string, HistoryEntry | undefined>>;

/** As the service sent them. */
const sentOf = (sides: Sides, { entries }: BooksReading): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(sides).map(([side, entry]) => [side, (entry && entries.get(entry)) ?? null]),
  );

/** Of one currency. The command has all. */
const MOST_BREAKS = 200;

export async function conclude(reading: BooksReading, journal?: OwnBooks): Promise<Found> {
  const findings = await withPauses(checkBooks(reading, journal), letKeysIn);
  const { incomplete } = reading;
  const limit = limitText(reading);
  const missing: CheckRow[] =
    incomplete === undefined || limit === undefined
      ? []
      : [
          {
            verdict: 'NOT CHECKED',
            currency: undefined,
            text: limit,
            short: incomplete,
            details: [noted(limit, 'plain')],
          },
        ];
  const limits = limit === undefined ? [] : [{ note: limit }];
  const own = findings.flatMap(rowsOf).map(row => ({ ...row, details: [...row.details, ...limits] }));
  const all = [...missing, ...own];
  const rows = VERDICTS.flatMap(verdict => all.filter(row => row.verdict === verdict));
  return {
    verdict: worstOf(findings, incomplete),
    unexplained: findings.reduce((sum, finding) => sum + unexplainedIn(finding), 0),
    rows: rows.map((row, nth) => ({
      key: `${row.currency ?? ''} ${idText(row.entry?.id) ?? ''} ${nth}`,
      row,
      raw: {
        ...{ verdict: row.verdict, currency: row.currency ?? null, says: row.text },
        ...(row.write && { requestId: row.write.intent.requestId }),
        ...sentOf(row.sides ?? {}, reading),
      },
    })),
  };
}

const wrongIn = (findings: readonly { readonly verdict: Verdict }[]): number =>
  findings.filter(({ verdict }) => verdict === 'DOES NOT FOLLOW').length;

function unexplainedIn(finding: Finding): number {
  if (finding.check === 'history') return finding.chain.breaks.length;
  if (finding.check === 'journal') return wrongIn(finding.journal.findings);
  if (finding.check === 'account') return wrongIn(finding.account.findings);
  if (finding.check === 'card') return wrongIn(finding.card.limits);
  return finding.check === 'conversions' ? wrongIn(finding.conversions.findings) : wrongIn([finding]);
}

function rowsOf(finding: Finding): readonly CheckRow[] {
  const { verdict, currency } = finding;
  const [text = t``, ...more] = headlines(finding);
  const about = [text, ...more].map(line => noted(line, 'plain'));
  const own: CheckRow = { verdict, currency, text, short: shortText(finding), details: about };
  if (finding.check === 'end') {
    const { ending } = finding;
    return [{ ...own, ...('by' in ending && { by: ending.by }) }];
  }
  if (finding.check === 'journal') return [own, ...finding.journal.findings.map(writeRow)];
  if (finding.check === 'conversions') return [own, ...finding.conversions.findings.map(conversionRow)];
  if (finding.check === 'account') return [own, ...finding.account.findings.map(transactionRow)];
  if (finding.check === 'card') return [own, ...finding.card.limits.map(limitRow)];
  if (finding.check !== 'history') return [own];
  const { breaks, misplaced } = finding.chain;
  const hidden = breaks.length - MOST_BREAKS;
  return [
    hidden > 0
      ? {
          ...own,
          details: [...about, { note: t`The first ${MOST_BREAKS} are listed. purser check --json has all.` }],
        }
      : own,
    ...breaks.slice(0, MOST_BREAKS).map(one => breakRow(one, currency)),
    ...misplaced.map(one => misplacedRow(one, currency)),
  ];
}

const breakRow = (found: Break, currency: string | undefined): CheckRow => ({
  ...{ verdict: 'DOES NOT FOLLOW', currency, by: found.by, entry: found.entry },
  sides: { before: found.before, since: found.entry, after: found.after },
  text: breakText(found),
  short: breakWord[found.kind],
  details: [
    noted(breakText(found), 'strong'),
    ...(found.before ? entriesOf(t`Before`, found.before) : []),
    ...entriesOf(t`Since this entry`, found.entry),
    ...(found.after ? entriesOf(t`After`, found.after) : []),
  ],
});

const misplacedRow = (found: Misplaced, currency: string | undefined): CheckRow => ({
  ...{ verdict: 'EXPECTED', currency, entry: found.entry },
  sides: { entry: found.entry, fitsBefore: found.fitsBefore },
  text: misplacedText(found),
  short: MISPLACED,
  details: [
    noted(misplacedText(found), 'strong'),
    ...entriesOf(t`Entry`, found.entry),
    ...entriesOf(t`Next entry, by the balances`, found.fitsBefore),
  ],
});

function writeRow(found: OwnFinding): CheckRow {
  const { write, named, candidates } = found;
  const groups = candidateGroups(candidates);
  return {
    ...{ verdict: found.verdict, currency: found.leg?.currency, write: write.row },
    ...(found.by !== undefined && { by: found.by }),
    sides: Object.fromEntries(
      [...named, ...candidates].slice(0, MOST_ENTRIES).map((entry, nth) => [`entry ${nth + 1}`, entry]),
    ),
    text: writeText(found),
    short: problemWord[found.problem],
    details: [
      noted(writeText(found), 'strong'),
      ...named.slice(0, MOST_ENTRIES).flatMap(entry => entriesOf(t`Entry with its name`, entry)),
      ...groups
        .slice(0, MOST_ENTRIES)
        .flatMap((group, nth) => group.flatMap(entry => entriesOf(t`Candidate ${nth + 1}`, entry))),
      ...(groups.length > MOST_ENTRIES
        ? [{ note: t`The first ${MOST_ENTRIES} candidates are listed. purser check --json has more.` }]
        : []),
      ...writeEntries(write.row),
    ],
  };
}

/** In the details of a write. */
const MOST_ENTRIES = 10;

const conversionRow = (found: ConversionFinding): CheckRow => ({
  ...{ verdict: found.verdict, currency: found.legs?.to, write: found.write.row },
  ...(found.by !== undefined && { by: found.by }),
  text: conversionText(found),
  short: conversionWord[found.problem],
  details: [noted(conversionText(found), 'strong'), ...writeEntries(found.write.row)],
});

const transactionRow = (found: TransactionFinding): CheckRow => {
  const [entry] = found.entries;
  return {
    ...{ verdict: found.verdict, currency: idText(found.transaction.currency), by: found.by },
    ...(entry && { entry, sides: { entry } }),
    text: transactionText(found),
    short: transactionWord[found.problem],
    details: [
      noted(transactionText(found), 'strong'),
      ...found.entries.flatMap(one => entriesOf(t`Entry with its ID`, one)),
    ],
  };
};

function limitRow(found: LimitFinding): CheckRow {
  const by = overOf(found.used);
  return {
    ...{ verdict: found.verdict, currency: found.currency },
    ...(by !== undefined && found.verdict === 'DOES NOT FOLLOW' && { by }),
    text: cardLimitText(found),
    short: limitWord(found),
    details: [noted(cardLimitText(found), 'plain')],
  };
}

const writeEntries = (row: Row): readonly Entry[] => [
  { heading: t`Write` },
  { label: t`Operation`, cell: { text: visible(row.intent.title, 60) } },
  { label: t`State`, cell: wordCell(row) },
  { label: t`Time`, cell: { text: visible(stampOf(row.intent.createdAt, 'utc', 'UTC')) } },
  { label: t`Request ID`, cell: { text: visible(row.intent.requestId) } },
];

const entriesOf = (heading: Visible, entry: HistoryEntry): readonly Entry[] => [
  { heading },
  { label: t`Amount`, cell: movedCell(entry.amount, entry.currency) },
  { label: t`Fee`, cell: amountCell(entry.fee, entry.currency) },
  { label: t`Balance after`, cell: amountCell(entry.balance, entry.currency) },
  { label: t`Description`, cell: textCell(entry.description) },
  { label: t`Time`, cell: utcCell(timeOf('history', entry)) },
  { label: t`ID`, cell: textCell(entry.id) },
];
