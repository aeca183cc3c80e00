// Compares the request that the person gave with the request that Purser would send, which may lack a given field.

import type { Prepared } from '../api/client/writes.ts';
import { type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';

/** Why Purser doesn't send, as whole sentences. Undefined if both requests are the same on the wire. */
export function whyNotSame(given: Prepared, asked: Prepared): Visible | undefined {
  const names = [
    ...(given.method === asked.method && given.target === asked.target
      ? []
      : [t`the path (${visible(given.target, 120)}, not ${visible(asked.target, 120)})`]),
    ...differing(jsonOf(given.body), jsonOf(asked.body), '').map(name => visible(name, 80)),
  ];
  return names.length === 0
    ? undefined
    : t`Your input differs from the request that Purser would send: ${join(names, ', ')}. Leave these fields out, or give the values that the screen would send.`;
}

const jsonOf = (text: string | undefined): Json | undefined => {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : text;
};

type CallMembers = ReadonlyMap<string, Json>;

/** The paths of the fields that differ. */
function differing(one: Json | undefined, other: Json | undefined, path: string): readonly string[] {
  const [mine, its] = [membersOf(one), membersOf(other)];
  if (!mine || !its) return textOf(one) === textOf(other) ? [] : [path === '' ? 'the body' : path];
  return [...new Set([...mine.keys(), ...its.keys()])].flatMap(name =>
    differing(mine.get(name), its.get(name), path === '' ? name : `${path}.${name}`),
  );
}

const membersOf = (json: Json | undefined): CallMembers | undefined =>
  typeof json !== 'object' || json === null || json instanceof JsonNumber
    ? undefined
    : new Map(Object.entries(json));

const textOf = (json: Json | undefined): string | undefined =>
  json instanceof JsonNumber ? json.source : JSON.stringify(json);
