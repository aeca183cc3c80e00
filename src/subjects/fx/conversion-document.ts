// The screen of one conversion, which Purser reads by its ID. The conversion may have been made outside Purser.

import { momentOf } from '../../format/cells.ts';
import { t } from '../../lib/visible.ts';
import { type DocumentDeclaration, documentTab } from '../../ui/screens/document-screen.tsx';
import { conversionQuery, readEntries } from './conversion.ts';

const details = documentTab<'conversion.get'>({
  title: t`Conversion`,
  query: id => (id === undefined ? undefined : conversionQuery(id)),
  entries: (read, state, id) => [
    ...readEntries(id, read, { moment: momentOf(state), now: state.now }),
    ...(read.failure?.kind === 'refused'
      ? [
          {
            note: t`Conversion not found for this customer. Check the ID and the customer (u).`,
            tone: 'plain' as const,
          },
        ]
      : []),
  ],
});

export const conversionDocument: DocumentDeclaration = {
  place: 'conversion',
  tabs: [details],
  unnamed: t`To open a conversion by its ID, type : and then conversion/ID. FX (4) lists the conversions made in Purser.`,
};
