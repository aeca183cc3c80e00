// Every write with a form: what a person typed is still in the form after a refusal.

import { expect, it } from 'vitest';
import { currentWorkspace } from '../../../src/store/workspace.ts';
import type { TestConsole } from '../../harness/console.ts';
import { agrees, opensDialog, startFor, writeIds } from '../every-write.ts';
import { breaks, endsIn } from '../writing.ts';

/** The fields with a value in all forms of the customer. */
function typed({ app: { store } }: TestConsole): readonly (readonly [id: unknown, value: string])[] {
  const fields: [unknown, string][] = [];
  JSON.stringify(currentWorkspace(store.getState()).flows, (_, one: unknown) => {
    if (typeof one === 'object' && one !== null && 'id' in one && 'value' in one && one.value !== '')
      fields.push([one.id, String(one.value)]);
    return one;
  });
  return fields;
}

const WITHOUT_FORM = /^(?:directDebit|mandate|user)\.|^card\.(?:activate|update|close)$/;

it.each(writeIds)('%s keeps the typed text after a refusal', async id => {
  const console = await startFor(id);
  await opensDialog(console, id);
  const before = typed(console);
  if (!WITHOUT_FORM.test(id)) expect(before).not.toEqual([]);
  await breaks(console, `${id} status=401 message='Not allowed.' count=1`);
  await agrees(console);
  await endsIn(console, 'REFUSED');
  console.press('esc');
  await console.drawn();
  expect(typed(console)).toEqual(before);
});
