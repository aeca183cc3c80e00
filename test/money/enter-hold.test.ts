// Enter at the outcome of a write: a key that is held down must not close the dialog.

import { beforeEach, describe, expect, it } from 'vitest';
import { createEnterHold } from '../../src/money/enter-hold.ts';

let hold: ReturnType<typeof createEnterHold>;
beforeEach(() => {
  hold = createEnterHold();
});

describe('Enter at an outcome', () => {
  it('acts if neither the outcome nor another Enter is new', () => {
    expect(hold.ignores(0)).toBe(false);
  });

  it('is ignored until the outcome has been on the screen for 0.4 s', () => {
    hold.drawn(1000);
    expect(hold.ignores(1399)).toBe(true);
    hold = createEnterHold();
    hold.drawn(1000);
    expect(hold.ignores(1400)).toBe(false);
  });

  it('is ignored for 0.7 s after an Enter pressed before the outcome, because a held key may repeat that late', () => {
    hold.pressed(1000);
    hold.drawn(1010);
    expect(hold.ignores(1699)).toBe(true);
    hold = createEnterHold();
    hold.pressed(1000);
    hold.drawn(1010);
    expect(hold.ignores(1700)).toBe(false);
  });

  it('is ignored for as long as it repeats, and acts after a pause of 0.4 s', () => {
    hold.drawn(0);
    for (let tick = 100; tick < 5000; tick += 100) expect(hold.ignores(tick)).toBe(true);
    expect(hold.ignores(4900 + 399)).toBe(true);
    expect(hold.ignores(4900 + 399 + 400)).toBe(false);
  });

  it('need not rest after another key was pressed, because Enter is then not held down', () => {
    hold.pressed(1000);
    hold.drawn(1010);
    hold.released();
    expect(hold.ignores(1410)).toBe(false);
  });

  it('is ignored after another key too, until the outcome has been on the screen for 0.4 s', () => {
    hold.drawn(1000);
    hold.released();
    expect(hold.ignores(1399)).toBe(true);
    hold.released();
    expect(hold.ignores(1400)).toBe(false);
  });
});
