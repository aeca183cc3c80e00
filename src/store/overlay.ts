// The overlays that may be open over a screen, with the person's input.

import type { Visible } from '../lib/visible.ts';
import type { Dialog } from './dialog.ts';
import type { Form } from './state.ts';

type DeclinedDialog = Pick<Dialog, 'requestId' | 'title' | 'approval'>;

export type Overlay =
  | { readonly kind: 'help'; readonly filter: string; readonly cursor: number }
  | { readonly kind: 'palette'; readonly filter: string; readonly cursor: number }
  | {
      readonly kind: 'customers';
      readonly form: Form;
      readonly cursor: number | undefined;
      readonly required: boolean;
    }
  | { readonly kind: 'server-filter'; readonly form: Form }
  /** `exchange`: the ID of the shown exchange. Undefined: the newest. `under`: the dialog that Esc goes back to. */
  | {
      readonly kind: 'inspector';
      readonly exchange: number | undefined;
      readonly top: number;
      /** Whether the copied curl command is shown. */
      readonly curl?: true;
      readonly under?: Dialog;
    }
  /** A write that waits for confirmation, is under way, or has ended. */
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** Asks why the person declines the write of this dialog. `voting`: Esc goes back to the approver's dialog. */
  | {
      readonly kind: 'decline';
      readonly form: Form;
      readonly dialog: DeclinedDialog;
      readonly voting: boolean;
    }
  /** Asks for the reason for write access. */
  | { readonly kind: 'grant'; readonly form: Form }
  /** The columns that a list shows. */
  | { readonly kind: 'columns'; readonly cursor: number }
  | { readonly kind: 'theme'; readonly cursor: number }
  /** The saved views of the current list; `typed` is a name. */
  | { readonly kind: 'views'; readonly typed: string; readonly cursor: number }
  /** The notes on the customer and the selected record, and a field for a new note. */
  | {
      readonly kind: 'notes';
      readonly form: Form;
      readonly record: NotedRecord | undefined;
      readonly top: number;
    }
  /** Asks to whom the entry with this request ID is handed over. */
  | { readonly kind: 'hand-over'; readonly requestId: string; readonly cursor: number }
  /** The raw JSON of the record with this key. */
  | { readonly kind: 'record'; readonly key: string; readonly top: number }
  /** The actions for the record with this key. `record`: the text of its row. */
  | { readonly kind: 'actions'; readonly cursor: number; readonly key: string; readonly record: Visible }
  /** The copy formats for the records with these keys. `record`: the text that names these records. */
  | {
      readonly kind: 'copy';
      readonly cursor: number;
      readonly keys: readonly string[];
      readonly record: Visible;
    }
  /** `offered`: the file name that Purser suggested. */
  | { readonly kind: 'export'; readonly form: Form; readonly offered: string }
  /** The meaning of the selected record's status. */
  | {
      readonly kind: 'explain';
      readonly record: Visible;
      readonly lines: readonly Explained[];
      readonly top: number;
    }
  /** What Purser is, and five keys to try. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'quit' };

/** The record that a note is about. */
export interface NotedRecord {
  readonly id: string;
  readonly name: Visible;
}

/** One line of a status explanation. */
export interface Explained {
  readonly label: Visible;
  readonly text: Visible;
}
