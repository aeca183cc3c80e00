// A customer that was begun and not sent: it waits in its draft, and is easily forgotten there.

import { jsonAt, withoutEmpty } from '../../lib/json-path.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type NewUser, newUserSlot } from '../../store/new-user.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { BUSINESS_NAME } from './fields.ts';

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
        what: t`New customer, not sent yet`,
        ...(typeof name === 'string' && { about: visible(name, 60) }),
        ...(kept.kind === 'kept' && { at: kept.at + (state.skew ?? 0) }),
        notes: [
          { note: whereKept(draft), tone: 'plain' },
          {
            note: t`It holds personal data: send it, or discard it (D) once it isn't wanted.`,
            tone: 'plain',
          },
        ],
        to: openView('new-user'),
      },
    ];
  },
};

function whereKept({ kept }: NewUser): Visible {
  if (kept.kind === 'not-kept') return t`It is in this console only. ${kept.why}`;
  return t`Nothing of it was sent. It is kept on this machine, in the state folder.`;
}
