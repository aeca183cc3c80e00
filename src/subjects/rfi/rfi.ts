// The list of the service's questions about a customer: open questions first, then answered questions.

import { idText, minuteCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { statusText } from '../../format/statuses.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { cellColumn, epochOf, idColumn, textColumn } from '../../ui/screens/columns.ts';
import { documentRows } from '../../ui/screens/document-rows.ts';
import { rawEntries } from '../../ui/screens/list-details.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import { RFI_KEY } from './open-rfi.ts';
import {
  answeredCell,
  languageCell,
  languageEntries,
  questionCell,
  questionEntries,
  questionRows,
  type RfiQuestion,
  rfiQuery,
  rfiStatuses,
} from './questions.ts';

const NO_ID = t`The service sent no usable ID, so Purser can't answer this question.`;

const respond: RowAction<RfiQuestion> = {
  id: 'respond',
  title: t`answer`,
  key: 'n',
  footer: 1.5,
  barred: (row, state) => whyNotWrite(state) ?? (idText(row.id) === undefined ? NO_ID : undefined),
  run(app, row) {
    const id = idText(row.id);
    if (id !== undefined) app.store.setState(state => visit(state, 'respond-rfi', id));
  },
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
  statuses: { of: row => statusText(row.of.rfi.status), explain: rfiStatuses },
  // All questions share the status of the request.
  changed: (_, state) => hasStatusChanged(state, RFI_KEY),
  actions: [respond],
  open(row) {
    const id = idText(row.id);
    return id === undefined ? undefined : openView('respond-rfi', id);
  },
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
