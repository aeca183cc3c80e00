// Possible duplicates among the writes from here: each has to be named before the call is sent (FAULTS E21).

import type { Row } from '../journal/intent.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';

/** One possible duplicate, as a whole sentence. */
export function secondSentence({ intent, state }: Row, { now, reach }: State): Visible {
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  return t`Possible duplicate of ${visible(intent.title, 60)}, sent at ${at}, request ID ${visible(intent.requestId)}: ${visible(state)}.`;
}

/** Why it isn't sent; nothing if every duplicate was named. */
export function whyNotBesides(rows: readonly Row[], besides: readonly string[]): Visible | undefined {
  const unnamed = rows.filter(({ intent }) => !besides.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  return unnamed.length === 0
    ? undefined
    : t`the same write was done before, or may have been. To send a duplicate on purpose: ${visible(flags, 400)}`;
}
