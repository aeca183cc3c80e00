// The overview's row for an open request for information (RFI), and the watch after an answer.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { Moving } from '../../effects/moving.ts';
import { statusCell, textCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { statusText } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import { doneHere, newestOf } from '../../money/done-from-here.ts';
import { confirmedLine, RFI_STATUS } from '../../money/shown-lines.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Attention, type AttentionSource, ofDocument } from '../../ui/screens/attention.ts';
import { rfiQuery, rfiStatuses } from './questions.ts';
import { rfiRespond } from './rfi-respond.ts';

const OPEN = 'ACTION_REQUIRED';
const title = t`Request for information`;
const to = openView('rfi');

export const openRfi: AttentionSource = {
  needs: () => [{ kind: 'document', query: rfiQuery }],
  attention(state) {
    const { value, raw, failure } = documentOf(state, rfiQuery);
    if (value === undefined && failure && isNone(failure)) return [perhapsNone(failure)];
    return ofDocument(
      state,
      { title, query: rfiQuery, to },
      ({ status, type, active_request: active, created_at }) => {
        if (status === 'SUBMITTED') return [];
        const questions = active instanceof Odd || active === undefined ? undefined : active.questions;
        const count = Array.isArray(questions) ? questions.length : undefined;
        const known = status === OPEN;
        return [
          {
            key: 'rfi',
            urgency: 'rfi',
            state: statusCell(status, { ACTION_REQUIRED: 'warn' }),
            what: title,
            about:
              count === undefined
                ? textCell(type).text
                : count === 1
                  ? t`${textCell(type).text}, 1 question`
                  : t`${textCell(type).text}, ${count} questions`,
            ...(created_at !== undefined && !(created_at instanceof Odd) && { at: created_at.epochMs }),
            thing: {
              title: t`RFI`,
              id: undefined,
              status: { of: statusText(status), table: rfiStatuses },
              ...(raw !== undefined && { raw }),
            },
            notes: [
              known
                ? { note: t`The service waits for answers about this customer.`, tone: 'warn' }
                : { note: t`The meaning of this status is not documented by the service.`, tone: 'plain' },
              { label: t`Status`, cell: textCell(status) },
              { label: t`Type`, cell: textCell(type) },
            ],
            to,
          },
        ];
      },
    );
  },
};

/** INTERFACE.md does not say how the service answers if there is no request. */
const isNone = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.status === 400 || failure.status === 404);

const perhapsNone = (failure: Failure): Attention => ({
  key: 'rfi, none',
  urgency: 'perhaps none',
  state: { text: t`may be none`, tone: 'dim' },
  what: title,
  about: explain(failure, title).what,
  notes: [
    { note: explain(failure, title).what, tone: 'plain' },
    {
      note: t`The service's answer for a customer without a request is not documented. Read the service's message above.`,
      tone: 'plain',
    },
  ],
  to,
});

const HOUR = 3_600_000;
const MINUTE = 60_000;

export const RFI_KEY = 'rfi';

/** Of all customers, until the status changes, for at most one hour. */
export function rfiMoving(state: State): readonly Moving[] {
  const answered = newestOf(doneHere(state, rfiRespond.operation, HOUR), ({ row }) =>
    customerKey(row.intent.customer),
  );
  return answered.map(({ row, at }) => {
    const { customer } = row.intent;
    const { value, asOf } = documentOf(state, rfiQuery, customer);
    const confirmed = confirmedLine(row, RFI_STATUS);
    const read = value?.status === undefined ? undefined : textCell(value.status).text;
    const status = read ?? confirmed;
    return {
      customer,
      key: RFI_KEY,
      name: title,
      status,
      asOf: read === undefined ? undefined : asOf,
      grave: false,
      ...((status === undefined || status === confirmed) && {
        again: { query: rfiQuery, every: MINUTE, since: at },
      }),
    };
  });
}
