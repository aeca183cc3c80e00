// The deadlines to dispute a settled direct debit, as rows that show the calculation.

import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import { idText, type Moment } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { DirectDebit } from '../../format/records.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type Dispute, type DisputeWindow, disputesOf } from './dispute-windows.ts';

type DisputeAccount = Pick<Result<'globalAccount.get'>, 'country_code' | 'routing_codes'>;

/** The rows of the guidance. Empty if the direct debit is not SETTLED, because only SETTLED ones can be disputed. */
export function disputeEntries(
  { status, created_at }: Pick<DirectDebit, 'status' | 'created_at'>,
  account: DisputeAccount | undefined,
  moment: Moment,
): readonly Entry[] {
  if (status !== 'SETTLED') return [];
  return [{ heading: t`Dispute guidance` }, ...guidance(created_at, account, moment)];
}

function guidance(
  created: DirectDebit['created_at'],
  account: DisputeAccount | undefined,
  moment: Moment,
): readonly Entry[] {
  const at = created === undefined || created instanceof Odd ? undefined : created.epochMs;
  if (at === undefined)
    return [
      { note: t`No dispute deadline: Purser can't read when the direct debit was created.`, tone: 'warn' },
    ];
  if (!account)
    return [
      {
        note: t`No dispute deadline yet. The deadline depends on the Global Account's routing codes, which Purser has not read.`,
      },
    ];
  const country = idText(account.country_code);
  const disputes = country === undefined ? [] : disputesOf(country, codesOf(account), at);
  if (disputes.length === 0) {
    return [
      { note: t`The service documents no dispute window for this account's country and routing codes.` },
    ];
  }
  return [
    ...disputes.flatMap(dispute => disputeLines(dispute, moment)),
    { note: t`T is the direct debit's creation time. The service's support handles disputes and decides.` },
  ];
}

function disputeLines({ location, code, windows }: Dispute, moment: Moment): readonly Entry[] {
  return [
    { note: t`${location}, ${code}:`, tone: 'plain' },
    ...windows.flatMap((window): readonly Entry[] => [
      {
        label: t`${window.who}, ${visible(window.review)}`,
        cell: { text: until(window, moment), tone: isOverForSure(window, moment) ? 'dim' : 'plain' },
      },
      ...(window.before === undefined ? [] : [{ note: window.how }]),
    ]),
  ];
}

const isOver = ({ before }: DisputeWindow, { now }: Moment): boolean => before !== undefined && now >= before;
/** Whether the deadline has passed in every reading that INTERFACE.md allows. */
const isOverForSure = ({ before, latest = before }: DisputeWindow, { now }: Moment): boolean =>
  latest !== undefined && now >= latest;

function until(window: DisputeWindow, moment: Moment): Visible {
  if (window.before === undefined) return window.how;
  const mode = moment.mode === 'relative' ? 'local' : moment.mode;
  const shown = (at: number) => showTime(at, mode, moment.now, moment.zone);
  const when = shown(window.before);
  const left = showTime(window.before, 'relative', moment.now, moment.zone);
  if (!isOver(window, moment)) return t`before ${when} (${left})`;
  return isOverForSure(window, moment)
    ? t`expired ${when}`
    : t`expired ${when} by one reading, or open until ${shown(window.latest ?? 0)} by the other: ask support`;
}

/** The account's routing codes that have a type and a value. */
const codesOf = ({ routing_codes: codes }: DisputeAccount) =>
  codes === undefined || codes instanceof Odd
    ? []
    : codes.flatMap(code => {
        if (code instanceof Odd) return [];
        const [type, value] = [idText(code.type), idText(code.value)];
        return type === undefined || value === undefined ? [] : [{ type, value }];
      });
