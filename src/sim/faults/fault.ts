// The effects that a fault can have at each stage of a request.
import type { ServerResponse } from 'node:http';
import type { OperationId } from '../../api/contract/operations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Dice } from '../random.ts';
import type { Family, HttpAnswer, Reply } from '../response.ts';

/** `shift`: how many rows came on top since the first page. */
export interface WantedPage {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** For a list with offsets instead of pages. */
  readonly offset: number | undefined;
  readonly shift: number;
  readonly endless: boolean;
}

interface Replying {
  readonly family: Family;
  readonly operation: OperationId | undefined;
  readonly luck: Dice;
}

export type Deliver = (out: ServerResponse, answer: HttpAnswer, clock: Clock) => void;

/** In the order of a request's life. Faults of one stage act in the order of their rules. */
export type Fault =
  /** Infinity: never answers. */
  | { readonly stage: 'wait'; readonly ms: (luck: Dice) => number }
  /** `headers`: after the answer's head. */
  | { readonly stage: 'reset'; readonly when: 'before' | 'after' | 'headers' }
  /** The operation is not carried out. */
  | { readonly stage: 'instead'; readonly answer: (family: Family) => HttpAnswer }
  | { readonly stage: 'page'; readonly change: (page: WantedPage) => WantedPage }
  | { readonly stage: 'reply'; readonly change: (reply: Reply, to: Replying) => Reply }
  | { readonly stage: 'answer'; readonly change: (answer: HttpAnswer) => HttpAnswer }
  | { readonly stage: 'delivery'; readonly deliver: Deliver };

export interface FaultEntry {
  /** The text for the reference: `status=N`, `html[=N]`, `hang`. */
  readonly usage: string;
  /** Without the options that every rule can have. */
  readonly options?: readonly string[];
  readonly does: string;
  readonly build: (args: FaultArgs) => Fault | BadRule;
}

export interface BadRule {
  readonly problem: string;
}

export interface FaultArgs {
  readonly value: string | undefined;
  readonly options: Readonly<Record<string, string>>;
}

/** Undefined if the text is not a whole number up to `most`. */
export function whole(text: string | undefined, fallback: number, most = 1_000_000_000): number | undefined {
  if (text === undefined) return fallback;
  return /^\d{1,12}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

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
