// What the shell knows of a screen, whatever kind it is.

import type { ComponentType } from 'react';
import type { App } from '../../effects/app.ts';
import type { Need } from '../../effects/needs.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Theme } from '../kit/theme.ts';
import type { ServerFilter } from './resource.ts';

export interface ScreenProps {
  readonly state: State;
  readonly view: View;
  readonly theme: Theme;
}

export interface Screen {
  readonly place: PlaceId;
  readonly bindings: readonly Binding<App>[];
  readonly filters: readonly ServerFilter[];
  /** Whether there are rows for the local filter. */
  readonly filterable: boolean;
  /** Binds the cursor to the record that it is on, so that it stays there whatever is loaded next. */
  settle(state: State): State;
  /** What is to be read for what is on screen. */
  needs(state: State): readonly Need[];
  /** What went wrong with what is on screen, where it doesn't say so itself. */
  problem(state: State): Visible | undefined;
  /** What the breadcrumb says behind the place's title. */
  about(view: View, state: State): Visible | undefined;
  /** Reads again everything that is on screen. */
  reload(app: App): void;
  /** Ends what is being read for this screen; false if nothing was. */
  abandon(app: App): boolean;
  readonly View: ComponentType<ScreenProps>;
}
