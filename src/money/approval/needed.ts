// The approval that a write needs, for its dialog before anybody asks.

import type { Need, Rule } from '../../journal/approvals.ts';
import type { Intent } from '../../journal/intent.ts';
import type { Journal } from '../../journal/journal.ts';
import { counted } from '../../lib/counted.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { DialogApproval } from '../../store/dialog.ts';
import { amountText } from '../payout-order.ts';
import { ONLINE, othersText, personsText } from './words.ts';

const UNREAD = t`Purser does not know whether this write needs approval. If it does, nothing is sent.`;

/** Undefined if no rule covers the write. If the rules can't be read, the server still refuses a write that needs approval. */
export async function neededFor(intent: Intent, { approvals }: Journal): Promise<DialogApproval | undefined> {
  const need = await approvals?.needs(intent);
  if (need?.ok) return need.value && approvalAsked(need.value);
  return need && { part: 'unread', lines: [], warnings: [need.unreadable, UNREAD] };
}

function approvalAsked({ rule, online }: Need): DialogApproval {
  const lasts = counted(rule.minutes, t`minute`);
  return {
    part: 'ask',
    lines: [
      {
        label: t`Approval`,
        value: t`needed from ${othersText(rule.votes)} within ${lasts}`,
      },
      { label: t`Rule`, value: limitText(rule) },
      ...(online.length === 0 ? [] : [{ label: ONLINE, value: personsText(online) }]),
    ],
    warnings:
      online.length === 0
        ? [t`Nobody who may approve this write is online now. The write expires after ${lasts}.`]
        : [],
  };
}

function limitText({ over, currency }: Rule): Visible {
  const limit = over === undefined ? undefined : parseDecimal(over);
  if (limit === undefined)
    return currency === undefined ? t`every amount` : t`every amount in ${visible(currency, 12)}`;
  return t`more than ${currency === undefined ? visible(limit) : amountText(limit, currency)}`;
}
