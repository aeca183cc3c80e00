// Templates of the sentences that staff paste into a chat: their names, their fields and their grammar.

import { nearest } from './nearest.ts';
import { join, t, type Visible, visible } from './visible.ts';

/** The fields of each kind of record. No field has a whole card number, account number or internal ID. */
export const SUMMARY_FIELDS = {
  account: ['name', 'last4'],
  beneficiary: ['payee', 'currency', 'last4'],
  card: ['last4'],
  'card-transaction': ['amount', 'merchant', 'date', 'last4'],
  conversion: ['sold', 'bought', 'date'],
  'direct-debit': ['amount', 'payer', 'reference', 'date'],
  entry: ['amount', 'date'],
  mandate: ['creditor', 'payer', 'date'],
  payout: ['amount', 'payee', 'reference', 'date'],
  rfi: ['question'],
  transaction: ['amount', 'date'],
  write: ['what', 'done', 'date'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The own texts of config.json, by `kind` or `kind.STATUS`. */
export interface SummaryTexts {
  /** BCP 47, for the names of months. */
  readonly language?: string | undefined;
  readonly texts: Readonly<Record<string, string>>;
}

export type SummaryKind = keyof typeof SUMMARY_FIELDS;

/** `{field}` is the field, `[…]` is left out if a field in it is not known. */
type TemplatePart =
  | { readonly text: string }
  | { readonly field: string }
  | { readonly optional: readonly TemplatePart[] };

export type Template = readonly TemplatePart[];

const PIECES = /\{([^{}[\]]*)\}|\[([^[\]]*)\]|([^{}[\]]+)|(.)/gsu;

/** Undefined if a brace or bracket has no partner. */
export function parseTemplate(text: string): Template | undefined {
  const parts: TemplatePart[] = [];
  for (const [, field, optional, plain] of text.matchAll(PIECES)) {
    if (field !== undefined) parts.push({ field });
    else if (plain !== undefined) parts.push({ text: plain });
    else {
      const inner = optional === undefined ? undefined : parseTemplate(optional);
      if (!inner) return undefined;
      parts.push({ optional: inner });
    }
  }
  return parts;
}

const fieldsIn = (template: Template): readonly string[] =>
  template.flatMap(part =>
    'field' in part ? [part.field] : 'optional' in part ? fieldsIn(part.optional) : [],
  );

/** In characters. */
const MOST = 600;

/** Of a template in config.json, as the end of "summaries.payout must be …". `name`: `payout` or `payout.DONE`. */
export function templateProblem(name: string, text: string): Visible | undefined {
  const [kind = ''] = name.split('.');
  const kinds = Object.keys(SUMMARY_FIELDS);
  if (!isSummaryKind(kind)) {
    const meant = nearest(kind, kinds);
    const all = meant === undefined ? join(kinds.map(one => visible(one))) : visible(meant);
    return t`named after a record: ${all}`;
  }
  if (text.length > MOST) return t`at most ${MOST} characters`;
  const template = parseTemplate(text);
  if (!template) return t`a text in which each brace and bracket has its partner`;
  const known: readonly string[] = SUMMARY_FIELDS[kind];
  const unknown = fieldsIn(template).find(field => !known.includes(field));
  if (unknown === undefined) return undefined;
  const all = join(known.map(one => visible(`{${one}}`)));
  return t`a text with the fields ${all}: there is no {${visible(unknown, 40)}}`;
}

export const isSummaryKind = (name: string): name is SummaryKind => Object.hasOwn(SUMMARY_FIELDS, name);

/** Undefined if a field outside brackets is not known. */
export function filled(
  template: Template,
  fields: Readonly<Record<string, Visible | undefined>>,
): string | undefined {
  const parts = template.map(part => {
    if ('text' in part) return part.text;
    return 'field' in part ? fields[part.field] : (filled(part.optional, fields) ?? '');
  });
  return parts.some(part => part === undefined) ? undefined : parts.join('');
}
