// Describes the operations of the contract and the fields of their requests, as text or JSON.

import * as z from 'zod';
import { type Dialect, formOf } from '../api/contract/dialect.ts';
import {
  isChanging,
  type Operation,
  type OperationClass,
  type RequestPart,
} from '../api/contract/operation.ts';
import { isWrite, type OperationId, operations } from '../api/contract/operations.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { places } from '../store/places.ts';
import { onScreenOf, registry } from '../subjects/registry.ts';
import { jsonText } from './json-text.ts';

const all: readonly Operation[] = Object.values(operations);

const classes: Readonly<Record<OperationClass, Visible>> = {
  read: t`reads; may be repeated`,
  sensitive: t`never kept, and not available in \`purser call\``,
  quote: t`makes a new quote each time; never repeated automatically`,
  write: t`changes something; recorded first, sent once, never repeated automatically`,
  money: t`can't be undone; recorded first, sent once, never repeated automatically`,
};

export function listOperations(json: boolean): string {
  const listed = all.map(({ id, class: does, title }) => ({ operation: id, class: does, title }));
  if (json) return jsonText(listed, 2);
  const width = Math.max(...all.map(({ id }) => id.length));
  return listed
    .map(({ operation, class: does, title }) => `${operation.padEnd(width)}  ${does.padEnd(9)}  ${title}\n`)
    .join('');
}

export function describeOperation(id: OperationId, dialect: Partial<Dialect>, json: boolean): string {
  const operation = inDialect(operations[id], dialect);
  const { title, class: does, section, method, path, family } = operation;
  const fields = fieldsOf(operation);
  const confirm = isWrite(id) ? registry[id].token.words : t``;
  const repeatable = operation.repeatable === true;
  const screen = screenOf(id);
  if (json) {
    const described: Json = {
      ...{ operation: id, title, class: does, method, path, family, section, screen },
      ...(isChanging(does) && { repeatable, confirm }),
      fields: fields.map(({ path: name, kind, required }) => ({ name, type: typeWords(kind), required })),
      ...(isOpen(operation) && { open: true }),
    };
    return jsonText(described, 2);
  }
  const facts: readonly (readonly [string, Visible])[] = [
    ['operation', t`${visible(id)}: ${title}`],
    ['class', t`${visible(does)}: ${classes[does]}`],
    ['request', t`${visible(method)} ${visible(path)} (Family ${visible(family)})`],
    ['section', visible(section)],
    ['screen', screen],
  ];
  const ofWrite = [
    ['again', repeatable ? REPEATABLE : NOT_REPEATABLE] as const,
    ['--confirm', confirm] as const,
  ];
  const lines = [
    ...[...facts, ...(isChanging(does) ? ofWrite : [])].map(([name, value]) => `${name.padEnd(11)}${value}`),
    ...(fields.length === 0 ? ['takes      nothing'] : ['takes']),
    ...fieldLines(fields),
    ...(isOpen(operation) ? ['  body.…  any other field, as text (--set) or as JSON (--body)'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

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

const TYPE_WORDS: Readonly<Partial<Record<FieldKind['kind'], string>>> = {
  whole: 'whole number',
  amount: 'amount, in plain digits',
  flag: 'true or false',
  any: 'any JSON',
};

const typeWords = (kind: FieldKind): string =>
  kind.kind === 'choice' ? kind.values.join(', ') : (TYPE_WORDS[kind.kind] ?? kind.kind);

type FieldKind =
  | { readonly kind: 'text' | 'whole' | 'amount' | 'flag' | 'any' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'object'; readonly schema: z.ZodObject }
  | { readonly kind: 'list'; readonly item: z.ZodType };

const PARTS = ['params', 'query', 'headers', 'body'] as const satisfies readonly RequestPart[];

/** Only with the fields that the dialect sends. */
export function inDialect(operation: Operation, dialect: Partial<Dialect>): Operation {
  const { method, path, bodySchema } = formOf(operation, dialect);
  return { ...operation, method, path, ...(bodySchema && { body: bodySchema }) };
}

export function partsOf(operation: Operation): readonly (readonly [RequestPart, z.ZodObject])[] {
  return PARTS.flatMap(part => {
    const schema = operation[part];
    return schema instanceof z.ZodObject ? [[part, schema] as const] : [];
  });
}

export function kindOf(schema: z.ZodType): FieldKind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return kindOf(whole(schema.unwrap()));
  if (schema instanceof z.ZodObject) return { kind: 'object', schema };
  if (schema instanceof z.ZodArray) return { kind: 'list', item: whole(schema.element) };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) };
  if (schema instanceof z.ZodLiteral) return { kind: 'choice', values: [...schema.values].map(String) };
  return { kind: KINDS[schema.def.type] ?? 'any' };
}

const KINDS: Readonly<Record<string, 'text' | 'whole' | 'amount' | 'flag'>> = {
  string: 'text',
  number: 'whole',
  boolean: 'flag',
  // Requests have only one codec: amounts.
  pipe: 'amount',
};

/** A cast: zod's own types for nested schemas are wider. */
const whole = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

interface RequestField {
  /** Such as `body.required_features[].currency`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly required: boolean;
}

/** In the contract's order, without the request ID, which Purser fills in. */
function fieldsOf(operation: Operation): readonly RequestField[] {
  const own = operation.requestIdIn === undefined ? undefined : `body.${operation.requestIdIn}`;
  return partsOf(operation)
    .flatMap(([part, schema]) => inside(schema, part))
    .filter(({ path }) => path !== own);
}

/** The body takes fields that the API doesn't name. */
const isOpen = ({ body }: Operation): boolean =>
  body instanceof z.ZodObject &&
  body.def.catchall !== undefined &&
  !(body.def.catchall instanceof z.ZodNever);

const inside = (schema: z.ZodObject, path: string): readonly RequestField[] =>
  Object.entries(schema.shape).flatMap(([name, member]) => below(whole(member), `${path}.${name}`));

function below(schema: z.ZodType, path: string): readonly RequestField[] {
  const kind = kindOf(schema);
  const field = { path, kind, required: !(schema instanceof z.ZodOptional) };
  if (kind.kind === 'object') return [field, ...inside(kind.schema, path)];
  if (kind.kind !== 'list') return [field];
  const item = kindOf(kind.item);
  return item.kind === 'object' ? [field, ...inside(item.schema, `${path}[]`)] : [field];
}
