// The list of operations and the description of one operation, from the contract, as text or JSON.

import type { Dialect } from '../api/contract/dialect.ts';
import { isChanging, type Operation, type OperationClass } from '../api/contract/operation.ts';
import { isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { places } from '../store/places.ts';
import { onScreenOf, registry } from '../subjects/registry.ts';
import { type FieldKind, fieldsOf, inDialect, isOpen, type RequestField } from './call-fields.ts';
import { jsonText } from './json-text.ts';

const all: readonly Operation[] = Object.values(operations);

const classes: Readonly<Record<OperationClass, Visible>> = {
  read: t`reads; may be repeated`,
  sensitive: t`never kept, and not available in \`purser call\``,
  quote: t`makes a new quote each time; never repeated automatically`,
  write: t`changes something; recorded first, sent once, never repeated automatically`,
  money: t`can't be undone; recorded first, sent once, never repeated automatically`,
};

/** One line for each operation, or one JSON list. */
export function listOperations(json: boolean): string {
  if (json)
    return jsonText(
      all.map(({ id, class: does, title }) => ({ operation: id, class: does, title })),
      2,
    );
  const width = Math.max(...all.map(({ id }) => id.length));
  return all
    .map(({ id, class: does, title }) => `${id.padEnd(width)}  ${does.padEnd(9)}  ${title}\n`)
    .join('');
}

/** Describes an operation in this dialect, as text or JSON. */
export function describeOperation(id: OperationId, dialect: Partial<Dialect>, json: boolean): string {
  const operation = inDialect(operations[id], dialect);
  const { title, class: does, section, method, path, family } = operation;
  const fields = fieldsOf(operation);
  const confirmed = isWrite(id) ? registry[id].token.words : undefined;
  const facts: readonly (readonly [string, Visible])[] = [
    ['operation', t`${visible(id)}: ${title}`],
    ['class', t`${visible(does)}: ${classes[does]}`],
    ['request', t`${visible(method)} ${visible(path)} (Family ${visible(family)})`],
    ['section', visible(section)],
    ['screen', screenOf(id)],
    ...(isChanging(does)
      ? ([
          ['again', operation.repeatable === true ? REPEATABLE : NOT_REPEATABLE],
          ['--confirm', confirmed ?? t``],
        ] as const)
      : []),
  ];
  if (json) {
    const described: Json = {
      operation: id,
      title,
      class: does,
      method,
      path,
      family,
      section,
      screen: screenOf(id),
      ...(isChanging(does) && { repeatable: operation.repeatable === true, confirm: confirmed ?? '' }),
      fields: fields.map(({ path: name, kind, required }) => ({ name, type: typeWords(kind), required })),
      ...(isOpen(operation) && { open: true }),
    };
    return jsonText(described, 2);
  }
  const lines = [
    ...facts.map(([name, value]) => `${name.padEnd(11)}${value}`),
    ...(fields.length === 0 ? ['takes      nothing'] : ['takes']),
    ...fieldLines(fields),
    ...(isOpen(operation) ? ['  body.…  any other field, as text (--set) or as JSON (--body)'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The console's screen and key for the same operation. */
function screenOf(id: OperationId): Visible {
  const at = onScreenOf(id);
  const name = at.place === 'login' ? t`Login` : places[at.place].title;
  return at.key === undefined ? name : t`${name}, ${visible(at.key)}`;
}

const REPEATABLE = t`the API says that the request ID prevents a duplicate; p in the journal sends the write again`;
const NOT_REPEATABLE = t`the API doesn't say that the request ID prevents a duplicate; Purser never sends the write twice`;

function fieldLines(fields: readonly RequestField[]): readonly string[] {
  const width = Math.max(...fields.map(({ path }) => path.length));
  return fields.map(
    ({ path, kind, required }) =>
      `  ${path.padEnd(width)}  ${required ? 'required' : 'optional'}  ${typeWords(kind)}`,
  );
}

function typeWords(kind: FieldKind): string {
  switch (kind.kind) {
    case 'text':
      return 'text';
    case 'whole':
      return 'whole number';
    case 'amount':
      return 'amount, in plain digits';
    case 'flag':
      return 'true or false';
    case 'any':
      return 'any JSON';
    case 'choice':
      return kind.values.join(', ');
    case 'object':
      return 'object';
    case 'list':
      return 'list';
  }
}
