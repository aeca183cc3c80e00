// What the shell knows about a screen of any kind.

import type { ComponentType } from 'react';
import type { Need } from '../../effects/needs.ts';
import type { Moment } from '../../format/cells.ts';
import type { Row } from '../../journal/intent.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { PlaceId } from '../../store/places.ts';
import type { SavedView } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { EdgeTexts, Span } from '../kit/edges.ts';
import type { Spoken } from '../kit/spoken.ts';
import type { Theme } from '../kit/theme.ts';
import type { ServerFilter } from './resource.ts';
import type { Taking } from './taking.ts';

export interface ScreenProps {
  readonly app: App;
  readonly state: State;
  readonly view: View;
  /** The breadcrumb and the filters, for the top edge of the screen's first panel. */
  readonly title: NonNullable<EdgeTexts['left']>;
  readonly theme: Theme;
}

/** An action on the selected record, or why it can't run. */
export interface OfferedAction {
  readonly title: Visible;
  readonly key: Key | undefined;
  readonly barred: Visible | undefined;
  run(app: App): void;
}

/** A form or a step of a flow. The mode's keys come before the keys of every screen. */
interface ScreenMode {
  readonly bindings: readonly Binding<App>[];
  /**
   * Only for a form: whether typing goes into a text field now. While a form is open, letters and digits are always
   * typed text. So typing past the last field changes neither the tab nor the write access.
   */
  takesText?(state: State): boolean;
}

export interface Screen {
  readonly place: PlaceId;
  readonly bindings: readonly Binding<App>[];
  readonly modes?: Readonly<Record<string, ScreenMode>>;
  /** The current mode's name. Without a mode, the screen's own bindings and the keys of every screen work. */
  mode?(state: State): string | undefined;
  /** The filters of the service. */
  readonly filters?: readonly ServerFilter[];
  /** The source of the filtered rows, if not the service. */
  readonly filtered?: Visible;
  /** Views of the list that come with Purser. */
  readonly views?: readonly SavedView[];
  /** The state after a click at this cell of the terminal. A click selects; it never opens or confirms. */
  clicked?(state: State, at: { readonly x: number; readonly y: number }): State;
  /** The rows that aren't loaded yet, for a filter that few loaded rows match. */
  readonly rest?: {
    /** Whether Purser offers to load these rows. */
    offered(state: State): boolean;
    load(app: App): void;
  };
  /** Whether the screen has rows for the local filter. */
  readonly filterable?: true;
  /**
   * Why the keys for the list do nothing while the list is not on the screen. Undefined if the list is on the screen.
   */
  whyHidden?(state: State): Visible | undefined;
  /** Keeps the selection on its record when the rows change. */
  settle?(state: State): State;
  /** The reads that the screen needs. */
  needs?(state: State): readonly Need[];
  /** The write whose check against the service is on screen. */
  checkedWrite?(state: State): Row | undefined;
  /** The screen shows lines of the audit log. */
  readonly showsAudit?: true;
  /** What is wrong with the screen's content, if the screen doesn't say so itself. Undefined if nothing is wrong. */
  problem?(state: State): Visible | undefined;
  /** The breadcrumb's text after the place's title. */
  about(view: View, state: State): Visible | undefined;
  /** Reads again everything that is on screen. */
  reload?(app: App): void;
  /** The actions for the selected record; empty without a record. */
  actions?(state: State): readonly OfferedAction[];
  /** What can be copied and exported, if the screen is a list. */
  readonly taking?: Taking;
  /** Stops this screen's reads; false if there were none. */
  abandon?(app: App): boolean;
  /** The IDs of columns that have no content now. */
  absent?(state: State): readonly string[];
  /** A list's columns, in their order: any may be hidden. */
  readonly columns?: readonly {
    readonly id: string;
    readonly title: Visible;
    heading?(context: Moment): Visible;
  }[];
  /** The local filter's error, if it has one. */
  wrongFilter?(state: State): Visible | undefined;
  /** The local filter with each completion of its last term. */
  filterCompletions?(state: State, typed: string): readonly string[];
  /** The selected record: its name and its raw JSON. */
  record?(state: State): ListedRecord | undefined;
  /** The screen draws its own frames. Around any other screen, the shell draws one frame. */
  readonly framesItself?: true;
  /** The texts at the right of the edges of the frame that the shell draws around the screen. */
  edges?(state: State): { readonly top?: Span; readonly bottom?: Span };
  readonly View: ComponentType<ScreenProps>;
  /** The text for a screen reader, from the same entries as the drawing. */
  spoken(state: State, app: App): Spoken;
}

/** A screen with a list. */
export type ListScreen = Screen &
  Required<Pick<Screen, 'settle' | 'needs' | 'problem' | 'reload' | 'abandon' | 'taking'>>;

interface ListedRecord {
  readonly key: string;
  readonly name: Visible;
  readonly raw: Json;
}
