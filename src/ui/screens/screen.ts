// What the shell knows of a screen, whatever kind it is.

import type { ComponentType } from 'react';
import type { App } from '../../effects/app.ts';
import type { Need } from '../../effects/needs.ts';
import type { Row } from '../../journal/intent.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { PlaceId } from '../../store/places.ts';
import type { SavedView } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { EdgeTexts, Span } from '../kit/edges.ts';
import type { Spoken } from '../kit/spoken.ts';
import type { Theme } from '../kit/theme.ts';
import type { Moment } from './cells.ts';
import type { ServerFilter } from './resource.ts';
import type { Taking } from './taking.ts';

export interface ScreenProps {
  readonly app: App;
  readonly state: State;
  readonly view: View;
  /** Where this is, for the top edge of the screen's first panel: the way here and the filters. */
  readonly title: NonNullable<EdgeTexts['left']>;
  readonly theme: Theme;
}

/** Something that can be done with the record under the cursor, or why it can't be. */
export interface OfferedAction {
  readonly title: Visible;
  readonly key: Key | undefined;
  readonly barred: Visible | undefined;
  run(app: App): void;
}

/** A form or a step of a flow, with keys of its own that come before those of everywhere. */
interface ScreenMode {
  readonly bindings: readonly Binding<App>[];
  /**
   * Only a form has it: whether what is typed goes into a text field now. While a form is open, letters and digits are
   * its own: whoever types on after the last field must not change the tab or the write access.
   */
  takesText?(state: State): boolean;
}

export interface Screen {
  readonly place: PlaceId;
  readonly bindings: readonly Binding<App>[];
  readonly modes?: Readonly<Record<string, ScreenMode>>;
  /** The mode that holds now, by its name; without one, the screen's own bindings and those of everywhere. */
  mode?(state: State): string | undefined;
  readonly filters: readonly ServerFilter[];
  /** What they filter, where that isn't the service's answer. */
  readonly filtered?: Visible;
  /** Views of the list that are there from the start. */
  readonly views?: readonly SavedView[];
  /** What a click at this cell of the terminal selects; it never opens or confirms. */
  clicked?(state: State, at: { readonly x: number; readonly y: number }): State;
  /** Rows that the service still has, while a filter leaves few of those that are loaded. */
  readonly rest?: {
    /** Whether loading them is worth a word. */
    offered(state: State): boolean;
    load(app: App): void;
  };
  /** Whether there are rows for the local filter. */
  readonly filterable: boolean;
  /** Binds the cursor to the record that it is on, so that it stays there whatever is loaded next. */
  settle(state: State): State;
  /** What is to be read for what is on screen. */
  needs(state: State): readonly Need[];
  /** The write whose reading back is on screen. */
  readsBack?(state: State): Row | undefined;
  /** It shows lines of the audit log. */
  readonly showsAudit?: true;
  /** What went wrong with what is on screen, where it doesn't say so itself. */
  problem(state: State): Visible | undefined;
  /** What the breadcrumb says behind the place's title. */
  about(view: View, state: State): Visible | undefined;
  /** Reads again everything that is on screen. */
  reload(app: App): void;
  /** What can be done with the record under the cursor; empty where there is none. */
  actions?(state: State): readonly OfferedAction[];
  /** What can be taken out of it, where it is a list. */
  readonly taking?: Taking;
  /** Ends what is being read for this screen; false if nothing was. */
  abandon(app: App): boolean;
  /** Those of a list, in their order: any may be hidden. */
  readonly columns?: readonly {
    readonly id: string;
    readonly title: Visible;
    heading?(context: Moment): Visible;
  }[];
  /** What is wrong with the local filter, if something is. */
  wrongFilter?(state: State): Visible | undefined;
  /** The local filter, when it has been typed so far, with each of its possible endings. */
  filterCompletions?(state: State, typed: string): readonly string[];
  /** The record under the cursor: what its row says, and how it came. */
  record?(state: State): ListedRecord | undefined;
  /** It draws its panels with their frames itself; otherwise one frame is drawn around it. */
  readonly framesItself?: true;
  /** What the one frame around it says at the right of its edges. */
  edges?(state: State): { readonly top?: Span; readonly bottom?: Span };
  readonly View: ComponentType<ScreenProps>;
  /** What a screen reader is told, from the same entries as the drawing. */
  spoken(state: State, app: App): Spoken;
}

interface ListedRecord {
  readonly key: string;
  readonly name: Visible;
  readonly raw: Json;
}
