// Some tests repeat one check many times. `npm test` takes some of these repetitions, and `npm run faults` takes all.

/** Whether this run takes every repetition. */
export const isWhole = process.env['PURSER_WHOLE'] === '1';

/** `some` in `npm test`, `all` in `npm run faults`. */
export const repeated = <Value>(some: Value, all: Value): Value => (isWhole ? all : some);
