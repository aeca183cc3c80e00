// The overview's FX rows, and the conversions made in Purser that it watches until they have settled.

import type { Moving } from '../../effects/moving.ts';
import { isId, textCell } from '../../format/cells.ts';
import { DASH } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { showDuration } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { doneFromHere, doneHere } from '../../money/done-from-here.ts';
import { confirmedLine, confirmedMoney, LABELS } from '../../money/shown-lines.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { conversionQuery, conversionStatuses, statusTones, statusWord } from './conversion.ts';
import { answerOf, conversionCreate } from './conversion-create.ts';
import { flowOf } from './flow.ts';
import { leftOf, whyNotConvert } from './held.ts';
import { quoteFacts } from './quote-facts.ts';

const DAY = 24 * 3_600_000;

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

/** Conversions of the last day. */
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

/** For a conversion that no screen shows, in ms. */
const EVERY = 15_000;

export function conversionsMoving(state: State): readonly Moving[] {
  return doneHere(state, conversionCreate.operation, DAY).flatMap(({ row, at }) => {
    const { id, status: answered } = answerOf(row);
    if (id === undefined) return [];
    const { customer } = row.intent;
    const query = conversionQuery(id);
    const { value, asOf } = documentOf(state, query, customer);
    const read = value && isId(value.id, id) ? statusWord(value.status) : undefined;
    const status = read ?? answered;
    return [
      {
        customer,
        key: conversionKey(id),
        name: nameOf(row, id),
        status,
        asOf: read === undefined ? undefined : asOf,
        grave: false,
        ...(status !== 'SETTLED' && { again: { query, every: EVERY, since: at } }),
      },
    ];
  });
}

/** The confirmed amounts, because staff do not recognise IDs. */
function nameOf(row: Row, id: string): Visible {
  const [sold, bought] = [confirmedLine(row, LABELS.sold), confirmedLine(row, LABELS.bought)];
  return sold === undefined || bought === undefined
    ? t`Conversion ${visible(id, 40)}`
    : t`Conversion ${sold} → ${bought}`;
}

export const conversionKey = (id: string): string => `conversion ${id}`;
