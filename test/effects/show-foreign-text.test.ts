// What Node or a library printed becomes a message, and the screen is drawn again then and once a minute.

import { expect, it } from 'vitest';
import { watchForeignText } from '../../src/effects/show-foreign-text.ts';
import { manualClock } from '../harness/clock.ts';
import { signedInStore } from '../store/signed-in.ts';

function watched() {
  const store = signedInStore();
  const clock = manualClock(0);
  const printed: string[] = [];
  let drawings = 0;
  const stop = watchForeignText({
    ...{ store, clock, read: () => printed.splice(0).join('') },
    redraw: () => {
      drawings++;
    },
  });
  return { store, clock, printed, drawings: () => drawings, stop };
}

it('foreign text is shown in one safe line, and the screen is drawn again', () => {
  const { store, clock, printed, drawings } = watched();
  printed.push('Warning: one\n', '  \u001B[2Jtwo\n');
  clock.advance(1000);
  expect(store.getState().notice).toEqual({
    text: 'Printed by Node, not by Purser: Warning: one ␛[2Jtwo',
    tone: 'warning',
  });
  expect(drawings()).toBe(1);
  clock.advance(5000);
  expect(drawings()).toBe(1);
});

it('without foreign text there is no message, and one drawing a minute, until the end', () => {
  const { store, clock, drawings, stop } = watched();
  for (let second = 0; second < 180; second++) clock.advance(1000);
  expect(store.getState().notice).toBeUndefined();
  expect(drawings()).toBe(3);
  stop();
  for (let second = 0; second < 120; second++) clock.advance(1000);
  expect(drawings()).toBe(3);
});
