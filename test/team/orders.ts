/** The orders for a process with consoles. */
import type { Dialect } from '../../src/api/contract/dialect.ts';

export interface DeskOrders {
  readonly folder: string;
  readonly port: number;
  readonly users: readonly string[];
  readonly count: number;
  /** The number of its first console. */
  readonly first: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** The fraction of its writes that duplicate others. */
  readonly equal: number;
  /** By how much its clock is wrong, in milliseconds. */
  readonly clockOff: number;
  /** How many seconds its machine sometimes sleeps between SENT and the first byte. */
  readonly asleep: number;
  readonly credentials: {
    readonly baseUrl: string;
    readonly clientId: string;
    readonly apiKey: string;
    readonly programId: string;
  };
  readonly dialect: Dialect;
  readonly userId: string;
  readonly beneficiary: string;
  readonly currency: string;
}
