// The saved views: read from their file when somebody first asks for them, and kept there.

import type { Visible } from '../lib/visible.ts';
import type { SavedViews } from '../store/saved-views.ts';
import type { Store } from '../store/store.ts';

/** The file of the saved views. */
export interface ViewsFile {
  /** `why`: they can't be read. */
  read(): { readonly views: SavedViews } | { readonly why: Visible };
  /** Says why they can't be written, if so. */
  write(views: SavedViews): Visible | undefined;
}

export interface ViewEffects {
  /** Reads them once. */
  load(): void;
  /** Keeps these for the next start too. */
  keep(views: SavedViews): void;
}

/** Without a file they last as long as the session. */
export function createViews({
  store,
  file,
}: {
  readonly store: Store;
  readonly file: ViewsFile | undefined;
}): ViewEffects {
  let writable = true;
  const warn = (text: Visible): void => store.setState({ notice: { text, tone: 'warning' } });
  return {
    load() {
      if (store.getState().views) return;
      const read = file?.read() ?? { views: {} };
      // What could not be understood is never written over.
      writable = !('why' in read);
      store.setState({ views: 'views' in read ? read.views : {} });
      if ('why' in read) warn(read.why);
    },
    keep(views) {
      store.setState({ views });
      const why = writable ? file?.write(views) : undefined;
      if (why) warn(why);
    },
  };
}
