// Every write: without write access its key says why, and no dialog opens.

import { expect, it } from 'vitest';
import { startFor, ways, writeIds } from '../every-write.ts';
import { writesOf } from '../writing.ts';

it.each(writeIds)('%s is barred without write access, with the reason [E22]', async id => {
  const console = await startFor(id, { environment: 'production' });
  // Some keys are barred before the form opens, so the way to the dialog ends early.
  const asks = ways[id].asks(console).catch(() => undefined);
  await console.sees('READ-ONLY: press w for write access');
  void asks;
  expect(console.state().overlay).toBeUndefined();
  expect(writesOf(console)).toEqual([]);
});
