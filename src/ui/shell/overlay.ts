// What an overlay is: its keys while it is open, perhaps a text field, and a drawing in the place of the body.

import type { ComponentType } from 'react';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { State } from '../../store/state.ts';
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
  /** Whether typing goes into a text field now. */
  takesText(state: State): boolean;
  /** False if nothing may be pasted into its field. */
  readonly takesPaste?: false;
  /** It draws itself over the screen, dimmed or not; otherwise it has a frame of the whole body. */
  readonly over?: 'dimmed' | 'clear';
  /** That frame's title. */
  title?(state: State): Visible;
  readonly View: ComponentType<OverlayProps>;
  /** Its text for a screen reader; nothing if it is no longer open. */
  spoken(state: State, app: App): Spoken;
}

/** The open overlay, if it is one of these kinds. */
export function openOverlay<K extends Overlay['kind']>(
  state: State,
  ...kinds: readonly K[]
): Extract<Overlay, { kind: K }> | undefined {
  const { overlay } = state;
  // The kind was just compared; the compiler doesn't carry that through a type parameter.
  return overlay && (kinds as readonly string[]).includes(overlay.kind)
    ? (overlay as Extract<Overlay, { kind: K }>)
    : undefined;
}

/** Rows for the choices of a menu, below a line about it. */
export const menuRows = (state: State): number => Math.max(0, popUpArea(state).height - 1);

export const closeOverlay = (app: App): void => app.store.setState({ overlay: undefined });
