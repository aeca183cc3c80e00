// The text of a draft's file for a new customer, and sentences for failures to write or remove that file. Pure.

import { type Json, memberOf, parseJson, writeJson } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { BodyRules } from './new-user-body.ts';

/** In characters. Purser never reads a longer file. */
export const MOST = 256 * 1024;
const VERSION = '1';

export const textOf = (body: Json): string => writeJson({ version: VERSION, body });

/** Undefined if any part does not fit the contract. */
export function bodyOf(text: string, rules: BodyRules): Json | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || memberOf(parsed.value, 'version') !== VERSION) return undefined;
  const body = memberOf(parsed.value, 'body');
  const taken = body === undefined ? undefined : rules.take(writeJson(body));
  return taken?.ok && taken.leftOut.length === 0 ? taken.body : undefined;
}

export function whyStays(code: string): Visible {
  return code === 'EEXIST'
    ? t`Another console keeps a draft of this customer. That draft stays on the disk.`
    : t`The draft's file can't be removed from the disk (${visible(code)}).`;
}

export function whyNotKept(code: string): Visible {
  if (code === 'EEXIST')
    return t`Another console keeps a draft of this customer. Press E to save your draft to a file.`;
  if (code === 'ENOENT') return t`There is no state folder. Press E to save the draft to a file.`;
  return t`The draft can't be kept (${visible(code)}). Press E to save the draft to a file.`;
}
