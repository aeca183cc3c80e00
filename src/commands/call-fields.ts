// The fields of a request schema, to read arguments and to describe them.

import * as z from 'zod';
import { type Dialect, formOf } from '../api/contract/dialect.ts';
import type { Operation, RequestPart } from '../api/contract/operation.ts';

export type FieldKind =
  | { readonly kind: 'text' | 'whole' | 'amount' | 'flag' | 'any' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'object'; readonly schema: z.ZodObject }
  | { readonly kind: 'list'; readonly item: z.ZodType };

const PARTS = ['params', 'query', 'headers', 'body'] as const satisfies readonly RequestPart[];

/** The operation in this dialect: its method, path, and only the body's fields that the dialect sends. */
export function inDialect(operation: Operation, dialect: Partial<Dialect>): Operation {
  const { method, path, bodySchema } = formOf(operation, dialect);
  return { ...operation, method, path, ...(bodySchema && { body: bodySchema }) };
}

/** The schemas of the parts that an operation has. */
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
  switch (schema.def.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
      return { kind: 'whole' };
    case 'boolean':
      return { kind: 'flag' };
    // Requests have only one codec: amounts.
    case 'pipe':
      return { kind: 'amount' };
    default:
      return { kind: 'any' };
  }
}

/** A cast: zod's own types for nested schemas are wider. */
const whole = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

export interface RequestField {
  /** Such as `body.required_features[].currency`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly required: boolean;
}

/** All fields that a call can set, in the contract's order. Leaves out the request ID, which Purser fills in. */
export function fieldsOf(operation: Operation): readonly RequestField[] {
  const own = operation.requestIdIn === undefined ? undefined : `body.${operation.requestIdIn}`;
  return partsOf(operation)
    .flatMap(([part, schema]) => inside(schema, part))
    .filter(({ path }) => path !== own);
}

/** Whether the body takes fields that the API doesn't name. */
export const isOpen = ({ body }: Operation): boolean =>
  body instanceof z.ZodObject &&
  body.def.catchall !== undefined &&
  !(body.def.catchall instanceof z.ZodNever);

function inside(schema: z.ZodObject, path: string): readonly RequestField[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => below(whole(member), `${path}.${name}`));
}

function below(schema: z.ZodType, path: string): readonly RequestField[] {
  const kind = kindOf(schema);
  const field = { path, kind, required: !(schema instanceof z.ZodOptional) };
  if (kind.kind === 'object') return [field, ...inside(kind.schema, path)];
  if (kind.kind !== 'list') return [field];
  const item = kindOf(kind.item);
  return item.kind === 'object' ? [field, ...inside(item.schema, `${path}[]`)] : [field];
}
