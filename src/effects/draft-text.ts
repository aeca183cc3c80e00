// A new customer's draft as the text of its file, and why there is none, or one still, in sentences; pure.

import { type Json, memberOf, parseJson, writeJson } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { BodyRules } from './new-user-body.ts';

/** As many characters as can be read again. */
export const MOST = 256 * 1024;
const VERSION = '1';

export const textOf = (body: Json): string => writeJson({ version: VERSION, body });

/** The body of a draft's file, if all of it is one. */
export function bodyOf(text: string, rules: BodyRules): Json | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || memberOf(parsed.value, 'version') !== VERSION) return undefined;
  const body = memberOf(parsed.value, 'body');
  const taken = body === undefined ? undefined : rules.take(writeJson(body));
  return taken?.ok && taken.leftOut.length === 0 ? taken.body : undefined;
}

export function whyStays(code: string): Visible {
  return code === 'EEXIST'
    ? t`Another console keeps a draft of this customer: that one stays on the disk.`
    : t`What was kept of it on the disk can't be removed (${visible(code)}).`;
}

export function whyNotKept(code: string): Visible {
  if (code === 'EEXIST')
    return t`Another console keeps a draft of this customer, which is not written over. E saves this one to a file.`;
  if (code === 'ENOENT') return t`There is no state folder to keep it in. E saves it to a file.`;
  return t`It can't be kept (${visible(code)}). E saves it to a file.`;
}
