/** Where the answer to a write names something else than its request: another ID, account, status or amount. */

import { compare, parseDecimal } from '../../lib/decimal.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { wordsIn } from '../contract/success-words.ts';
import { OTHER_RECORDS, plainName, type SentScalars, scalarText } from './claims.ts';

/** Whole sentences. `own`: the first part of the operation's ID: "payoutId" is the `id` of a payout. */
export function differences(raw: Json | undefined, sent: SentScalars, own: string): readonly Visible[] {
  const confirmed = new Map<string, ReadonlySet<string>>();
  for (const [plain, values] of sent.named) {
    const name = comparedName(plain, own);
    confirmed.set(name, new Set([...(confirmed.get(name) ?? []), ...values]));
  }
  const found = new Set<Visible>();
  const look = (name: string, value: Json, around: string, beside: boolean): void => {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) look(name, item, around, beside);
    else if (isObject(value)) {
      const apart = beside || (plainName(name) !== own && OTHER_RECORDS.has(plainName(name)));
      for (const [inner, one] of Object.entries(value)) look(inner, one, name, apart);
    } else {
      // `amount: {value, currency}` and `beneficiary: {id}` have their name around them.
      const plain = plainName(name);
      const full = plain === 'value' ? plainName(around) : plainName(around) + plain;
      const key = [comparedName(full, own), ...(beside ? [] : [comparedName(plain, own)])].find(
        one => COMPARED.test(one) && confirmed.has(one),
      );
      const returned = scalarText(value);
      const values = key === undefined ? undefined : confirmed.get(key);
      if (key === undefined || values === undefined || returned === undefined || returned === '') return;
      // A new question or user has an ID of its own.
      if ((own === 'rfi' || own === 'user') && key === 'id') return;
      const texts = [...values];
      if (texts.some(text => isSame(text, returned, AMOUNT.test(key)))) return;
      found.add(
        t`${labelOf(key)}: you confirmed ${visible(maskCardNumbers(texts.join(', ')), LONGEST)}, but the service returned ${visible(maskCardNumbers(returned), LONGEST)}.`,
      );
    }
  };
  look('', raw ?? null, '', false);
  return [...found];
}

const LONGEST = 60;

/** Not a `type` or a bare `name`: the answer may use the word for something else. */
const COMPARED =
  /(?:id|amount|currency|status|number|reference|iban|country|email|mobile|notes|value|label|method|swiftcode|(?:full|first|last)name)$/;
/** Other numbers keep their zeros: 00123456 is another account than 123456. */
const AMOUNT = /(?:amount|value)$/;

function comparedName(plain: string, own: string): string {
  const bare = plain.startsWith(own) && own !== 'account' ? plain.slice(own.length) : plain;
  const name = bare.replace(/(currency|country)code$|^client(?=reference$)/, '$1');
  return (own === 'beneficiary' && OF_BENEFICIARY[name]) || (name === 'hashid' ? 'id' : name);
}

const OF_BENEFICIARY: Readonly<Record<string, string>> = {
  accountcurrency: 'currency',
  accountholdername: 'fullname',
  bankcountry: 'country',
  iban: 'accountnumber',
};

/** A masked number shows only its ends. */
function isSame(sent: string, returned: string, isAmount: boolean): boolean {
  const [a, b] = [parseDecimal(sent), parseDecimal(returned)];
  if (isAmount && a !== undefined && b !== undefined) return compare(a, b) === 0;
  const one = compact(sent);
  const other = compact(returned);
  const shown = /^(\w*?)(?=[*•.#]|x{2})[*•.#x]+(\w*)$/.exec(other);
  return one === other || (shown !== null && one.startsWith(shown[1] ?? '') && one.endsWith(shown[2] ?? ''));
}

/** Banks leave out accents. */
const compact = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s\p{Mn}-]/gu, '');

function labelOf(key: string): Visible {
  if (key === 'id') return t`ID`;
  const words = wordsIn(
    key.replace(/(amount|currency|status|number|reference|country|name|id)$/, ' $1'),
  ).replace(/ id$/, '');
  return visible(words.charAt(0).toUpperCase() + words.slice(1), LONGEST);
}
