// Paths into a JSON body in the form of fault rules: data[0].amount, data[*].status.
import { isObject, type Json, parseJson } from '../../lib/json.ts';
import { verbatim } from '../answer.ts';

/** A member's name, a list position, or every item of a list. */
export type PathStep = string | number | '*';

/** Undefined if the text is not a path. */
export function parsePath(text: string): readonly PathStep[] | undefined {
  if (
    !/^[\w$-]+(?:\.[\w$-]+|\[(?:\d+|\*)\])*$/.test(text) &&
    !/^(?:\[(?:\d+|\*)\])(?:\.[\w$-]+|\[(?:\d+|\*)\])*$/.test(text)
  )
    return undefined;
  return [...text.matchAll(/\[(\d+|\*)\]|([\w$-]+)/g)].map(([, at, name]) =>
    name !== undefined ? name : at === '*' ? '*' : Number(at),
  );
}

/** The JSON with the value at `path` replaced; removed if `change` returns undefined. Adds a missing member. */
export function changeAt(
  json: Json,
  path: readonly PathStep[],
  change: (before: Json | undefined) => Json | undefined,
): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(json) ?? null;
  const next = (before: Json | undefined): Json | undefined =>
    rest.length === 0 ? change(before) : before === undefined ? undefined : changeAt(before, rest, change);
  if (Array.isArray(json)) {
    return json.flatMap((item: Json, i): Json[] => {
      if (step !== '*' && step !== i) return [item];
      const after = next(item);
      return after === undefined ? [] : [after];
    });
  }
  if (!isObject(json)) return json;
  const name = String(step);
  const after = next(json[name]);
  const others = Object.entries(json).filter(([key]) => key !== name || after !== undefined);
  const entries = others.map(([key, value]): [string, Json] => [
    key,
    key === name && after !== undefined ? after : value,
  ]);
  return Object.fromEntries(name in json || after === undefined ? entries : [...entries, [name, after]]);
}

/** The value of a JSON text. Other text is sent unchanged, so that a fault can send NaN. */
export function jsonOrVerbatim(text: string): Json {
  const read = parseJson(text);
  return read.ok ? read.value : verbatim(text);
}
