// SGR codes: the change from one style to another ends in the right style.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStyles } from '../../../src/ui/paint/styles.ts';

const code = fc.constantFrom('1', '2', '3', '4', '7', '9', '31', '92', '44', '38;5;203', '48;2;1;2;3');
const codes = fc.array(code, { maxLength: 4 }).map(some => some.join(';'));
/** The codes between the brackets. */
const inner = (sequence: string): string => sequence.slice(2, -1);

test('the change between two styles gives the new style, and is never longer than a reset with all codes', () => {
  fc.assert(
    fc.property(codes, codes, (one, other) => {
      const styles = createStyles();
      const from = one === '' ? 0 : styles.after(0, one);
      const to = other === '' ? 0 : styles.after(0, other);
      const change = styles.change(from, to);
      expect(change === '').toBe(from === to);
      if (from === to) return;
      expect(styles.after(from, inner(change) || '0')).toBe(to);
      expect(change.length).toBeLessThanOrEqual(to === 0 ? 3 : styles.change(0, to).length + 2);
    }),
  );
});

test('a blank hides its weight and colour, but not its background, line or inversion', () => {
  const styles = createStyles();
  expect(styles.ofBlank(styles.after(0, '1;31'))).toBe(0);
  expect(styles.ofBlank(styles.after(0, '1;31;44'))).toBe(styles.after(0, '44'));
  const [inverse, underlined] = [styles.after(0, '31;7'), styles.after(0, '31;4')];
  expect([styles.ofBlank(inverse), styles.ofBlank(underlined)]).toEqual([inverse, underlined]);
});
