// What is asked where no record can be shown beside it: exactly what was given, by its names in the interface.

import { type Input, operations, type WriteId } from '../api/contract/operations.ts';
import { anyQuestion, type Question } from '../effects/question.ts';
import { type Known, tokenOf } from '../effects/token-of.ts';
import { type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { maskCardNumbers } from '../lib/redact.ts';
import { t, visible } from '../lib/visible.ts';
import type { ShownLine } from '../store/dialog.ts';
import type { Asking, Made } from './call-question.ts';

export const plainQuestion =
  <Id extends WriteId>(id: Id, known: Known = {}) =>
  (input: Input<Id>, { store }: Pick<Asking, 'store'>): Made => {
    const { customer } = store.getState();
    const { title } = operations[id];
    const question: Question<Id> = {
      operation: id,
      input,
      title,
      button: t`Send it`,
      lines: givenLines(input),
      warnings: [t`What it changes is not read first: only what is sent stands here.`],
      token: tokenOf(id, input, { customer, ...known }),
    };
    return { kind: 'question', question: anyQuestion(question) };
  };

function givenLines(input: object): readonly ShownLine[] {
  // An input has passed its schema: members that are texts, numbers, lists and objects of these.
  return Object.values(input).flatMap(part => (part ? linesOf(part as Json, '') : []));
}

function linesOf(value: Json, path: string): readonly ShownLine[] {
  if (typeof value === 'object' && value !== null && !(value instanceof JsonNumber)) {
    if (isList(value)) return value.flatMap((item, at) => linesOf(item, `${path}[${at}]`));
    return Object.entries(value).flatMap(([name, member]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return linesOf(member, inner);
    });
  }
  const text =
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : writeJson(value);
  return [{ label: visible(path, 80), value: visible(maskCardNumbers(text), 400) }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
