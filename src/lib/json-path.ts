/** Reading and changing one place of a JSON value by the names that lead to it: "persons.0.first_name". */
import { isJsonList, isJsonObject, type Json } from './json.ts';

const POSITION = /^\d+$/;

/** The value at `path`; undefined if there is none. */
export function jsonAt(value: Json, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path.split('.')) {
    if (isJsonList(at)) at = POSITION.test(name) ? at[Number(name)] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

/**
 * The value with `leaf` at `path`; missing objects and lists on the way are made. Without a leaf the field is removed,
 * and a list gets shorter.
 */
export function withJsonAt(value: Json | undefined, path: string, leaf: Json | undefined): Json {
  const [name = '', ...rest] = path.split('.');
  const inner = (old: Json | undefined): Json | undefined =>
    rest.length === 0 ? leaf : withJsonAt(old, rest.join('.'), leaf);
  if (POSITION.test(name)) {
    const items = isJsonList(value) ? value : [];
    const at = Math.min(Number(name), items.length);
    const item = inner(items[at]);
    return item === undefined ? items.toSpliced(at, 1) : items.toSpliced(at, 1, item);
  }
  const members = isJsonObject(value) ? value : {};
  const member = inner(Object.hasOwn(members, name) ? members[name] : undefined);
  const { [name]: _, ...others } = members;
  if (member === undefined) return others;
  return Object.hasOwn(members, name) ? { ...members, [name]: member } : { ...others, [name]: member };
}

/** The number of items in the list at `path`; none without a list. */
export function countAt(value: Json, path: string): number {
  const list = jsonAt(value, path);
  return isJsonList(list) ? list.length : 0;
}

/** The value without empty parts: texts of blanks only, and objects and lists with nothing else. */
export function withoutEmpty(value: Json): Json | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (isJsonList(value)) {
    const items = value.flatMap(item => withoutEmpty(item) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const left = withoutEmpty(member);
    return left === undefined ? [] : [[name, left]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The value with its texts trimmed, and without the fields that are empty then; a list keeps its places. */
export function trimmed(value: Json): Json {
  if (typeof value === 'string') return value.trim();
  if (isJsonList(value)) return value.map(trimmed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const left = trimmed(member);
      return left === '' ? [] : [[name, left]];
    }),
  );
}
