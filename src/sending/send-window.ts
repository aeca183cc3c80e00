// A confirmed write leaves soon or never: after a sleep of the machine nobody expects it any more.

import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';

/** If the wall clock advances this many ms more than the monotonic clock, the machine slept or its clock was set. */
export const SLEPT = 5000;

/** In ms. Signing in, connecting and reading the record again seldom take this long. */
const WITHIN = 120_000;

/** Begins at the confirmation. Returns why it is too late to send, as a sentence. */
export function sendWindow(clock: Clock): () => Visible | undefined {
  const [wall, monotonic] = [clock.wall(), clock.monotonic()];
  return () => {
    const passed = clock.monotonic() - monotonic;
    // The monotonic clock may stop while the machine sleeps.
    if (Math.abs(clock.wall() - wall - passed) > SLEPT)
      return t`This machine slept or its clock was set after the confirmation.`;
    return passed < WITHIN ? undefined : t`Two minutes have passed since the confirmation.`;
  };
}
