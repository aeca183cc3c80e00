// Faults in the JSON: fields set, dropped or with other types, a wrong shape, a wrong or contradictory envelope.

import * as z from 'zod';
import { unwrap } from '../../api/contract/decode.ts';
import type { Declaration } from '../../api/contract/operation.ts';
import { type OperationId, operations } from '../../api/contract/operations.ts';
import { isObject, type Json, JsonNumber, parseJson } from '../../lib/json.ts';
import type { Dice } from '../random.ts';
import { enveloped, type Family, type Reply, refusal, verbatim } from '../response.ts';
import { number } from '../world/amount.ts';
import type { Fault, FaultEntry } from './fault.ts';

export const replyFaults = {
  set: {
    usage: 'set=PATH:JSON',
    does: 'puts this JSON text at a path of the body (`data[0].amount:NaN`, `data[*].status:"FROZEN"`), also as a new field',
    build: ({ value = '' }) => {
      const colon = value.indexOf(':');
      const path = parsePath(colon < 0 ? '' : value.slice(0, colon));
      if (path === undefined || colon < 0) return { problem: 'needs PATH:JSON, such as data[0].amount:1.10' };
      const put = jsonOrVerbatim(value.slice(colon + 1));
      return onBody(body => changeAt(body, path, () => put));
    },
  },
  drop: {
    usage: 'drop=PATH',
    does: 'leaves a field out',
    build: ({ value = '' }) => {
      const path = parsePath(value);
      if (path === undefined) return { problem: 'needs a path, such as data[*].amount' };
      return onBody(body => changeAt(body, path, () => undefined));
    },
  },
  mutate: {
    usage: 'mutate[=fields|values|nulls|types|any]',
    options: ['percent=N', 'allowed'],
    does: 'changes each field with a chance of 20 percent: adds unknown fields, sends unlisted values, nulls or other types, or any of these; with allowed, only changes that the API allows: unlisted values for words, nulls in optional fields, no other types',
    build: ({ value = 'any', options }) => {
      const percent = Number(options['percent'] ?? '20');
      const kinds = value === 'any' ? mutations : mutations.filter(kind => kind === value);
      const allowed = 'allowed' in options;
      if (kinds.length === 0) return { problem: 'needs fields, values, nulls, types or any' };
      if (!(percent >= 0 && percent <= 100)) return { problem: 'percent is a number up to 100' };
      if (allowed && value === 'types') return { problem: 'the API allows no other types' };
      return {
        stage: 'reply',
        change: (reply, { family, luck, operation }) => {
          const schema = allowed && operation !== undefined ? payloadOf(operation) : undefined;
          return allowed && schema === undefined
            ? reply
            : onPayload(reply, family, json => mutated(json, { kinds, chance: percent / 100, luck }, schema));
        },
      };
    },
  },
  'wrong-shape': {
    usage: 'wrong-shape',
    does: 'sends the payload as an object instead of a list, and the reverse',
    build: () => ({
      stage: 'reply',
      change: (reply, { family }) =>
        onPayload(reply, family, json => (Array.isArray(json) ? { items: json } : [json])),
    }),
  },
  nothing: {
    usage: 'nothing=404|null|text|items',
    does: 'sends an empty list as null, as an empty text, with null items, or as 404 "No cards found"',
    build: ({ value = '' }) => {
      const form = isNothing(value) ? nothing[value] : undefined;
      return form === undefined
        ? { problem: 'needs 404, null, text or items' }
        : {
            stage: 'reply',
            change: (reply, { family, operation }) => {
              const [what] = (operation && listNames(operation)) ?? [];
              let empty = false;
              const sent = onPayload(reply, family, json => {
                const list = isObject(json) ? json['items'] : json;
                empty = Array.isArray(list) && list.length === 0;
                return empty ? form : json;
              });
              return empty && value === '404' ? refusal(family, 404, `No ${what} found`) : sent;
            },
          };
    },
  },
  envelope: {
    usage: 'envelope=on|off',
    does: "puts a bare answer into Family B's envelope, or takes an answer out of it",
    build: ({ value }) => {
      if (value !== 'on' && value !== 'off') return { problem: 'needs on or off' };
      return { stage: 'reply', change: reply => (value === 'on' ? wrapped(reply) : unwrapped(reply)) };
    },
  },
  contradiction: {
    usage: 'contradiction[=refused|granted]',
    does: 'HTTP 200 around a refusal, or HTTP 400 around a success',
    build: ({ value = 'refused' }) => {
      if (value !== 'refused' && value !== 'granted') return { problem: 'needs refused or granted' };
      return {
        stage: 'reply',
        change: (reply, { family }) =>
          value === 'granted'
            ? { ...reply, status: 400 }
            : { ...refusal(family, 400, 'Something went wrong'), status: 200 },
      };
    },
  },
} as const satisfies Record<string, FaultEntry>;

const nothing: Readonly<Record<'404' | 'null' | 'text' | 'items', Json>> = {
  404: null,
  null: null,
  text: '',
  items: { items: null },
};

const isNothing = (value: string): value is keyof typeof nothing => Object.hasOwn(nothing, value);

const listNames = (id: OperationId): readonly string[] | undefined => {
  const { listOf }: Declaration = operations[id];
  return listOf;
};

const onBody = (change: (body: Json) => Json): Fault => ({
  stage: 'reply',
  change: reply => ({ ...reply, body: change(reply.body) }),
});

const wrapped = (reply: Reply): Reply =>
  isBare(reply) ? { ...enveloped({ data: reply.body }, 'success'), status: reply.status } : reply;

function unwrapped(reply: Reply): Reply {
  return isObject(reply.body) && reply.body['data'] !== undefined
    ? { ...reply, body: reply.body['data'] }
    : reply;
}

/** Some calls of onboarding have no envelope. An envelope always has a code. */
const isBare = ({ body }: Reply): boolean => !isObject(body) || !Object.hasOwn(body, 'code');

function onPayload(reply: Reply, family: Family, change: (json: Json) => Json): Reply {
  if (family === 'A' || isBare(reply) || !isObject(reply.body)) return { ...reply, body: change(reply.body) };
  const { data, ...envelope } = reply.body;
  return data === undefined ? reply : { ...reply, body: { ...envelope, data: change(data) } };
}

/** A member's name, a list position, or every item of a list. */
type PathStep = string | number | '*';

function parsePath(text: string): readonly PathStep[] | undefined {
  if (
    !/^[\w$-]+(?:\.[\w$-]+|\[(?:\d+|\*)\])*$/.test(text) &&
    !/^(?:\[(?:\d+|\*)\])(?:\.[\w$-]+|\[(?:\d+|\*)\])*$/.test(text)
  )
    return undefined;
  return [...text.matchAll(/\[(\d+|\*)\]|([\w$-]+)/g)].map(([, at, name]) =>
    name !== undefined ? name : at === '*' ? '*' : Number(at),
  );
}

/** Removes the value if `change` returns undefined. Adds a missing member. */
function changeAt(
  json: Json,
  path: readonly PathStep[],
  change: (before: Json | undefined) => Json | undefined,
): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(json) ?? null;
  const next = (before: Json | undefined): Json | undefined =>
    rest.length === 0 ? change(before) : before === undefined ? undefined : changeAt(before, rest, change);
  if (Array.isArray(json)) {
    return json.flatMap((item: Json, i): Json[] => {
      if (step !== '*' && step !== i) return [item];
      const after = next(item);
      return after === undefined ? [] : [after];
    });
  }
  if (!isObject(json)) return json;
  const name = String(step);
  const after = next(json[name]);
  const others = Object.entries(json).filter(([key]) => key !== name || after !== undefined);
  const entries = others.map(([key, value]): [string, Json] => [
    key,
    key === name && after !== undefined ? after : value,
  ]);
  return Object.fromEntries(name in json || after === undefined ? entries : [...entries, [name, after]]);
}

/** Other text is sent unchanged, so that a fault can send NaN. */
function jsonOrVerbatim(text: string): Json {
  const read = parseJson(text);
  return read.ok ? read.value : verbatim(text);
}

const mutations = ['fields', 'values', 'nulls', 'types'] as const;
type Mutation = (typeof mutations)[number];

interface Mutating {
  readonly kinds: readonly Mutation[];
  readonly chance: number;
  readonly luck: Dice;
}

const UNLISTED = 'FROZEN';

/**
 * Changes a payload. With the operation's result as `schema`, changes only what INTERFACE.md allows: an unlisted word,
 * null for an optional value, but no other type.
 */
function mutated(json: Json, mutating: Mutating, schema?: z.ZodType): Json {
  const { kinds, chance, luck } = mutating;
  const { type = undefined, optional = true } = schema ? unwrap(schema) : {};
  const may = (kind: Mutation): boolean =>
    kinds.includes(kind) && (schema === undefined || allows[kind](type, optional));
  if (Array.isArray(json) || isObject(json)) {
    // A whole object or list becomes null only if the schema allows it.
    if (schema && may('nulls') && luck.next() < chance) return null;
    const element = type instanceof z.ZodArray ? (type.element as z.ZodType) : schema && z.unknown();
    if (Array.isArray(json)) return json.map((item: Json) => mutated(item, mutating, element));
    const shape: Readonly<Record<string, z.ZodType>> = type instanceof z.ZodObject ? type.shape : {};
    const entries = Object.entries(json).map(([key, value]): [string, Json] => [
      key,
      mutated(value, mutating, shape[key] ?? (schema && z.unknown())),
    ]);
    if (kinds.includes('fields') && luck.next() < chance) entries.push([`x_${luck.hex(4)}`, { note: 'new' }]);
    return Object.fromEntries(entries);
  }
  const [first, ...others] = mutations.filter(kind => kind !== 'fields' && may(kind));
  if (first === undefined || luck.next() >= chance) return json;
  const kind = luck.pick([first, ...others]);
  if (kind === 'nulls') return null;
  if (kind === 'values') return typeof json === 'string' ? UNLISTED : json;
  if (json instanceof JsonNumber) return json.source;
  return typeof json === 'string' ? number('7') : 'yes';
}

const allows: Readonly<Record<Mutation, (type: z.ZodType | undefined, optional: boolean) => boolean>> = {
  fields: () => true,
  values: type => type !== undefined && listsWords(type),
  nulls: (_, optional) => optional,
  types: () => false,
};

function listsWords(type: z.ZodType): boolean {
  const read = type.safeParse(UNLISTED);
  return !read.success && read.error.issues.some(({ code }) => code === 'invalid_value');
}

/** The schema of the payload. The beneficiary list has its payload in `data`. */
function payloadOf(id: OperationId): z.ZodType {
  const { envelope, result } = operations[id];
  const data = envelope === 'paginated' && result instanceof z.ZodObject ? result.shape['data'] : undefined;
  return data instanceof z.ZodType ? data : result;
}
