// The effects that a fault can have at each stage of a request.
import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../api/contract/operations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Family, HttpAnswer, Reply } from '../answer.ts';
import type { Dice } from '../random.ts';

/** The page that a request asks for, with defaults. `shift`: how many rows came on top since the first page. */
export interface WantedPage {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  /** How many rows come before the page, for a list with offsets instead of pages. */
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

/** The stages are in the order of a request's life. Faults of one stage act in the order of their rules. */
export type Fault =
  /** Waits this many milliseconds. Infinity: never answers. */
  | { readonly stage: 'wait'; readonly ms: (luck: Dice) => number }
  /** Cuts the connection before the effect, after the effect, or after the answer's head. */
  | { readonly stage: 'reset'; readonly when: 'before' | 'after' | 'headers' }
  /** Answers in place of the operation, which is not carried out. */
  | { readonly stage: 'instead'; readonly answer: (family: Family) => HttpAnswer }
  /** Changes the requested page of a list. */
  | { readonly stage: 'page'; readonly change: (page: WantedPage) => WantedPage }
  /** Changes the reply while it is JSON. */
  | { readonly stage: 'reply'; readonly change: (reply: Reply, to: Replying) => Reply }
  /** Changes the bytes. */
  | { readonly stage: 'answer'; readonly change: (answer: HttpAnswer) => HttpAnswer }
  | { readonly stage: 'delivery'; readonly deliver: Deliver };

/** One entry of the fault table: its usage, its description, and how to build it from a rule. */
export interface FaultEntry {
  /** The text for the reference: `status=N`, `html[=N]`, `hang`. */
  readonly usage: string;
  /** The fault's own options, for the reference. The options that every rule can have are not among them. */
  readonly options?: readonly string[];
  readonly does: string;
  readonly build: (args: FaultArgs) => Fault | BadRule;
}

export interface BadRule {
  readonly problem: string;
}

/** The value and options of a rule. */
export interface FaultArgs {
  readonly value: string | undefined;
  readonly options: Readonly<Record<string, string>>;
}

/** A whole number from 0 to `most`. `fallback` without a text, undefined if the text is invalid. */
export function whole(text: string | undefined, fallback: number, most = 1_000_000_000): number | undefined {
  if (text === undefined) return fallback;
  return /^\d{1,12}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** A builder for a fault with one whole number. A wrong number gives a problem. */
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
