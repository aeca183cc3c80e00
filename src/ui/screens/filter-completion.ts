// The completions of a local filter's last term: column names, and the words of a column. Pure.

import { folded } from '../../lib/fold.ts';
import type { Visible } from '../../lib/visible.ts';
import { columnsNamed, type FilterColumn, termParts, tokensOf } from './filter.ts';

const MOST = 50;

/** Of its last term. `wordsOf`: a column's words in the loaded rows. */
export function completions(
  typed: string,
  columns: readonly FilterColumn[],
  wordsOf: (columnId: string) => readonly Visible[],
): readonly string[] {
  const last = tokensOf(typed).at(-1) ?? '';
  const token = typed.endsWith(last) ? last : '';
  const before = typed.slice(0, typed.length - token.length);
  const not = token.startsWith('!') ? '!' : '';
  const term = token.slice(not.length);
  return endings(term, columns, wordsOf).map(ending => `${before}${not}${ending}`);
}

function endings(
  term: string,
  columns: readonly FilterColumn[],
  wordsOf: (columnId: string) => readonly Visible[],
): readonly string[] {
  const { name, sign, value } = termParts(term);
  if (sign === '') {
    const begun = folded(term);
    return columns
      .filter(({ id, title }) => folded(title).startsWith(begun) || folded(id).startsWith(begun))
      .map(column => `${nameOf(column)}${column.align === 'decimal' ? '>' : ':'}`);
  }
  const [column] = columnsNamed(name, columns);
  if (!column || name === '' || (sign !== ':' && sign !== '=')) return [];
  const [, earlier = '', begun = ''] = /^(.*\|)?"?([^|"]*)$/s.exec(value) ?? [];
  const words = [...new Set(wordsOf(column.id))].filter(word => folded(word).startsWith(folded(begun)));
  return words
    .toSorted()
    .slice(0, MOST)
    .map(word => `${name}${sign}${earlier}${quoted(word)}`);
}

const nameOf = ({ id, title }: FilterColumn): string => (/\s/.test(title) ? id : title.toLowerCase());

const quoted = (word: string): string => (/[\s|]/.test(word) ? `"${word}"` : word);
