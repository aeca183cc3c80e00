import { beforeEach, describe, expect, it } from 'vitest';

import { createFrameState } from '../../../src/ui/shell/frame-state.ts';
import { manualClock } from '../../harness/clock.ts';
import { signedInStore } from '../../store/signed-in.ts';

function world() {
  const store = signedInStore();
  const clock = manualClock(0);
  const frames = createFrameState(store, clock);
  let drawn = 0;
  frames.subscribe(() => {
    drawn += 1;
  });
  return { store, clock, frames, drawn: () => drawn };
}

describe('the state that the screen shows', () => {
  let made: ReturnType<typeof world>;
  beforeEach(() => {
    made = world();
  });

  it('follows the first change at once', () => {
    made.store.setState({ now: 1 });
    expect(made.frames.get().now).toBe(1);
    expect(made.drawn()).toBe(1);
  });

  it('is drawn at most once in 33 ms while nobody types, and ends with the newest', () => {
    for (let ms = 0; ms < 330; ms++) {
      made.store.setState({ now: ms + 1 });
      made.clock.advance(1);
    }
    made.clock.advance(33);
    expect(made.drawn()).toBe(11);
    expect(made.frames.get().now).toBe(330);
  });

  it('shows every change at once after a key', () => {
    made.store.setState({ now: 1 });
    made.frames.typed();
    for (let n = 2; n < 10; n++) {
      made.store.setState({ now: n });
      expect(made.frames.get().now).toBe(n);
    }
  });

  it('shows a waiting change on request, and not a second time', () => {
    made.store.setState({ now: 1 });
    made.store.setState({ now: 2 });
    expect(made.frames.get().now).toBe(1);
    made.frames.flush();
    expect(made.frames.get().now).toBe(2);
    made.clock.advance(100);
    expect(made.drawn()).toBe(2);
  });

  it('draws nothing after its end', () => {
    made.store.setState({ now: 1 });
    made.store.setState({ now: 2 });
    made.frames.stop();
    made.clock.advance(100);
    made.store.setState({ now: 3 });
    expect(made.drawn()).toBe(1);
  });
});
