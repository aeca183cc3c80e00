// Decides whether Enter may act on an outcome. A key that is held down repeats, and each repeat looks like a new Enter.

/** How long an outcome must be on the screen, and Enter must rest, before Enter acts, in ms. */
const REST = 400;
/** A held key repeats after at most this time, in ms, and then faster. */
const FIRST_REPEAT = 700;

/** All times are monotonic, in ms. */
export function createEnterHold() {
  let shownAt = Number.NEGATIVE_INFINITY;
  let restsAt = Number.NEGATIVE_INFINITY;
  return {
    pressed(tick: number): void {
      restsAt = Math.max(restsAt, tick + FIRST_REPEAT);
    },
    drawn(tick: number): void {
      shownAt = tick + REST;
    },
    /** Another key shows that Enter is not held down. */
    released(): void {
      restsAt = Number.NEGATIVE_INFINITY;
    },
    ignores(tick: number): boolean {
      if (tick >= Math.max(shownAt, restsAt)) return false;
      restsAt = Math.max(restsAt, tick + REST);
      return true;
    },
  };
}
