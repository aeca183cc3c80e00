// Changes single fields in the text of config.json. Comments, order and all other text stay the same.

import { applyEdits, createScanner, type JSONPath, modify, type ParseError, parseTree } from 'jsonc-parser';
import type { Profile } from './config-schema.ts';

/** The text of a new config.json. The schema is a file next to it. */
export const NEW_CONFIG = `{
  "$schema": "./config.schema.json",
  "profiles": {}
}
`;

/** The profile's new values; undefined removes a field. */
export type ProfileFields = { readonly [Name in keyof Profile]?: Profile[Name] | undefined };

/** Sets the fields of the profile `name`. `known`: the profile exists already. */
export function withProfile(text: string, name: string, fields: ProfileFields, known: boolean): string {
  if (!known) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return edited(text, ['profiles', name], given);
  }
  return Object.entries(fields).reduce(
    (all, [field, value]) => edited(all, ['profiles', name, field], value),
    text,
  );
}

export const withoutProfile = (text: string, name: string): string =>
  edited(text, ['profiles', name], undefined);

/** Sets the default profile. Undefined means the demo. */
export const withDefault = (text: string, name: string | undefined): string =>
  edited(text, ['profile'], name);

function edited(text: string, path: JSONPath, value: unknown): string {
  const once = change(text, path, value);
  // jsonc-parser removes a last field together with the comma before the field. That may break a text with a trailing
  // comma.
  return isWhole(once) ? once : change(withoutLastCommas(text), path, value);
}

function change(text: string, path: JSONPath, value: unknown): string {
  const formattingOptions = {
    tabSize: 2,
    insertSpaces: !/^\t/m.test(text),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

function isWhole(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

/** Replaces each trailing comma with a space. */
function withoutLastCommas(text: string): string {
  const scanner = createScanner(text, true);
  let [kept, comma] = [text, -1];
  for (let at = 0; at < text.length; ) {
    scanner.scan();
    at = scanner.getTokenOffset();
    const sign = text[at] ?? '';
    if (comma >= 0 && /[}\]]/.test(sign)) kept = `${kept.slice(0, comma)} ${kept.slice(comma + 1)}`;
    comma = sign === ',' ? at : -1;
  }
  return kept;
}
