// The overlays that may be open over a screen, with the person's input.

import type { Visible } from '../lib/visible.ts';
import type { Dialog } from './dialog.ts';
import type { Form } from './state.ts';

type DeclinedDialog = Pick<Dialog, 'requestId' | 'title' | 'approval'>;

export type Overlay =
  /** `chosen`: the ID of the command that a person moved the cursor to. */
  | {
      readonly kind: 'help';
      readonly filter: string;
      readonly cursor: number;
      readonly chosen?: string | undefined;
    }
  | {
      readonly kind: 'palette';
      readonly filter: string;
      readonly cursor: number;
      readonly chosen?: string | undefined;
    }
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
  /** `chosen`: the choice that a person moved the cursor to. */
  | {
      readonly kind: 'hand-over';
      readonly requestId: string;
      readonly filter: string;
      readonly cursor: number;
      readonly chosen?: string | undefined;
    }
  | { readonly kind: 'record'; readonly key: string; readonly top: number }
  | { readonly kind: 'actions'; readonly cursor: number; readonly key: string; readonly record: Visible }
  | { readonly kind: 'related'; readonly cursor: number; readonly key: string; readonly record: Visible }
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
