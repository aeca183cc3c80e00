// Opens a long text in the person's own editor. The editor gets the screen; running requests continue.

import { t, type Visible } from '../lib/visible.ts';
import { warn } from '../store/notices.ts';
import type { Store } from '../store/store.ts';
import type { Edited } from '../system/editor.ts';

/** Waits for its end. If that fails, `why` is a whole sentence. */
export type EditText = (text: string) => Promise<Edited>;

interface EditingDeps {
  readonly store: Store;
  /** Undefined if the environment names no editor. */
  readonly editor: EditText | undefined;
  /** Removes sensitive data from the terminal first. */
  readonly leave: () => void;
  readonly enter: () => void;
}

export type Editing = ReturnType<typeof createEditing>;

export function createEditing({ store, editor, leave, enter }: EditingDeps) {
  let open = false;
  return {
    /** If not, a sentence that says why. */
    able: (): true | Visible =>
      editor ? true : t`No editor is set. Set VISUAL or EDITOR before you start Purser.`,
    /** Undefined if the editor failed (with a message) or is already open. */
    async edit(text: string): Promise<string | undefined> {
      if (!editor || open) return undefined;
      open = true;
      leave();
      try {
        const edited = await editor(text);
        if (edited.ok) return edited.text;
        warn(store, edited.why);
        return undefined;
      } finally {
        open = false;
        enter();
      }
    },
  };
}
