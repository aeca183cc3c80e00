// Faults in the JSON: fields set, dropped or with other types, a wrong shape, a wrong or contradictory envelope.

import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import { enveloped, type Family, type Reply, refusal } from '../answer.ts';
import type { FaultEntry } from './fault.ts';
import { mutated, mutations, payloadOf } from './mutate.ts';
import { changeAt, jsonOrVerbatim, parsePath } from './path.ts';

export const replyFaults = {
  set: {
    usage: 'set=PATH:JSON',
    does: 'puts this JSON text at a path of the body (`data[0].amount:NaN`, `data[*].status:"FROZEN"`), also as a new field',
    build: ({ value = '' }) => {
      const colon = value.indexOf(':');
      const path = parsePath(colon < 0 ? '' : value.slice(0, colon));
      if (path === undefined || colon < 0) return { problem: 'needs PATH:JSON, such as data[0].amount:1.10' };
      const put = jsonOrVerbatim(value.slice(colon + 1));
      return { stage: 'reply', change: reply => ({ ...reply, body: changeAt(reply.body, path, () => put) }) };
    },
  },
  drop: {
    usage: 'drop=PATH',
    does: 'leaves a field out',
    build: ({ value = '' }) => {
      const path = parsePath(value);
      if (path === undefined) return { problem: 'needs a path, such as data[*].amount' };
      return {
        stage: 'reply',
        change: reply => ({ ...reply, body: changeAt(reply.body, path, () => undefined) }),
      };
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

function wrapped(reply: Reply): Reply {
  return isBare(reply) ? { ...enveloped({ data: reply.body }, 'success'), status: reply.status } : reply;
}

function unwrapped(reply: Reply): Reply {
  return isObject(reply.body) && reply.body['data'] !== undefined
    ? { ...reply, body: reply.body['data'] }
    : reply;
}

/** Whether the body has no envelope, as in some calls of onboarding. An envelope always has a code. */
function isBare({ body }: Reply): boolean {
  return !isObject(body) || !Object.hasOwn(body, 'code');
}

/** Changes the envelope's content, or a whole bare body. */
function onPayload(reply: Reply, family: Family, change: (json: Json) => Json): Reply {
  if (family === 'A' || isBare(reply) || !isObject(reply.body)) return { ...reply, body: change(reply.body) };
  const { data, ...envelope } = reply.body;
  return data === undefined ? reply : { ...reply, body: { ...envelope, data: change(data) } };
}
