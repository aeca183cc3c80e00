// Questions of a request for information in the operator's language, and their cells.

import { Odd } from '../../api/contract/odd.ts';
import type { DocumentQuery } from '../../effects/query.ts';
import {
  type AskedQuestion,
  askedQuestions,
  type ByLanguage,
  inLanguage,
  type Rfi,
} from '../../format/asked-questions.ts';
import { idText, isId, statusCell, textCell } from '../../format/cells.ts';
import { type Cell, DASH, type Tone } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';

export interface RfiQuestion extends AskedQuestion {
  /** The operator's language as a tag. */
  readonly language: string;
}

export const rfiQuery: DocumentQuery<'rfi.get'> = { operation: 'rfi.get', input: {} };

export const questionRows = (rfi: Rfi, raw: Parameters<typeof askedQuestions>[1], { language }: State) =>
  askedQuestions(rfi, raw).map(({ question, raw: ownRaw }) => ({
    row: { ...question, language },
    raw: ownRaw,
    id: idText(question.id),
  }));

/** The question with this ID. If an open and an answered question have this ID, returns the open question. */
export function questionIn(rfi: Rfi, id: string, language: string): RfiQuestion | undefined {
  const found = askedQuestions(rfi, null).find(({ question }) => isId(question.id, id));
  return found && { ...found.question, language };
}

const statusTones: Readonly<Record<'ACTION_REQUIRED' | 'SUBMITTED', Tone>> = {
  ACTION_REQUIRED: 'warn',
  SUBMITTED: 'good',
};

/** The text in the wanted language, or the best other language. A value without languages is shown raw. */
export function questionCell(texts: ByLanguage, wanted: string, tone?: Tone): Cell {
  if (texts === undefined || texts instanceof Odd) return textCell(texts);
  const best = inLanguage(texts, wanted);
  return best ? textCell(best.text, tone) : DASH;
}

export const answeredCell = ({ open }: RfiQuestion): Cell =>
  open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'good' };

export const rfiStatusCell = ({ of: { rfi } }: RfiQuestion): Cell => statusCell(rfi.status, statusTones);
