// What the shell knows about a screen of any kind.

import type { ComponentType } from 'react';
import type { Need } from '../../effects/needs.ts';
import type { Moment } from '../../format/cells.ts';
import type { Row } from '../../journal/intent.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Json } from '../../lib/json.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { PlaceId } from '../../store/places.ts';
import type { SavedView, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { WatchOffer } from '../../store/watches.ts';
import type { EdgeTexts, Span } from '../kit/edges.ts';
import type { Spoken } from '../kit/spoken.ts';
import type { Theme } from '../kit/theme.ts';
import type { Relations } from './related-entries.ts';
import type { ServerFilter } from './resource.ts';
import type { OfferedAction } from './row-actions.ts';
import type { Taking } from './taking.ts';

export interface ScreenProps {
  readonly app: App;
  readonly state: State;
  readonly view: View;
  /** For the top edge of the screen's first panel. */
  readonly title: NonNullable<EdgeTexts['left']>;
  readonly theme: Theme;
}

/** Its keys come before the keys of every screen. */
export interface ScreenMode {
  readonly bindings: readonly Binding<App>[];
  /** A text field has the focus. In a form letters and digits are always typed text. */
  takesText?(state: State): boolean;
  /** Takes text that was typed or pasted while no text field has the focus. */
  typed?(app: App, text: string): void;
}

export interface Screen {
  readonly place: PlaceId;
  readonly bindings: readonly Binding<App>[];
  readonly modes?: Readonly<Record<string, ScreenMode>>;
  /** Without it the screen's own bindings work. */
  mode?(state: State): string | undefined;
  readonly filters?: readonly ServerFilter[] | undefined;
  readonly filtered?: Visible | undefined;
  readonly views?: readonly SavedView[];
  /** A click selects, sorts or changes a tab of the details. It never opens or confirms. */
  clicked?(state: State, at: { readonly x: number; readonly y: number }): State;
  /** Rows that aren't loaded yet, for a filter with few matches. */
  readonly rest?: {
    offered(state: State): boolean;
    load(app: App): void;
  };
  readonly filterable?: true;
  hiddenReason?(state: State): Visible | undefined;
  /** The state after the rows changed, such as with the cursor back on its record. */
  settle?(state: State): State;
  needs?(state: State): readonly Need[];
  /** The write whose outcome check is on the screen, so that Purser keeps it current. */
  checkedWrite?(state: State): Row | undefined;
  readonly showsAudit?: true;
  /** If the screen doesn't say so itself. */
  problem?(state: State): Visible | undefined;
  about(view: View, state: State): Visible | undefined;
  reload?(app: App): void;
  actions?(state: State): readonly OfferedAction[];
  readonly taking?: Taking;
  /** False if there were none. */
  abandon?(app: App): boolean;
  absent?(state: State): readonly string[];
  /** In the last frame. */
  isDrawn?(columnId: string): boolean;
  /** In their order: any may be hidden. */
  readonly columns?: readonly {
    readonly id: string;
    readonly title: Visible;
    heading?(context: Moment): Visible;
  }[];
  wrongFilter?(state: State): Visible | undefined;
  filterCompletions?(state: State, typed: string): readonly string[];
  record?(state: State): ListedRecord | undefined;
  /** What `W` watches: the selected or open record. Or why it can't. */
  watchable?(state: State): WatchOffer | Visible;
  related?(state: State): Relations | undefined;
  /** Around any other screen, the shell draws one frame. */
  readonly framesItself?: true;
  /** At the right. */
  edges?(state: State): { readonly top?: Span; readonly bottom?: Span };
  readonly View: ComponentType<ScreenProps>;
  /** From the same entries as the drawing. */
  spoken(state: State, app: App): Spoken;
}

export type ListScreen = Screen &
  Required<Pick<Screen, 'settle' | 'needs' | 'problem' | 'reload' | 'abandon' | 'taking'>>;

interface ListedRecord {
  readonly key: string;
  readonly name: Visible;
  readonly raw: Json;
}
