// Long work in steps. The work runs in one go, or with a pause for other work after each step.

/** Work that can pause at every yield. */
export type Steps<Result> = Generator<void, Result>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A pause for `withPauses`, in which the program handles keys and other input. */
export const letKeysIn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

export async function withPauses<Result>(
  steps: Steps<Result>,
  pause: () => Promise<unknown>,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}
