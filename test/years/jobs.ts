// What operators do: each job is a sequence of acts that looks at the screen as it goes, and gives up as people do.

import type { Dice } from '../../src/sim/random.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { whyNotConfirm } from '../../src/store/dialog.ts';
import { isAtEnd } from '../../src/store/dialog-reading.ts';
import { PLACES } from '../../src/store/places.ts';
import { currentView } from '../../src/store/workspace.ts';
import { writingOf } from '../../src/store/writing.ts';
import type { Desk } from './desk.ts';
import type { Act } from './script.ts';

/** A person at a desk, as the jobs see them. */
export interface Person {
  readonly desk: Desk;
  readonly luck: Dice;
  readonly simulator: Simulator;
  readonly mistakes: number;
  readonly impatience: number;
}

export type Move =
  | Act
  /** Looks for this long. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** Waits until something is so, or gives up waiting. */
  | { readonly kind: 'until'; readonly so: () => boolean; readonly most: number };

export type Job = Generator<Move, void>;

const press = (...keys: readonly string[]): Move => ({ kind: 'keys', keys });
const type = (text: string): Move => ({ kind: 'text', text });
const wait = (ms: number): Move => ({ kind: 'wait', ms });
const until = (so: () => boolean, most = 4000): Move => ({ kind: 'until', so, most });

const placeOf = ({ desk }: Person): string | undefined => {
  const state = desk.state();
  return state && currentView(state).place;
};

/** The service's own record of the customer who is open: what the customer on the phone knows. */
function customerOf({ desk, simulator }: Person) {
  const open = desk.state()?.customer?.userId;
  return simulator.world.customers.find(({ userId }) => userId === open) ?? simulator.world.customers[0];
}

/** Sometimes presses again at once, or a neighbouring key. */
function* presses(person: Person, ...keys: readonly string[]): Job {
  for (const key of keys) {
    yield press(key);
    if (person.luck.next() < person.mistakes)
      yield press(person.luck.pick([key, 'enter', 'esc', 'j', 'q', 'x', '0']));
  }
}

/** Leaves dialogs, menus and forms. */
function* clear(person: Person): Job {
  for (let n = 0; n < 4; n++) {
    const state = person.desk.state();
    if (!state || (!state.overlay && !state.prompt && !person.desk.inForm())) return;
    yield press('esc');
    yield wait(80);
  }
}

function* go(person: Person, place: string): Job {
  yield* clear(person);
  yield press(':');
  yield until(() => person.desk.state()?.prompt?.kind === 'goto', 1000);
  yield type(place);
  yield press('enter');
  if (person.luck.next() >= person.impatience)
    yield until(() => placeOf(person) === place.split('/')[0], 2000);
}

/** Requests write access where it needs one. */
function* mayWrite(person: Person): Job {
  const state = person.desk.state();
  if (!state || writingOf(state).mode !== 'read-only') return;
  yield* clear(person);
  yield press('w');
  yield until(() => person.desk.state()?.overlay?.kind === 'grant', 1500);
  yield type(`ticket ${person.luck.whole(100, 999)}`);
  yield press('enter');
  if (person.desk.state()?.overlay?.kind === 'grant') yield press('enter');
  yield until(() => person.desk.state()?.overlay === undefined, 1500);
}

/** Reads a write's dialog, types its token and presses its button, with what people do wrong. */
function* answer(person: Person): Job {
  const { desk, luck } = person;
  let typed = 0;
  for (let n = 0; n < 60; n++) {
    const dialog = desk.dialog();
    if (!dialog) return;
    const { phase, token, reading, focus } = dialog;
    const tick = desk.app()?.clock.monotonic() ?? 0;
    if (phase.kind === 'ended' || phase.kind === 'voted') {
      if (luck.next() >= person.impatience) yield wait(1200);
      if (phase.kind === 'ended' && phase.again && luck.next() < 0.5) {
        yield* presses(person, 'tab', 'enter');
        yield wait(600);
        if (n > 30) yield press('esc');
      } else yield* presses(person, luck.pick(['enter', 'esc']));
      yield wait(300);
    } else if (phase.kind === 'waiting') {
      yield press('esc');
    } else if (phase.kind === 'sending' || phase.kind === 'reading') {
      if (luck.next() < 0.03 + person.impatience / 4) {
        yield press(luck.pick(['esc', 'enter', 'esc']));
        return;
      }
      yield wait(1500);
    } else if (phase.kind === 'equal' && luck.next() < 0.5) {
      yield* presses(person, 'esc');
    } else if (luck.next() < person.mistakes / 3) {
      yield press(luck.pick(['esc', '@', 'Y', 'left', 'shift-tab']));
    } else if (!dialog.ready) {
      if (!isAtEnd(reading)) yield press('pgdn');
      yield luck.next() < person.impatience ? press('enter') : wait(700);
    } else if (token && dialog.typed !== token.text) {
      if (dialog.typed !== '') yield press('ctrl-u');
      if (focus !== 'token') yield press('tab');
      typed += 1;
      if (luck.next() < person.mistakes && typed < 3)
        yield type(luck.pick(['1', token.text.slice(1), `${token.text}0`]));
      else if (luck.next() < person.mistakes) yield { kind: 'paste', text: token.text };
      else yield type(token.text);
      if (luck.next() < person.impatience) yield press('enter', 'enter');
      if (typed > 5) yield press('esc');
    } else if (focus !== 'go') {
      yield press(token ? 'enter' : 'tab');
      yield wait(250);
    } else if (whyNotConfirm(dialog, tick) === undefined) {
      yield* presses(person, 'enter');
      yield wait(200);
    } else {
      yield wait(300);
      yield press('enter');
      if (n > 20) yield press('esc');
    }
  }
  yield press('esc');
}

const dialogOpens = (person: Person, most = 4000): Move =>
  until(() => person.desk.dialog() !== undefined, most);

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

const FORM_PLACES = [
  'create-beneficiary',
  'new-account',
  'new-cardholder',
  'issue-card',
  'new-beneficiary',
  'card-limits',
  'new-user',
  'update-beneficiary',
  'respond-rfi',
] as const;
const TEXTS = [
  'usd',
  'gbp',
  '123456789',
  'Jo Bloggs',
  '021000021',
  'us',
  'gb',
  '1990-02-28',
  'zoe@example.com',
  '1,000',
  'Payroll',
  'é\u202e',
  '4111111111111111',
  'x'.repeat(200),
] as const;

/** Fills in a form with whatever comes to mind, and presses its button. */
function* form(person: Person): Job {
  const { desk, luck } = person;
  yield* mayWrite(person);
  yield* go(person, luck.pick(FORM_PLACES));
  yield wait(700);
  for (let n = luck.whole(3, 14); n > 0; n--) {
    if (luck.next() < 0.6) yield type(luck.pick(TEXTS));
    else yield press(luck.pick(['right', 'left', 'down', 'right']));
    yield* presses(person, luck.pick(['tab', 'tab', 'enter']));
    if (desk.dialog()) break;
  }
  yield press('enter');
  yield dialogOpens(person, 1500);
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
  yield* go(person, luck.pick([first, ...rest]));
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
  resolve,
  browse,
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
