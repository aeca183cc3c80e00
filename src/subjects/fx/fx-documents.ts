// The screens of one quote and of one conversion, each read by its ID.

import type { Result } from '../../api/contract/operations.ts';
import { ageText, momentOf, timeCell } from '../../format/cells.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf, recordEntries } from '../../format/joined.ts';
import { present } from '../../lib/present.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Loaded, type Related, shortName } from '../../money/related.ts';
import { entriesOf, ofWrite, writesNaming } from '../../money/related-money.ts';
import { idText, isId, wordOf } from '../../records/facts.ts';
import { conversionQuery, quoteQuery } from '../../records/reads.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { type DocumentDeclaration, documentTab } from '../../ui/screens/document-screen.tsx';
import { readEntries } from './conversion.ts';
import { watchConversion } from './conversions.ts';
import { lockFact, quoteFacts, timeLeft } from './quote-facts.ts';

type ReadQuote = Result<'quote.get'>;

const quoteTab = documentTab<'quote.get'>({
  title: t`Quote`,
  query: id => (id === undefined ? undefined : quoteQuery(id)),
  entries: (read, state, id) => [
    ...recordEntries('quote', id, read, value => [
      { label: t`Expires in`, cell: leftCell(value, state) },
      ...quoteFacts(value),
      lockFact(value),
      { label: t`Rate captured`, cell: timeCell(value.rateCaptureTime, momentOf(state)) },
    ]),
    ...unusableId(
      read.failure,
      t`Quote not found for this customer. Check the ID and the customer (u). A quote belongs to the customer that requested it.`,
    ),
    ...(read.value === undefined
      ? []
      : [
          {
            note: t`Read ${ageText(read.asOf, state.now) ?? t`just now`}. You can't convert from this screen. Press 4 for FX, then n for a new quote.`,
          },
        ]),
  ],
});

/** The journal's conversions that name the quote or the conversion. */
const writesOf = (id: string, loaded: Loaded): readonly Related[] =>
  id === '' ? [] : writesNaming([id], loaded).flatMap(row => ofWrite(row, loaded));

function relatedToRead(state: State, id: string, loaded: Loaded): readonly Related[] {
  const { value } = documentOf(state, conversionQuery(id));
  const read = value && isId(value.id, id) ? value : undefined;
  const quoteId = idText(read?.quoteId);
  const reference = idText(read?.systemReferenceNumber);
  const names = [...(reference === undefined ? [] : [reference]), ...(id === '' ? [] : [id])];
  return [
    ...present(
      quoteId !== undefined && { kind: t`Quote`, text: shortName(quoteId), view: openView('quote', quoteId) },
    ),
    ...entriesOf(names, loaded),
    ...writesOf(id, loaded),
  ];
}

export const quote: DocumentDeclaration = {
  place: 'quote',
  related: (_, id, loaded) => writesOf(id, loaded),
  tabs: [quoteTab],
  unnamed: t`To open a quote by its ID, type : and then quote/ID. For a new quote type : and a line such as gbpusd1000.`,
};

/** By the service's clock, which Purser knows from responses, because the local clock may be wrong. */
function leftCell(quote: ReadQuote, state: State): Cell {
  const left = timeLeft(quote, momentOf(state).now);
  if (left === undefined) return { text: t`? not known`, tone: 'warn' };
  return left <= 0 ? { text: t`expired`, tone: 'bad' } : { text: showDuration(left), tone: 'strong' };
}

/** The service refuses a bad ID with 400 "Invalid quote ID" (INTERFACE.md, foreign exchange). */
const unusableId = (failure: { readonly kind: string } | undefined, note: Visible): readonly Entry[] =>
  failure?.kind === 'refused' ? [noted(note, 'plain')] : [];

const conversionTab = documentTab<'conversion.get'>({
  title: t`Conversion`,
  query: id => (id === undefined ? undefined : conversionQuery(id)),
  entries: (read, state, id) => [
    ...readEntries(id, read, { moment: momentOf(state), now: state.now }),
    ...unusableId(
      read.failure,
      t`Conversion not found for this customer. Check the ID and the customer (u).`,
    ),
  ],
});

export const conversionDocument: DocumentDeclaration = {
  place: 'conversion',
  related: relatedToRead,
  tabs: [conversionTab],
  watch(state, id) {
    const value = id === '' ? undefined : documentOf(state, conversionQuery(id)).value;
    if (id === '') return t`This screen shows no conversion.`;
    return watchConversion(id, wordOf(value?.status), undefined);
  },
  unnamed: t`To open a conversion by its ID, type : and then conversion/ID. FX (4) lists the conversions made in Purser.`,
};
