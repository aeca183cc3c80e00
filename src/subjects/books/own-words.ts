// What the comparison with the journal says: sentences about writes, conversions and entries without a write.

import type { Row } from '../../journal/intent.ts';
import { counted } from '../../lib/counted.ts';
import { type Decimal, groupDigits } from '../../lib/decimal.ts';
import { showTime } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { subjectText } from '../../money/journal-entry.ts';
import type {
  ConversionFinding,
  ConversionProblem,
  ConversionsCheck,
  Legs,
  Rounding,
} from './conversion-rates.ts';
import type { JournalCheck, OwnFinding, Usual, WriteProblem } from './journal-side.ts';
import type { LegKind } from './own-writes.ts';

/** For a table, in a few words. */
export const problemWord: Readonly<Record<WriteProblem, Visible>> = {
  unresolved: t`Outcome unknown`,
  nameless: t`No reference`,
  absent: t`Not in history`,
  recent: t`Not there yet`,
  unsettled: t`Not settled yet`,
  unproven: t`Not found`,
  'other-amount': t`Other amount`,
};

/** For a table, in a few words. */
export const conversionWord: Readonly<Record<ConversionProblem, Visible>> = {
  rate: t`Not the rate`,
  changed: t`Amount changed`,
  unread: t`Not read`,
  unreadable: t`Not readable`,
};

const spanText = (ms: number): Visible => {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return t`${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? t`${minutes} min` : t`${Math.round(minutes / 60)} h`;
};

const LEG: Readonly<Record<LegKind, Visible>> = {
  paid: t`payouts`,
  sold: t`sold amounts`,
  bought: t`bought amounts`,
  returned: t`returned amounts`,
};

const writesText = (count: number): Visible =>
  counted(count, t`write of the journal`, t`writes of the journal`);

export function journalText({
  present,
  missing,
  usual,
  meanwhile,
  pruned,
}: JournalCheck): readonly Visible[] {
  const which = t`${present} of ${writesText(present + missing)}`;
  return [
    t`${which}: the history has their entries, by ID or reference.`,
    ...[...usual].map(
      ([kind, { count, longest }]) =>
        t`The entries of ${LEG[kind]} come within ${spanText(longest)}, measured from ${counted(count, t`entry`, t`entries`)}.`,
    ),
    ...(meanwhile > 0 ? [t`Not checked: ${writesText(meanwhile)} that changed during the check.`] : []),
    ...(pruned > 0 ? [t`Not checked: ${writesText(pruned)} whose content was pruned.`] : []),
  ];
}

export const elsewhereText = ({
  count,
  since,
  mayBePruned,
}: NonNullable<JournalCheck['elsewhere']>): Visible =>
  t`${counted(count, t`payout or conversion entry`, t`payout and conversion entries`)} since ${showTime(since, 'utc', since, 'UTC')}: no write in the journal${mayBePruned ? t`: made elsewhere, or the write was pruned` : t`, so made elsewhere`}.`;

const usualText = (usual: Usual | undefined): Visible =>
  usual === undefined ? t`The usual time is not known.` : t`Usual: within ${spanText(usual.longest)}.`;

const candidatesText = (count: number): Visible =>
  count === 0
    ? t`No entry has its amount.`
    : t`${counted(count, t`candidate`, t`candidates`)} with its amount in the history.`;

export function writeText({ problem, write, leg, age, usual, named, candidates, by }: OwnFinding): Visible {
  const { row } = write;
  const what = t`${visible(row.intent.title, 30)} ${subjectText(row)}`;
  const done = t`${what}: DONE ${spanText(age)} before the check.`;
  switch (problem) {
    case 'unresolved':
      return row.state === 'UNKNOWN'
        ? t`${what}: the outcome is UNKNOWN. ${candidatesText(candidates.length)} Enter checks the outcome.`
        : t`${what}: ${visible(row.state)}, not ended. ${candidatesText(candidates.length)}`;
    case 'nameless':
      return t`${done} The service gave no ID and no reference. ${candidatesText(candidates.length)}`;
    case 'absent':
      return t`${done} No entry of the history names it. ${usualText(usual)}`;
    case 'recent':
      return t`${done} The entry is not in the history yet. ${usualText(usual)}`;
    case 'unsettled':
      return t`${what}: the bought amount comes when the conversion settles.`;
    case 'unproven':
      return named.length > 0
        ? t`${done} The loaded entries that name it have no readable amount, or another one.`
        : t`${done} No entry of the history names it. ${usualText(usual)} ${candidatesText(candidates.length)}`;
    case 'other-amount':
      return t`${what}: its entry differs from ${shown(leg?.amount, leg?.currency)} by ${shown(by, leg?.currency)}.`;
  }
}

const shown = (amount: Decimal | undefined, currency: string | undefined): Visible =>
  amount === undefined
    ? t`the amount`
    : currency === undefined
      ? groupDigits(amount)
      : t`${groupDigits(amount)} ${visible(currency, 8)}`;

const ROUNDING: Readonly<Record<Rounding, Visible>> = {
  exact: t`exact`,
  nearest: t`to the nearest`,
  up: t`up`,
  down: t`down`,
  digits: t`within the digits of the rate`,
};

export function conversionsText({ follow, findings }: ConversionsCheck): readonly Visible[] {
  const ways = [...follow].map(([way, count]) => t`${count} ${ROUNDING[way]}`);
  const count = [...follow.values()].reduce((sum, each) => sum + each, 0);
  const which = t`${count} of ${counted(count + findings.length, t`conversion`)}`;
  return [
    ways.length === 0
      ? t`${which}: the amounts follow from the rate.`
      : t`${which}: the amounts follow from the rate, rounded to the digits of the currency (${join(ways, ', ')}).`,
  ];
}

const conversionName = (row: Row): Visible => t`Conversion ${subjectText(row)}`;

const legsText = ({ sold, from, bought, to, rate, calculated }: Legs): Visible =>
  t`${shown(sold, from)} × ${groupDigits(rate)} is ${shown(calculated, to)}, and the service says ${shown(bought, to)}`;

export function conversionText({ problem, write, legs }: ConversionFinding): Visible {
  const what = conversionName(write.row);
  switch (problem) {
    case 'rate':
      return legs ? t`${what}: ${legsText(legs)}.` : what;
    case 'changed':
      return legs
        ? t`${what}: the service now says ${shown(legs.sold, legs.from)} to ${shown(legs.bought, legs.to)}.`
        : what;
    case 'unread':
      return t`${what}: Purser could not read the conversion.`;
    case 'unreadable':
      return t`${what}: an amount, a currency or the rate can't be read.`;
  }
}
