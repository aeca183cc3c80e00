// Jobs that move money or take something back: most people choose a record that the write fits.

import { currencyDigits } from '../../src/lib/currency.ts';
import { isObject } from '../../src/lib/json.ts';
import type { NonEmpty } from '../../src/sim/random.ts';
import type { Desk } from './desk.ts';
import {
  answer,
  clear,
  customerOf,
  dialogOpens,
  go,
  type Job,
  mayWrite,
  type Person,
  press,
  presses,
  type,
  until,
  wait,
} from './moves.ts';

/** Typed amounts by the digits of the currency. */
const AMOUNTS = {
  0: ['1,250', '7', '100'],
  2: ['12.50', '12.50', '7', '1,000', '100', '0.01'],
} as const;
const ODD_AMOUNTS = ['1.000,50', '99999999', '12.50', '0'] as const;

const amountIn = ({ luck }: Person, currency: string): string =>
  luck.pick(luck.next() < 0.1 ? ODD_AMOUNTS : AMOUNTS[currencyDigits(currency) === 0 ? 0 : 2]);

export function journalRows(desk: Desk) {
  const journal = desk.state()?.journal;
  return journal && journal.kind !== 'closed' ? journal.rows : [];
}

export function* sendAgain(person: Person): Job {
  yield* mayWrite(person);
  yield press('p');
  yield dialogOpens(person, 1500);
  yield* answer(person);
}

const isUnknown = (raw: unknown): boolean => isObject(raw) && raw['state'] === 'UNKNOWN';

/** From the journal. */
export function* sendsUnknownAgain(person: Person): Job {
  yield* clear(person);
  yield* presses(person, '0', 'g');
  for (let n = 0; n < 10 && !isUnknown(person.desk.record()?.raw); n++) yield press('j');
  yield* sendAgain(person);
}

export function* pay(person: Person): Job {
  const open = journalRows(person.desk).some(
    ({ state, intent }) => state === 'UNKNOWN' && intent.operation === 'payout.create',
  );
  if (open && person.luck.next() < 0.35) return yield* sendsUnknownAgain(person);
  yield* mayWrite(person);
  const customer = customerOf(person);
  const payees = customer
    ? Array.from({ length: Math.min(6, customer.beneficiaries.count) }, (_, n) =>
        customer.beneficiaries.row(n),
      )
    : [];
  const [first, ...rest] = payees;
  if (!first) return;
  const { id, currency } = person.luck.pick([first, ...rest]);
  const chosen = {
    payee: id,
    amount: amountIn(person, currency),
    reference: person.luck.pick(['Invoice 7', 'Invoice 7', 'Rent']),
  };
  const { payee, amount, reference } = (person.luck.next() < 0.4 && person.lastPayout) || chosen;
  person.lastPayout = { payee, amount, reference };
  yield* go(person, `new-payout/${payee}`);
  yield wait(900);
  yield type(amount);
  yield* presses(person, 'tab');
  yield type(reference);
  yield* presses(person, 'tab', 'tab', 'enter');
  yield dialogOpens(person);
  yield* answer(person);
}

export function* cancelPayout(person: Person): Job {
  const { luck } = person;
  const { all } = person.simulator.world.payouts;
  const open = customerOf(person)?.userId;
  const own = all.filter(({ userId }) => userId === open).slice(-8);
  const [first, ...rest] = own.filter(({ status }) => status === 'PENDING' || luck.next() < 0.2);
  const right = first && luck.pick([first, ...rest]);
  if (!right && luck.next() < 0.8) return yield* pay(person);
  yield* mayWrite(person);
  const id =
    !right || luck.next() < 0.1
      ? (all.at(-1)?.id ?? 'payout-1')
      : luck.next() < 0.2
        ? right.id.toUpperCase()
        : right.id;
  if (luck.next() < 0.5) {
    yield* go(person, `cancel-payout/${id}`);
    yield wait(700);
    yield* presses(person, 'up', 'enter');
  } else {
    yield* go(person, 'payouts');
    yield wait(500);
    yield* presses(person, 'g');
    yield* finds(person, raw => raw['state'] === 'DONE');
    yield* presses(person, 'x');
  }
  yield dialogOpens(person);
  yield* answer(person);
}

const PAIRS: NonEmpty<readonly [sell: string, buy: string]> = [
  ['gbp', 'usd'],
  ['usd', 'eur'],
  ['eur', 'jpy'],
  ['usd', 'jpy'],
  ['eur', 'gbp'],
];

export function* convert(person: Person): Job {
  const { desk, luck } = person;
  yield* mayWrite(person);
  yield* go(person, 'convert');
  yield wait(400);
  // The screen may still show the last conversion, or a quote.
  for (const key of ['n', 'esc']) {
    if (desk.takesText()) break;
    yield press(key);
    yield wait(300);
  }
  if (!desk.takesText()) return;
  yield press('ctrl-k');
  const [sell, buy] = luck.pick(PAIRS);
  yield type(sell);
  yield press('enter');
  yield type(luck.next() < 0.05 ? sell : buy);
  yield press('enter', 'enter');
  yield type(luck.pick(['1,000', '100', '12.34']));
  yield wait(500);
  yield* presses(person, 'enter');
  yield wait(luck.pick([1500, 1500, 3000, 8000, 40_000]));
  yield* presses(person, 'enter');
  yield dialogOpens(person);
  yield* answer(person);
}

/** Moves down to a record that fits, as most people do. */
function* finds({ desk, luck }: Person, fits: (raw: Readonly<Record<string, unknown>>) => boolean): Job {
  for (let n = luck.whole(0, 6), most = 0; most < 12; most++) {
    const raw = desk.record()?.raw;
    if (n <= 0 && (luck.next() < 0.1 || (isObject(raw) && fits(raw)))) return;
    n -= 1;
    yield press('j');
  }
}

export const cancelDebit = onList('direct-debits', ['x'], raw => raw['status'] === 'PENDING');
export const card = onList('cards', ['z', 'v', 'x', 's'], () => true);

function onList(
  place: string,
  keys: readonly string[],
  fits: (raw: Readonly<Record<string, unknown>>) => boolean,
) {
  return function* (person: Person): Job {
    yield* mayWrite(person);
    yield* go(person, place);
    yield wait(person.luck.whole(200, 1500));
    yield* presses(person, 'g');
    yield* finds(person, fits);
    yield* presses(person, keys[person.luck.whole(0, keys.length - 1)] ?? 'j');
    yield dialogOpens(person, 2500);
    yield* answer(person);
  };
}

export function* cancelMandate(person: Person): Job {
  yield* mayWrite(person);
  const account = customerOf(person)?.accounts.find(({ global }) => global !== undefined)?.record.id;
  yield* go(person, `account-mandates/${account}`);
  yield wait(1200);
  yield* presses(person, ...Array.from({ length: person.luck.whole(0, 3) }, () => 'j'), 'x');
  yield dialogOpens(person, 2500);
  yield* answer(person);
}

/** Purser is read-only until it starts again, if the journal of its machine failed. */
export function* restart(person: Person): Job {
  yield* clear(person);
  yield press('ctrl-c');
  yield until(() => !person.desk.runs(), 500);
  yield press('ctrl-c');
  yield wait(300);
  yield press('y');
}
