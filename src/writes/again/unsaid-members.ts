// The fields of a body that the dialog's lines don't show, so that a person who sends it again sees all of it. Pure.

import type { Json } from '../../lib/json.ts';
import { JsonNumber, writeJson } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';

/** A line for each value of the body that no line has, labelled with its path; the request's own ID is left out. */
export function unsaidMembers(
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

/** The forms of a value in a line. */
function wordsOf(value: Json): readonly string[] {
  if (typeof value === 'boolean') return value ? ['true', 'yes'] : ['false', 'no'];
  if (typeof value === 'string') return [visible(value)];
  return [writeJson(value)];
}

/** Whether a text has the whole word: 15 and 5.50 don't have 5, and "now" doesn't have `no`. */
function says(text: string, word: string): boolean {
  const literal = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d\\.)${literal}(?![\\p{L}\\p{N}]|\\.\\d)`, 'u').test(text);
}

/** 1,500 and 1500 are the same, and so are PER_TRANSACTION and Per transaction. */
const plain = (text: string): string => text.toLowerCase().replaceAll(',', '').replaceAll('_', ' ');
