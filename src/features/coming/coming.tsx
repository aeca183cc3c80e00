// The tabs that are still to come: each says what it will hold, so that nobody looks for it elsewhere.

import { Box } from 'ink';
import { t, type Visible } from '../../lib/visible.ts';
import { type PlaceId, places } from '../../store/places.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { StaticTable } from '../../ui/kit/StaticTable.tsx';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen } from '../../ui/screens/screen.ts';

const holds: Readonly<Partial<Record<PlaceId, Visible>>> = {
  overview: t`Balances, and what needs attention: unresolved operations, pending payouts, an open RFI, inactive cards and accounts, expiring quotes.`,
  customer: t`Onboarding: the user, terms and conditions, activation.`,
};

/** What can be done in this version. */
const here = [
  { Where: places.accounts.title, Key: t`2`, What: t`details, Global Account` },
  { Where: places.transactions.title, Key: t`Enter`, What: t`of the account under the cursor` },
  { Where: places.balances.title, Key: t`b`, What: t`one per currency, in full digits` },
  { Where: places.history.title, Key: t`B`, What: t`each change of a balance` },
  { Where: places.cards.title, Key: t`3`, What: t`limits, transactions, freeze, close` },
  { Where: places.beneficiaries.title, Key: t`7`, What: t`whom this customer pays, new, change` },
  { Where: places.mandates.title, Key: t`6`, What: t`per account, debits under each, cancel` },
  { Where: places.payouts.title, Key: t`5`, What: t`made from here, new, cancel` },
  { Where: places.rfi.title, Key: t`8`, What: t`what the service asks, and answering` },
  { Where: places['direct-debits'].title, Key: t`5 D`, What: t`direct debit payouts, cancel` },
];
const TABLE_WIDTH = 64;

const comingScreen = (place: PlaceId, what: Visible): Screen => ({
  place,
  bindings: [],
  filters: [],
  filterable: false,
  settle: state => state,
  problem: () => undefined,
  needs: () => [],
  about: () => undefined,
  reload: () => {},
  abandon: () => false,
  View({ state, theme }) {
    const { body } = layoutOf(state.size, 'list');
    const lines = composeDetails(
      [
        { heading: places[place].title },
        { note: t`Not in this version yet. It will hold:`, tone: 'plain' },
        { note: what, tone: 'plain' },
        { note: t` ` },
        { note: t`What is here now:`, tone: 'plain' },
      ],
      body.width - 2,
      theme,
    );
    const fits = body.width >= TABLE_WIDTH && body.height >= lines.length + here.length * 2 + 3;
    return (
      <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
        <Lines lines={lines} height={Math.min(lines.length, body.height)} />
        {fits && <StaticTable rows={here} />}
      </Box>
    );
  },
});

export const comingScreens: readonly Screen[] = Object.entries(holds).map(([place, what]) =>
  // The keys of `holds` are places; Object.entries forgets it.
  comingScreen(place as PlaceId, what),
);
