// Two customers with the same records and the same name: nothing of one is shown under the other.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { PLACES, type PlaceId, places } from '../../src/store/places.ts';
import { watchesNow, watchOn } from '../../src/store/watches.ts';
import { currentView, currentWorkspace } from '../../src/store/workspace.ts';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { goes } from './paying.ts';
import { rests } from './tour.ts';
import { breaks, mends, openCustomer, payee, pendingDebit } from './writing.ts';

let console: TestConsole;
let one: { readonly userId: string; readonly onBehalfOf?: string };
let two: typeof one;
const NAME = visible('Twin Ltd');

beforeEach(async () => {
  console = await startOnAccounts({ cols: 160, rows: 45 });
  const [first, second] = console.simulator.world.customers;
  const [known, other] = console.simulator.customers;
  if (!first || !second || !known || !other) throw new Error('the simulator has too few customers');
  // The service answers for the second customer with the records of the first.
  for (const name of Object.keys(first))
    if (name !== 'userId' && name !== 'onBehalfOf')
      Object.defineProperty(second, name, { get: () => Reflect.get(first, name) });
  const idsOf = ({ userId, onBehalfOf }: typeof one) => ({
    userId,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
  });
  one = idsOf(known);
  two = idsOf(other);
  console.quietly({
    known: [one, two].map(ids => ({ ...ids, name: NAME })),
    customer: { ...one, name: NAME },
  });
});

async function switches(to: typeof one): Promise<void> {
  console.app.customers.switchTo(to);
  await vi.waitFor(() => expect(console.shown().customer?.userId).toBe(to.userId), patience);
}

const subjectOf = (place: PlaceId): string | undefined => {
  const { accounts, cards } = openCustomer(console);
  const { takes, filter, search } = places[place];
  if (takes === undefined || filter !== undefined || search) return undefined;
  if (/^account ID|Global Account/.test(takes)) return accounts[0]?.record.id;
  if (/card ID/.test(takes)) return cards.all[0]?.id;
  if (/cardholder ID/.test(takes)) return openCustomer(console).cardholders.all[0]?.id;
  return takes === 'beneficiary ID' ? payee(console) : undefined;
};

const to = (place: PlaceId): string => {
  const subject = subjectOf(place);
  return subject === undefined ? place : `${place}/${subject}`;
};

/** Amounts and days, as the body of a screen shows them. */
const FACTS = /\d[\d,]*\.\d{2}\b|\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;
const facts = (): readonly string[] =>
  console.screen
    .lines()
    .slice(2, -1)
    .join('\n')
    .match(FACTS)
    ?.filter(fact => fact !== EXAMPLE) ?? [];
/** In the hint of an amount. */
const EXAMPLE = '1,200.50';

describe('while no answer for the twin has come', () => {
  it('no screen shows a fact about the other', async () => {
    const shown = new Map<PlaceId, number>();
    for (const place of PLACES) {
      await goes(console, to(place));
      await rests(console);
      shown.set(place, facts().length);
    }
    // Otherwise the second half would prove nothing.
    expect([...shown.values()].filter(count => count > 0).length).toBeGreaterThan(10);
    await breaks(console, '* hang');
    await switches(two);
    const found: Record<string, readonly string[]> = {};
    for (const place of PLACES) {
      // It names the day of the shift, which is of all customers.
      if (place === 'handover') continue;
      await goes(console, to(place));
      await console.drawn();
      if (facts().length > 0) found[place] = facts();
    }
    expect(found).toEqual({});
    await mends(console);
  }, 120_000);
});

describe('the twin', () => {
  it('has none of the other’s messages', async () => {
    await goes(console, 'direct-debits');
    await console.sees('direct debits loaded');
    await rests(console);
    console.press('W');
    await console.sees(/Watching: |nothing left to watch/);
    await switches(two);
    console.press('ctrl-t');
    await console.sees('There is no message yet.');
  });

  it('has none of the other’s typed text, marks, filters or watches', async () => {
    const debit = pendingDebit(console);
    await goes(console, `direct-debits/${debit}`);
    await rests(console);
    console.press('W');
    await console.sees('Watching: ');
    const watch = watchesNow(console.state())[0];
    if (!watch) throw new Error('nothing is watched');
    console.press('/');
    console.type('pending');
    console.press('enter');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('pending'), patience);
    await goes(console, to('new-payout'));
    await console.sees(/Status +VERIFIED/);
    console.type('12.34');
    await console.sees(/Amount +12\.34/);
    await switches(two);
    await goes(console, to('new-payout'));
    await console.sees(/Status +VERIFIED/);
    expect(console.screen.text()).not.toContain('12.34');
    await goes(console, `direct-debits/${debit}`);
    await rests(console);
    expect(currentView(console.state())).toMatchObject({ filter: '', marks: new Set() });
    expect(watchOn(console.state(), watch)).toBeUndefined();
    // Its own watch of the same record is another one.
    console.press('W');
    await console.sees('Watching: ');
    expect(watchesNow(console.state()).map(({ customer }) => customer.userId)).toEqual([
      one.userId,
      two.userId,
    ]);
    await switches(one);
    expect(watchOn(console.state(), watch)?.since).toBe(watch.since);
    expect(currentWorkspace(console.state()).flows).not.toEqual({});
  });
});
