// A form of a whole JSON body, in groups. A list repeats its fields, and the groups of one list repeat together. The
// compiler compares the fields with the body of the write. A file has the same body.

import { isJsonList, isObject, type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { countAt, jsonAt, withJsonAt } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export interface BodyField {
  readonly label: Visible;
  readonly hint: Visible;
  /** `code`: the form turns typed text into capitals. */
  readonly kind?: 'flag' | 'code';
  readonly optional?: true;
  /** One item of the field's list: "Document". */
  readonly item?: Visible;
  /** A whole sentence. */
  wrong?(text: string, body: Json): Visible | undefined;
  sent?(text: string): string;
}

export interface BodyGroup {
  readonly id: string;
  readonly title: Visible;
  readonly about: Visible;
  /** The path in the body. With * each item of a list has this group, and the first group has the item's number. */
  readonly at: string;
  /** By the path after `at`, with * for each item of a list. */
  readonly fields: Readonly<Record<string, BodyField>>;
}

interface Place extends BodyField {
  /** "account_details.business_person_details.0.first_name". */
  readonly path: string;
  readonly inList?: { readonly list: string; readonly at: number };
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

type PathOf<T, At extends string = ''> = [NonNullable<T>] extends [string | boolean]
  ? At
  : NonNullable<T> extends readonly (infer Item)[]
    ? PathOf<Item, `${At}.*`>
    : {
        [K in keyof NonNullable<T> & string]-?: PathOf<NonNullable<T>[K], At extends '' ? K : `${At}.${K}`>;
      }[keyof NonNullable<T> & string];

type NamedIn<Group> = Group extends { readonly at: infer At extends string; readonly fields: infer Fields }
  ? `${At}.${keyof Fields & string}`
  : never;

/** The fields that only one of body and form has. */
type Misfit<Body, Path extends string> = Exclude<PathOf<Body>, Path> | Exclude<Path, PathOf<Body>>;

export const bodyForm =
  <Body>() =>
  <const Groups extends readonly BodyGroup[]>(
    groups: Groups & ([Misfit<Body, NamedIn<Groups[number]>>] extends [never] ? unknown : never),
  ): BodyForm<Body> => {
    const parts = partsOf(groups);
    const sections = (body: Json) =>
      groups.flatMap(group => {
        const list = listOf(group.at);
        if (list === undefined) return [sectionOf(group, body)];
        const repeated = groups.filter(({ at }) => listOf(at) === list);
        if (group !== repeated[0]) return [];
        return itemsIn(body, list).flatMap(n => repeated.map(one => sectionOf(one, body, n, one === group)));
      });
    return {
      sections,
      complete(body) {
        const fields = sections(body).flatMap(section => section.fields);
        if (fields.some(({ problem }) => problem)) return undefined;
        const whole = fields.reduce((sent: Json, { path, typed, kind, sent: asSent = text => text }) => {
          const text = typed.trim();
          if (text === '') return sent;
          return withJsonAt(sent, path, kind === 'flag' ? text === 'true' : asSent(text));
        }, {});
        // The compiler compared the fields with the body, and no required field is missing.
        return whole as Body;
      },
      take(text) {
        const parsed = parseJson(text);
        if (!parsed.ok) return { ok: false, why: visible(parsed.reason, 60) };
        const leftOut: Visible[] = [];
        const leave: Leave = (path, why) => {
          leftOut.push(t`${visible(path, 80)}: ${why}.`);
        };
        const body = fitting(parts, parsed.value, '', leave);
        if (body === undefined) return { ok: false, why: t`it does not contain a JSON object` };
        for (const path of parsed.duplicateKeys) leave(path, t`the field occurs more than once`);
        return { ok: true, body, leftOut };
      },
    };
  };

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

function sectionOf(group: BodyGroup, body: Json, item?: number, heads = false): Section {
  const { id, title, about } = group;
  const at = item === undefined ? group.at : group.at.replace('*', String(item));
  const places = Object.entries(group.fields).map(([name, field]) => ({ ...field, path: `${at}.${name}` }));
  const fields = places.flatMap((place): readonly Place[] => {
    const list = listOf(place.path);
    if (list === undefined) return [place];
    const members = places.filter(({ path }) => listOf(path) === list);
    if (place !== members[0]) return [];
    return itemsIn(body, list).flatMap(n => members.map(member => inItem(member, list, n)));
  });
  return {
    id: item === undefined ? id : `${id}.${item}`,
    title: heads ? t`${title} ${(item ?? 0) + 1}` : title,
    about,
    item,
    heads,
    fields: fields.map(field => {
      const typed = typedIn(body, field.path);
      return { ...field, typed, problem: problemOf(field, typed.trim(), body) };
    }),
  };
}

const listOf = (path: string): string | undefined =>
  path.includes('.*') ? path.slice(0, path.indexOf('.*')) : undefined;

function inItem(field: Place, list: string, at: number): Place {
  const { path, label, item = t`` } = field;
  const name = t`${item} ${at + 1}`;
  return {
    ...field,
    path: path.replace('.*', `.${at}`),
    label: label === '' ? name : t`${name}, ${label}`,
    inList: { list, at },
  };
}

function problemOf({ optional, wrong }: BodyField, text: string, body: Json): PlacedField['problem'] {
  if (text === '') return optional ? undefined : { kind: 'missing', why: t`Required.` };
  const why = wrong?.(text, body);
  return why === undefined ? undefined : { kind: 'wrong', why };
}

interface BodyPart {
  field?: BodyField;
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
