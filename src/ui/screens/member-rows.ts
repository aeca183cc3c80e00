// The members of a body as rows of a form: those whose names are known, and any other by its name, its type and its value; pure.

import { isCountryForm, isCurrencyForm } from '../../lib/codes.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { type Json, JsonNumber, writeJson } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import {
  choice,
  type FieldErrors,
  field,
  fieldValue,
  LINE_BREAK,
  longField,
  sentText,
} from '../../store/form.ts';
import type { Field, Form, Option } from '../../store/state.ts';

/** A member by the name that it has on the wire. */
export interface KnownMember {
  readonly name: string;
  readonly hint: Visible;
  /** The one value that INTERFACE.md shows. */
  readonly value?: string;
}

/** What the members of any name may be in one form. */
export interface OtherMembers {
  readonly types: readonly Option[];
  /** Their values may be texts of some length, with line breaks, in which a "*" is one. */
  readonly long?: true;
  /** Why a name can't be sent, where the contract is narrower than what any name may be. */
  whyNotName?(name: string): Visible | undefined;
  /** Names that mean something else in this body. */
  readonly taken?: readonly string[];
}

const TEXT = { value: 'text', label: t`text` };

export const SCALARS: OtherMembers = {
  types: [TEXT, { value: 'number', label: t`number` }, { value: 'flag', label: t`true or false` }],
};

export const TEXTS: OtherMembers = {
  types: [TEXT, { value: 'list', label: t`list of texts` }],
  long: true,
  whyNotName: name =>
    /^[A-Za-z]\w{0,63}$/.test(name)
      ? undefined
      : t`A name begins with a letter and holds letters, digits and _ only, 64 at most.`,
};

/** A row for each known member, with these values. */
export const memberFields = (
  members: readonly KnownMember[],
  values: Readonly<Record<string, string>> = {},
): readonly Field[] =>
  members.map(({ name, hint, value = '' }) => ({
    ...field(name, visible(name), '', hint),
    value: values[name] ?? value,
  }));

const rowId = (n: number, part: 'name' | 'type' | 'value'): string => `other.${n}.${part}`;

/** How many other members the form has rows for. */
const othersIn = (form: Form): number => form.fields.filter(({ id }) => /^other\.\d+\.name$/.test(id)).length;

/** The form with rows for one more member at its end, and the focus on its name. */
export function addOther(
  form: Form,
  given: { name?: string; type?: string; value?: string } = {},
  { types, long }: OtherMembers = SCALARS,
): Form {
  const n = othersIn(form);
  const hint = long
    ? t`Ctrl+G: your editor; ${visible(LINE_BREAK)} is a line break, commas part a list`
    : t`without a name and a value it isn't sent`;
  const value = field(rowId(n, 'value'), t`  its value`, '', hint);
  const fields = [
    field(rowId(n, 'name'), t`Other field ${n + 1}`, '', t`its name, as the service calls it`),
    choice(rowId(n, 'type'), t`  its type`, given.type ?? 'text', t`← and → choose`, types),
    long ? longField(value) : value,
  ];
  const filled = fields.map((one, i) =>
    i === 1 ? one : { ...one, value: (i === 0 ? given.name : given.value) ?? '' },
  );
  return { fields: [...form.fields, ...filled], focus: form.fields.length };
}

/** What was typed into the rows of the other members, for another form to begin with. */
export const othersOf = (form: Form) =>
  Array.from({ length: othersIn(form) }, (_, n) => ({
    name: fieldValue(form, rowId(n, 'name')),
    type: fieldValue(form, rowId(n, 'type')),
    value: fieldValue(form, rowId(n, 'value')),
  }));

interface BodyMembers {
  /** The known ones that were filled in, in their order. */
  readonly known: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, Json>>;
  /** Beside the fields that can't be sent as they are. */
  readonly errors: FieldErrors;
}

/** What was filled in: an empty row is no member. Codes of countries and currencies are taken in either case. */
export function membersOf(
  form: Form,
  members: readonly Pick<KnownMember, 'name'>[],
  { long, taken: reserved = [], whyNotName: nameFault = whyNotName }: OtherMembers = SCALARS,
): BodyMembers {
  const errors: Record<string, Visible | undefined> = {};
  const known: Record<string, string> = {};
  for (const { name } of members) {
    const value = asSent(name, fieldValue(form, name));
    if (value === '') continue;
    errors[name] = whyNotKnown(name, value);
    known[name] = value;
  }
  const others: [name: string, value: Json][] = [];
  othersOf(form).forEach(({ name, type, value }, n) => {
    if (name === '' && value === '') return;
    const taken =
      members.some(member => member.name === name) ||
      reserved.includes(name) ||
      others.some(([other]) => other === name);
    const read = readValue(type, value, long === true);
    errors[rowId(n, 'name')] = taken ? t`There is a field of this name already.` : nameFault(name);
    if (read.ok) others.push([name, read.value]);
    else errors[rowId(n, 'value')] = read.why;
  });
  return { known, others: Object.fromEntries(others), errors };
}

const isCurrency = (name: string): boolean => name.endsWith('_currency');
const isCountry = (name: string): boolean => /(?:^|_)country_code$/.test(name);

const asSent = (name: string, typed: string): string =>
  isCurrency(name) || isCountry(name) ? typed.toUpperCase() : typed;

function whyNotKnown(name: string, value: string): Visible | undefined {
  if (isCurrency(name) && !isCurrencyForm(value)) return t`A currency is three letters, such as USD.`;
  if (isCountry(name) && !isCountryForm(value)) return t`A country is two letters, such as US.`;
  return whyMasked(value);
}

/**
 * The marks that digits are masked with. Letters and dots are marks only beside digits, and in twos: names have an x and
 * a full stop too.
 */
const MASKED =
  /[*•●∙#]{2}|[*•●]|…\s*\d|\d\s*…|\.{2,}\s*\d|\d\s*\.{2,}|(?<![\p{L}])[xX]{2,}[\s-]*[\dxX#-]*\d|\d[\s-]*[xX]{2,}(?!\p{L})|^[\s-]*(?:[xX#…][\s-]*){3,}$/u;

/** DESIGN §3: a masked number is never sent; it would be taken for the number itself. */
const whyMasked = (value: string): Visible | undefined =>
  MASKED.test(value) ? t`It looks masked: what is sent has to be whole.` : undefined;

const whyNotName = (name: string): Visible | undefined =>
  /^[A-Za-z][\w-]*$/.test(name)
    ? undefined
    : t`A name begins with a letter and holds letters, digits, _ and - only.`;

type ValueRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: Visible };

function readValue(type: string, typed: string, long: boolean): ValueRead {
  if (typed === '')
    return { ok: false, why: t`A value is needed; without a name and a value it isn't sent.` };
  if (type === 'flag')
    return typed === 'true' || typed === 'false'
      ? { ok: true, value: typed === 'true' }
      : { ok: false, why: t`It is true or false.` };
  if (type === 'number') {
    const digits = parseDecimal(typed);
    return digits === undefined
      ? { ok: false, why: t`A number is digits with at most one decimal point, such as 12.5.` }
      : { ok: true, value: new JsonNumber(digits) };
  }
  if (type === 'list') {
    const texts = listOf(typed);
    return texts.length > 0
      ? { ok: true, value: texts }
      : { ok: false, why: t`A list has at least one text in it.` };
  }
  const why = long ? undefined : whyMasked(typed);
  return why === undefined ? { ok: true, value: long ? sentText(typed) : typed } : { ok: false, why };
}

/** The texts of a list as one line has them: with commas between. */
export const listOf = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '');

/** Every member of a body with its value as JSON: a text has its quotes, a number has none. */
export const bodyLines = (body: Readonly<Record<string, Json>>): readonly ShownLine[] =>
  Object.entries(body).map(([name, value]) => ({ label: visible(name), value: visible(writeJson(value)) }));
