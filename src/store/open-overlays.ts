// The overlays that may be open over a screen, with the person's input. Only this file makes one.

import { t, type Visible } from '../lib/visible.ts';
import type { Dialog } from './dialog.ts';
import { field } from './form-state.ts';
import type { Form, State } from './state.ts';
import type { Store } from './store.ts';

declare const made: unique symbol;

type DeclinedDialog = Pick<Dialog, 'requestId' | 'title' | 'approval'>;

/** `chosen`: the ID of the choice that a person moved the cursor to. */
interface Filtered {
  readonly filter: string;
  readonly cursor: number;
  readonly chosen?: string | undefined;
}

/** The record that the menu was opened for. */
interface OfRecord {
  readonly cursor: number;
  readonly key: string;
  readonly record: Visible;
}

type OverlayParts =
  | ({ readonly kind: 'help' } & Filtered)
  | ({ readonly kind: 'palette' } & Filtered)
  /** `chosen`: the key of the customer under the cursor. `asked`: the pair of IDs that only a second Enter opens. */
  | {
      readonly kind: 'customers';
      readonly form: Form;
      readonly chosen: string | undefined;
      readonly asked?: string;
    }
  | { readonly kind: 'server-filter'; readonly form: Form }
  /** `exchange`: the ID of the shown exchange. Undefined: the newest. `under`: the dialog that Esc goes back to. */
  | {
      readonly kind: 'inspector';
      readonly exchange: number | undefined;
      readonly top: number;
      readonly curl?: true;
      readonly under?: Dialog;
    }
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** `voting`: Esc goes back to the approver's dialog. */
  | {
      readonly kind: 'decline';
      readonly form: Form;
      readonly dialog: DeclinedDialog;
      readonly voting: boolean;
    }
  | { readonly kind: 'grant'; readonly form: Form }
  | { readonly kind: 'columns'; readonly cursor: number }
  | { readonly kind: 'theme'; readonly cursor: number }
  | { readonly kind: 'views'; readonly filter: string; readonly cursor: number }
  | {
      readonly kind: 'notes';
      readonly form: Form;
      readonly record: NotedRecord | undefined;
      readonly top: number;
    }
  | ({ readonly kind: 'hand-over'; readonly requestId: string } & Filtered)
  | { readonly kind: 'record'; readonly key: string; readonly top: number }
  | ({ readonly kind: 'actions' } & OfRecord)
  | ({ readonly kind: 'related' } & OfRecord)
  | {
      readonly kind: 'copy';
      readonly cursor: number;
      readonly keys: readonly string[];
      readonly record: Visible;
    }
  /** `offered`: the file name that Purser suggested. */
  | { readonly kind: 'export'; readonly form: Form; readonly offered: string }
  | {
      readonly kind: 'explain';
      /** Without it, the lines are about the status of the record. */
      readonly title?: Visible;
      readonly record: Visible;
      readonly lines: readonly Explained[];
      readonly top: number;
    }
  | { readonly kind: 'welcome'; readonly top: number }
  | { readonly kind: 'quit' };

export interface NotedRecord {
  readonly id: string;
  readonly name: Visible;
}

export interface Explained {
  readonly label: Visible;
  readonly text: Visible;
}

/** The mark exists only for the compiler: only `overlayWith` gives it. */
export type Overlay = OverlayParts & { readonly [made]: true };
export type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { kind: Kind }>;

export const overlayWith = (parts: OverlayParts): Overlay => parts as Overlay;

export const showOverlay = (store: Store, parts: OverlayParts): void =>
  store.setState({ overlay: overlayWith(parts) });

export const closeOverlay = ({ store }: { readonly store: Store }): void =>
  store.setState({ overlay: undefined });

// The compiler can't follow the comparison of the kind through a type parameter.
export const openOverlay = <Kind extends Overlay['kind']>(
  { overlay }: State,
  kind: Kind,
): OverlayOf<Kind> | undefined => (overlay?.kind === kind ? (overlay as OverlayOf<Kind>) : undefined);

/** No change if the overlay is no longer open. */
export function withOverlay<Kind extends Overlay['kind']>(
  state: State,
  kind: Kind,
  to: (overlay: OverlayOf<Kind>) => Partial<OverlayOf<Kind>>,
): State {
  const overlay = openOverlay(state, kind);
  return overlay ? { ...state, overlay: { ...overlay, ...to(overlay) } } : state;
}

export const scrolledTo =
  (kind: 'explain' | 'record' | 'notes' | 'welcome') =>
  (state: State, top: number): State =>
    withOverlay(state, kind, () => ({ top }));

/** `voting`: the approver's dialog is open. */
export const declineOverlay = (dialog: DeclinedDialog, voting: boolean): Overlay =>
  overlayWith({
    kind: 'decline',
    dialog,
    voting,
    form: { fields: [field('note', t`Note`, '', t`the reason, shown to the person who asked`)], focus: 0 },
  });
