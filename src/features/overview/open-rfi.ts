// A request for information that waits for the customer's answer.

import { Odd } from '../../api/contract/odd.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { type AttentionSource, ofDocument } from '../../ui/screens/attention.ts';
import { statusCell, textCell } from '../../ui/screens/cells.ts';

const query: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };
const title = t`Request for information`;
const to = openView('rfi');

export const openRfi: AttentionSource = {
  needs: () => [{ kind: 'document', query }],
  attention: state =>
    ofDocument(state, { title, query, to }, ({ status, type, active_request: active, created_at }) => {
      if (status === 'SUBMITTED') return [];
      const questions = active instanceof Odd || active === undefined ? undefined : active.questions;
      const count = Array.isArray(questions) ? questions.length : undefined;
      const known = status === 'ACTION_REQUIRED';
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
          notes: [
            known
              ? { note: t`The service waits for answers about this customer.`, tone: 'warn' }
              : { note: t`The interface doesn't say what this status means.`, tone: 'plain' },
            { label: t`Status`, cell: textCell(status) },
            { label: t`Type`, cell: textCell(type) },
          ],
          to,
        },
      ];
    }),
};
