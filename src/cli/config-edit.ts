// Changes single fields in config.json's text: its comments, its order and all other text don't change.

import { applyEdits, createScanner, type JSONPath, modify, type ParseError, parseTree } from 'jsonc-parser';
import type { Profile } from './config-schema.ts';

/** A new file's text; the schema is written next to it. */
export const NEW_CONFIG = `{
  "$schema": "./config.schema.json",
  "profiles": {}
}
`;

/** The profile's new values; undefined removes a field. */
export type ProfileFields = { readonly [Name in keyof Profile]?: Profile[Name] | undefined };

/** Puts the fields into the profile of this name, which needn't exist yet. */
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

/** The default profile; undefined: the demo. */
export const withDefault = (text: string, name: string | undefined): string =>
  edited(text, ['profile'], name);

function edited(text: string, path: JSONPath, value: unknown): string {
  const once = change(text, path, value);
  // A last field is removed together with the comma before it.
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

/** Blanks trailing commas. */
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
