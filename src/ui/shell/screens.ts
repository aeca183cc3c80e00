// Every screen, by its place. A new one is its folder and a line here.

import { accounts } from '../../features/accounts/accounts.ts';
import { balances } from '../../features/accounts/balances.ts';
import { history } from '../../features/accounts/history.ts';
import { transactions } from '../../features/accounts/transactions.ts';
import { comingScreens } from '../../features/coming/coming.tsx';
import type { PlaceId } from '../../store/places.ts';
import { listScreen } from '../screens/list-screen.tsx';
import type { Screen } from '../screens/screen.ts';

/** A set of screens of its own for each console: they remember what they last drew. */
export function createScreens(): ReadonlyMap<PlaceId, Screen> {
  const screens = [
    listScreen(accounts),
    listScreen(transactions),
    listScreen(balances),
    listScreen(history),
    ...comingScreens,
  ];
  return new Map(screens.map(screen => [screen.place, screen]));
}
