// A nested record as indented entries: the contract's fields first, then unknown fields, unchanged and marked.

import type { Timestamp } from '../../api/contract/fields.ts';
import { Odd, Undocumented } from '../../api/contract/odd.ts';
import { flagCell, type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { isJsonList, isObject, type Json, JsonNumber, memberOf } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { join, t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';

export interface TreeLook {
  readonly moment: Moment;
  /** For JSON names that are too long or unclear. */
  readonly names?: Readonly<Record<string, Visible>>;
  /** The heading over the names of absent fields, if not `Empty`. `path`: with dots. */
  absent?(path: string): Visible | undefined;
}

interface Node {
  readonly name: string;
  readonly parent?: Node;
  readonly path: string;
  readonly depth: number;
  readonly value: unknown;
  readonly raw: Json | undefined;
  /** Where the contract allows only named fields. */
  readonly unknown: boolean;
}

/**
 * Plain fields first, then nested ones below their name, then the names of all empty fields. `raw`: the JSON that was
 * decoded.
 */
export function treeEntries(value: object, raw: Json | undefined, look: TreeLook): readonly Entry[] {
  const empty: Node[] = [];
  const entries = branch(membersOf(value, raw, '', 0), look, empty);
  const groups = Map.groupBy(empty, ({ path }) => look.absent?.(path) ?? t`Empty`);
  return [
    ...entries,
    ...[...groups].flatMap(([heading, nodes]) => [{ heading }, { note: join(namesOf(nodes, look)) }]),
  ];
}

/** A name that two fields have, or a number in a list, has its parent's name before it. */
function namesOf(nodes: readonly Node[], look: TreeLook): readonly Visible[] {
  const own = (node: Node): Visible => visible(nameOf(node, look).trim());
  const names = nodes.map(own);
  return nodes.map(({ parent }, i) => {
    const name = names[i] ?? t``;
    const clear = names.indexOf(name) === names.lastIndexOf(name) && !/^\d+$/.test(name);
    return clear || !parent ? name : t`${own(parent)} ${name}`;
  });
}

function branch(nodes: readonly Node[], look: TreeLook, empty: Node[]): readonly Entry[] {
  const nested = nodes.filter(isNested);
  const leaves = nodes.filter(node => !nested.includes(node));
  const filled = leaves.filter(node => !isEmpty(node));
  empty.push(...leaves.filter(isEmpty));
  return [
    ...filled.map(node => leafEntry(node, look)),
    ...nested.flatMap(node => {
      const below = branch(childrenOf(node), look, empty);
      return below.length === 0 ? [] : [headOf(node, look), ...below];
    }),
  ];
}

/** Absent, null, or a list or an object without members. */
function isEmpty({ value, raw, unknown }: Node): boolean {
  if (unknown) return hasNothing(raw);
  if (value instanceof Undocumented) return hasNothing(value.raw);
  if (value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : isDecodedObject(value) && isPlainEmpty(value);
}

const hasNothing = (raw: Json | undefined): boolean =>
  raw === undefined ||
  raw === null ||
  (typeof raw === 'object' && !(raw instanceof JsonNumber) && Object.keys(raw).length === 0);

const isPlainEmpty = (value: object): boolean => !(value instanceof Odd) && Object.keys(value).length === 0;

const isNested = (node: Node): boolean => childrenOf(node).length > 0;

const childrenOf = (node: Node): readonly Node[] =>
  membersIn(node).map(child => ({ ...child, parent: node }));

function membersIn({ value, raw, path, depth, unknown }: Node): readonly Node[] {
  const below = depth + 1;
  if (value instanceof Odd || value instanceof Undocumented)
    return openChildren(value.raw, path, below, unknown);
  if (unknown) return openChildren(raw, path, below, unknown);
  if (Array.isArray(value))
    return value.map((item: unknown, i) => ({
      name: `${i + 1}`,
      path,
      depth: below,
      value: item,
      raw: itemOf(raw, i),
      unknown: false,
    }));
  return isDecodedObject(value) ? membersOf(value, raw, path, below) : [];
}

/** The contract doesn't describe it. */
function openChildren(raw: Json | undefined, path: string, depth: number, unknown: boolean): readonly Node[] {
  if (raw === undefined || raw === null || typeof raw !== 'object' || raw instanceof JsonNumber) return [];
  const members: readonly (readonly [string, Json])[] = isJsonList(raw)
    ? raw.map((item, i) => [`${i + 1}`, item] as const)
    : Object.entries(raw);
  return members.map(([name, item]) => ({
    name,
    path: isJsonList(raw) ? path : pathOf(path, name),
    depth,
    value: new Undocumented(item),
    raw: item,
    unknown,
  }));
}

function membersOf(value: object, raw: Json | undefined, path: string, depth: number): readonly Node[] {
  const common = (name: string) => ({ name, path: pathOf(path, name), depth });
  const others = Object.entries(isObject(raw) ? raw : {}).filter(([name]) => !Object.hasOwn(value, name));
  return [
    ...Object.entries(value).map(
      ([name, member]): Node => ({
        ...common(name),
        value: member,
        raw: memberOf(raw, name),
        unknown: false,
      }),
    ),
    ...others.map(
      ([name, member]): Node => ({ ...common(name), value: undefined, raw: member, unknown: true }),
    ),
  ];
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const itemOf = (raw: Json | undefined, at: number): Json | undefined =>
  isJsonList(raw) ? raw[at] : undefined;

const isDecodedObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isTimestamp(value);

const isTimestamp = (value: object): value is Timestamp => 'epochMs' in value && 'text' in value;

const INDENT = 2;

function nameOf({ name, depth, unknown }: Node, { names = {} }: TreeLook): Visible {
  const known = Object.hasOwn(names, name) ? names[name] : undefined;
  const shown = unknown ? t`? ${visible(name, 40)}` : (known ?? words(name));
  return t`${visible(' '.repeat(depth * INDENT))}${shown}`;
}

const words = (name: string): Visible =>
  visible(
    `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
      .replaceAll('_', ' ')
      .replaceAll(/\b(?:id|url)(?=s?\b)/gi, word => word.toUpperCase())
      .replaceAll(/(?<=[a-z])(?=\d)/g, ' '),
    44,
  );

const headOf = (node: Node, look: TreeLook): Entry =>
  node.depth === 0
    ? { heading: nameOf(node, look) }
    : { note: nameOf(node, look), tone: node.unknown || node.value instanceof Odd ? 'warn' : 'plain' };

const leafEntry = (node: Node, look: TreeLook): Entry => ({
  label: nameOf(node, look),
  cell: cellOf(node, look),
});

/** Of a value that is not empty. */
function cellOf({ value, raw, unknown }: Node, look: TreeLook): Cell {
  if (unknown) return { ...openCell(raw), tone: 'warn' };
  if (value instanceof Undocumented) return openCell(value.raw);
  if (typeof value === 'boolean') return flagCell(value);
  if (value instanceof Odd) return textCell(value);
  // The value is now a moment or a text.
  return typeof value === 'object' ? timeCell(value as Timestamp, look.moment) : textCell(value as Untrusted);
}

function openCell(raw: Json | undefined): Cell {
  if (typeof raw === 'boolean') return flagCell(raw);
  if (raw instanceof JsonNumber) return { text: visible(maskCardNumbers(raw.source)) };
  return typeof raw === 'string' ? textCell(maskCardNumbers(raw)) : DASH;
}
