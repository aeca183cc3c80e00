// A long text in the person's own editor: the editor has the screen, and requests on their way go on.

import { t, type Visible } from '../lib/visible.ts';
import type { Store } from '../store/store.ts';

/** Runs the editor on a text and waits for its end; after a `why`, a whole sentence, the text is unchanged. */
export type EditText = (
  text: string,
) => Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Visible }>;

interface EditingDeps {
  readonly store: Store;
  /** Undefined if this machine's environment names no editor. */
  readonly editor: EditText | undefined;
  /** Gives the terminal away, with everything sensitive wiped first, and takes it back. */
  readonly leave: () => void;
  readonly enter: () => void;
}

export interface Editing {
  /** Whether there is an editor, or why not. */
  able(): true | Visible;
  /** The text as the editor left it; undefined, with a message, if it stays unchanged. */
  edit(text: string): Promise<string | undefined>;
}

export function createEditing({ store, editor, leave, enter }: EditingDeps): Editing {
  let open = false;
  return {
    able: () => (editor ? true : t`No editor is set. Set VISUAL or EDITOR before you start Purser.`),
    async edit(text) {
      if (!editor || open) return undefined;
      open = true;
      leave();
      try {
        const edited = await editor(text);
        if (edited.ok) return edited.text;
        store.setState({ notice: { text: edited.why, tone: 'warning' } });
        return undefined;
      } finally {
        open = false;
        enter();
      }
    },
  };
}
