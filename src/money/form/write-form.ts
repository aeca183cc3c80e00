// A form made from the body of a write. The compiler checks the form's parts against the type of the body. Each member
// needs a part, an optional member needs an optional part, and a choice needs all its values. Only types are used here,
// because the schemas load after the first frame.

import type { Input, WriteId } from '../../api/contract/operations.ts';
import type { Json } from '../../lib/json.ts';
import { withJsonAt } from '../../lib/json-path.ts';
import { visible } from '../../lib/visible.ts';
import type { FieldErrors, FormCheck } from '../../store/form-state.ts';
import type { Field, Form } from '../../store/state.ts';
import { isUsableId } from '../write-tokens.ts';
import type { FormPart } from './parts.ts';

type BodyOf<Id extends WriteId> = Input<Id> extends { readonly body: infer Body } ? Body : never;

type PathIn<T> = T extends string | boolean | readonly unknown[]
  ? never
  : { [K in keyof T & string]: K | `${K}.${PathIn<NonNullable<T[K]>>}` }[keyof T & string];

type MemberAt<T, Path extends string> = Path extends `${infer K}.${infer Rest}`
  ? K extends keyof T
    ? MemberAt<NonNullable<T[K]>, Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

type Below<Path extends string, K extends string> = Path extends `${K}.${infer Rest}` ? Rest : never;

type Unread<T, Path extends string> = {
  [K in keyof T & string]-?: K extends Path
    ? never
    : [Below<Path, K>] extends [never]
      ? K
      : Unread<NonNullable<T[K]>, Below<Path, K>>;
}[keyof T & string];

/** The members that only one of body and form has. */
type Misfit<Body, Path extends string> = Unread<Body, Path> | Exclude<Path, PathIn<Body>>;

type PartsOf<Body> = { readonly [Path in PathIn<Body>]?: FormPart<MemberAt<Body, Path>> };

export interface WriteForm<Id extends WriteId> {
  readonly operation: Id;
  /** With the initial values by row ID. */
  rows(values?: Readonly<Record<string, string>>): readonly Field[];
  check(form: Form, able?: (id: string) => boolean): FormCheck<{ readonly body: BodyOf<Id> }>;
}

/** `parts`: by the path in the body, in the order of the rows. */
export const writeForm =
  <Id extends WriteId>(operation: Id) =>
  <const Parts extends PartsOf<BodyOf<Id>>>(
    parts: Parts & ([Misfit<BodyOf<Id>, keyof Parts & string>] extends [never] ? unknown : never),
  ): WriteForm<Id> => {
    // Object.entries loses the type of each part.
    const all = Object.entries(parts) as readonly [string, FormPart<Json>][];
    return {
      operation,
      rows: (values = {}) =>
        all.flatMap(([, part]) => part.rows.map(row => ({ ...row, value: begun(values[row.id] ?? '') }))),
      check(form, able = isUsableId) {
        let body: Json = {};
        const errors: Record<string, FieldErrors[string]> = {};
        for (const [path, part] of all) {
          const read = part.read(form, able);
          Object.assign(errors, read.errors);
          if (read.value !== undefined) body = withJsonAt(body, path, read.value);
        }
        return Object.values(errors).some(Boolean)
          ? { ok: false, errors }
          : // No part has an error, so every required value is there.
            { ok: true, body: body as unknown as BodyOf<Id> };
      },
    };
  };

/** A field draws its value unchanged, so an initial value has no invisible characters. */
const begun = (value: string): string => (visible(value) === value ? value : '');
