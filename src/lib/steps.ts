// Long work cut into steps: done at once, or with a pause after each, in which others have their turn.

/** Work that may be interrupted wherever it yields. */
export type Steps<Result> = Generator<void, Result>;

/** Does it all, now. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does it with a pause after each step. */
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
