// What operators do: each job is a sequence of acts that looks at the screen as it goes, and gives up as people do.

import { PLACES, type PlaceId } from '../../src/store/places.ts';
import type { Desk } from './desk.ts';
import { form, onboard, TEXTS } from './form-jobs.ts';
import {
  answer,
  clear,
  customerOf,
  dialogOpens,
  go,
  type Job,
  mayWrite,
  type Person,
  placeOf,
  press,
  presses,
  recordOf,
  type,
  until,
  wait,
} from './moves.ts';

function* pay(person: Person): Job {
  yield* mayWrite(person);
  const customer = customerOf(person);
  const payees = customer
    ? Array.from({ length: Math.min(6, customer.beneficiaries.count) }, (_, n) =>
        customer.beneficiaries.row(n),
      )
    : [];
  const [first, ...rest] = payees;
  if (!first) return;
  const { id } = person.luck.pick([first, ...rest]);
  yield* go(person, `new-payout/${id}`);
  yield wait(900);
  yield type(person.luck.pick(['12.50', '12.50', '7', '1,000', '100', '0.01', '1.000,50', '99999999']));
  yield* presses(person, 'tab');
  yield type(person.luck.pick(['Invoice 7', 'Invoice 7', 'Rent']));
  yield* presses(person, 'tab', 'tab', 'enter');
  yield dialogOpens(person);
  yield* answer(person);
}

function* cancelPayout(person: Person): Job {
  yield* mayWrite(person);
  const { all } = person.simulator.world.payouts;
  const open = customerOf(person)?.userId;
  const own = all.filter(({ userId }) => userId === open);
  const [first, ...rest] = own.slice(-4);
  const right = first && person.luck.pick([first, ...rest]);
  const id =
    !right || person.luck.next() < 0.1
      ? (all.at(-1)?.id ?? 'payout-1')
      : person.luck.next() < 0.2
        ? right.id.toUpperCase()
        : right.id;
  if (person.luck.next() < 0.5) {
    yield* go(person, `cancel-payout/${id}`);
    yield wait(700);
    yield* presses(person, 'up', 'enter');
  } else {
    yield* go(person, 'payouts');
    yield wait(500);
    yield* presses(person, ...Array.from({ length: person.luck.whole(0, 3) }, () => 'j'), 'x');
  }
  yield dialogOpens(person);
  yield* answer(person);
}

function* convert(person: Person): Job {
  yield* mayWrite(person);
  yield* go(person, 'convert');
  yield wait(400);
  yield press('ctrl-k');
  yield type(person.luck.pick(['gbp', 'usd', 'eur']));
  yield press('enter');
  yield type(person.luck.pick(['usd', 'jpy', 'eur']));
  yield press('enter', 'enter');
  yield type(person.luck.pick(['1,000', '100', '12.34']));
  yield wait(500);
  yield* presses(person, 'enter');
  yield wait(person.luck.pick([1500, 3000, 8000, 40_000]));
  yield* presses(person, 'enter');
  yield dialogOpens(person);
  yield* answer(person);
}

const onList = (place: string, keys: readonly string[]) =>
  function* (person: Person): Job {
    yield* mayWrite(person);
    yield* go(person, place);
    yield wait(person.luck.whole(200, 1500));
    yield* presses(person, 'g', ...Array.from({ length: person.luck.whole(0, 6) }, () => 'j'));
    yield* presses(person, keys[person.luck.whole(0, keys.length - 1)] ?? 'j');
    yield dialogOpens(person, 2500);
    yield* answer(person);
  };

function* cancelMandate(person: Person): Job {
  yield* mayWrite(person);
  const account = customerOf(person)?.accounts.find(({ global }) => global !== undefined)?.record.id;
  yield* go(person, `account-mandates/${account}`);
  yield wait(1200);
  yield* presses(person, ...Array.from({ length: person.luck.whole(0, 3) }, () => 'j'), 'x');
  yield dialogOpens(person, 2500);
  yield* answer(person);
}

/** Checks an unresolved write against the service, and resolves it, perhaps wrongly. */
function* resolve(person: Person): Job {
  const { desk, luck } = person;
  yield* clear(person);
  yield* presses(person, '0');
  yield wait(600);
  const unknown = journalRows(desk).find(({ state }) => state === 'UNKNOWN');
  if (!unknown) return;
  const { requestId } = unknown.intent;
  if (luck.next() < 0.6) {
    yield* go(person, `read-back/${requestId}`);
    yield wait(2500);
    if (luck.next() < 0.2) {
      yield press('p');
      yield dialogOpens(person, 1500);
      yield* answer(person);
      return;
    }
  }
  yield* go(person, `resolve/${requestId}`);
  yield wait(800);
  yield* presses(person, ...(luck.next() < 0.5 ? ['right'] : []), 'tab');
  yield type('ledger line 7');
  yield* presses(person, 'tab', 'tab', 'enter');
  yield wait(500);
  yield* presses(person, 'tab', 'enter');
  yield wait(500);
}

function journalRows(desk: Desk) {
  const journal = desk.state()?.journal;
  return journal && journal.kind !== 'closed' ? journal.rows : [];
}

/** Reads: places, lists, filters, details. */
function* browse(person: Person): Job {
  const { luck } = person;
  const [first, ...rest] = PLACES;
  if (!first) return;
  const place = luck.pick([first, ...rest]);
  const subject = luck.next() < 0.9 ? subjectFor(person, place) : undefined;
  yield* go(person, subject === undefined ? place : `${place}/${subject}`);
  for (let n = luck.whole(2, 12); n > 0; n--) {
    yield* presses(
      person,
      luck.pick([
        'j',
        'j',
        'k',
        'G',
        'g',
        'enter',
        'esc',
        ']',
        'd',
        'r',
        'o',
        'i',
        'a',
        'O',
        'pgdn',
        'T',
        '=',
        'B',
        'b',
        '@',
        't',
        '+',
      ]),
    );
    if (luck.next() < 0.1) {
      yield press('/');
      yield type(luck.pick(['usd', '>100', 'status:act', '"a b"', 'zz']));
      yield press('enter');
    }
  }
}

/** The ID or the words that the place opens with. */
function subjectFor(person: Person, place: PlaceId): string | undefined {
  const { simulator, luck } = person;
  const customer = customerOf(person);
  if (!customer) return undefined;
  switch (place) {
    case 'transactions':
    case 'accounts':
    case 'timeline':
      return recordOf(
        person,
        customer.accounts.map(({ record }) => record),
      );
    case 'card-transactions':
    case 'cards':
      return recordOf(person, customer.cards.all);
    case 'conversion':
      return recordOf(person, simulator.world.conversions.all());
    case 'quote':
      return recordOf(
        person,
        simulator.world.conversions.all().map(({ quote }) => quote),
      );
    case 'find':
      return luck.pick([customer.name.slice(0, 6), '12.50', 'Invoice 7', customer.cards.all[0]?.id ?? '1']);
    default:
      return undefined;
  }
}

/** Reads what was sent and received. */
function* inspect(person: Person): Job {
  const { luck } = person;
  yield* clear(person);
  yield press('@');
  yield wait(300);
  yield* presses(person, 'g', ...Array.from({ length: luck.whole(0, 5) }, () => 'j'), 'enter');
  for (let n = luck.whole(1, 5); n > 0; n--) yield* presses(person, luck.pick(['pgdn', 'j', 'tab', 'down']));
  yield* clear(person);
}

/** Switches to another customer. */
function* customer(person: Person): Job {
  const { desk, luck } = person;
  yield* clear(person);
  yield* presses(person, 'u');
  yield until(() => desk.state()?.overlay?.kind === 'customers', 1000);
  yield press(...Array.from({ length: luck.whole(0, 3) }, () => 'down'), 'enter');
  yield wait(luck.whole(100, 1500));
}

/** Any key that does something here, and any text. */
function* anything(person: Person): Job {
  const { desk, luck } = person;
  for (let n = luck.whole(3, 20); n > 0; n--) {
    const keys = desk.bindings().flatMap(({ id, keys: bound }) => (id.startsWith('quit') ? [] : bound));
    const [first, ...rest] = keys;
    if (!first) return;
    const key = luck.pick([first, ...rest]);
    if (desk.takesText() && luck.next() < 0.5) yield type(luck.pick(TEXTS));
    else if (key !== 'ctrl-z' && key !== 'ctrl-c') yield { kind: 'keys', keys: [key] };
    if (luck.next() < 0.05) yield { kind: 'paste', text: 'a\rb\tq\x1b[A' };
  }
  yield* answer(person);
}

function* cardDetails(person: Person): Job {
  const { luck } = person;
  const cards = customerOf(person)?.cards.all ?? [];
  const [first, ...rest] = cards;
  if (!first) return;
  yield* go(person, `card-details/${luck.pick([first, ...rest]).id}`);
  yield wait(300);
  yield type('ticket 4711');
  yield* presses(person, 'enter');
  yield wait(luck.whole(1000, 40_000));
  yield* presses(person, luck.pick(['esc', 'j', 'q', 'L', 'd']));
}

function* note(person: Person): Job {
  yield* clear(person);
  yield press('M');
  yield wait(400);
  yield type('Called back; will send the invoice. 4111 1111 1111 1111');
  yield* presses(person, 'enter');
  yield wait(200);
  yield press('esc');
}

/** Leaves in the middle, or goes for lunch. */
function* quit(person: Person): Job {
  yield* presses(person, 'ctrl-c');
  yield wait(300);
  yield press('ctrl-c');
  yield wait(400);
  yield press(person.luck.pick(['y', 'n', 'esc']));
}

function* pause(person: Person): Job {
  yield wait(person.luck.whole(60_000, 1_200_000));
}

function* lock(person: Person): Job {
  yield* clear(person);
  yield press('L');
  yield wait(person.luck.whole(500, 20_000));
}

/** Votes on a colleague's write, or sends the own write that others have approved. */
function* approve(person: Person): Job {
  const { desk, luck } = person;
  if (!desk.state()?.approvals?.waiting.length && luck.next() < 0.8) return yield wait(500);
  yield* mayWrite(person);
  yield* clear(person);
  yield* presses(person, 'A');
  yield until(() => placeOf(person) === 'approvals', 1500);
  yield wait(600);
  yield* presses(person, 'g', ...Array.from({ length: luck.whole(0, 2) }, () => 'j'));
  if (luck.next() < 0.15) {
    yield* presses(person, 'x');
    yield wait(600);
    yield type('wrong payee');
    yield* presses(person, 'enter');
    yield wait(600);
    yield* clear(person);
    return;
  }
  yield* presses(person, 'enter');
  yield dialogOpens(person);
  yield* answer(person);
}

/** Offers an unresolved write to a colleague, or answers an offer. */
function* handOver(person: Person): Job {
  const { desk, luck } = person;
  if (!journalRows(desk).some(({ state }) => state === 'UNKNOWN') && luck.next() < 0.9)
    return yield wait(500);
  yield* clear(person);
  yield* presses(person, '0');
  yield wait(600);
  yield* presses(person, 'g', ...Array.from({ length: luck.whole(0, 3) }, () => 'j'), 'H');
  yield wait(400);
  yield* presses(person, ...Array.from({ length: luck.whole(0, 3) }, () => 'down'), 'enter');
  yield wait(800);
  yield* clear(person);
}

export const JOBS = {
  pay,
  cancelPayout,
  convert,
  cancelDebit: onList('direct-debits', ['x']),
  cancelMandate,
  card: onList('cards', ['z', 'v', 'x', 's']),
  form,
  onboard,
  resolve,
  browse,
  inspect,
  customer,
  anything,
  cardDetails,
  note,
  quit,
  pause,
  lock,
  approve,
  handOver,
} satisfies Readonly<Record<string, (person: Person) => Job>>;

export type JobName = keyof typeof JOBS;

/** Of the worlds in which a team shares its journal. */
export const TEAM_JOBS: readonly JobName[] = ['approve', 'handOver'];

/** Unlocks, signs in again, or closes what is in the way; undefined if nothing is. */
export function wayBack(person: Person): Job | undefined {
  const { desk, simulator } = person;
  const state = desk.state();
  if (state?.lock) return unlock(person, simulator.credentials.apiKey);
  if (state?.login) return signIn(person);
  return desk.dialog() ? answer(person) : undefined;
}

function* unlock({ desk }: Person, key: string): Job {
  const form = desk.state()?.lock?.form;
  const field = form?.fields[0];
  if (form && form.focus > 0) yield press(...Array.from({ length: form.focus }, () => 'up'));
  if (field && field.value !== '') yield press('ctrl-u');
  if (field) yield type(key);
  yield press('enter');
  yield wait(400);
  if (desk.state()?.lock?.form) yield press('enter');
  yield until(() => desk.state()?.lock === undefined, 8000);
}

function* signIn({ desk, simulator }: Person): Job {
  const { clientId, apiKey, programId } = simulator.credentials;
  const right: Readonly<Record<string, string>> = { baseUrl: simulator.url, clientId, apiKey, programId };
  for (let n = 0; n < 8; n++) {
    const login = desk.state()?.login;
    if (!login) return;
    const { fields, focus } = login.form;
    const at = fields[focus];
    const value = at && right[at.id];
    if (at && at.value !== (value ?? '')) {
      if (at.value !== '') yield press('ctrl-u');
      if (value !== undefined) yield type(value);
    }
    yield press('enter');
    yield wait(300);
  }
  yield until(() => desk.state()?.login === undefined, 8000);
}
