// A quote in one line: `gbpusd1000`, `50 eur usd`, `gbp usd buy 300`. The form, `:`, the palette and the command line
// read the same lines. Pure.

import { isCurrencyCode } from '../../lib/currency.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { Terms } from './quote-facts.ts';

/** The parts that a line names. The amount is as typed, and not checked. */
export interface LineParts {
  readonly sell?: string;
  readonly buy?: string;
  readonly side?: Terms['side'];
  readonly amount?: string;
  /** The amount was typed before the pair, so a digit after the pair begins another amount. */
  readonly amountFirst?: true;
}

export type QuoteLine =
  | { readonly kind: 'parts'; readonly parts: LineParts }
  /** Can be read in two ways. */
  | { readonly kind: 'unclear'; readonly why: Visible }
  | { readonly kind: 'none'; readonly why: Visible };

const CODE = '((?!buy)[a-z]{3})';
const TO = String.raw`(?:\s+to\s+|[\s,/>:\u2192-]*)`;
const GAP = String.raw`[\s,/>:]*`;
/** A minus belongs to the amount, so that the check refuses a negative amount. So does the k of 10k. */
const AMOUNT = String.raw`([-+]?\s*[\d.][\d.,'\u2019\s]*[km]?)`;
const SIDE = '(buy|sell)';

const whole = (...parts: readonly string[]): RegExp => new RegExp(`^${parts.join('')}$`);

const PAIR = whole(CODE, TO, CODE);
const AFTER_PAIR = whole(CODE, TO, CODE, GAP, SIDE, '?', GAP, AMOUNT);
const BEFORE_PAIR = whole(SIDE, '?', GAP, AMOUNT, GAP, CODE, TO, CODE);
const BETWEEN = whole(CODE, TO, SIDE, '?', GAP, AMOUNT, GAP, CODE);
const SIDE_LAST = whole(CODE, '?', GAP, SIDE, GAP, AMOUNT);
const SIDE_FIRST = whole(SIDE, GAP, AMOUNT, GAP, CODE);

const EXAMPLE = t`such as gbpusd1000 or gbp usd buy 300`;
export const WHOLE_LINE = t`Type two currencies and an amount, ${EXAMPLE}.`;

export function readQuoteLine(text: string): QuoteLine {
  const line = text.trim().toLowerCase();
  const unknown = (codes: readonly (string | undefined)[]): QuoteLine | undefined => {
    const code = codes.find(one => one !== undefined && !isCurrencyCode(one.toUpperCase()));
    return code === undefined
      ? undefined
      : { kind: 'none', why: t`${visible(code.toUpperCase())} is not a currency code of ISO 4217.` };
  };
  const parts = (
    [sell, buy]: readonly [sell: string | undefined, buy: string | undefined],
    rest: Pick<LineParts, 'side' | 'amountFirst'> & { readonly amount?: string | undefined } = {},
  ): QuoteLine =>
    unknown([sell, buy]) ?? {
      kind: 'parts',
      parts: withoutUndefined({
        sell: sell?.toUpperCase(),
        buy: buy?.toUpperCase(),
        ...rest,
        amount: rest.amount?.trim(),
      }),
    };
  const after = AFTER_PAIR.exec(line);
  if (after) return parts([after[1], after[2]], { side: sideOf(after[3]), amount: after[4] });
  const before = BEFORE_PAIR.exec(line);
  if (before && before[1] === 'buy')
    return unknown([before[3], before[4]]) ?? { kind: 'unclear', why: FIRST_THE_PAIR };
  if (before) return parts([before[3], before[4]], { side: 'source', amount: before[2], amountFirst: true });
  const between = BETWEEN.exec(line);
  if (between) return unknown([between[1], between[4]]) ?? { kind: 'unclear', why: FIRST_THE_PAIR };
  const pair = PAIR.exec(line);
  // The amount that is typed next is the sell amount.
  if (pair) return parts([pair[1], pair[2]], { side: 'source' });
  const last = SIDE_LAST.exec(line);
  if (last) return parts(onSide(last[2], last[1]), { side: sideOf(last[2]), amount: last[3] });
  const first = SIDE_FIRST.exec(line);
  if (first) return parts(onSide(first[1], first[3]), { side: sideOf(first[1]), amount: first[2] });
  return { kind: 'none', why: WHOLE_LINE };
}

const FIRST_THE_PAIR = t`It is not clear which currency the amount is in. Type the pair first, ${EXAMPLE}.`;

const sideOf = (word: string | undefined): Terms['side'] => (word === 'buy' ? 'destination' : 'source');

const onSide = (
  side: string | undefined,
  code: string | undefined,
): readonly [string | undefined, string | undefined] =>
  side === 'buy' ? [undefined, code] : [code, undefined];
