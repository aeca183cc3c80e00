// Every source of the overview. A new source is one line here.

import { inactiveAccounts } from '../../features/accounts/inactive.ts';
import { toDecide } from '../../features/approvals/attention.ts';
import { inactiveCards } from '../../features/cards/inactive.ts';
import { liveQuote, movingConversions } from '../../features/fx/attention.ts';
import { cancelledMandates } from '../../features/mandates/just-cancelled.ts';
import { keptDraft } from '../../features/new-user/kept-draft.ts';
import { returned } from '../../features/overview/returned.ts';
import { unresolved } from '../../features/overview/unresolved.ts';
import { pendingDebits, recentPayouts } from '../../features/payouts/attention.ts';
import { openRfi } from '../../features/rfi/open-rfi.ts';
import type { AttentionSource } from '../../records/attention.ts';

/** Makes a set for one console, because the sources remember their last result. */
export const attentionSources = (): readonly AttentionSource[] => [
  unresolved,
  toDecide,
  returned,
  liveQuote,
  openRfi,
  pendingDebits,
  cancelledMandates,
  recentPayouts(),
  movingConversions,
  inactiveAccounts,
  inactiveCards,
  keptDraft,
];
