// What a fault can do, by the moment at which it does it.
import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../api/contract/operations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Answer, Family, Reply } from '../answer.ts';
import type { Dice } from '../random.ts';

/** What a list was asked for, after the defaults; `shift` rows were inserted on top since. */
export interface Asked {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  /** The first row's number, where it is asked for by that and not by page. */
  readonly offset: number | undefined;
  readonly shift: number;
  /** The list never ends. */
  readonly endless: boolean;
}

/** What a reply is to; an unknown path has no operation. */
interface Replying {
  readonly family: Family;
  readonly operation: OperationId | undefined;
  readonly luck: Dice;
}

/** Puts an answer on the wire in its own way. */
export type Deliver = (out: ServerResponse, answer: Answer, clock: Clock) => void;

/** In the order of a request's life; faults of one stage act in the order of their rules. */
export type Fault =
  /** Waits, in milliseconds; Infinity never goes on. */
  | { readonly stage: 'wait'; readonly ms: (luck: Dice) => number }
  /** Cuts the connection before anything was done, after it was done, or after the answer's head. */
  | { readonly stage: 'reset'; readonly when: 'before' | 'after' | 'headers' }
  /** Answers in the operation's place, so that nothing is done. */
  | { readonly stage: 'instead'; readonly answer: (family: Family) => Answer }
  /** Changes what a list is asked for. */
  | { readonly stage: 'asked'; readonly change: (asked: Asked) => Asked }
  /** Changes the reply while it is JSON. */
  | { readonly stage: 'reply'; readonly change: (reply: Reply, asked: Replying) => Reply }
  /** Changes the bytes. */
  | { readonly stage: 'answer'; readonly change: (answer: Answer) => Answer }
  | { readonly stage: 'delivery'; readonly deliver: Deliver };

/** One entry of the fault table: how it is written, what it does, and how it is built from a rule. */
export interface FaultEntry {
  /** As in the reference: `status=N`, `html[=N]`, `hang`. */
  readonly usage: string;
  /** The options it takes beside those that every rule has, as in the reference. */
  readonly options?: readonly string[];
  readonly does: string;
  readonly build: (args: FaultArgs) => Fault | BadRule;
}

export interface BadRule {
  readonly problem: string;
}

/** A rule's value and options, read with a reason when they are not what is needed. */
export interface FaultArgs {
  readonly value: string | undefined;
  readonly options: Readonly<Record<string, string>>;
}

/** A whole number from 0 up to `most`; `fallback` where nothing is given, undefined where it is no such number. */
export function whole(text: string | undefined, fallback: number, most = 1_000_000_000): number | undefined {
  if (text === undefined) return fallback;
  return /^\d{1,12}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** Builds from one whole number, or says what is wrong with it. */
export function counted(
  fallback: number,
  build: (n: number) => Fault,
  most?: number,
): (args: FaultArgs) => Fault | BadRule {
  return ({ value }) => {
    const n = whole(value, fallback, most);
    return n === undefined
      ? { problem: `needs a whole number${most === undefined ? '' : ` up to ${most}`}` }
      : build(n);
  };
}
