// Long work in steps: all at once, or with a pause after each step for other work.

/** Work that can pause at every yield. */
export type Steps<Result> = Generator<void, Result>;

/** Does all the work now. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A pause for `withPauses` in which keys and other input are handled. */
export const letKeysIn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Does the work with a pause after each step. */
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
