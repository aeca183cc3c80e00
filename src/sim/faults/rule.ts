// A fault rule: which requests, how often, and which fault. The book counts how often each active rule applied.

import * as z from 'zod';
import { operations } from '../../api/contract/operations.ts';
import { type Dice, dice } from '../random.ts';
import { arrivalFaults } from './arrival.ts';
import { bodyFaults } from './body.ts';
import { deliveryFaults } from './delivery.ts';
import type { BadRule, Fault, FaultEntry } from './fault.ts';
import { replyFaults } from './reply.ts';

export interface FaultRule {
  /** `*`, an operation's ID, or the beginning of a path. */
  readonly match: string;
  /** The rule as given, in one line. */
  readonly text: string;
  /** How many matching requests pass unchanged first. */
  readonly after: number;
  /** How many requests the rule changes. Infinity: no limit. */
  readonly count: number;
  /** The chance, 0 to 1, that the rule changes a matching request. */
  readonly probability: number;
  /** Whether the operation is carried out first, whatever the fault does with the answer. */
  readonly executed: boolean;
  readonly fault: Fault;
}

const actions: Readonly<Record<string, FaultEntry>> = {
  ...arrivalFaults,
  ...replyFaults,
  ...bodyFaults,
  ...deliveryFaults,
};

const common = ['after', 'count', 'probability', 'executed'];

/** Reads `MATCH ACTION[=VALUE] [OPTION[=VALUE]…]`. A value with spaces is in single quotes. */
export function parseRule(text: string): FaultRule | BadRule {
  const words = [...text.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => split(word));
  const [match, action, ...options] = words;
  if (match === undefined || action === undefined)
    return { problem: `"${text}" needs a match and an action` };
  return build(
    text,
    match.text,
    action.name,
    action.value,
    Object.fromEntries(options.map(o => [o.name, o.value ?? ''])),
  );
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
});

/**
 * Reads a rule as JSON: {match, action, value, options: {…}, after, count, probability, executed}. Only `match` and
 * `action` are required.
 */
export function ruleFromJson(json: unknown): FaultRule | BadRule {
  const read = jsonRule.safeParse(json);
  if (!read.success) return { problem: z.prettifyError(read.error) };
  const { match, action, value, options, ...often } = read.data;
  const given: Readonly<Record<string, string | number | true | undefined>> = { ...options, ...often };
  const words = Object.entries(given).flatMap(([name, word]): [string, string][] =>
    word === undefined ? [] : [[name, word === true ? '' : String(word)]],
  );
  return build(
    JSON.stringify(json),
    match,
    action,
    value === undefined ? undefined : String(value),
    Object.fromEntries(words),
  );
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
): Pick<FaultRule, 'after' | 'count' | 'probability' | 'executed'> | BadRule {
  const after = Number(options['after'] ?? '0');
  const count = Number(options['count'] ?? 'Infinity');
  const probability = Number(options['probability'] ?? '1');
  if (!Number.isSafeInteger(after) || after < 0) return { problem: 'after needs a whole number' };
  if (!(count >= 1)) return { problem: 'count needs a number of 1 or more' };
  if (!(probability >= 0 && probability <= 1)) return { problem: 'probability is a number from 0 to 1' };
  return { after, count, probability, executed: 'executed' in options };
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

interface Struck {
  readonly faults: readonly Fault[];
  /** Whether a rule carries out the operation before its fault acts. */
  readonly executed: boolean;
}

export interface FaultBook {
  add(rule: FaultRule): void;
  clear(): void;
  /** Every rule as written, with the numbers of matching requests (`seen`) and changed requests (`struck`). */
  list(): { rule: string; seen: number; struck: number }[];
  /** The faults for this request, in the order of their rules. Counts the request for each matching rule. */
  strike(request: { operation: string | undefined; path: string }): Struck;
  /** One seeded source of chance for all faults, so that each run is the same. */
  readonly luck: Dice;
}

export function faultBook(seed: number): FaultBook {
  const luck = dice(seed, 'faults');
  let entries: { rule: FaultRule; seen: number; struck: number }[] = [];
  return {
    luck,
    add: rule => {
      entries.push({ rule, seen: 0, struck: 0 });
    },
    clear: () => {
      entries = [];
    },
    list: () => entries.map(({ rule, seen, struck }) => ({ rule: rule.text, seen, struck })),
    strike: ({ operation, path }) => {
      const faults: Fault[] = [];
      let carriedOut = false;
      for (const entry of entries) {
        const { match, after, count, probability, fault, executed } = entry.rule;
        if (match !== '*' && match !== operation && !(match.startsWith('/') && path.startsWith(match)))
          continue;
        entry.seen++;
        if (entry.seen <= after || entry.struck >= count || luck.next() >= probability) continue;
        entry.struck++;
        faults.push(fault);
        carriedOut ||= executed;
      }
      return { faults, executed: carriedOut };
    },
  };
}
