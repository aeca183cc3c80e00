// Says why a record could not be read before a write.

import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import { t, type Visible } from '../lib/visible.ts';

/** Why the first read failed, as whole sentences, with "Nothing was sent" once. */
export function notRead(failure: Failure, title: Visible, key: Visible): Visible {
  const { what, todo } = explain(failure, title, { key });
  const saysUnsent = failure.kind === 'unreachable' && failure.cause === 'tls';
  return saysUnsent ? t`${what} ${todo}` : t`${what} Nothing was sent. ${todo}`;
}
