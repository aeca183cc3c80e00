// The fields of a body that the dialog's lines don't show. A person who sends a request again must see all of it.

import type { Json } from '../../lib/json.ts';
import { JsonNumber, writeJson } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/shown-line.ts';

/** A line for each value that `lines` don't show, labelled with its path. Leaves out the request ID. */
export function unshownMembers(
  body: Json | undefined,
  lines: readonly ShownLine[],
  requestId: string,
): readonly ShownLine[] {
  if (body === undefined) return [];
  const said = plain(lines.map(({ label, value }) => `${label} ${value}`).join('\n'));
  return leavesOf(body, '')
    .filter(({ value }) => value !== requestId && !wordsOf(value).some(word => says(said, plain(word))))
    .map(({ path, value }) => ({ label: visible(path, 60), value: t`${visible(writeJson(value))}` }));
}

interface BodyLeaf {
  readonly path: string;
  readonly value: Json;
}

function leavesOf(json: Json, path: string): readonly BodyLeaf[] {
  if (json === null || typeof json !== 'object' || json instanceof JsonNumber) return [{ path, value: json }];
  return Array.isArray(json)
    ? json.flatMap((item: Json, i) => leavesOf(item, `${path}[${i}]`))
    : Object.entries(json).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}

/** The texts that a line may show for a value. */
function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'boolean') return value ? ['true', 'yes'] : ['false', 'no'];
  if (typeof value === 'string') return [visible(value)];
  return [writeJson(value)];
}

/** Whether the text contains the whole word: neither 15 nor 5.50 contains 5. */
function says(text: string, word: string): boolean {
  const literal = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d\\.)${literal}(?![\\p{L}\\p{N}]|\\.\\d)`, 'u').test(text);
}

/** Makes 1,500 equal to 1500, and PER_TRANSACTION equal to Per transaction. */
const plain = (text: string): string => text.toLowerCase().replaceAll(',', '').replaceAll('_', ' ');
