// The journal's filters by state, operation, customer and time. They work on the loaded entries.

import type { Row } from '../../journal/intent.ts';
import { todayIn } from '../../lib/time.ts';
import { t } from '../../lib/visible.ts';
import { customerText, type Entries, type JournalEntry } from '../../money/journal-entry.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { ServerFilter } from '../../ui/screens/resource.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';

const STATES = [t`PREPARED`, t`SENT`, t`DONE`, t`REFUSED`, t`NOT SENT`, t`UNKNOWN`, t`RESOLVED`];

const HOURS = /^(\d{1,5})h$/i;
const [since, until] = periodFilters('since', 'until');
const HOUR = 3_600_000;

export const journalFilters: readonly ServerFilter[] = [
  wordFilter('state', t`State`, STATES, true),
  {
    field: 'operation',
    label: t`Operation`,
    hint: t`part of the name, such as payout`,
    check: () => undefined,
  },
  { field: 'customer', label: t`Customer`, hint: t`part of a user ID or a name`, check: () => undefined },
  {
    ...since,
    hint: t`20nov, 20..21nov, yesterday, 7d, or 8h for hours`,
    check: (value, values) => (HOURS.test(value) ? undefined : since.check(value, values)),
  },
  until,
];

/** Returns the same array for the same filter and entries. Each console has its own function. */
export function filteredEntries(): (entries: Entries, view: View, state: State) => Entries {
  let last:
    | {
        readonly of: Entries;
        readonly server: View['server'];
        readonly now: number;
        readonly fitting: Entries;
      }
    | undefined;
  return (entries, { server }, state) => {
    if (Object.keys(server).length === 0) return entries;
    // A filter in hours changes each minute.
    const now = HOURS.test(server['since'] ?? '') ? Math.floor(state.now / 60_000) * 60_000 : 0;
    if (last?.of !== entries || last.server !== server || last.now !== now) {
      const fitting = entries.filter(({ row }) => fits(row, server, now, state));
      last = { of: entries, server, now, fitting };
    }
    return last.fitting;
  };
}

function fits(entry: JournalEntry, server: View['server'], now: number, state: State): boolean {
  const { row } = entry;
  const { state: word, operation, customer } = server;
  if (word !== undefined && row.state !== word) return false;
  if (operation !== undefined && !has(`${row.intent.title} ${row.intent.operation}`, operation)) return false;
  const { userId, onBehalfOf = '' } = row.intent.customer;
  if (customer !== undefined && !has(`${userId} ${onBehalfOf} ${customerText(entry)}`, customer))
    return false;
  return isWithin(row, server, now, state.reach.zone);
}

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Whether the last change of the entry is within the period. */
function isWithin(
  { intent, transitions }: Row,
  { since = '', until }: View['server'],
  now: number,
  zone: string,
): boolean {
  const at = transitions.at(-1)?.at ?? intent.createdAt;
  const [, hours] = HOURS.exec(since) ?? [];
  const day = todayIn(zone, at);
  if (until !== undefined && day > until) return false;
  return hours === undefined ? day >= since : at >= now - Number(hours) * HOUR;
}
