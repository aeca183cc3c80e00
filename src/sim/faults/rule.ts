// A fault rule: which requests, how often, and which fault. The book counts how often each active rule applied.

import * as z from 'zod';
import { operations } from '../../api/contract/operations.ts';
import { dice } from '../random.ts';
import { arrivalFaults } from './arrival.ts';
import { bodyFaults } from './body.ts';
import { deliveryFaults } from './delivery.ts';
import type { BadRule, Fault, FaultEntry } from './fault.ts';
import { replyFaults } from './reply.ts';

export interface FaultRule {
  /** `*`, an operation's ID, or the beginning of a path. */
  readonly match: string;
  readonly text: string;
  /** Matching requests that pass first. */
  readonly after: number;
  /** Infinity: no limit. */
  readonly count: number;
  readonly probability: number;
  /** The operation is carried out first. */
  readonly executed: boolean;
  /** Only requests with this text in their body. */
  readonly containing: string;
  readonly fault: Fault;
}

const actions: Readonly<Record<string, FaultEntry>> = {
  ...arrivalFaults,
  ...replyFaults,
  ...bodyFaults,
  ...deliveryFaults,
};

const common = ['after', 'count', 'probability', 'executed', 'containing'];

/** Reads `MATCH ACTION[=VALUE] [OPTION[=VALUE]…]`. A value with spaces is in single quotes. */
export function parseRule(text: string): FaultRule | BadRule {
  const words = [...text.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => split(word));
  const [match, action, ...options] = words;
  if (match === undefined || action === undefined)
    return { problem: `"${text}" needs a match and an action` };
  const given = Object.fromEntries(options.map(({ name, value = '' }) => [name, value]));
  return build(text, match.text, action.name, action.value, given);
}

const jsonRule = z.strictObject({
  match: z.string(),
  action: z.string(),
  value: z.union([z.string(), z.number()]).optional(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.literal(true)])).optional(),
  after: z.number().optional(),
  count: z.number().optional(),
  probability: z.number().optional(),
  executed: z.literal(true).optional(),
  containing: z.string().optional(),
});

export function ruleFromJson(json: unknown): FaultRule | BadRule {
  const read = jsonRule.safeParse(json);
  if (!read.success) return { problem: z.prettifyError(read.error) };
  const { match, action, value, options, ...often } = read.data;
  const given: Readonly<Record<string, string | number | true | undefined>> = { ...options, ...often };
  const words = Object.entries(given).flatMap(([name, word]): [string, string][] =>
    word === undefined ? [] : [[name, word === true ? '' : String(word)]],
  );
  const text = value === undefined ? undefined : String(value);
  return build(JSON.stringify(json), match, action, text, Object.fromEntries(words));
}

function build(
  text: string,
  match: string,
  action: string,
  value: string | undefined,
  options: Readonly<Record<string, string>>,
): FaultRule | BadRule {
  if (match !== '*' && !match.startsWith('/') && !Object.hasOwn(operations, match)) {
    return {
      problem: `"${match}" is no operation; use *, a path, or one of ${Object.keys(operations).join(', ')}`,
    };
  }
  const entry = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (entry === undefined)
    return { problem: `"${action}" is no fault; there are ${Object.keys(actions).join(', ')}` };
  const known = [...common, ...(entry.options ?? []).map(option => split(option).name)];
  const unknown = Object.keys(options).find(name => !known.includes(name));
  if (unknown !== undefined)
    return { problem: `${action} has no option "${unknown}"; it has ${known.join(', ')}` };
  const takesValue = entry.usage.includes('=');
  if (value !== undefined && !takesValue) return { problem: `${action} takes no value` };
  const often = frequency(options);
  if ('problem' in often) return often;
  const fault = entry.build({ value, options });
  return 'problem' in fault ? { problem: `${action}: ${fault.problem}` } : { match, text, ...often, fault };
}

function frequency(
  options: Readonly<Record<string, string>>,
): Omit<FaultRule, 'match' | 'text' | 'fault'> | BadRule {
  const after = Number(options['after'] ?? '0');
  const count = Number(options['count'] ?? 'Infinity');
  const probability = Number(options['probability'] ?? '1');
  if (!Number.isSafeInteger(after) || after < 0) return { problem: 'after needs a whole number' };
  if (!(count >= 1)) return { problem: 'count needs a number of 1 or more' };
  if (!(probability >= 0 && probability <= 1)) return { problem: 'probability is a number from 0 to 1' };
  const { containing = '' } = options;
  return { after, count, probability, executed: 'executed' in options, containing };
}

function split(word: string): { text: string; name: string; value: string | undefined } {
  const text = word.replaceAll("'", '');
  const at = text.indexOf('=');
  return at < 0
    ? { text, name: text, value: undefined }
    : { text, name: text.slice(0, at), value: text.slice(at + 1) };
}

/** Every action in one line, for `--help` and docs/simulator.md. */
export function faultReference(): readonly string[] {
  return Object.values(actions).map(
    ({ usage, options = [], does }) => `${[usage, ...options.map(o => `[${o}]`)].join(' ')} — ${does}`,
  );
}

export type FaultBook = ReturnType<typeof faultBook>;

/** The active rules, with counts of how often each matched (`seen`) and changed a request (`struck`). */
export function faultBook(seed: number) {
  const luck = dice(seed, 'faults');
  let entries: { rule: FaultRule; seen: number; struck: number }[] = [];
  return {
    /** Seeded, so that each run is the same. */
    luck,
    add: (rule: FaultRule): void => {
      entries.push({ rule, seen: 0, struck: 0 });
    },
    clear: (): void => {
      entries = [];
    },
    list: () => entries.map(({ rule, seen, struck }) => ({ rule: rule.text, seen, struck })),
    /** The faults of one request, in the order of the rules. `executed`: the operation is carried out first. */
    strike: ({ operation, path, body }: { operation: string | undefined; path: string; body: string }) => {
      const faults: Fault[] = [];
      let executed = false;
      for (const entry of entries) {
        const { match, after, count, probability, containing, fault } = entry.rule;
        if (match !== '*' && match !== operation && !(match.startsWith('/') && path.startsWith(match)))
          continue;
        if (!body.includes(containing)) continue;
        entry.seen++;
        if (entry.seen <= after || entry.struck >= count || luck.next() >= probability) continue;
        entry.struck++;
        faults.push(fault);
        executed ||= entry.rule.executed;
      }
      return { faults, executed };
    },
  };
}
