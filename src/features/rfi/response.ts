// An answer as rows of a form, and as the body that is sent: the members that INTERFACE.md lists for each type, and others by name; pure.

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
  { name: 'state', hint: t`state, province or county: the service wants one everywhere` },
  { name: 'postcode', hint: t`as it is written there` },
  { name: 'country_code', hint: t`two letters, such as GB` },
];
const address: readonly KnownMember[] = [...NEEDED, { name: 'address_line2', hint: t`may be left empty` }];
const inAddress = new Set(address.map(({ name }) => name));

const ATTACHMENTS = 'attachments';

/** What no member of another name may be called. */
export const otherMembers: OtherMembers = { ...TEXTS, taken: ['id', 'type', ATTACHMENTS] };

/** Every row that some type has. */
export const beginning = (): Form => ({
  fields: [
    choice('type', t`type`, '', t`← and → choose: the question doesn't say which it wants`, TYPES),
    ...memberFields(address),
    field(ATTACHMENTS, t`attachments`, '', t`file IDs with commas between; may be left empty`),
  ],
  focus: 0,
});

const typeOf = (form: Form): Body['type'] | undefined =>
  TYPES.find(({ value }) => value === fieldValue(form, 'type'))?.value;

/** Whether a row belongs to the type that is chosen: before that there is only the choice. */
export function belongs({ id }: Field, form: Form): boolean {
  const type = typeOf(form);
  if (id === 'type') return true;
  if (type === undefined) return false;
  if (id === ATTACHMENTS) return true;
  return inAddress.has(id) === (type === 'ADDRESS');
}

/** INTERFACE.md lists all that an address has; of a text and of an identity document it lists nothing. */
export function whyNoOther(form: Form): Visible | undefined {
  const type = typeOf(form);
  if (type === undefined) return t`Choose the type of the answer first.`;
  return type === 'ADDRESS' ? t`The interface lists every field of an address.` : undefined;
}

type Errors = Readonly<Record<string, Visible | undefined>>;
type Checked = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly errors: Errors };

/** More than this of one value can't be shown whole before it is sent. */
const MOST = 4096;

/** `form`: the rows that belong to its type. */
export function checkResponse(form: Form, id: string): Checked {
  const type = typeOf(form);
  if (type === undefined) return { ok: false, errors: { type: t`Choose what the answer is, with ← and →.` } };
  const isAddress = type === 'ADDRESS';
  const { known, others, errors: wrong } = membersOf(form, isAddress ? address : [], otherMembers);
  const missing = isAddress ? NEEDED.filter(({ name }) => known[name] === undefined) : [];
  const typed = fieldValue(form, ATTACHMENTS);
  const files = listOf(typed);
  const errors: Record<string, Visible | undefined> = { ...wrong };
  for (const { name } of missing) errors[name] = t`An address needs it.`;
  if (files.some(file => /\s/.test(file)))
    errors[ATTACHMENTS] = t`A file ID has no blanks: put commas between them.`;
  else if (typed !== '' && files.length === 0) errors[ATTACHMENTS] = t`There is no file ID in it.`;
  const tooLong = Object.entries(others).find(([, value]) => writeJson(value).length > MOST);
  if (tooLong) {
    const row = form.fields.findIndex(one => one.id.endsWith('.name') && one.value.trim() === tooLong[0]);
    const value = form.fields[row + 2];
    if (value)
      errors[value.id] = t`It is too long to be shown whole before it is sent: 4,096 characters at most.`;
  }
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  // The rows of other members give texts and lists of texts only; the contract checks the body whole before it is sent.
  const more = others as Record<string, string | string[]>;
  return {
    ok: true,
    body: { id, type, ...known, ...(files.length > 0 && { attachments: [...files] }), ...more },
  };
}

/** A body that says nothing but what it answers. */
export const saysNothing = (body: Body): boolean => Object.keys(body).length <= 2;

/** The names in it that INTERFACE.md doesn't give. */
export const ownNames = (body: Body): readonly string[] =>
  Object.keys(body).filter(name => !['id', 'type', ATTACHMENTS].includes(name) && !inAddress.has(name));
