// Turns `--set key=value` and the JSON of `--body` into an operation's input.

import type { z } from 'zod';
import type { Operation, RequestPart } from '../api/contract/operation.ts';
import { memberSchema } from '../api/contract/request-fields.ts';
import { sentAccount } from '../lib/bank-codes.ts';
import { typedId } from '../lib/identifier.ts';
import { isObject, type Json, JsonNumber } from '../lib/json.ts';
import { didYouMean } from '../lib/nearest.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { namesSecret } from '../system/command-line.ts';
import { kindOf, partsOf } from './describe.ts';

/** Building the request checks everything but the types. */
export type CallInput = { readonly [Part in RequestPart]?: Readonly<Record<string, unknown>> };

type InputRead = { readonly input: CallInput } | { readonly why: Visible };
type PlacedValue = { readonly value: unknown } | { readonly why: Visible };

const no = (why: Visible) => ({ why });

/** Each of `sets` replaces the same field of the body. */
export function readInput(operation: Operation, sets: readonly string[], body: Json | undefined): InputRead {
  const parts = new Map(partsOf(operation));
  const input: { [Part in RequestPart]?: Record<string, unknown> } = {};
  for (const part of parts.keys()) input[part] = {};
  const bodySchema = parts.get('body');
  if (body !== undefined) {
    if (!bodySchema) return no(t`${visible(operation.id)} takes no body. Use --set.`);
    if (!isObject(body)) return no(t`The body must be a JSON object.`);
    input.body = { ...objectOf(fromJson(bodySchema, body)) };
  }
  const seen = new Set<string>();
  for (const set of sets) {
    const at = set.indexOf('=');
    const key = at < 0 ? set : set.slice(0, at);
    const steps = stepsOf(key);
    if (at <= 0 || !steps)
      return no(t`--set takes NAME=VALUE, as in --set currency=GBP or body.limits[0].amount=5.`);
    const found = partFor(operation, parts, steps);
    if ('why' in found) return found;
    const { part, schema, path } = found;
    const whole = `${part} ${JSON.stringify(path)}`;
    if (seen.has(whole)) return no(t`${visible(key, 80)} is given twice.`);
    seen.add(whole);
    const placed = place(schema, input[part], path, set.slice(at + 1), visible(key, 80));
    if ('why' in placed) return placed;
    input[part] = { ...objectOf(placed.value) };
  }
  const own = operation.requestIdIn;
  if (own !== undefined && input.body && Object.hasOwn(input.body, own))
    return no(t`Purser fills in ${visible(own)}, the same for every attempt. Leave it out.`);
  return { input: withVersion(parts, withTypedIds(input)) };
}

const NAMES_RECORD = /(?:^|[_-])id$|[a-z]Id$/;

/** The service may compare IDs and IBANs character by character, so blanks go. */
const withTypedIds = (input: CallInput): CallInput =>
  mapValues(input, part => part && mapValues(part, typedMember));

const typedMember = (value: unknown, name: string): unknown =>
  typeof value !== 'string' ? value : NAMES_RECORD.test(name) ? typedId(value) : sentAccount(name, value);

const mapValues = <A, B>(members: Readonly<Record<string, A>>, change: (value: A, name: string) => B) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));

/** `v1` in both environments (INTERFACE.md, Versioning). */
function withVersion(parts: ReadonlyMap<RequestPart, z.ZodObject>, input: CallInput): CallInput {
  const takes = parts.get('params')?.shape['version'] !== undefined;
  return takes && input.params?.['version'] === undefined
    ? { ...input, params: { ...input.params, version: 'v1' } }
    : input;
}

type Step = string | number;

/** Such as `a.b[0].c`. */
function stepsOf(key: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const piece of key.split('.')) {
    const [, name, indexes = ''] = /^([^[\]]+)((?:\[\d{1,4}\])*)$/.exec(piece) ?? [];
    if (name === undefined) return undefined;
    steps.push(name, ...[...indexes.matchAll(/\d+/g)].map(Number));
  }
  return steps;
}

type FoundPart =
  | { readonly part: RequestPart; readonly schema: z.ZodObject; readonly path: readonly Step[] }
  | { readonly why: Visible };

/** The part named first, or else the only part with this field. */
function partFor(
  { id }: Operation,
  parts: ReadonlyMap<RequestPart, z.ZodObject>,
  steps: readonly Step[],
): FoundPart {
  const [first, ...rest] = steps;
  const all = [...parts];
  const named = rest.length > 0 ? all.find(([part]) => part === first) : undefined;
  if (named) return { part: named[0], schema: named[1], path: rest };
  const name = String(first);
  const having = all.filter(([, schema]) => Object.hasOwn(schema.shape, name));
  const open =
    having.length > 0 ? having : all.filter(([, schema]) => memberSchema(schema, name) !== undefined);
  const [only, another] = open;
  if (another)
    return no(
      t`${visible(name, 60)} is in more than one part. Write ${visible(open.map(([part]) => `${part}.${name}`).join(' or '), 120)}.`,
    );
  if (only) return { part: only[0], schema: only[1], path: steps };
  const known = all.flatMap(([, schema]) => Object.keys(schema.shape));
  return no(unknownName(visible(id), name, known));
}

function unknownName(owner: Visible, name: string, known: readonly string[]): Visible {
  if (namesSecret(name))
    return t`Purser never takes secrets from the command line: other users and the shell's history can read them. Give the keys in the environment.`;
  const hint = didYouMean(name, known, t`purser call --describe shows its fields.`);
  return t`${owner} has no field ${visible(name, 60)}. ${hint}`;
}

function place(
  schema: z.ZodType,
  before: unknown,
  [step, ...rest]: readonly Step[],
  text: string,
  key: Visible,
): PlacedValue {
  if (step === undefined) return scalar(schema, text, key);
  const kind = kindOf(schema);
  if (typeof step === 'string') {
    if (kind.kind !== 'object') return { why: t`${key}: there is no field ${visible(step, 60)}.` };
    const member = memberSchema(kind.schema, step);
    if (!member) return { why: unknownName(key, step, Object.keys(kind.schema.shape)) };
    const placed = place(member, objectOf(before)[step], rest, text, key);
    return 'why' in placed ? placed : { value: { ...objectOf(before), [step]: placed.value } };
  }
  if (kind.kind !== 'list') return { why: t`${key}: this is not a list, so it has no items.` };
  const items: readonly unknown[] = Array.isArray(before) ? before : [];
  if (step > items.length) return { why: t`${key}: give the items of a list in order, from [0].` };
  const placed = place(kind.item, items[step], rest, text, key);
  if ('why' in placed) return placed;
  return { value: step === items.length ? [...items, placed.value] : items.with(step, placed.value) };
}

function scalar(schema: z.ZodType, text: string, key: Visible): PlacedValue {
  const kind = kindOf(schema);
  switch (kind.kind) {
    case 'object':
      return no(
        t`${key} is an object with the fields ${visible(Object.keys(kind.schema.shape).join(', '), 200)}.`,
      );
    case 'list':
      return no(t`${key} is a list. Write ${key}[0]=… for its first item.`);
    case 'whole':
      return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : no(t`${key} must be a whole number.`);
    case 'flag':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : no(t`${key} must be true or false.`);
    case 'choice':
      return kind.values.includes(text)
        ? { value: text }
        : no(t`${key} must be one of ${visible(kind.values.join(', '), 200)}.`);
    case 'text':
    case 'amount':
    case 'any':
      return { value: text };
  }
}

/** An amount becomes digits, and a whole number a number. */
function fromJson(schema: z.ZodType, json: Json): unknown {
  const kind = kindOf(schema);
  if (kind.kind === 'object' && isObject(json)) {
    const members = Object.entries(json).map(([name, value]): [string, unknown] => {
      const member = memberSchema(kind.schema, name);
      return [name, member ? fromJson(member, value) : value];
    });
    return Object.fromEntries(members);
  }
  if (kind.kind === 'list' && Array.isArray(json)) return json.map((item: Json) => fromJson(kind.item, item));
  if (!(json instanceof JsonNumber)) return json;
  if (kind.kind === 'amount') return json.source;
  return kind.kind === 'whole' && /^-?\d{1,15}$/.test(json.source) ? Number(json.source) : json;
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
