/** Exact JSON: numbers keep their digits, a key given twice is trusted in neither value, no key has power. */
import { parse, stringify } from 'lossless-json';
import type { Decimal } from './decimal.ts';
import { childPath, type Findings, scanJson } from './json-scan.ts';

/** A number as its digits came. Any number of JSON's grammar: ask parseDecimal whether it is one to reckon with. */
export class JsonNumber {
  readonly source: Decimal;

  constructor(source: Decimal) {
    this.source = source;
  }
}

export type Json = null | boolean | string | JsonNumber | readonly Json[] | { readonly [key: string]: Json };

export type ParsedJson =
  | { readonly ok: true; readonly value: Json; readonly duplicateKeys: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a JSON text. `duplicateKeys` are the paths ("data[0].amount") of keys that came more than once in one object,
 * whatever their values: they are absent from `value`. Objects have no prototype, so that "__proto__" and "toString"
 * are keys like any other. `reason` quotes nothing of the text. Nesting beyond 200 levels is refused.
 */
export function parseJson(text: string): ParsedJson {
  const findings = scanJson(text);
  if (findings.tooDeep) return { ok: false, reason: 'nested too deeply' };
  try {
    const value = parse(text, null, {
      parseNumber: source => new JsonNumber(source as Decimal),
      onDuplicateKey: () => undefined,
    });
    return {
      ok: true,
      value: inert(value as Json, findings, ''),
      duplicateKeys: [...findings.duplicateKeys],
    };
  } catch (error) {
    const place = error instanceof SyntaxError ? / at position \d+$/.exec(error.message) : null;
    return { ok: false, reason: `not JSON${place?.[0] ?? ''}` };
  }
}

/** The text of a JSON value, its numbers exactly as their source. */
export function writeJson(value: Json, indent?: number): string {
  return (
    stringify(value, null, indent, [
      { test: item => item instanceof JsonNumber, stringify: item => (item as JsonNumber).source },
    ]) ?? 'null'
  );
}

/** An object's own member; nothing where `value` is no object or has none of that name. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (value instanceof JsonNumber || isList(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value with objects that inherit nothing, without the keys that came twice. */
function inert(value: Json, findings: Findings, path: string): Json {
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return value;
  if (isList(value)) return value.map((item, index) => inert(item, findings, `${path}[${index}]`));
  const object: Record<string, Json> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    const itemPath = childPath(path, key);
    if (!findings.duplicateKeys.has(itemPath)) object[key] = inert(item, findings, itemPath);
  }
  return object;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
