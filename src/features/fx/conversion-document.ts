// One conversion, read by its ID, whoever made it.

import { t } from '../../lib/visible.ts';
import type { DocumentDeclaration } from '../../ui/screens/document-screen.tsx';
import { momentOf } from '../../ui/screens/moment.ts';
import { conversionQuery, readEntries } from './conversion.ts';

export const conversionDocument: DocumentDeclaration<'conversion.get'> = {
  place: 'conversion',
  query: conversionQuery,
  unnamed: t`A conversion is looked up by its ID: type : and then conversion/ID. Those made from here are under FX (4).`,
  entries: (id, read, state) => [
    ...readEntries(id, read, { moment: momentOf(state), now: state.now }),
    ...(read.failure?.kind === 'refused'
      ? [
          {
            note: t`The service knows no such conversion of this customer: check the ID, and the customer (u).`,
            tone: 'plain' as const,
          },
        ]
      : []),
  ],
};
