// The imports and functions of a source file, read from its text.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Import {
  readonly file: string;
  /** A file of src, or the name of a package. */
  readonly to: string;
  readonly inside: boolean;
  readonly kind: 'value' | 'type' | 'later';
  readonly names: readonly string[];
}

/** Every import of a file: static, re-exported, dynamic, and `import('…').Type`. Throws if the file does not parse. */
export function importsOf(file: string, text = readFileSync(`src/${file}`, 'utf8')): Import[] {
  const { module, program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const entry = (to: string, kind: Import['kind'], names: readonly string[] = []): Import => ({
    file,
    to: to.startsWith('.') ? join(dirname(file), to).replaceAll('\\', '/') : to,
    inside: to.startsWith('.'),
    kind,
    names,
  });
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      entry(
        moduleRequest.value,
        entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'value',
        entries.map(({ importName: { kind, name } }) => name ?? kind),
      ),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [entry(moduleRequest.value, isType ? 'type' : 'value')] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => {
      const written = text.slice(start, end);
      if (!/^(['"]).*\1$/.test(written)) throw new Error(`${file}: import(${written}) names no file`);
      return entry(written.slice(1, -1), 'later');
    }),
    ...importTypes(program).map(to => entry(to, 'type')),
  ];
}

/** The files in `import('./file.ts').Type`, which the parser's import records do not include. */
function importTypes(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(importTypes);
  if (node === null || typeof node !== 'object' || !('type' in node)) return [];
  const { type, source } = node as { type: string; source?: { value?: unknown } };
  const own = type === 'TSImportType' && typeof source?.value === 'string' ? [source.value] : [];
  const inner = (visitorKeys[type] ?? []).flatMap(key => importTypes((node as Record<string, unknown>)[key]));
  return [...own, ...inner];
}

/** Every function of a file: its name, or that of the variable or the member that has it, and its number of lines. */
export function functionsOf(file: string, text: string): readonly { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, name);
      return;
    }
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    const { type, id, key, start, end } = node as FunctionNode;
    const called = id?.name ?? key?.name ?? name;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
      found.push({ name: called, lines: text.slice(start, end).split('\n').length });
    for (const member of visitorKeys[type] ?? []) visit((node as Record<string, unknown>)[member], called);
  };
  visit(parseSync(file, text).program, '');
  return found;
}

interface FunctionNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string };
  readonly key?: { readonly name?: string };
}
