/** The machine's clock, and the clock that tests move. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { manualClock } from '../harness/clock.ts';

it("the machine's clock runs a scheduled task unless the task was cancelled", async () => {
  const clock = systemClock();
  const ran: string[] = [];
  const cancel = clock.after(0, () => ran.push('cancelled'));
  cancel();
  await new Promise<void>(resolve => clock.after(1, resolve));
  expect(ran).toEqual([]);
  expect(clock.monotonic()).toBeLessThanOrEqual(clock.monotonic());
  expect(Math.abs(clock.wall() - Date.now())).toBeLessThan(60_000);
});

it('the test clock stands still until a test moves it, and then runs the due tasks in order', () => {
  const clock = manualClock(1000);
  const ran: string[] = [];
  const note = (name: string) => () => {
    ran.push(`${name} at ${clock.monotonic()}/${clock.wall()}`);
  };
  clock.after(30, note('late'));
  clock.after(10, () => {
    note('early')();
    clock.after(5, note('next'));
    clock.after(0, note('at once'));
  });
  clock.after(10, note('same'));
  const cancel = clock.after(12, note('cancelled'));
  cancel();
  clock.advance(9);
  expect(ran).toEqual([]);
  clock.advance(6);
  expect(ran).toEqual(['early at 10/1010', 'same at 10/1010', 'at once at 10/1010', 'next at 15/1015']);
  clock.advance(100);
  expect(ran.at(-1)).toBe('late at 30/1030');
  expect(clock.wall()).toBe(1115);
});
