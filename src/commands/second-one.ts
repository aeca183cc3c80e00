// Writes from here that the one that is called for may be a duplicate of: each has to be named before it is sent (FAULTS E21).

import type { Row } from '../journal/intent.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';

/** One of them, as a whole sentence. */
export function secondSentence({ intent, state }: Row, { now, reach }: State): Visible {
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  return t`It may be a duplicate: ${visible(intent.title, 60)}, begun at ${at}, request ID ${visible(intent.requestId)}, is ${visible(state)}.`;
}

/** Why it isn't sent; nothing where every one of them was named. */
export function whyNotBesides(rows: readonly Row[], besides: readonly string[]): Visible | undefined {
  const unnamed = rows.filter(({ intent }) => !besides.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  return unnamed.length === 0
    ? undefined
    : t`the same was done before, or may have been done. To do it again: ${visible(flags, 400)}`;
}
