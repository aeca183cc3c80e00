// Decides whether Enter may act on an outcome. A key that is held down repeats, and each repeat looks like a new Enter.

/** How long an outcome must be on the screen, and how long Enter must rest, before Enter acts, in ms. */
const REST = 400;
/** A key that is held down repeats after at most this time, in ms. After the first repeat, the key repeats faster. */
const FIRST_REPEAT = 700;

/** All times are monotonic, in ms. */
export function createEnterHold() {
  let until = Number.NEGATIVE_INFINITY;
  const hold = (moment: number): void => {
    until = Math.max(until, moment);
  };
  return {
    /** Enter was pressed before the outcome was known. */
    pressed: (tick: number): void => hold(tick + FIRST_REPEAT),
    /** The outcome was drawn for the first time. */
    drawn: (tick: number): void => hold(tick + REST),
    /** Another key was pressed, so Enter is not held down. */
    released(): void {
      until = Number.NEGATIVE_INFINITY;
    },
    /** Whether this Enter must not act on the outcome. */
    ignores(tick: number): boolean {
      if (tick >= until) return false;
      hold(tick + REST);
      return true;
    },
  };
}
