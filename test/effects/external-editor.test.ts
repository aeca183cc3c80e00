// Purser gives the terminal to the editor once, and takes it back after success and failure.

import { expect, it } from 'vitest';
import { createEditing, type EditText } from '../../src/effects/external-editor.ts';
import { t } from '../../src/lib/visible.ts';
import { signedInStore } from '../store/signed-in.ts';

function lent(editor: EditText | undefined) {
  const did: string[] = [];
  const store = signedInStore();
  const editing = createEditing({
    store,
    editor:
      editor &&
      (text => {
        did.push(`edits ${text}`);
        return editor(text);
      }),
    leave: () => did.push('leave'),
    enter: () => did.push('enter'),
  });
  return { did, editing, notice: () => store.getState().notice };
}

it('an edit leaves the screen, opens the editor, and returns the text', async () => {
  const { did, editing, notice } = lent(async text => ({ ok: true, text: `${text}, edited` }));
  expect(editing.able()).toBe(true);
  expect(await editing.edit('a text')).toBe('a text, edited');
  expect(did).toEqual(['leave', 'edits a text', 'enter']);
  expect(notice()).toBeUndefined();
});

it('an edit returns no text if the editor failed, and says why', async () => {
  const { did, editing, notice } = lent(async () => ({ ok: false, why: t`It failed.` }));
  expect(await editing.edit('a text')).toBeUndefined();
  expect(did).toEqual(['leave', 'edits a text', 'enter']);
  expect(notice()).toEqual({ text: 'It failed.', tone: 'warning' });
});

it('only one editor opens at a time', async () => {
  let end = (): void => {};
  const { did, editing } = lent(
    text =>
      new Promise(resolve => {
        end = () => resolve({ ok: true, text });
      }),
  );
  const first = editing.edit('one');
  expect(await editing.edit('two')).toBeUndefined();
  end();
  expect(await first).toBe('one');
  expect(did).toEqual(['leave', 'edits one', 'enter']);
});

it('Purser keeps the screen if there is no editor', async () => {
  const { did, editing } = lent(undefined);
  expect(editing.able()).toContain('No editor is set');
  expect(await editing.edit('a text')).toBeUndefined();
  expect(did).toEqual([]);
});
