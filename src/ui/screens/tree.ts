// A nested record as indented entries: the contract's fields first, then unknown fields, unchanged and marked.

import type { Timestamp } from '../../api/contract/fields.ts';
import { Odd, Undocumented } from '../../api/contract/odd.ts';
import { flagCell, type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { isJsonList, isObject, type Json, JsonNumber, memberOf } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';

export interface TreeLook {
  readonly moment: Moment;
  /** For JSON names that are too long or unclear. */
  readonly names?: Readonly<Record<string, Visible>>;
  /** If not a dash. `path`: with dots. */
  absent?(path: string): Cell | undefined;
}

interface Node {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  readonly value: unknown;
  readonly raw: Json | undefined;
  /** Where the contract allows only named fields. */
  readonly unknown: boolean;
}

/** Plain fields first, then nested ones below their name. `raw`: the JSON that was decoded. */
export function treeEntries(value: object, raw: Json | undefined, look: TreeLook): readonly Entry[] {
  return branch(membersOf(value, raw, '', 0), look);
}

function branch(nodes: readonly Node[], look: TreeLook): readonly Entry[] {
  const nested = nodes.filter(isNested);
  const leaves = nodes.filter(node => !nested.includes(node));
  return [
    ...leaves.map(node => leafEntry(node, look)),
    ...nested.flatMap(node => [headOf(node, look), ...branch(childrenOf(node), look)]),
  ];
}

const isNested = (node: Node): boolean => childrenOf(node).length > 0;

function childrenOf({ value, raw, path, depth, unknown }: Node): readonly Node[] {
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
  visible(`${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`, 44);

const headOf = (node: Node, look: TreeLook): Entry =>
  node.depth === 0
    ? { heading: nameOf(node, look) }
    : { note: nameOf(node, look), tone: node.unknown || node.value instanceof Odd ? 'warn' : 'plain' };

const leafEntry = (node: Node, look: TreeLook): Entry => ({
  label: nameOf(node, look),
  cell: cellOf(node, look),
});

function cellOf({ value, raw, path, unknown }: Node, look: TreeLook): Cell {
  if (unknown) return { ...openCell(raw), tone: 'warn' };
  if (value === undefined) return look.absent?.(path) ?? DASH;
  if (value instanceof Undocumented)
    return value.raw === undefined || value.raw === null
      ? (look.absent?.(path) ?? DASH)
      : openCell(value.raw);
  if (typeof value === 'boolean') return flagCell(value);
  if (value instanceof Odd) return textCell(value);
  if (Array.isArray(value)) return { text: t`none`, tone: 'dim' };
  if (isDecodedObject(value)) return { text: t`empty`, tone: 'dim' };
  // The value is now a moment or a text.
  return typeof value === 'object' ? timeCell(value as Timestamp, look.moment) : textCell(value as Untrusted);
}

/** A list or an object here is empty: others are shown by their fields. */
function openCell(raw: Json | undefined): Cell {
  if (raw === undefined || raw === null) return DASH;
  if (typeof raw === 'boolean') return flagCell(raw);
  if (raw instanceof JsonNumber) return { text: visible(maskCardNumbers(raw.source)) };
  if (typeof raw === 'string') return textCell(maskCardNumbers(raw));
  return { text: isJsonList(raw) ? t`none` : t`empty`, tone: 'dim' };
}
