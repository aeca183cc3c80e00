// The FX work that needs attention: a quote that expires soon, and conversions made in Purser that haven't settled.

import { showDuration } from '../../lib/time.ts';
import { t, visible } from '../../lib/visible.ts';
import type { Attention, AttentionSource } from '../../records/attention.ts';
import { conversionQuery, statusTones, statusWord } from '../../records/conversion.ts';
import { answerOf } from '../../records/conversion-answer.ts';
import { LABELS } from '../../records/conversion-lines.ts';
import { doneFromHere } from '../../records/done-from-here.ts';
import { quoteFacts } from '../../records/quote-facts.ts';
import { openView } from '../../store/view.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { conversionCreate } from '../../writes/conversion-create.ts';
import { conversionStatuses } from './conversion-statuses.ts';
import { flowOf } from './flow.ts';
import { leftOf, whyNotConvert } from './held.ts';
import { confirmedLine } from './made.ts';

const DAY = 24 * 3_600_000;

/** The current quote, while staff can convert from it. */
export const liveQuote: AttentionSource = {
  attention(state) {
    const stage = flowOf.get(state)?.stage;
    if (stage?.kind !== 'quoted' || whyNotConvert(stage.held, state) !== undefined) return [];
    const { held } = stage;
    const left = leftOf(held, state);
    if (left === undefined) return [];
    const facts = quoteFacts(held.quote);
    const amounts = facts.slice(0, 2).map(({ cell }) => t`${cell.text} ${cell.unit ?? t``}`);
    return [
      {
        key: 'quote',
        urgency: 'quote',
        state: { text: t`${showDuration(left)} left`, tone: 'warn' },
        what: t`Live quote`,
        about: t`${amounts[0] ?? t``} → ${amounts[1] ?? t``}`,
        notes: [
          {
            note: t`Nothing is converted yet. Press Enter to go to the quote. After the quote expires you need a new quote.`,
            tone: 'plain',
          },
          ...facts,
        ],
        to: openView('convert'),
      },
    ];
  },
};

/** Conversions made in Purser, unless the service said that they settled. */
export const movingConversions: AttentionSource = {
  needs: state => open(state).map(({ id }) => ({ kind: 'document', query: conversionQuery(id) })),
  attention: state =>
    open(state).map(({ row, at, id, status, raw }): Attention => {
      const known = status === 'processing' || status === undefined;
      return {
        key: `conversion ${id}`,
        urgency: 'conversion',
        state:
          status === undefined
            ? textCell(undefined)
            : { text: visible(status, 20), tone: known ? statusTones.processing : 'warn' },
        what: t`Conversion`,
        about: t`${confirmedLine(row, LABELS.sold) ?? t``} → ${confirmedLine(row, LABELS.bought) ?? t``}`,
        at,
        thing: {
          title: t`Conversion`,
          id: visible(id),
          status: { of: status, table: conversionStatuses },
          ...(raw !== undefined && { raw }),
        },
        notes: [
          {
            note: t`The conversion had not settled when Purser last read it. Purser checks for changes.`,
            tone: 'plain',
          },
          { label: t`Conversion`, cell: { text: visible(id) } },
        ],
        to: { ...openView('fx'), cursorKey: row.intent.requestId },
      };
    }),
};

function open(state: Parameters<typeof doneFromHere>[0]) {
  return doneFromHere(state, conversionCreate.operation, DAY).flatMap(({ row, at }) => {
    const { id, status: answered } = answerOf(row);
    if (id === undefined) return [];
    const { value, raw } = documentOf(state, conversionQuery(id));
    const status = statusWord(value?.status) ?? answered;
    return status === 'SETTLED' ? [] : [{ row, at, id, status, raw }];
  });
}
