// An answer as form rows and as the body: the members that INTERFACE.md lists for each type, and others by name; pure.

import type { Input } from '../../api/contract/operations.ts';
import { writeJson } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { choice, field, fieldValue } from '../../store/form.ts';
import type { Field, Form } from '../../store/state.ts';
import {
  type KnownMember,
  listOf,
  memberFields,
  membersOf,
  type OtherMembers,
  TEXTS,
} from '../../ui/screens/member-rows.ts';

export type Body = Input<'rfi.respond'>['body'];

const TYPES = [
  { value: 'ADDRESS', label: t`ADDRESS` },
  { value: 'DOCUMENT', label: t`DOCUMENT` },
  { value: 'TEXT', label: t`TEXT` },
] as const;

const NEEDED: readonly KnownMember[] = [
  { name: 'address_line1', hint: t`house and street` },
  { name: 'suburb', hint: t`town or suburb` },
  { name: 'state', hint: t`state, province or county; always required` },
  { name: 'postcode', hint: t`in the country's own format` },
  { name: 'country_code', hint: t`two letters, such as GB` },
];
const address: readonly KnownMember[] = [...NEEDED, { name: 'address_line2', hint: t`optional` }];
const inAddress = new Set(address.map(({ name }) => name));

const ATTACHMENTS = 'attachments';

/** Names that an added member can't have. */
export const otherMembers: OtherMembers = { ...TEXTS, taken: ['id', 'type', ATTACHMENTS] };

/** The rows of all types. */
export const beginning = (): Form => ({
  fields: [
    choice('type', t`type`, '', t`← → to choose: the question does not state the type`, TYPES),
    ...memberFields(address),
    field(ATTACHMENTS, t`attachments`, '', t`file IDs, separated by commas; optional`),
  ],
  focus: 0,
});

const typeOf = (form: Form): Body['type'] | undefined =>
  TYPES.find(({ value }) => value === fieldValue(form, 'type'))?.value;

/** Whether a row belongs to the chosen type; without a type there is only the choice. */
export function belongs({ id }: Field, form: Form): boolean {
  const type = typeOf(form);
  if (id === 'type') return true;
  if (type === undefined) return false;
  if (id === ATTACHMENTS) return true;
  return inAddress.has(id) === (type === 'ADDRESS');
}

/** INTERFACE.md lists all fields of an address, and none of a text or an identity document. */
export function whyNoOther(form: Form): Visible | undefined {
  const type = typeOf(form);
  if (type === undefined) return t`Choose the answer's type first.`;
  return type === 'ADDRESS' ? t`All fields of an address are already here.` : undefined;
}

type Errors = Readonly<Record<string, Visible | undefined>>;
type Checked = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly errors: Errors };

/** Purser can't show a longer value in full before sending. */
const MOST = 4096;

/** `form`: the rows of the chosen type. */
export function checkResponse(form: Form, id: string): Checked {
  const type = typeOf(form);
  if (type === undefined) return { ok: false, errors: { type: t`Choose the answer's type with ← and →.` } };
  const isAddress = type === 'ADDRESS';
  const { known, others, errors: wrong } = membersOf(form, isAddress ? address : [], otherMembers);
  const missing = isAddress ? NEEDED.filter(({ name }) => known[name] === undefined) : [];
  const typed = fieldValue(form, ATTACHMENTS);
  const files = listOf(typed);
  const errors: Record<string, Visible | undefined> = { ...wrong };
  for (const { name } of missing) errors[name] = t`Required for an address.`;
  if (files.some(file => /\s/.test(file)))
    errors[ATTACHMENTS] = t`A file ID has no blanks. Separate file IDs with commas.`;
  else if (typed !== '' && files.length === 0)
    errors[ATTACHMENTS] = t`Enter a file ID, or leave the field empty.`;
  const tooLong = Object.entries(others).find(([, value]) => writeJson(value).length > MOST);
  if (tooLong) {
    const row = form.fields.findIndex(one => one.id.endsWith('.name') && one.value.trim() === tooLong[0]);
    const value = form.fields[row + 2];
    if (value)
      errors[value.id] =
        t`Too long: at most 4,096 characters, because Purser shows the full text before sending.`;
  }
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  // Added rows give only texts and lists of texts; the contract checks the whole body before sending.
  const more = others as Record<string, string | string[]>;
  return {
    ok: true,
    body: { id, type, ...known, ...(files.length > 0 && { attachments: [...files] }), ...more },
  };
}

/** A body with no answer in it. */
export const saysNothing = (body: Body): boolean => Object.keys(body).length <= 2;

/** The body's names that INTERFACE.md doesn't document. */
export const ownNames = (body: Body): readonly string[] =>
  Object.keys(body).filter(name => !['id', 'type', ATTACHMENTS].includes(name) && !inAddress.has(name));
