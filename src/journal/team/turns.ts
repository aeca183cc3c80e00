// Runs the calls of one console one after the other: no call overtakes an earlier one.

export interface Turns {
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a step of an entry in its turn. */
  step<T>(requestId: string, work: () => Promise<T>): Promise<T>;
  /** Whether a step of this entry waits or runs. */
  isUnderway(requestId: string): boolean;
  /** Resolves after all calls so far. */
  end(): Promise<unknown>;
}

export function createTurns(): Turns {
  let turn: Promise<unknown> = Promise.resolve();
  const underway = new Map<string, number>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    inTurn,
    step(requestId, work) {
      underway.set(requestId, (underway.get(requestId) ?? 0) + 1);
      return inTurn(work).finally(() => {
        const left = (underway.get(requestId) ?? 1) - 1;
        if (left > 0) underway.set(requestId, left);
        else underway.delete(requestId);
      });
    },
    isUnderway: requestId => underway.has(requestId),
    end: () => turn,
  };
}
