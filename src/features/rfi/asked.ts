// A question in this operator's language, and the lookup of a question by ID.

import type { DocumentQuery } from '../../effects/query.ts';
import { type AskedQuestion, askedQuestions, type Rfi } from '../../records/asked-questions.ts';
import type { State } from '../../store/state.ts';
import { idText, isId } from '../../ui/screens/cells.ts';

export interface Asked extends AskedQuestion {
  /** The operator's language as a tag. */
  readonly language: string;
}

export const rfiQuery: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };

export const askedFor = (rfi: Rfi, raw: Parameters<typeof askedQuestions>[1], { language }: State) =>
  askedQuestions(rfi, raw).map(({ question, raw: came }) => ({
    row: { ...question, language },
    raw: came,
    id: idText(question.id),
  }));

/** The question with this ID; an open one comes before an answered one. */
export function questionIn(rfi: Rfi, id: string, language: string): Asked | undefined {
  const found = askedQuestions(rfi, null).find(({ question }) => isId(question.id, id));
  return found && { ...found.question, language };
}
