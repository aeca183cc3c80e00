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
  /** Missing: the overlay has no text field. */
  takesText?(state: State): boolean;
  /** False if the overlay's field refuses pasted text. */
  readonly takesPaste?: false;
  /** Over the screen, which is dimmed or clear. Missing: the overlay fills the body, in a frame. */
  readonly over?: 'dimmed' | 'clear';
  title?(state: State): Visible;
  /** A terminal without frames shows this warning in the message line. */
  foot?(state: State): Span | undefined;
  readonly View: ComponentType<OverlayProps>;
  /** Empty if the overlay is no longer open. */
  spoken(state: State, app: App): Spoken;
}

export function openOverlay<K extends Overlay['kind']>(
  state: State,
  ...kinds: readonly K[]
): Extract<Overlay, { kind: K }> | undefined {
  const { overlay } = state;
  // The compiler can't follow the comparison of the kind through a type parameter.
  return overlay && (kinds as readonly string[]).includes(overlay.kind)
    ? (overlay as Extract<Overlay, { kind: K }>)
    : undefined;
}

export const scrolledTo =
  (kind: 'explain' | 'record' | 'notes') =>
  (state: State, top: number): Partial<State> => {
    const overlay = openOverlay(state, kind);
    return overlay ? { overlay: { ...overlay, top } } : {};
  };

export const menuRows = (state: State): number => Math.max(0, popUpArea(state).height - 1);

export const closeOverlay = (app: App): void => app.store.setState({ overlay: undefined });
