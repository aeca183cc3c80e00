// The terms and conditions of the customer: the service answers in words, and they are shown as they came.

import { t } from '../../lib/visible.ts';
import { amountCell, textCell } from '../../ui/screens/cells.ts';
import { documentTab } from '../../ui/screens/document-screen.tsx';
import { joinedEntries } from '../../ui/screens/joined.ts';
import { ageText } from '../../ui/screens/list-status.ts';

export const termsTab = documentTab<'user.terms'>({
  title: t`Terms`,
  query: () => ({ operation: 'user.terms', input: {} }),
  entries: (read, state) => [
    ...joinedEntries(read, {
      title: t`Terms and conditions`,
      asked: '',
      entries: value => [
        { label: t`Message`, cell: textCell(value.message, 'strong') },
        { label: t`Status`, cell: textCell(value.status) },
        { label: t`Code`, cell: amountCell(value.code) },
        {
          note: t`These are the service's own words. Whether they say that the terms were agreed to is for you to read: the interface shows no more of them.`,
        },
      ],
    }),
    ...(read.value === undefined ? [] : [{ note: t`Read ${ageText(read.asOf, state.now) ?? t`just now`}.` }]),
  ],
});
