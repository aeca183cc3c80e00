// The fields of a request body as rows of a form: known fields, and other fields by name, type and value. Pure.

import { sentAccount, shownAccount } from '../lib/bank-codes.ts';
import { isCountryForm, isCurrencyForm } from '../lib/currency.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ShownLine } from '../sending/shown-line.ts';
import {
  choice,
  type FieldErrors,
  field,
  fieldValue,
  LINE_BREAK,
  longField,
  sentText,
} from '../store/form-state.ts';
import type { Field, Form, Option } from '../store/state.ts';

export interface KnownMember {
  readonly name: string;
  /** If absent: the name. */
  readonly label?: Visible;
  readonly hint: Visible;
  readonly need?: Visible;
  /** The example in INTERFACE.md. */
  readonly value?: string;
}

/** Staff type the names of these fields. */
export interface OtherMembers {
  readonly types: readonly Option[];
  /** Long texts with line breaks. Here "*" is allowed. */
  readonly long?: true;
  /** If the contract is stricter than the general rule. */
  nameFault?(name: string): Visible | undefined;
  /** They already have a meaning in this body. */
  readonly reserved?: readonly string[];
}

const TEXT = { value: 'text', label: t`text` };

export const SCALARS: OtherMembers = {
  types: [TEXT, { value: 'number', label: t`number` }, { value: 'flag', label: t`true or false` }],
};

export const TEXTS: OtherMembers = {
  types: [TEXT, { value: 'list', label: t`list of texts` }],
  long: true,
  nameFault: name =>
    /^[A-Za-z]\w{0,63}$/.test(name)
      ? undefined
      : t`A name begins with a letter. It has only letters, digits and _, at most 64.`,
};

export const memberFields = (
  members: readonly KnownMember[],
  values: Readonly<Record<string, string>> = {},
): readonly Field[] =>
  members.map(({ name, label, hint, need, value = '' }) => ({
    ...field(name, label ?? visible(name), '', label ? t`${hint} (${visible(name)})` : hint),
    ...(need && { need }),
    value: values[name] ?? value,
  }));

export const REQUIRED = t`required`;
export const OPTIONAL = t`optional`;

const rowId = (n: number, part: 'name' | 'type' | 'value'): string => `other.${n}.${part}`;

const othersIn = (form: Form): number => form.fields.filter(({ id }) => /^other\.\d+\.name$/.test(id)).length;

export function addOther(
  form: Form,
  given: { name?: string; type?: string; value?: string } = {},
  { types, long }: OtherMembers = SCALARS,
): Form {
  const n = othersIn(form);
  const hint = long
    ? t`Ctrl+G: your editor; ${visible(LINE_BREAK)} is a line break; commas separate list items`
    : t`needs a name and a value to be sent`;
  const value = field(rowId(n, 'value'), t`  its value`, '', hint);
  const fields = [
    field(rowId(n, 'name'), t`Other field ${n + 1}`, '', t`the service's name for the field`),
    choice(rowId(n, 'type'), t`  its type`, given.type ?? 'text', t`← and → choose`, types),
    long ? longField(value) : value,
  ];
  const filled = fields.map((one, i) =>
    i === 1 ? one : { ...one, value: (i === 0 ? given.name : given.value) ?? '' },
  );
  return { fields: [...form.fields, ...filled], focus: form.fields.length };
}

export const othersOf = (form: Form) =>
  Array.from({ length: othersIn(form) }, (_, n) => ({
    name: fieldValue(form, rowId(n, 'name')),
    type: fieldValue(form, rowId(n, 'type')),
    value: fieldValue(form, rowId(n, 'value')),
  }));

interface BodyMembers {
  readonly known: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, Json>>;
  readonly errors: FieldErrors;
}

/** Empty rows are left out. Codes of countries and currencies may be in lower case. */
export function membersOf(
  form: Form,
  members: readonly Pick<KnownMember, 'name'>[],
  { long, reserved = [], nameFault = plainNameFault }: OtherMembers = SCALARS,
): BodyMembers {
  const errors: Record<string, Visible | undefined> = {};
  const known: Record<string, string> = {};
  for (const { name } of members) {
    const value = asSent(name, fieldValue(form, name));
    if (value === '') continue;
    errors[name] = valueFault(name, value);
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
    errors[rowId(n, 'name')] = taken ? t`A field with this name exists already.` : nameFault(name);
    if (read.ok)
      others.push([name, typeof read.value === 'string' ? sentAccount(name, read.value) : read.value]);
    else errors[rowId(n, 'value')] = read.why;
  });
  return { known, others: Object.fromEntries(others), errors };
}

const isCurrency = (name: string): boolean => name.endsWith('_currency');
const isCountry = (name: string): boolean => /(?:^|_)country_code$/.test(name);

const asSent = (name: string, typed: string): string =>
  isCurrency(name) || isCountry(name) ? typed.toUpperCase() : sentAccount(name, typed);

function valueFault(name: string, value: string): Visible | undefined {
  if (isCurrency(name) && !isCurrencyForm(value)) return t`A currency is three letters, such as USD.`;
  if (isCountry(name) && !isCountryForm(value)) return t`A country is two letters, such as US.`;
  return maskFault(value);
}

/** Two x or two dots in a row count only next to digits, because names may have them. */
const MASKED =
  /[*•●∙#]{2}|[*•●]|…\s*\d|\d\s*…|\.{2,}\s*\d|\d\s*\.{2,}|(?<![\p{L}])[xX]{2,}[\s-]*[\dxX#-]*\d|\d[\s-]*[xX]{2,}(?!\p{L})|^[\s-]*(?:[xX#…][\s-]*){3,}$/u;

/** The service would take a masked number for the real one. */
const maskFault = (value: string): Visible | undefined =>
  MASKED.test(value) ? t`This value looks masked. Type the whole value.` : undefined;

const plainNameFault = (name: string): Visible | undefined =>
  /^[A-Za-z][\w-]*$/.test(name)
    ? undefined
    : t`A name begins with a letter. It has only letters, digits, _ and -.`;

type ValueRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: Visible };

function readValue(type: string, typed: string, long: boolean): ValueRead {
  if (typed === '') return { ok: false, why: t`Required. To leave this field out, clear its name too.` };
  if (type === 'flag')
    return typed === 'true' || typed === 'false'
      ? { ok: true, value: typed === 'true' }
      : { ok: false, why: t`Type true or false.` };
  if (type === 'number') {
    const digits = parseDecimal(typed);
    return digits === undefined
      ? { ok: false, why: t`Type digits with at most one decimal point, such as 12.5.` }
      : { ok: true, value: new JsonNumber(digits) };
  }
  if (type === 'list') {
    const texts = listOf(typed);
    return texts.length > 0
      ? { ok: true, value: texts }
      : { ok: false, why: t`A list needs at least one text.` };
  }
  const why = long ? undefined : maskFault(typed);
  return why === undefined ? { ok: true, value: long ? sentText(typed) : typed } : { ok: false, why };
}

export const listOf = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '');

/** As JSON: a text has its quotes, a number has none. */
export const memberText = (name: string, value: Json): Visible =>
  visible(writeJson(typeof value === 'string' ? shownAccount(name, value) : value));

export const bodyLines = (body: Readonly<Record<string, Json>>): readonly ShownLine[] =>
  Object.entries(body).map(([name, value]) => ({ label: visible(name), value: memberText(name, value) }));
