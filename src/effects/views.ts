// Saved views. The operator's own views are in a file that all consoles of this machine share. A team's shared views
// are in the team journal.

import type { Shared, Together } from '../journal/together.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { tell, warn } from '../store/notices.ts';
import { isPlace, type PlaceId } from '../store/places.ts';
import { isSavedView } from '../store/saved-views.ts';
import type { SavedView, SavedViews } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** `why`: why that failed. */
type FileContent<Content> = { readonly content: Content } | { readonly why: Visible };

/** A file that all consoles of this machine share. */
export interface KeptFile<Content> {
  read(): FileContent<Content>;
  /** To the current content. Returns the new content. */
  change(to: (content: Content) => Content): FileContent<Content>;
}

export type ViewEffects = ReturnType<typeof createViews>;

interface ViewsDeps {
  readonly store: Store;
  /** Without a file, the operator's own views last until Purser ends. */
  readonly file: KeptFile<SavedViews> | undefined;
  readonly together: () => Promise<Together | undefined>;
}

export function createViews({ store, file, together }: ViewsDeps) {
  let writable = true;

  async function loadShared(): Promise<void> {
    const found = await (await together())?.views();
    if (!found?.ok) return;
    const teamViews = found.value.flatMap(({ place, name, person, view }) => {
      // The console of a colleague may be of another version.
      const named = typeof view === 'object' ? { ...view, name } : undefined;
      return isPlace(place) && isSavedView(named) ? [{ place, person, view: named }] : [];
    });
    store.setState({ teamViews });
  }

  async function shared(done: Shared | undefined, text: Visible): Promise<void> {
    if (done === undefined)
      return warn(store, t`Views are shared in a team journal only, and this profile has none.`);
    if (done.ok) tell(store, text);
    else warn(store, done.why);
    await loadShared();
  }

  return {
    /** Another console or a colleague may have saved one. */
    load() {
      void loadShared();
      const read = writable ? file?.read() : undefined;
      if (read && 'content' in read) return store.setState({ views: read.content });
      if (store.getState().views === undefined) store.setState({ views: {} });
      if (!read) return;
      // A file that Purser can't read is never overwritten.
      writable = false;
      warn(store, read.why);
    },
    keep(change: (views: SavedViews) => SavedViews): void {
      const done = writable ? file?.change(change) : undefined;
      store.setState(({ views = {} }) => ({
        views: done && 'content' in done ? done.content : change(views),
      }));
      if (done && 'why' in done) warn(store, done.why);
    },
    async share(place: PlaceId, { name, ...view }: SavedView): Promise<void> {
      const done = await (await together())?.shareView(place, name, view);
      await shared(done, t`“${visible(name, 40)}” is shared with the team.`);
    },
    async unshare(place: PlaceId, name: string): Promise<void> {
      const done = await (await together())?.unshareView(place, name);
      await shared(done, t`“${visible(name, 40)}” is not shared any more.`);
    },
  };
}
