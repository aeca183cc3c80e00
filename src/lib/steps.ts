// Long work in steps. The work runs in one go, or with a pause for other work after each step.

export type Steps<Result> = Generator<void, Result>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The program handles keys meanwhile. */
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
