// What may be open over a screen, with what a person typed or chose there.

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
  /** `exchange`: the ID of the shown exchange; without it the newest. */
  | {
      readonly kind: 'inspector';
      readonly exchange: number | undefined;
      readonly top: number;
      /** Whether the copied curl command is shown. */
      readonly curl?: true;
    }
  /** A write that waits for confirmation, is under way, or has ended. */
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  /** Asks why the write of this dialog is declined. */
  | { readonly kind: 'decline'; readonly form: Form; readonly dialog: DeclinedDialog }
  /** Asks for the reason of the write access. */
  | { readonly kind: 'grant'; readonly form: Form }
  /** The columns that a list shows. */
  | { readonly kind: 'columns'; readonly cursor: number }
  | { readonly kind: 'theme'; readonly cursor: number }
  /** The saved views of the current list; `typed` is a name. */
  | { readonly kind: 'views'; readonly typed: string; readonly cursor: number }
  /** The notes on the customer and the selected record, and a field for a new one. */
  | {
      readonly kind: 'notes';
      readonly form: Form;
      readonly record: NotedRecord | undefined;
      readonly top: number;
    }
  /** Whom the entry with this request ID is handed over to. */
  | { readonly kind: 'hand-over'; readonly requestId: string; readonly cursor: number }
  /** The raw JSON of the record with this key. */
  | { readonly kind: 'record'; readonly key: string; readonly top: number }
  /** The actions for the record with this key; `record` is its row's text. */
  | { readonly kind: 'actions'; readonly cursor: number; readonly key: string; readonly record: Visible }
  /** The copy format for the records with these keys; `record` is their name. */
  | {
      readonly kind: 'copy';
      readonly cursor: number;
      readonly keys: readonly string[];
      readonly record: Visible;
    }
  /** `offered`: the suggested file name, until somebody types another. */
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

/** The record of a list that a note may be on. */
export interface NotedRecord {
  readonly id: string;
  readonly name: Visible;
}

/** One line of a status explanation. */
export interface Explained {
  readonly label: Visible;
  readonly text: Visible;
}
