// The body of a new customer against the contract, which is loaded when the first one is begun: no start waits for it.

import type { Input } from '../api/contract/operations.ts';
import type { LeftOut } from '../api/contract/problems.ts';
import { type Json, parseJson } from '../lib/json.ts';
import { trimmed } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { FieldProblem } from '../store/new-user.ts';

export type NewUserBody = Input<'user.create'>['body'];

type Taken =
  | { readonly ok: true; readonly body: Json; readonly leftOut: readonly Visible[] }
  /** `why` is part of a sentence. */
  | { readonly ok: false; readonly why: Visible };

export interface BodyRules {
  problems(body: Json): readonly FieldProblem[];
  /** As it would be sent; undefined while something is wrong. */
  complete(body: Json): NewUserBody | undefined;
  /** What of a JSON text fits into the form, and a sentence about each thing that doesn't. */
  take(text: string): Taken;
}

export async function loadBodyRules(): Promise<BodyRules> {
  const [{ newUser }, { bodyProblems, fitting }] = await Promise.all([
    import('../api/contract/new-user.ts'),
    import('../api/contract/problems.ts'),
  ]);
  return {
    problems: body =>
      bodyProblems(newUser, trimmed(body)).map(({ path, kind, why }) => ({ path, kind, why: sentence(why) })),
    complete: body => newUser.safeParse(trimmed(body)).data,
    take(text) {
      const parsed = parseJson(text);
      if (!parsed.ok) return { ok: false, why: visible(parsed.reason, 60) };
      const { value, leftOut } = fitting(newUser, parsed.value);
      if (value === undefined) return { ok: false, why: t`it holds no object` };
      const twice = parsed.duplicateKeys.map(path => ({ path, why: 'it came more than once' }));
      return { ok: true, body: value, leftOut: [...leftOut, ...twice].map(saidOf) };
    },
  };
}

const sentence = (why: string): Visible => visible(`${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`);

const saidOf = ({ path, why }: LeftOut): Visible => t`Left out: ${visible(path, 80)}: ${visible(why)}.`;
