// Every write: text that attacks a terminal is shown with every character visible, wherever it comes in. After a refusal, what a
// person typed is still in the form.

import { expect, it } from 'vitest';
import { currentWorkspace } from '../../../src/store/workspace.ts';
import type { TestConsole } from '../../harness/console.ts';
import { agrees, changesMeanwhile, HOSTILE, isRaw, opensDialog, startFor, writeIds } from '../every-write.ts';
import { goes } from '../paying.ts';
import { breaks, closes, endsIn } from '../writing.ts';

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

it.each(writeIds)(
  "%s shows the service's words, with every character visible if they are hostile, and keeps the typed text",
  async id => {
    const console = await startFor(id);
    await opensDialog(console, id);
    await changesMeanwhile(console, id, HOSTILE, /: was\s[^:]+,\s+now[^.]*\s+␛\]0;owned/);
    const before = typed(console);
    if (!WITHOUT_FORM.test(id)) expect(before).not.toEqual([]);
    await breaks(console, `${id} status=401 'message=${HOSTILE}' count=1`);
    await agrees(console);
    await endsIn(console, 'REFUSED');
    await console.sees('␛]0;owned');
    await closes(console);
    await console.drawn();
    expect(typed(console)).toEqual(before);
    await goes(console, 'journal');
    await console.sees(/› .*REFUSED/);
    console.press(']');
    await console.sees(/Message +␛\]0;owned/);
    expect(isRaw(console.screen.bytes)).toBe(false);
  },
);
