/** Reads and replaces one part of a JSON value by its path: "persons.0.first_name". */
import { isJsonList, isObject, type Json } from './json.ts';

const POSITION = /^\d+$/;

export function jsonAt(value: Json, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path.split('.')) {
    if (isJsonList(at)) at = POSITION.test(name) ? at[Number(name)] : undefined;
    else at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

/** Makes missing objects and lists on the way. An undefined leaf removes the field or the list's item. */
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
  const members = isObject(value) ? value : {};
  const member = inner(Object.hasOwn(members, name) ? members[name] : undefined);
  const { [name]: _, ...others } = members;
  if (member === undefined) return others;
  return Object.hasOwn(members, name) ? { ...members, [name]: member } : { ...others, [name]: member };
}

/** 0 if there is no list. */
export function countAt(value: Json, path: string): number {
  const list = jsonAt(value, path);
  return isJsonList(list) ? list.length : 0;
}

/** Without blank texts, and without what becomes empty. */
export function withoutEmpty(value: Json): Json | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (isJsonList(value)) {
    const items = value.flatMap(item => withoutEmpty(item) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, left]) => left !== undefined);
  return members.length === 0 ? undefined : (Object.fromEntries(members) as Json);
}
