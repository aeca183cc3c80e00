// What the service shows of an answer to a request for information: where its question stands now.

import { readingOf } from '../../effects/read-back.ts';
import { textIn } from '../../effects/read-back-plan.ts';
import { t } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { askedQuestions } from '../../ui/screens/asked-questions.ts';
import { idText, textCell, timeCell } from '../../ui/screens/cells.ts';
import { answerEntries } from '../../ui/screens/rfi-answer.ts';
import { confirmedLine, STATUS } from '../../ui/screens/shown-lines.ts';
import type { Finding, Told } from './found.ts';

export const respondFinding: Finding = {
  reads: ['rfi.get'],
  tell: answered,
  proof: t`A question that was open and stands among the answered ones now, with this answer, speaks for it; somebody else may have answered it too. One that is open still shows that no answer to it was taken so far, and it may come later.`,
};

function answered({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'rfi.get')?.value;
  if (read === undefined) return [];
  const id = textIn(row.intent, 'id');
  const found = askedQuestions(read, null).filter(({ question }) => idText(question.id) === id);
  const status: readonly Entry[] = [
    { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status) },
  ];
  if (found.length === 0)
    return [
      { heading: t`The question now` },
      { note: t`The request for information has no question of this ID any more.`, tone: 'warn' },
      ...status,
    ];
  return found.flatMap(({ question: { open, of, answer } }): readonly Entry[] => [
    { heading: t`The question now` },
    {
      label: t`It stands`,
      cell: open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'strong' },
    },
    { label: t`Ask updated`, cell: timeCell(of.request?.updated_at, moment) },
    ...answerEntries(answer),
    ...status,
  ]);
}
