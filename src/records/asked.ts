// A question in this operator's language, and the lookup of a question by ID.

import { Odd } from '../api/contract/odd.ts';
import type { DocumentQuery } from '../effects/query.ts';
import { t } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import { type Cell, DASH } from '../ui/kit/cell.ts';
import type { Tone } from '../ui/kit/theme.ts';
import { idText, isId, statusCell, textCell } from '../ui/screens/cells.ts';
import {
  type AskedQuestion,
  askedQuestions,
  type ByLanguage,
  inLanguage,
  type Rfi,
} from './asked-questions.ts';

export interface RfiQuestion extends AskedQuestion {
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
export function questionIn(rfi: Rfi, id: string, language: string): RfiQuestion | undefined {
  const found = askedQuestions(rfi, null).find(({ question }) => isId(question.id, id));
  return found && { ...found.question, language };
}

const statusTones: Readonly<Record<'ACTION_REQUIRED' | 'SUBMITTED', Tone>> = {
  ACTION_REQUIRED: 'warn',
  SUBMITTED: 'good',
};

/** The text in the wanted language or the nearest one; a value without languages appears raw. */
export function saidCell(texts: ByLanguage, wanted: string, tone?: Tone): Cell {
  if (texts === undefined || texts instanceof Odd) return textCell(texts);
  const said = inLanguage(texts, wanted);
  return said ? textCell(said.text, tone) : DASH;
}

export const answeredCell = ({ open }: RfiQuestion): Cell =>
  open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'good' };

export const rfiStatusCell = ({ of: { rfi } }: RfiQuestion): Cell => statusCell(rfi.status, statusTones);
