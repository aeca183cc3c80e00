// Whether a quote was, or may have been, converted already. INTERFACE.md, Quote: one quote, one conversion.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { isUnresolved, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { conversionCreate } from '../../writes/conversion-create.ts';
import { usedUpBy } from '../../writes/duplicates.ts';

/** Why this quote must not be converted again, as a whole sentence; nothing if no journal entry has used it. */
export function whyUsed(quoteId: string, state: State): Visible | undefined {
  const row = usedUpBy(conversionCreate.operation, quoteId, journalRows(state), state);
  if (!row) return undefined;
  const id = visible(row.intent.requestId);
  return isUnresolved(row)
    ? t`This quote may be converted already (request ID ${id}, ${visible(row.state)}). Check that entry in the journal (0). Press r for a new quote.`
    : t`This quote is converted already (request ID ${id}). Press r for a new quote.`;
}
