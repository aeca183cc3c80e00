// The overview's row for the draft of a new customer. It reminds staff of a draft that they forgot.

import { jsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type NewUser, newUserSlot } from '../../store/new-user.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { BUSINESS_NAME } from './sections.ts';

export const keptDraft: AttentionSource = {
  attention(state) {
    const draft = newUserSlot.get(state);
    if (!draft || withoutEmpty(draft.body) === undefined) return [];
    const name = jsonAt(draft.body, BUSINESS_NAME);
    const { kept } = draft;
    return [
      {
        key: 'new customer, draft',
        urgency: 'draft',
        state: { text: t`draft`, tone: 'dim' },
        what: t`New customer (draft)`,
        ...(typeof name === 'string' && { about: visible(name, 60) }),
        ...(kept.kind === 'kept' && { at: kept.at + (state.skew ?? 0) }),
        notes: [
          { note: whereKept(draft), tone: 'plain' },
          {
            note: t`The draft has personal data. Send the draft, or press Enter and then D to discard the draft.`,
            tone: 'plain',
          },
        ],
        to: openView('new-user'),
      },
    ];
  },
};

function whereKept({ kept }: NewUser): Visible {
  if (kept.kind === 'not-kept') return t`Not sent. The draft is only in this console. ${kept.why}`;
  return t`Not sent. The draft is on this machine, in the state folder.`;
}
