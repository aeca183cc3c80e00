// An amount in digits that are three rows high. They repeat an amount that is on the screen as text too.

import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';

type Glyph = readonly [Visible, Visible, Visible];

const GLYPHS: Readonly<Record<string, Glyph>> = {
  0: [t`█▀█`, t`█ █`, t`▀▀▀`],
  1: [t`▀█ `, t` █ `, t`▀▀▀`],
  2: [t`▀▀█`, t`█▀▀`, t`▀▀▀`],
  3: [t`▀▀█`, t` ▀█`, t`▀▀▀`],
  4: [t`█ █`, t`▀▀█`, t`  ▀`],
  5: [t`█▀▀`, t`▀▀█`, t`▀▀▀`],
  6: [t`█▀▀`, t`█▀█`, t`▀▀▀`],
  7: [t`▀▀█`, t`  █`, t`  ▀`],
  8: [t`█▀█`, t`█▀█`, t`▀▀▀`],
  9: [t`█▀█`, t`▀▀█`, t`▀▀▀`],
  ',': [t` `, t` `, t`█`],
  '.': [t` `, t` `, t`▀`],
  '−': [t`   `, t`▀▀▀`, t`   `],
};

/** Undefined if a character has no large form. */
export function largeDigits(text: Visible): Glyph | undefined {
  const glyphs = [...text].map(character => GLYPHS[character]);
  const row = (at: 0 | 1 | 2): Visible =>
    join(
      glyphs.map(glyph => glyph?.[at] ?? t``),
      ' ',
    );
  return glyphs.length === 0 || glyphs.includes(undefined) ? undefined : [row(0), row(1), row(2)];
}

/** `1,000.00 GBP → 1,268.20 USD` with the unit after the last row. Undefined if it has no room. */
export function largeMoney(
  money: readonly { readonly text: Visible; readonly unit: Visible }[],
  width: number,
): Glyph | undefined {
  const all = money.map(({ text }) => largeDigits(text));
  const row = (at: 0 | 1 | 2): Visible =>
    join(
      money.map(({ unit }, i) => {
        const after = toWidth(at === 2 ? unit : t``, cellWidth(unit));
        const before = i === 0 ? t`` : at === 1 ? t` → ` : t`   `;
        return t`${before}${all[i]?.[at] ?? t``} ${after}`;
      }),
      '',
    );
  const rows: Glyph = [row(0), row(1), row(2)];
  return money.length === 0 || all.includes(undefined) || cellWidth(rows[0]) > width ? undefined : rows;
}
