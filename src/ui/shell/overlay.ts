// An overlay: its keys while it is open, its drawing, and its text for a screen reader.

import type { ReactNode } from 'react';
import type { Binding } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Overlay } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import type { Span } from '../kit/edges.ts';
import type { Spoken } from '../kit/spoken.ts';
import type { Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';

export interface OverlayProps<Open extends Overlay = Overlay> {
  readonly app: App;
  readonly overlay: Open;
  readonly state: State;
  readonly theme: Theme;
  readonly area: Area;
}

export interface OverlayKind<Open extends Overlay = Overlay> {
  readonly bindings: readonly Binding<App>[];
  /** Missing: the overlay has no text field. */
  takesText?(overlay: Open, state: State): boolean;
  readonly takesPaste?: false;
  /** Over the screen, which is dimmed or clear. Missing: the overlay fills the body, in a frame. */
  readonly over?: 'dimmed' | 'clear';
  title?(state: State): Visible;
  /** A terminal without frames shows this warning in the message line. */
  foot?(state: State): Span | undefined;
  View(props: OverlayProps<Open>): ReactNode;
  spoken(overlay: Open, state: State, app: App): Spoken;
}
