// A form made from a JSON body: its fields on one screen, or in groups. A list repeats its fields, and the groups of one
// list repeat together. The compiler compares the fields with the body of the write. Only types are used here, because the
// schemas load after the first frame.

import { isJsonList, isObject, type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { countAt, jsonAt, withJsonAt, withoutEmpty } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { choice, codeField, type FormCheck, field, fieldValue } from './form-state.ts';
import type { Field, Form, Option } from './state.ts';

/** Where a field is, for a rule that needs more than the field's own text. */
export interface FieldPlace {
  /** As typed. */
  readonly body: Json;
  readonly path: string;
  /** Whether staff can confirm an ID. */
  readonly able?: ((id: string) => boolean) | undefined;
}

export interface FieldFacts {
  readonly label: Visible;
  readonly hint: Visible;
  /** `code`: the form turns typed text into capitals. */
  readonly kind?: 'flag' | 'code';
  readonly options?: readonly Option[];
  /** One item of the field's list: "Document". */
  readonly item?: Visible;
  /** A whole sentence about an empty field. Undefined if the field may be empty. */
  missing?(place: FieldPlace): Visible | undefined;
  /** A whole sentence. */
  wrong?(text: string, place: FieldPlace): Visible | undefined;
  sent?(text: string): string;
  /** The field is a list, with a row for each name. A filled row is an item. */
  readonly each?: {
    readonly rows: Readonly<Record<string, FieldFacts>>;
    item(name: string, text: string): Json;
  };
}

/** `Value`: its type in the body. */
export interface BodyField<Value> extends FieldFacts {
  /** Never called. It makes the compiler compare the value's type with the body's in both directions. */
  readonly exactly?: (value: Value) => Value;
}

/** A value that the body has together with the values beside it, or not at all. */
export interface GroupMember {
  readonly together: true;
}

type FieldsByPath = Readonly<Record<string, FieldFacts>>;

export interface BodyGroup {
  readonly id: string;
  readonly title: Visible;
  readonly about: Visible;
  /** The path in the body. With * each item of a list has this group, and the first group has the item's number. */
  readonly at: string;
  /** By the path after `at`, with * for each item of a list. */
  readonly fields: FieldsByPath;
}

interface Place extends FieldFacts {
  /** "account_details.business_person_details.0.first_name". */
  readonly path: string;
  readonly inList?: { readonly list: string; readonly at: number };
  readonly asItem?: { readonly list: string; item(text: string): Json };
}

export interface PlacedField extends Place {
  /** A flag is "true" or "false". */
  readonly typed: string;
  /** `why`: a whole sentence. */
  readonly problem: { readonly kind: 'missing' | 'wrong'; readonly why: Visible } | undefined;
}

export interface Section extends Pick<BodyGroup, 'title' | 'about'> {
  /** "business", or "person.0" for an item. */
  readonly id: string;
  /** From 0. Undefined if the section is not of an item. */
  readonly item: number | undefined;
  /** The first section of its item. */
  readonly heads: boolean;
  /** An empty list has one item. */
  readonly fields: readonly PlacedField[];
}

/** What a file has. `leftOut`: each part that does not fit, and the reason. `why`: the end of a sentence. */
export type TakenBody =
  | { readonly ok: true; readonly body: Json; readonly leftOut: readonly Visible[] }
  | { readonly ok: false; readonly why: Visible };

export interface BodyForm<Body> {
  sections(body: Json): readonly Section[];
  /** Undefined while a field is missing or wrong. */
  complete(body: Json): Body | undefined;
  take(text: string): TakenBody;
}

/** A form on one screen. The ID of a row is its path in the body. */
export interface ScreenForm<Body> {
  /** With the initial values. */
  rows(values?: Readonly<Record<string, string>>): readonly Field[];
  check(form: Form, able?: FieldPlace['able']): FormCheck<{ readonly body: Body }>;
  /** With the rows of one more item. */
  withItem(form: Form, list: string): Form;
}

type SubPath<Path extends string, Name extends string> = Path extends '' ? Name : `${Path}.${Name}`;

type PathOf<T, At extends string = ''> = [NonNullable<T>] extends [string | boolean]
  ? At
  : NonNullable<T> extends readonly (infer Item)[]
    ? PathOf<Item, `${At}.*`>
    : {
        [K in keyof NonNullable<T> & string]-?: PathOf<NonNullable<T>[K], SubPath<At, K>>;
      }[keyof NonNullable<T> & string];

type Inner<T, Name> = T extends readonly (infer Item)[] ? Item : Name extends keyof T ? T[Name] : never;

/** `Beside`: a `GroupMember`, in a part that the body may lack. */
type ValueAt<T, Path extends string, Beside = never> = Path extends `${infer Name}.${infer Rest}`
  ? ValueAt<NonNullable<Inner<T, Name>>, Rest, undefined extends Inner<T, Name> ? GroupMember : Beside>
  : Inner<T, Path> | (undefined extends Inner<T, Path> ? never : Beside);

type NamedIn<Group> = Group extends { readonly at: infer At extends string; readonly fields: infer Named }
  ? SubPath<At, keyof Named & string>
  : never;

/** The fields that only one of body and form has. */
type Misfit<Body, Path extends string> =
  | Exclude<PathOf<Body>, Path | `${Path}.*.${string}`>
  | { [P in Path]: [ValueAt<Body, P>] extends [never] ? P : never }[Path];

type FittingFields<Body, At extends string, Named> = {
  readonly [Name in keyof Named & string]: BodyField<ValueAt<Body, SubPath<At, Name>>>;
};

type FittingGroups<Body, Groups extends readonly BodyGroup[]> = {
  readonly [I in keyof Groups]: {
    readonly fields: FittingFields<Body, Groups[I]['at'], Groups[I]['fields']>;
  };
};

/** Makes the compiler refuse fields that do not fit the body. */
type Checked<Body, Path extends string, Given, Fitting> = [Misfit<Body, Path>] extends [never]
  ? Given extends Fitting
    ? unknown
    : never
  : never;

export const bodyForm =
  <Body>() =>
  <const Groups extends readonly BodyGroup[]>(
    groups: Groups & Checked<Body, NamedIn<Groups[number]>, Groups, FittingGroups<Body, Groups>>,
  ): BodyForm<Body> => ({
    sections: body => sectionsIn(groups, { body }),
    complete: body => completeOf(sectionsIn(groups, { body }).flatMap(section => section.fields)),
    take: text => taken(partsOf(groups), text),
  });

/** `fields`: by the path in the body, in the order of the rows. */
export const screenForm =
  <Body>() =>
  <const Named extends FieldsByPath>(
    fields: Named & Checked<Body, keyof Named & string, Named, FittingFields<Body, '', Named>>,
  ): ScreenForm<Body> => {
    const placedIn = (body: Json, able?: FieldPlace['able']) =>
      sectionsIn([{ id: '', title: t``, about: t``, at: '', fields }], { body, able }).flatMap(
        section => section.fields,
      );
    const typedOf = (form: Form): Json =>
      form.fields.reduce((body: Json, { id }) => withJsonAt(body, id, fieldValue(form, id)), {});
    const rowsOf = (body: Json): readonly Field[] => placedIn(body).map(rowOf);
    return {
      rows: (values = {}) =>
        rowsOf(
          Object.entries(values).reduce((body: Json, [path, value]) => withJsonAt(body, path, value), {}),
        ),
      check(form, able) {
        const placed = placedIn(typedOf(form), able);
        const body = completeOf<Body>(placed);
        return body === undefined
          ? { ok: false, errors: Object.fromEntries(placed.map(({ path, problem }) => [path, problem?.why])) }
          : { ok: true, body };
      },
      withItem(form, list) {
        const before = new Map(form.fields.map(one => [one.id, one]));
        const all = rowsOf(withItem(typedOf(form), list, {}));
        return {
          fields: all.map(row => before.get(row.id) ?? row),
          focus: all.findIndex(({ id }) => !before.has(id)),
        };
      },
    };
  };

/** Undefined while a field is missing or wrong. */
function completeOf<Body>(fields: readonly PlacedField[]): Body | undefined {
  if (fields.some(({ problem }) => problem)) return undefined;
  const whole = fields.reduce((body: Json, { path, typed, kind, sent = same, asItem }) => {
    const text = typed.trim();
    const value = text !== '' && kind === 'flag' ? text === 'true' : sent(text);
    if (!asItem) return withJsonAt(body, path, value);
    const { list, item } = asItem;
    return text === '' ? body : withJsonAt(body, `${list}.${countAt(body, list)}`, item(sent(text)));
  }, {});
  // The compiler compared the fields with the body, and no required field is missing.
  return (withoutEmpty(whole) ?? {}) as Body;
}

const same = (text: string): string => text;

const FLAGS = [
  { value: 'true', label: t`yes` },
  { value: 'false', label: t`no` },
] as const;

export function rowOf({ path, label, hint, kind, options, typed }: PlacedField): Field {
  const choices = kind === 'flag' ? FLAGS : options;
  if (choices) return choice(path, label, typed, hint, choices);
  const row = field(path, label, typed, hint);
  return kind === 'code' ? codeField(row) : row;
}

/** Whether the field or a text beside it is filled in. For a row of `each`: whether its list has an item. */
export const isBegun = ({ body, path }: FieldPlace): boolean =>
  withoutEmpty(jsonAt(body, path.slice(0, path.lastIndexOf('.'))) ?? {}) !== undefined;

function taken(root: BodyPart, text: string): TakenBody {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, why: visible(parsed.reason, 60) };
  const leftOut: Visible[] = [];
  const leave: Leave = (path, why) => {
    leftOut.push(t`${visible(path, 80)}: ${why}.`);
  };
  const body = fitting(root, parsed.value, '', leave);
  if (body === undefined) return { ok: false, why: t`it does not contain a JSON object` };
  for (const path of parsed.duplicateKeys) leave(path, t`the field occurs more than once`);
  return { ok: true, body, leftOut };
}

/** As text. A flag is "true" or "false". */
export function typedIn(body: Json, path: string): string {
  const value = jsonAt(body, path);
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? value : '';
}

/** The indexes of a list. An empty list has one item. */
export const itemsIn = (body: Json, list: string): readonly number[] => [
  ...Array(Math.max(1, countAt(body, list))).keys(),
];

/** With one more item. The form shows a first item also if the body has none. */
export function withItem(body: Json, list: string, empty: Json): Json {
  const shown = countAt(body, list) === 0 ? withJsonAt(body, `${list}.0`, empty) : body;
  return withJsonAt(shown, `${list}.${countAt(shown, list)}`, empty);
}

function sectionsIn(groups: readonly BodyGroup[], form: Omit<FieldPlace, 'path'>): readonly Section[] {
  return groups.flatMap(group => {
    const list = listOf(group.at);
    if (list === undefined) return [sectionOf(group, form)];
    const repeated = groups.filter(({ at }) => listOf(at) === list);
    if (group !== repeated[0]) return [];
    return itemsIn(form.body, list).flatMap(n => repeated.map(one => sectionOf(one, form, n, one === group)));
  });
}

function sectionOf(group: BodyGroup, form: Omit<FieldPlace, 'path'>, item?: number, heads = false): Section {
  const { id, title, about } = group;
  const at = item === undefined ? group.at : group.at.replace('*', String(item));
  const places = Object.entries(group.fields).flatMap(([name, field]) =>
    placesOf(field, at === '' ? name : `${at}.${name}`),
  );
  const fields = places.flatMap((place): readonly Place[] => {
    const list = listOf(place.path);
    if (list === undefined) return [place];
    const members = places.filter(({ path }) => listOf(path) === list);
    if (place !== members[0]) return [];
    return itemsIn(form.body, list).flatMap(n => members.map(member => inItem(member, list, n)));
  });
  return {
    id: item === undefined ? id : `${id}.${item}`,
    title: heads ? t`${title} ${(item ?? 0) + 1}` : title,
    about,
    item,
    heads,
    fields: fields.map(field => {
      const typed = typedIn(form.body, field.path);
      return { ...field, typed, problem: problemOf(field, typed.trim(), { ...form, path: field.path }) };
    }),
  };
}

function placesOf(field: FieldFacts, path: string): readonly Place[] {
  const { each } = field;
  if (!each) return [{ ...field, path }];
  return Object.entries(each.rows).map(([name, row]) => ({
    ...row,
    path: `${path}.${name}`,
    asItem: { list: path, item: text => each.item(name, text) },
  }));
}

const listOf = (path: string): string | undefined =>
  path.includes('.*') ? path.slice(0, path.indexOf('.*')) : undefined;

function inItem(field: Place, list: string, at: number): Place {
  const { path, label, item } = field;
  const name = t`${item ?? t``} ${at + 1}`;
  return {
    ...field,
    path: path.replace('.*', `.${at}`),
    label: item === undefined ? label : label === '' ? name : t`${name}, ${label}`,
    inList: { list, at },
  };
}

function problemOf(
  { missing = () => t`Required.`, wrong }: FieldFacts,
  text: string,
  place: FieldPlace,
): PlacedField['problem'] {
  const why = text === '' ? missing(place) : wrong?.(text, place);
  return why === undefined ? undefined : { kind: text === '' ? 'missing' : 'wrong', why };
}

interface BodyPart {
  field?: FieldFacts;
  /** The item of a list is called *. */
  readonly members: Map<string, BodyPart>;
}

function partsOf(groups: readonly BodyGroup[]): BodyPart {
  const root: BodyPart = { members: new Map() };
  for (const { at, fields } of groups)
    for (const [path, field] of Object.entries(fields)) {
      let part = root;
      for (const name of `${at}.${path}`.split('.')) {
        const inner = part.members.get(name) ?? { members: new Map() };
        part.members.set(name, inner);
        part = inner;
      }
      part.field = field;
    }
  return root;
}

type Leave = (path: string, why: Visible) => void;

/** A number in place of a text becomes its digits. */
function fitting(part: BodyPart | undefined, raw: Json, path: string, leave: Leave): Json | undefined {
  const not = (why: Visible): undefined => {
    leave(path, why);
  };
  const inner = (name: string, value: Json): Json | undefined =>
    fitting(
      part?.members.get(isJsonList(raw) ? '*' : name),
      value,
      path === '' ? name : `${path}.${name}`,
      leave,
    );
  if (!part) return not(t`the API has no field with this name`);
  if (part.field?.kind === 'flag') return typeof raw === 'boolean' ? raw : not(t`must be true or false`);
  if (part.field) {
    const text = raw instanceof JsonNumber ? raw.source : raw;
    if (typeof text !== 'string') return not(t`must be a text`);
    return visible(text) === text ? text : not(t`is too long, or has characters that can’t be typed`);
  }
  if (part.members.has('*'))
    return isJsonList(raw)
      ? raw.flatMap((item, at) => inner(String(at), item) ?? [])
      : not(t`must be a list`);
  if (!isObject(raw)) return not(t`must be an object`);
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, member]): [string, Json][] => {
      const fits = inner(name, member);
      return fits === undefined ? [] : [[name, fits]];
    }),
  );
}
