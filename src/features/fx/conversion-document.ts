// One conversion, read by its ID, whoever made it.

import { t } from '../../lib/visible.ts';
import { type DocumentDeclaration, documentTab } from '../../ui/screens/document-screen.tsx';
import { momentOf } from '../../ui/screens/moment.ts';
import { conversionQuery, readEntries } from './conversion.ts';

const details = documentTab<'conversion.get'>({
  title: t`Conversion`,
  query: id => (id === undefined ? undefined : conversionQuery(id)),
  entries: (read, state, id) => [
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
});

export const conversionDocument: DocumentDeclaration = {
  place: 'conversion',
  tabs: [details],
  unnamed: t`A conversion is looked up by its ID: type : and then conversion/ID. Those made from here are under FX (4).`,
};
