// Every write: a refusal shows the service's words, and only a person sends again: the same bytes under the same request ID.

import { expect, it, vi } from 'vitest';
import { patience } from '../../harness/patience.ts';
import { agrees, opensDialog, sentFor, startFor, writeIds } from '../every-write.ts';
import { effectsOf } from '../paying.ts';
import { breaks, dialogOf, endsIn, newestRow } from '../writing.ts';

it.each(writeIds)(
  "%s shows the service's words for a refusal, and each attempt has one request ID [B2b–c B9c–d]",
  async id => {
    const console = await startFor(id);
    await opensDialog(console, id);
    const { requestId } = dialogOf(console);
    for (const status of [401, 429]) {
      await breaks(console, `${id} status=${status} message='Not allowed: ${status}.' count=1`);
      await agrees(console);
      await endsIn(console, 'REFUSED');
      await console.sees(`Not allowed: ${status}.`);
      console.press('tab', 'enter');
      await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('asking'), patience);
    }
    await agrees(console);
    await endsIn(console, 'DONE');
    expect(effectsOf(console, id)).toHaveLength(1);
    const sent = sentFor(console, id);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ method, target, body }) => `${method} ${target} ${body}`)).size).toBe(1);
    const { transitions } = await newestRow(console);
    const ids = sent.map(({ headers }) => headers['x-request-id']);
    // Family A has no header for it.
    expect(ids).toEqual(sent.map(({ target }) => (target.startsWith('/api/') ? undefined : [requestId])));
    const twice = [1, 2].flatMap(() => ['SENT', 'REFUSED']);
    expect(transitions.map(({ to }) => to)).toEqual(['PREPARED', ...twice, 'SENT', 'DONE']);
  },
);
