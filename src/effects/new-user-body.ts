// Checks the body of a new customer against the contract. The contract is loaded with the first draft, not at the start.

import type { LeftOut } from '../api/contract/new-user.ts';
import type { Input } from '../api/contract/operations.ts';
import { currencyDigits } from '../lib/currency.ts';
import { parseTypedAmount } from '../lib/decimal.ts';
import { type Json, parseJson } from '../lib/json.ts';
import { jsonAt, trimmed, withJsonAt } from '../lib/json-path.ts';
import { later } from '../lib/later.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { FieldProblem } from '../store/new-user.ts';

export type NewUserBody = Input<'user.create'>['body'];

type Taken =
  | { readonly ok: true; readonly body: Json; readonly leftOut: readonly Visible[] }
  /** The end of a sentence: "it contains no object". */
  | { readonly ok: false; readonly why: Visible };

export interface BodyRules {
  problems(body: Json): readonly FieldProblem[];
  complete(body: Json): NewUserBody | undefined;
  /** The parts that fit the form, and a sentence about each of the others. */
  take(text: string): Taken;
}

const newUserContract = later(() => import('../api/contract/new-user.ts'));

export async function loadBodyRules(): Promise<BodyRules> {
  const { newUser, bodyProblems, fitting } = await newUserContract();
  return {
    problems: body => [
      ...bodyProblems(newUser, trimmed(body)).map(({ path, kind, why }) => ({
        ...{ path, kind },
        why: sentence(why),
      })),
      ...revenueProblems(body),
    ],
    complete: body =>
      revenueProblems(body).length > 0 ? undefined : newUser.safeParse(withPlainRevenue(trimmed(body))).data,
    take(text) {
      const parsed = parseJson(text);
      if (!parsed.ok) return { ok: false, why: visible(parsed.reason, 60) };
      const { value, leftOut } = fitting(newUser, parsed.value);
      if (value === undefined) return { ok: false, why: t`it does not contain a JSON object` };
      const twice = parsed.duplicateKeys.map(path => ({ path, why: 'the field occurs more than once' }));
      return { ok: true, body: value, leftOut: [...leftOut, ...twice].map(saidOf) };
    },
  };
}

const REVENUE = 'account_details.business_details.account_usage.estimated_monthly_revenue';
/** No currency has more decimal places than this. */
const MOST_DIGITS = 4;

/** The contract would allow any text. */
function revenueIn(body: Json) {
  const [amount, currency] = [jsonAt(body, `${REVENUE}.amount`), jsonAt(body, `${REVENUE}.currency`)];
  if (typeof amount !== 'string' || amount.trim() === '') return undefined;
  const digits = typeof currency === 'string' ? currencyDigits(currency.trim()) : undefined;
  return { typed: parseTypedAmount(amount, digits ?? MOST_DIGITS), digits };
}

function revenueProblems(body: Json): readonly FieldProblem[] {
  const revenue = revenueIn(body);
  if (!revenue || revenue.typed.ok) return [];
  const { typed, digits } = revenue;
  const why =
    typed.reason === 'too-many-fraction-digits' && digits !== undefined
      ? digits === 0
        ? t`The currency has no decimal places.`
        : t`The currency has at most ${digits} decimal places.`
      : t`Use only digits, commas and one decimal point, such as 25000.00 or 25,000.00.`;
  return [{ path: `${REVENUE}.amount`, kind: 'wrong', why }];
}

/** Without thousands separators. */
function withPlainRevenue(body: Json): Json {
  const typed = revenueIn(body)?.typed;
  return typed?.ok ? withJsonAt(body, `${REVENUE}.amount`, typed.value) : body;
}

const sentence = (why: string): Visible => visible(`${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`);

const saidOf = ({ path, why }: LeftOut): Visible => t`Left out: ${visible(path, 80)}: ${visible(why)}.`;
