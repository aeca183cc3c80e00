import { beforeEach, describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/api/client/exchange.ts';
import { t } from '../../../src/lib/visible.ts';
import { createFrameState } from '../../../src/ui/shell/frame-state.ts';
import { manualClock } from '../../harness/clock.ts';
import { signedInStore } from '../../store/signed-in.ts';

const exchange = (state: Exchange['state']): Exchange => ({
  ...{ id: 1, operation: 'account.list', title: t`Accounts`, method: 'GET', url: 'http://127.0.0.1/account' },
  ...{ requestHeaders: {}, attempt: 1, startedAt: 0, state, drift: [] },
});

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

  it('follows the first change immediately', () => {
    made.store.setState({ now: 1 });
    expect(made.frames.get().now).toBe(1);
    expect(made.drawn()).toBe(1);
  });

  it('is drawn at most once in 33 ms while nobody types, and always with the newest state', () => {
    for (let ms = 0; ms < 330; ms++) {
      made.store.setState({ now: ms + 1 });
      made.clock.advance(1);
    }
    made.clock.advance(33);
    expect(made.drawn()).toBe(11);
    expect(made.frames.get().now).toBe(330);
  });

  it('includes the last answer immediately, with all data from that answer', () => {
    made.store.setState({ exchanges: [exchange('in-flight')] });
    for (const ms of [1, 100]) {
      made.store.setState({ exchanges: [exchange('in-flight')] });
      made.clock.advance(ms);
      made.store.setState({ exchanges: [exchange('done')] });
      const drawn = made.drawn();
      made.store.setState({ now: ms });
      made.clock.advance(0);
      expect(made.frames.get().now).toBe(ms);
      expect(made.drawn()).toBe(drawn + 1);
    }
  });

  it('shows every change immediately after a key', () => {
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

  it('draws nothing after it was stopped', () => {
    made.store.setState({ now: 1 });
    made.store.setState({ now: 2 });
    made.frames.stop();
    made.clock.advance(100);
    made.store.setState({ now: 3 });
    expect(made.drawn()).toBe(1);
  });
});
