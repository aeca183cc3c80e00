// Decides whether Enter may act on an outcome. A key that is held down repeats, and each repeat looks like a new Enter.

/** How long an outcome must be on the screen, and how long Enter must rest, before Enter acts, in ms. */
const REST = 400;
/** A key that is held down repeats after at most this time, in ms. After the first repeat, the key repeats faster. */
const FIRST_REPEAT = 700;

/** All times are monotonic, in ms. */
export function createEnterHold() {
  let shownAt = Number.NEGATIVE_INFINITY;
  let restsAt = Number.NEGATIVE_INFINITY;
  return {
    /** Enter was pressed before the outcome was known. */
    pressed(tick: number): void {
      restsAt = Math.max(restsAt, tick + FIRST_REPEAT);
    },
    /** The outcome was drawn for the first time. */
    drawn(tick: number): void {
      shownAt = tick + REST;
    },
    /** Another key was pressed, so Enter is not held down. The outcome still needs its time on the screen. */
    released(): void {
      restsAt = Number.NEGATIVE_INFINITY;
    },
    /** Whether this Enter must not act on the outcome. */
    ignores(tick: number): boolean {
      if (tick >= Math.max(shownAt, restsAt)) return false;
      restsAt = Math.max(restsAt, tick + REST);
      return true;
    },
  };
}
