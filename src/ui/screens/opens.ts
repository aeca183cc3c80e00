// A list's key that opens another place: a form for a new record, or another list.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import type { Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { currentView, visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { markedReason } from './list-empty.ts';

interface Opens {
  readonly from: PlaceId;
  readonly to: PlaceId;
  readonly key: Key;
  readonly title: Visible;
  readonly footer?: number;
  /** In read-only mode the key says why it can't run. */
  readonly writes: boolean;
  readonly subject?: (state: State) => string | undefined;
}

export const opens = ({ from, to, key, title, footer, writes, subject }: Opens): Binding<App> =>
  bindingsIn<App>(places[from].title)(`${from}.${to}`, title, [key], {
    footer,
    ...(writes && {
      enabled(app) {
        const state = app.store.getState();
        const view = currentView(state);
        return whyNotWrite(state) ?? (subject && markedReason(view, view.cursorKey)) ?? true;
      },
    }),
    run: app =>
      app.store.setState(state =>
        // Without an ID the form still belongs to that record.
        subject === undefined
          ? visit(state, to)
          : visit(state, to, subject(state), currentView(state).cursorKey),
      ),
  });
