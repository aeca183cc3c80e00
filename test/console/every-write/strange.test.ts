// Every write: unknown fields and unlisted values in the service's answers change no outcome, except money's by an unknown word.

import { expect, it, vi } from 'vitest';
import { parseJson } from '../../../src/lib/json.ts';
import { registry } from '../../../src/subjects/registry.ts';
import { patience } from '../../harness/patience.ts';
import { agrees, opensDialog, startFor, writeIds } from '../every-write.ts';
import { effectsOf } from '../paying.ts';
import { breaks, dialogOf, newestRow } from '../writing.ts';

it.each(writeIds)('%s has a correct outcome after unknown fields and unlisted values', async id => {
  const console = await startFor(id, {
    simulator: { faults: ['* mutate=fields percent=100', '* mutate=nulls percent=100 allowed'] },
  });
  await breaks(console, `${id} mutate=values percent=100 allowed`);
  await opensDialog(console, id);
  await agrees(console);
  await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('ended'), patience);
  expect(effectsOf(console, id)).toHaveLength(1);
  const { state, transitions } = await newestRow(console);
  if (registry[id].class === 'money' && state === 'UNKNOWN') {
    await console.sees('Purser does not know this word');
    return;
  }
  expect(state).toBe('DONE');
  expect(parseJson(transitions.at(-1)?.answer?.text ?? '').ok, 'the recorded answer is JSON').toBe(true);
});
