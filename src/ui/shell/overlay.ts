// What an overlay is: keys of its own while it is open, perhaps a text field, and a drawing in the place of the body.

import type { ComponentType } from 'react';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Overlay, State } from '../../store/state.ts';
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
  /** Whether what is typed goes into a text field now. */
  takesText(state: State): boolean;
  /** False where nothing that is pasted may get into its field. */
  readonly takesPaste?: false;
  /** It draws itself over the screen, dimmed or as it is; otherwise it is in a frame of the whole body. */
  readonly over?: 'dimmed' | 'clear';
  /** What that frame is called. */
  title?(state: State): Visible;
  readonly View: ComponentType<OverlayProps>;
  /** What a screen reader is told; nothing where it is no longer open. */
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
