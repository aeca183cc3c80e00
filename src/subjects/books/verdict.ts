// The four words of a check.

/** From the worst to the best. EXPECTED: a difference that the service's own figures explain. */
export const VERDICTS = ['DOES NOT FOLLOW', 'NOT CHECKED', 'EXPECTED', 'FOLLOWS'] as const;
export type Verdict = (typeof VERDICTS)[number];
