/** What a process with consoles is told. */
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
  /** The part of its writes that are equal to those of others. */
  readonly equal: number;
  /** How far its clock is off, in ms. */
  readonly clockOff: number;
  /** How long, in s, its machine sleeps now and then between SENT and the first byte. */
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
