// What was really done to the world, effect by effect, so that a test can count the effects of its requests.
import type { OperationId } from '../../api/contract/operations.ts';

interface Effect {
  /** The effect's x-request-id. Family A has none. */
  readonly requestId: string | undefined;
  readonly operation: OperationId;
  /** The customer whose data changed. */
  readonly userId: string;
  /** The ID of the created or changed record. */
  readonly thing: string;
  /** Epoch milliseconds of the service's clock. */
  readonly at: number;
}

export interface Ledger {
  readonly effects: readonly Effect[];
  add(effect: Effect): void;
  /** The effects of one request ID. */
  of(requestId: string): readonly Effect[];
}

export function ledger(): Ledger {
  const effects: Effect[] = [];
  return {
    effects,
    add: effect => {
      effects.push(effect);
    },
    of: requestId => effects.filter(effect => effect.requestId === requestId),
  };
}
