// The question before the console ends: what is lost, or waits for this person.

import { expect, test } from 'vitest';
import type { Waiting } from '../../../src/journal/approvals.ts';
import type { App } from '../../../src/money/app.ts';
import { quitKind } from '../../../src/ui/shell/quit.tsx';
import { alpha, signedInStore } from '../../store/signed-in.ts';

function asked(...parts: readonly Waiting['part'][]): string {
  const store = signedInStore(alpha);
  const waiting = parts.map(part => ({ part }) as Waiting);
  store.setState({ approvals: { waiting, readAt: 0 } });
  // A cast: the question needs only this part of the app.
  const app = { inFlight: () => 0 } as unknown as App;
  return JSON.stringify(quitKind.spoken({ kind: 'quit' } as never, store.getState(), app).entries);
}

test('an approved request and a request that waits are named, and those of others are not', () => {
  expect(asked('vote', 'look', 'decline')).toContain('Nothing is running, so quitting loses nothing.');
  expect(asked('send', 'wait', 'wait')).toMatch(
    /Approved, not sent yet: 1\. Only you can send, .*Your requests that wait for approval: 2\./,
  );
  expect(asked('send')).not.toMatch(/Nothing is running|that wait/);
});
