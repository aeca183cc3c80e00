/** Where the answer to a write names something else than its request: another ID, account, status or amount. */

import { compare, parseDecimal } from '../../lib/decimal.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { wordsIn } from '../contract/success-words.ts';
import { OTHER_RECORDS, plainName, type Sent, scalarText } from './claims.ts';

/** Whole sentences. `own`: the first part of the operation's ID: "payoutId" is the `id` of a payout. */
export function differences(raw: Json | undefined, sent: Sent, own: string): readonly Visible[] {
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
      if (own === 'rfi' && key === 'id') return;
      const texts = [...values];
      if (texts.some(text => isSame(text, returned))) return;
      found.add(
        t`${labelOf(key)}: you confirmed ${visible(maskCardNumbers(texts.join(', ')), LONGEST)}, but the service returned ${visible(maskCardNumbers(returned), LONGEST)}.`,
      );
    }
  };
  look('', raw ?? null, '', false);
  return [...found];
}

const LONGEST = 60;

/** Not a `type` or a `name`: the answer may use the word for something else. */
const COMPARED = /(?:id|amount|currency|status|number|reference|iban|country|email|mobile|notes)$/;

function comparedName(plain: string, own: string): string {
  const bare = plain.startsWith(own) && own !== 'account' ? plain.slice(own.length) : plain;
  const name = bare.replace(/(currency|country)code$/, '$1');
  return (
    (own === 'beneficiary' && name === 'accountcurrency' && 'currency') || (name === 'hashid' ? 'id' : name)
  );
}

/** A masked number shows only its end. */
function isSame(sent: string, returned: string): boolean {
  const [a, b] = [parseDecimal(sent), parseDecimal(returned)];
  if (a !== undefined && b !== undefined && compare(a, b) === 0) return true;
  const one = compact(sent);
  const other = compact(returned);
  const shown = /^[*•x.#]+(\w*)$/.exec(other)?.[1];
  return one === other || (shown !== undefined && one.endsWith(shown));
}

const compact = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');

function labelOf(key: string): Visible {
  if (key === 'id') return t`ID`;
  const words = wordsIn(key.replace(/(amount|currency|status|number|reference|country|id)$/, ' $1')).replace(
    / id$/,
    '',
  );
  return visible(words.charAt(0).toUpperCase() + words.slice(1), LONGEST);
}
