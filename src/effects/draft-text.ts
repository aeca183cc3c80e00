// A new customer's draft as the text of its file, and the reasons for a missing or remaining file, in sentences. Pure.

import { type Json, memberOf, parseJson, writeJson } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { BodyRules } from './new-user-body.ts';

/** As many characters as Purser reads again. */
export const MOST = 256 * 1024;
const VERSION = '1';

export const textOf = (body: Json): string => writeJson({ version: VERSION, body });

/** The body in a draft's file, if the file is complete. */
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
    return t`Another console keeps a draft of this customer. E saves this one to a file.`;
  if (code === 'ENOENT') return t`There is no state folder. E saves the draft to a file.`;
  return t`The draft can't be kept (${visible(code)}). E saves it to a file.`;
}
