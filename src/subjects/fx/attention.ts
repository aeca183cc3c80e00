// The overview's FX rows: a live quote, and conversions made in Purser that have not settled.

import { textCell } from '../../format/cells.ts';
import { DASH } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { showDuration } from '../../lib/time.ts';
import { t, visible } from '../../lib/visible.ts';
import { doneFromHere } from '../../money/done-from-here.ts';
import { confirmedMoney } from '../../money/shown-lines.ts';
import { openView } from '../../store/view.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { conversionQuery, statusTones, statusWord } from './conversion.ts';
import { answerOf } from './conversion-answer.ts';
import { conversionCreate } from './conversion-create.ts';
import { conversionStatuses } from './conversion-statuses.ts';
import { flowOf } from './flow.ts';
import { leftOf, whyNotConvert } from './held.ts';
import { quoteFacts } from './quote-facts.ts';

const DAY = 24 * 3_600_000;

/** A row for the current quote, while staff can convert from it. */
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
        amountFirst: true,
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

/** A row for each conversion that Purser made in the last day and that has not settled. */
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
        about: confirmedMoney(row) ?? DASH.text,
        amountFirst: true,
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
