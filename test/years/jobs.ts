// What operators do: each job is a sequence of acts that looks at the screen as it goes, and gives up as people do.

import { PLACES, type PlaceId } from '../../src/store/places.ts';
import { form, onboard, TEXTS } from './form-jobs.ts';
import {
  cancelDebit,
  cancelMandate,
  cancelPayout,
  card,
  convert,
  journalRows,
  pay,
  restart,
  sendAgain,
  sendsUnknownAgain,
} from './money-jobs.ts';
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

/** Checks an unresolved write against the service, and resolves it, perhaps wrongly. */
function* resolve(person: Person): Job {
  const { desk, luck } = person;
  if (!journalRows(desk).some(({ state }) => state === 'UNKNOWN') && luck.next() < 0.8)
    return yield wait(500);
  yield* clear(person);
  yield* presses(person, '0');
  yield wait(600);
  const unknown = journalRows(desk).find(({ state }) => state === 'UNKNOWN');
  if (!unknown) return;
  const { requestId } = unknown.intent;
  if (luck.next() < 0.6) {
    yield* go(person, `read-back/${requestId}`);
    yield wait(2500);
    if (luck.next() < 0.3) return yield* sendAgain(person);
  } else if (luck.next() < 0.5) {
    return yield* sendsUnknownAgain(person);
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
    case 'account-mandates':
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
  const downs = Array.from({ length: luck.whole(0, 3) }, () => 'down');
  if (luck.next() < 0.4) {
    // While the lists of the one customer load, and without a look at the menu.
    yield press(luck.pick(['2', '3', '7', 'r']));
    yield press('r', 'u', ...downs, 'enter');
    yield wait(luck.whole(100, 1500));
    yield press(luck.pick(['2', '3', '7', 'r']));
    return;
  }
  yield* presses(person, 'u');
  yield until(() => desk.state()?.overlay?.kind === 'customers', 1000);
  yield press(...downs, 'enter');
  yield wait(luck.whole(100, 1500));
}

/** Compares two records of a kind: opens one list after the other. */
function* compare(person: Person): Job {
  const { luck } = person;
  const place = luck.pick([
    'card-transactions',
    'card-transactions',
    'transactions',
    'account-mandates',
  ] as const);
  for (let n = 0; n < 2; n++) {
    const subject = subjectFor(person, place);
    if (subject === undefined) return;
    yield* go(person, `${place}/${subject}`);
    yield wait(luck.whole(300, 1500));
    yield* presses(person, 'j', luck.pick(['j', 'g', 'enter']));
  }
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
  yield* presses(person, 'tab', 'enter');
  yield wait(luck.whole(1000, 40_000));
  yield* presses(person, luck.pick(['esc', 'j', 'q', 'L', 'd']));
  if (luck.next() < 0.3) yield* inspect(person);
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
  cancelDebit,
  cancelMandate,
  card,
  form,
  onboard,
  resolve,
  browse,
  inspect,
  customer,
  compare,
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
  if (state?.journal.kind === 'locked' && person.luck.next() < 0.3) return restart(person);
  if (!isKnown(person) && person.luck.next() < 0.5) return toOwn(person);
  return desk.dialog() ? answer(person) : undefined;
}

/** Whether the service has the open customer: a person may have typed an ID. */
const isKnown = ({ desk, simulator }: Person): boolean => {
  const open = desk.state()?.customer?.userId;
  return simulator.world.customers.some(({ userId }) => userId === open);
};

/** Opens the first customer of the list. */
function* toOwn(person: Person): Job {
  yield* clear(person);
  yield press('u');
  yield until(() => person.desk.state()?.overlay?.kind === 'customers', 1000);
  yield press('enter');
  yield wait(500);
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
