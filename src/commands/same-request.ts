// Whether what was asked to be confirmed is what was given: a question makes its request anew, and may leave something out.

import type { Prepared } from '../api/client/writes.ts';
import { type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';

/** Why it isn't sent, as a whole sentence; nothing where both would put the same on the wire. */
export function whyNotSame(given: Prepared, asked: Prepared): Visible | undefined {
  const names = [
    ...(given.method === asked.method && given.target === asked.target
      ? []
      : [t`the path (${visible(given.target, 120)}, and not ${visible(asked.target, 120)})`]),
    ...differing(jsonOf(given.body), jsonOf(asked.body), '').map(name => visible(name, 80)),
  ];
  return names.length === 0
    ? undefined
    : t`What was given is not what would be sent: ${join(names, ', ')}. Leave it out or give it as the screen would send it.`;
}

const jsonOf = (text: string | undefined): Json | undefined => {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : text;
};

type CallMembers = ReadonlyMap<string, Json>;

/** The paths of the members that aren't the same in both. */
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
