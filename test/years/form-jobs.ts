// Forms: most people fill in each field as a screen reader names it, some type whatever comes to mind.

import { applicationOf } from '../../src/sim/world/users.ts';
import type { SimulatedCustomer } from '../../src/sim/world/world.ts';
import {
  answer,
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
  wait,
} from './moves.ts';

export const TEXTS = [
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

/** The file that a person loads as a new customer. */
export const APPLICATION = 'new.json';
export const applicationText = (seed: number): string =>
  JSON.stringify(
    applicationOf({ seed, name: 'years', business: 'Years Ltd', currency: 'EUR', people: ['Ines'] }),
  );

/** The places with a form, and the records that each can be about. */
const FORMS = {
  'new-beneficiary': undefined,
  'create-beneficiary': undefined,
  'new-account': undefined,
  'new-cardholder': undefined,
  'issue-card': ({ cardholders }) => cardholders.all,
  'update-cardholder': ({ cardholders }) => cardholders.all,
  'card-limits': ({ cards }) => cards.all,
  'update-beneficiary': ({ beneficiaries }) =>
    Array.from({ length: Math.min(3, beneficiaries.count) }, (_, n) => beneficiaries.row(n)),
  'respond-rfi': ({ requests }) => requests.record()?.active_request.questions ?? [],
} satisfies Readonly<
  Record<string, ((customer: SimulatedCustomer) => readonly { readonly id: string }[]) | undefined>
>;
type FormPlace = keyof typeof FORMS;
const FORM_PLACES = Object.keys(FORMS) as [FormPlace, ...FormPlace[]];

/** By the field's name in the request. The first that fits counts. */
const VALUES: readonly (readonly [name: RegExp, values: readonly [string, ...string[]]])[] = [
  [/currency/, ['usd', 'gbp', 'eur']],
  [/country/, ['us', 'gb']],
  [/iban/, ['GB29NWBK60161331926819']],
  [/swift|bic/, ['NWBKGB2L']],
  [/account_number|^number/, ['12345678', '4000123412']],
  [/routing|sort|clearing|aba/, ['021000021', '200000']],
  [/email/, ['zoe@example.com']],
  [/mobile|phone|contact/, ['+447700900123']],
  [/expiry/, ['2030-05-31']],
  [/date|birth|day/, ['1990-02-28']],
  [/limit|amount/, ['500', '1,000', '12.50']],
  [/postcode|postal_code|zip/, ['N1 9GU']],
  [/file|attachment/, ['file_0123456789abcdef']],
  [/name|created_by/, ['Jo Bloggs']],
];

const textFor = ({ luck }: Person, field: string): string => {
  const [, values] = VALUES.find(([name]) => name.test(field)) ?? [];
  return values ? luck.pick(values) : luck.pick(['1 High Street', 'London', 'Payroll']);
};

/** Goes through the fields to the button, and presses it. A form may have a second step. */
function* fills(person: Person): Job {
  const { desk, luck } = person;
  for (let n = 0; n < 120 && !desk.dialog(); n++) {
    const field = desk.field();
    if (!field) return;
    const { key, text } = field;
    if (key.startsWith('button')) {
      yield* presses(person, 'enter');
      yield wait(600);
      if (luck.next() < 0.3) return;
    } else if (text === undefined) {
      if (luck.next() < 0.7) yield press(luck.pick(['right', 'right', 'left']));
      yield press('tab');
    } else {
      if (text === '' || luck.next() < 0.2) {
        if (text !== '') yield press('ctrl-u');
        yield type(luck.next() < person.mistakes ? luck.pick(TEXTS) : textFor(person, key));
      }
      yield* presses(person, 'tab');
    }
  }
}

export function* form(person: Person): Job {
  const { luck } = person;
  yield* mayWrite(person);
  const place = luck.pick(FORM_PLACES);
  const customer = customerOf(person);
  const records = customer && FORMS[place]?.(customer);
  const subject = records && luck.next() < 0.9 ? recordOf(person, records) : undefined;
  yield* go(person, subject === undefined ? place : `${place}/${subject}`);
  yield wait(900);
  if (luck.next() < 0.85) yield* fills(person);
  else yield* fillsAnyhow(person);
  yield dialogOpens(person, 1500);
  yield* answer(person);
}

function* fillsAnyhow(person: Person): Job {
  const { desk, luck } = person;
  for (let n = luck.whole(3, 14); n > 0; n--) {
    if (luck.next() < 0.6) yield type(luck.pick(TEXTS));
    else yield press(luck.pick(['right', 'left', 'down', 'right']));
    yield* presses(person, luck.pick(['tab', 'tab', 'enter']));
    if (desk.dialog()) break;
  }
  yield press('enter');
}

/** Loads a new customer from a file and creates it, or agrees to the terms of the customer, or activates the customer. */
export function* onboard(person: Person): Job {
  const { desk, luck } = person;
  yield* mayWrite(person);
  if (luck.next() < 0.5) {
    yield* go(person, 'customer');
    yield wait(900);
    yield* presses(person, luck.pick(['a', 'v']));
  } else {
    yield* go(person, 'new-user');
    yield wait(900);
    if (luck.next() < 0.7) {
      yield press('o');
      yield wait(300);
      yield type(`~/${APPLICATION}`);
      yield press('tab', 'enter');
      yield wait(900);
    }
    if (luck.next() < 0.3) {
      yield* presses(person, 'g', ...Array.from({ length: luck.whole(0, 8) }, () => 'j'), 'enter');
      yield wait(400);
      if (placeOf(person) === 'new-user-section') yield* fills(person);
      if (!desk.dialog()) yield press('esc');
    }
    yield* presses(person, 'G', 'enter');
  }
  yield dialogOpens(person, 2500);
  yield* answer(person);
}
