// An overlay: its keys while it is open, its drawing, and its text for a screen reader.

import type { ComponentType } from 'react';
import type { Binding } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { State } from '../../store/state.ts';
import type { Span } from '../kit/edges.ts';
import type { Spoken } from '../kit/spoken.ts';
import type { Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import { popUpArea } from './PopUp.tsx';

export interface OverlayProps {
  readonly app: App;
  readonly state: State;
  readonly theme: Theme;
  readonly area: Area;
}

export interface OverlayKind {
  readonly bindings: readonly Binding<App>[];
  /** Whether typing goes into a text field now. An overlay without this function has no text field. */
  takesText?(state: State): boolean;
  /** False if the overlay's field refuses pasted text. */
  readonly takesPaste?: false;
  /**
   * The overlay lies over the screen, which is dimmed or clear. An overlay without this value fills the body, in a
   * frame.
   */
  readonly over?: 'dimmed' | 'clear';
  /** The title of the frame around an overlay that fills the body. */
  title?(state: State): Visible;
  /** A warning at the bottom edge of the frame. A terminal without frames shows the warning in the message line. */
  foot?(state: State): Span | undefined;
  readonly View: ComponentType<OverlayProps>;
  /** The text for a screen reader; empty if the overlay is no longer open. */
  spoken(state: State, app: App): Spoken;
}

/** The open overlay, if it is one of these kinds. */
export function openOverlay<K extends Overlay['kind']>(
  state: State,
  ...kinds: readonly K[]
): Extract<Overlay, { kind: K }> | undefined {
  const { overlay } = state;
  // The kind was just compared. The compiler can't follow that through a type parameter.
  return overlay && (kinds as readonly string[]).includes(overlay.kind)
    ? (overlay as Extract<Overlay, { kind: K }>)
    : undefined;
}

/** The most rows for a menu's choices, below one line about the menu. */
export const menuRows = (state: State): number => Math.max(0, popUpArea(state).height - 1);

export const closeOverlay = (app: App): void => app.store.setState({ overlay: undefined });
