// The list of the service's questions about a customer, and the overview's rows for open questions.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { Moving } from '../../effects/moving.ts';
import { minuteCell, statusCell, textCell } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { said } from '../../format/summary.ts';
import { present } from '../../lib/present.ts';
import { HOUR } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { movingAfter } from '../../money/after-write.ts';
import { customerOf, journalOf } from '../../money/related-money.ts';
import { confirmedLine, RFI_STATUS } from '../../money/shown-lines.ts';
import { epochOf, idText, statusText, watchedStatus, withId } from '../../records/facts.ts';
import { rfiQuery } from '../../records/reads.ts';
import { RFI_STATUSES } from '../../records/record-statuses.ts';
import { saysNo } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { type WatchOffer, watchKey } from '../../store/watches.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { type Attention, type AttentionSource, ofDocument } from '../../ui/screens/attention.ts';
import { cellColumn, idColumn, textColumn } from '../../ui/screens/common-columns.ts';
import { documentRows } from '../../ui/screens/document-rows.ts';
import { rawEntries } from '../../ui/screens/list-details.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import {
  answeredCell,
  languageCell,
  languageEntries,
  questionCell,
  questionEntries,
  questionRows,
  type RfiQuestion,
} from './questions.ts';
import { rfiRespond } from './rfi-respond.ts';

const NO_ID = t`The service sent no usable ID, so Purser can't answer this question.`;

const respond: RowAction<RfiQuestion> = {
  id: 'respond',
  title: t`answer`,
  key: 'n',
  footer: 1.5,
  barred: (row, state) => whyNotWrite(state) ?? (idText(row.id) === undefined ? NO_ID : undefined),
  run: (app, row) => withId(row.id, id => app.store.setState(state => visit(state, 'respond-rfi', id))),
};

export const rfi = (): Resource<never, RfiQuestion> => ({
  place: 'rfi',
  document: documentRows(rfiQuery, questionRows),
  nouns: { one: t`question`, many: t`questions` },
  empty: t`No questions for this customer, open or answered.`,
  refused: t`The service may send this message for a customer without questions. That is not documented.`,
  columns: [
    cellColumn('stands', t`Status`, [8, 8, 0], answeredCell),
    cellColumn('title', t`Question`, [18, 60, 0], row => questionCell(row.title, row.language), {
      main: true,
    }),
    cellColumn('language', t`Language`, [8, 8, 4], row => languageCell(row.title, row.language)),
    textColumn('key', t`Key`, [16, 30, 5], row => row.key),
    cellColumn(
      'updated',
      t`Updated`,
      [12, 16, 3],
      (row, moment) => minuteCell(row.of.request?.updated_at, moment),
      { orderedBy: row => epochOf(row.of.request?.updated_at) },
    ),
    idColumn(row => row.id),
  ],
  statuses: { of: row => statusText(row.of.rfi.status), explain: RFI_STATUSES },
  summary: ({ title, description, language, of }) => ({
    kind: 'rfi',
    status: statusText(of.rfi.status),
    fields: { question: said(questionCell(description, language)) ?? said(questionCell(title, language)) },
  }),
  // All questions share the status of the request.
  changed: (_, state) => hasStatusChanged(state, RFI_KEY),
  watch: (_, state) => watchRfi(state),
  related: (row, loaded) => [...present(customerOf(loaded)), ...journalOf(idText(row.id), loaded)],
  actions: [respond],
  open: row => withId(row.id, id => openView('respond-rfi', id)),
  details: [
    { title: t`Question`, entries: (row, { moment }) => questionEntries(row, moment) },
    { title: t`Languages`, entries: row => languageEntries(row) },
    // The raw record of a question is only a part of the request.
    { title: t`Request`, entries: row => rawEntries(row.of.raw) },
  ],
  about(_, state): Visible | undefined {
    const { value } = documentOf(state, rfiQuery);
    const words = [statusText(value?.type), statusText(value?.status)].filter(word => word !== undefined);
    return words.length === 0
      ? undefined
      : join(
          words.map(word => visible(word, 24)),
          ' · ',
        );
  },
});

const OPEN = 'ACTION_REQUIRED';
const title = t`Request for information`;
const to = openView('rfi');

export const openRfi: AttentionSource = {
  needs: () => [{ kind: 'document', query: rfiQuery }],
  attention(state) {
    const { value, raw, failure } = documentOf(state, rfiQuery);
    if (value === undefined && failure && saysNo(failure)) return [perhapsNone(failure)];
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
            ...(count !== undefined && count > 0 && { records: count }),
            ...(created_at !== undefined && !(created_at instanceof Odd) && { at: created_at.epochMs }),
            thing: {
              title: t`RFI`,
              id: undefined,
              status: { of: statusText(status), table: RFI_STATUSES },
              ...(raw !== undefined && { raw }),
            },
            watch: watchRfi(state),
            notes: [
              known
                ? noted(t`The service waits for answers about this customer.`, 'warn')
                : noted(t`The meaning of this status is not documented by the service.`, 'plain'),
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

const perhapsNone = (failure: Failure): Attention => ({
  key: 'rfi, none',
  urgency: 'perhaps none',
  state: { text: t`may be none`, tone: 'dim' },
  what: explain(failure, title).what,
  notes: [
    noted(
      t`The service's answer for a customer without a request is not documented. Read the service's message above.`,
      'plain',
    ),
  ],
  to,
});

const RFI_KEY = watchKey({ kind: 'rfi', id: '' });

function watchRfi(state: State): WatchOffer | Visible {
  const { value } = documentOf(state, rfiQuery);
  return value
    ? { kind: 'rfi', id: '', name: title, status: watchedStatus('rfi', value) }
    : t`Purser has not read the request for information yet.`;
}

export const rfiMoving = (state: State): readonly Moving[] =>
  movingAfter(state, rfiRespond.operation, HOUR, row => ({
    ...{ kind: 'rfi', id: '', name: title, status: confirmedLine(row, RFI_STATUS) },
  }));
