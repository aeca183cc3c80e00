/** The body that makes a business a user (INTERFACE.md, Create user body), and the problems of an unfinished body. */

import * as z from 'zod';
import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { jsonAt } from '../../lib/json-path.ts';
import { visible } from '../../lib/visible.ts';
import { currency, day, someText } from './request-fields.ts';

/** INTERFACE.md says "ISO code", which has two or three letters. */
const country = () =>
  z.string().regex(/^[A-Z]{2,3}$/, { error: 'a country is its ISO code in capital letters, such as GB' });

/** An empty list would omit the required fields of its items. */
const some = <T extends z.ZodType>(item: T) => z.array(item).min(1, { error: 'at least one is required' });

const documents = () => some(z.strictObject({ file_id: someText(), tag: someText() }));

const address = {
  address_line1: someText(),
  country_code: country(),
  postcode: someText(),
  state: someText(),
  suburb: someText(),
};

const businessDetails = z.strictObject({
  account_usage: z.strictObject({
    estimated_monthly_revenue: z.strictObject({ amount: someText(), currency: currency() }),
    product_reference: some(someText()),
  }),
  as_trustee: z.boolean(),
  attachments: z.strictObject({ business_documents: documents() }),
  business_identifiers: some(
    z.strictObject({ country_code: country(), number: someText(), type: someText() }),
  ),
  business_name: someText(),
  business_structure: someText(),
  contact_number: someText(),
  description_of_goods_or_services: someText(),
  industry_category_code: someText(),
  operating_country: some(country()),
  registration_address: z.strictObject({ ...address, address_line2: someText().optional() }),
});

const businessPerson = z.strictObject({
  attachments: z.strictObject({ business_person_documents: documents() }),
  residential_address: z.strictObject(address),
  date_of_birth: day(),
  first_name: someText(),
  last_name: someText(),
  middle_name: someText().optional(),
  nationality: country(),
  roles: some(someText()),
  identifications: z.strictObject({
    primary: z.strictObject({
      identification_type: someText(),
      issuing_country_code: country(),
      passport: z.strictObject({
        effective_at: day(),
        expire_at: day(),
        front_file_id: someText(),
        number: someText(),
      }),
    }),
  }),
});

/** INTERFACE.md does not show the path of the live selfie's file ID. */
export const newUser = z.strictObject({
  account_details: z.strictObject({
    business_details: businessDetails,
    business_person_details: some(businessPerson),
    legal_entity_type: someText(),
  }),
  customer_agreements: z.strictObject({
    agreed_to_data_usage: z.boolean(),
    agreed_to_terms_and_conditions: z.boolean(),
  }),
  primary_contact: z.strictObject({
    email: z.string().regex(/^[^@\s]+@[^@\s]+$/, { error: 'an e-mail address has one @ and no spaces' }),
    mobile: someText(),
  }),
});

export interface BodyProblem {
  /** "persons.0.first_name". */
  readonly path: string;
  readonly kind: 'missing' | 'wrong';
  /** Part of a sentence. */
  readonly why: string;
}

const UNKNOWN_FIELD = 'the API has no field with this name';

/** If a whole part is missing, each of its required fields is listed. */
export function bodyProblems(schema: z.ZodType, body: Json): readonly BodyProblem[] {
  const read = schema.safeParse(body);
  if (read.success) return [];
  return read.error.issues.flatMap(({ path, message, code }): readonly BodyProblem[] => {
    const at = path.map(String).join('.');
    const given = at === '' ? body : jsonAt(body, at);
    const empty = given === undefined || given === '' || (Array.isArray(given) && given.length === 0);
    if (!empty)
      return [{ path: at, kind: 'wrong', why: code === 'unrecognized_keys' ? UNKNOWN_FIELD : message }];
    const leaves = requiredLeaves(schemaAt(schema, path), at);
    return leaves.map(leaf => ({ path: leaf, kind: 'missing', why: 'required' }));
  });
}

/** A list counts with the fields of its first item. */
function requiredLeaves(schema: z.ZodType | undefined, path: string): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(shapeOf(schema)).flatMap(([name, member]) =>
      member instanceof z.ZodOptional ? [] : requiredLeaves(member, joined(path, name)),
    );
  if (schema instanceof z.ZodArray) return requiredLeaves(elementOf(schema), joined(path, '0'));
  return [path];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema;
  for (const name of path) {
    if (at instanceof z.ZodOptional) at = innerOf(at);
    if (at instanceof z.ZodArray) at = elementOf(at);
    else at = at instanceof z.ZodObject ? shapeOf(at)[String(name)] : undefined;
  }
  return at;
}

// Zod's types for the inside of a schema are wider than any real schema.
const shapeOf = (schema: z.ZodObject) => schema.shape as Readonly<Record<string, z.ZodType>>;
const elementOf = (schema: z.ZodArray) => schema.element as z.ZodType;
const innerOf = (schema: z.ZodOptional) => schema.unwrap() as z.ZodType;

/** Not taken on import. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** A number in place of a text becomes its digits. `leftOut` names what does not fit, so that nothing is lost. */
export function fitting(
  schema: z.ZodType,
  raw: Json,
): { readonly value: Json | undefined; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const value = asFits(schema, raw, '', (path, why) => leftOut.push({ path, why }));
  return { value, leftOut };
}

type Leave = (path: string, why: string) => void;

function asFits(schema: z.ZodType, raw: Json, path: string, leave: Leave): Json | undefined {
  const not = (why: string): undefined => {
    leave(path === '' ? '(whole body)' : path, why);
    return undefined;
  };
  if (schema instanceof z.ZodOptional) return asFits(innerOf(schema), raw, path, leave);
  if (schema instanceof z.ZodObject) {
    if (!isObject(raw)) return not('must be an object');
    const shape = shapeOf(schema);
    return Object.fromEntries(
      Object.entries(raw).flatMap(([name, member]): [string, Json][] => {
        const at = joined(path, name);
        const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (!inner) leave(at, UNKNOWN_FIELD);
        const fits = inner && asFits(inner, member, at, leave);
        return fits === undefined ? [] : [[name, fits]];
      }),
    );
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(raw)
      ? raw.flatMap((item: Json, i) => asFits(elementOf(schema), item, joined(path, String(i)), leave) ?? [])
      : not('must be a list');
  if (schema instanceof z.ZodBoolean) return typeof raw === 'boolean' ? raw : not('must be true or false');
  const text = raw instanceof JsonNumber ? raw.source : raw;
  if (typeof text !== 'string') return not('must be a text');
  return visible(text) === text ? text : not('is too long, or has characters that can’t be typed');
}
