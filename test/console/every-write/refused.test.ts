// Every write: a refusal shows the service's words, and each attempt has the same bytes and the same request ID.

import { expect, it, vi } from 'vitest';
import { patience } from '../../harness/patience.ts';
import { agrees, opensDialog, sentFor, startFor, writeIds } from '../every-write.ts';
import { breaks, dialogOf, endsIn, newestRow } from '../writing.ts';

it.each(writeIds)('%s', async id => {
  const console = await startFor(id);
  await opensDialog(console, id);
  const { requestId } = dialogOf(console);
  for (const status of [401, 429, 400]) {
    await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('asking'), patience);
    await breaks(console, `${id} status=${status} message='Not allowed: ${status}.' count=1`);
    await agrees(console);
    await endsIn(console, 'REFUSED');
    await console.sees(`Not allowed: ${status}.`);
    if (status !== 400) console.press('tab', 'enter');
  }
  const sent = sentFor(console, id);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ method, target, body }) => `${method} ${target} ${body}`)).size).toBe(1);
  const { transitions } = await newestRow(console);
  const ids = sent.map(({ headers }) => headers['x-request-id']);
  // Family A has no header for it.
  expect(ids).toEqual(sent.map(({ target }) => (target.startsWith('/api/') ? undefined : [requestId])));
  expect(transitions.map(({ to }) => to)).toEqual(['PREPARED', ...ids.flatMap(() => ['SENT', 'REFUSED'])]);
});
