// The texts that a person may see: templates and sentences in a source file, and prose on a page.

import { readFileSync } from 'node:fs';
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Text {
  readonly file: string;
  readonly line: number;
  /** The text. In a template, … replaces each value. */
  readonly says: string;
}

/** The texts in a source file. A single word without the tag `t` is a name for the program, which no person sees. */
export function textsOf(file: string, source = readFileSync(file, 'utf8')): Text[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Text[] = [];
  const visit = (node: unknown, tagged = false): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    const { type, start, value, quasis } = node as {
      type: string;
      start: number;
      value?: unknown;
      quasis?: readonly { value: { cooked: string } }[];
    };
    const says =
      type === 'TemplateLiteral'
        ? quasis?.map(({ value: { cooked } }) => cooked).join('…')
        : (type === 'Literal' || type === 'JSXText') && typeof value === 'string'
          ? value
          : undefined;
    if (says !== undefined && /[a-z]/i.test(says) && (tagged || /\S\s+\S/.test(says))) {
      found.push({
        file,
        line: source.slice(0, start).split('\n').length,
        says: says.replaceAll(/\s+/g, ' ').trim(),
      });
    }
    for (const key of visitorKeys[type] ?? []) {
      visit(
        (node as unknown as Record<string, unknown>)[key],
        type === 'TaggedTemplateExpression' && key === 'quasi',
      );
    }
  };
  visit(program);
  return found;
}

/** The sentences of a Markdown page, without code. */
export function pageTexts(file: string, source = readFileSync(file, 'utf8')): Text[] {
  const prose = source
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, code => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/``.+?``|`[^`]*`/g, '…');
  return prose
    .split('\n')
    .map((says, at) => ({ file, line: at + 1, says }))
    .filter(({ says }) => /[a-z]/i.test(says));
}
