// What a fault can do, by the stage at which it acts.
import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../api/contract/operations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Family, HttpAnswer, Reply } from '../answer.ts';
import type { Dice } from '../random.ts';

/** The page that a request wants, after the defaults. `shift` rows were inserted on top since the first page. */
export interface WantedPage {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  /** The number of the first row, if the list is by offset and not by page. */
  readonly offset: number | undefined;
  readonly shift: number;
  /** The list never ends. */
  readonly endless: boolean;
}

/** The request of a reply. An unknown path has no operation. */
interface Replying {
  readonly family: Family;
  readonly operation: OperationId | undefined;
  readonly luck: Dice;
}

/** Sends an answer in its own way. */
export type Deliver = (out: ServerResponse, answer: HttpAnswer, clock: Clock) => void;

/** In the order of a request's life. Faults of one stage act in the order of their rules. */
export type Fault =
  /** Waits, in milliseconds. Infinity never ends. */
  | { readonly stage: 'wait'; readonly ms: (luck: Dice) => number }
  /** Cuts the connection before the effect, after the effect, or after the answer's head. */
  | { readonly stage: 'reset'; readonly when: 'before' | 'after' | 'headers' }
  /** Answers in place of the operation, so that nothing is done. */
  | { readonly stage: 'instead'; readonly answer: (family: Family) => HttpAnswer }
  /** Changes the wanted page of a list. */
  | { readonly stage: 'page'; readonly change: (page: WantedPage) => WantedPage }
  /** Changes the reply while it is JSON. */
  | { readonly stage: 'reply'; readonly change: (reply: Reply, to: Replying) => Reply }
  /** Changes the bytes. */
  | { readonly stage: 'answer'; readonly change: (answer: HttpAnswer) => HttpAnswer }
  | { readonly stage: 'delivery'; readonly deliver: Deliver };

/** One entry of the fault table: its usage, its description, and how to build it from a rule. */
export interface FaultEntry {
  /** As in the reference: `status=N`, `html[=N]`, `hang`. */
  readonly usage: string;
  /** Its options, as in the reference, in addition to those of every rule. */
  readonly options?: readonly string[];
  readonly does: string;
  readonly build: (args: FaultArgs) => Fault | BadRule;
}

export interface BadRule {
  readonly problem: string;
}

/** A rule's value and options. Reading a wrong one gives a reason. */
export interface FaultArgs {
  readonly value: string | undefined;
  readonly options: Readonly<Record<string, string>>;
}

/** A whole number from 0 to `most`; `fallback` if absent, undefined if invalid. */
export function whole(text: string | undefined, fallback: number, most = 1_000_000_000): number | undefined {
  if (text === undefined) return fallback;
  return /^\d{1,12}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** Builds a fault from one whole number, or says what is wrong with the number. */
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
