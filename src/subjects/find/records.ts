// Searches the journal and the questions of requests for information (RFI).

import { explain } from '../../api/client/explain.ts';
import { askedQuestions } from '../../format/asked-questions.ts';
import { idText } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import type { Row } from '../../journal/intent.ts';
import { t, visible } from '../../lib/visible.ts';
import { isHere, journalRows } from '../../store/journal.ts';
import { openView } from '../../store/view.ts';
import { visitOnTop } from '../../store/workspace.ts';
import { failedLook, type Hit, type SearchResult, type SearchSource, saysNo } from './source.ts';

/** The texts of a journal row that may have an ID: the request ID, the request and the response. */
const textsOf = ({ intent, transitions }: Row): readonly string[] => [
  intent.requestId,
  intent.target,
  intent.body ?? '',
  ...transitions.flatMap(({ answer }) => answer?.text ?? []),
];

const journal: SearchSource = {
  id: 'journal',
  title: t`Journal`,
  stage: 'direct',
  shapes: ['any', 'quote', 'conversion'],
  look({ text }, state): SearchResult {
    const { kind } = state.journal;
    if (kind === 'closed') return { kind: 'reading' };
    const hits = journalRows(state)
      .filter(row => isHere(row, state) && textsOf(row).some(said => said.includes(text)))
      .map((row): Hit => {
        const { requestId, title } = row.intent;
        const exact = requestId === text;
        return {
          key: requestId,
          what: exact
            ? t`${visible(title, 40)}: ${visible(row.state)}`
            : t`named in ${visible(title, 40)}: ${visible(row.state)}`,
          raw: { requestId, operation: row.intent.operation, state: row.state },
          exact,
          go: now => visitOnTop(now, { ...openView('journal'), filter: requestId }),
        };
      });
    if (hits.length > 0) return { kind: 'found', hits };
    const count = journalRows(state).length;
    return { kind: 'absent', how: t`Not found among the newest entries of the journal (${count}).` };
  },
};

const TITLE = t`RFI question`;
const query = { operation: 'rfi.get', input: {} } as const;

const question: SearchSource = {
  id: 'rfi',
  title: TITLE,
  stage: 'lists',
  shapes: ['any'],
  needs: () => [{ kind: 'document', query }],
  look({ text }, state): SearchResult {
    const { value, raw, failure } = documentOf(state, query);
    if (value === undefined) {
      if (failure === undefined) return { kind: 'reading' };
      return saysNo(failure)
        ? { kind: 'absent', how: t`Not found. ${explain(failure, TITLE).what}` }
        : failedLook(failure, TITLE);
    }
    const found = askedQuestions(value, raw ?? null).find(({ question: { id } }) => idText(id) === text);
    if (found === undefined)
      return { kind: 'absent', how: t`Not found in the open and the answered questions.` };
    return {
      kind: 'found',
      hits: [
        {
          key: text,
          what: found.question.open ? t`open question` : t`answered question`,
          raw: found.raw,
          exact: true,
          go: now => visitOnTop(now, { ...openView('rfi'), filter: text }),
        },
      ],
    };
  },
};

export const recordSources: readonly SearchSource[] = [journal, question];
