// Every source of the overview. A new source is one line here.

import { inactiveAccounts } from '../../subjects/accounts/accounts.ts';
import { toDecide } from '../../subjects/approvals/attention.ts';
import { inactiveCards } from '../../subjects/cards/cards.ts';
import { keptDraft } from '../../subjects/customer/kept-draft.ts';
import { pendingDebits } from '../../subjects/direct-debits/attention.ts';
import { liveQuote, movingConversions } from '../../subjects/fx/attention.ts';
import { cancelledMandates } from '../../subjects/mandates/account-mandates.ts';
import { returned, unresolved } from '../../subjects/overview/unresolved.ts';
import { recentPayouts } from '../../subjects/payouts/payouts.ts';
import { openRfi } from '../../subjects/rfi/open-rfi.ts';
import type { AttentionSource } from '../screens/attention.ts';

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
