// The keys that copy and export from a list, and the key that explains a status.

import { explained } from '../../format/statuses.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { countText } from '../../lib/decimal.ts';
import { stampOf } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { choice, field, fieldValue } from '../../store/form.ts';
import { places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import { whyNoRow } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';
import { recordName } from './row-actions.ts';
import type { Exportable, Taking } from './taking.ts';

const bind = bindingsIn<App>(t`list`);

export function takingBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
  taking: Taking,
): readonly Binding<App>[] {
  function some(app: App): true | Visible {
    const state = app.store.getState();
    return taking.copyable(state) ? true : whyNoRow(model(state));
  }
  return [
    bind('list.copy-id', t`copy the ID`, ['y'], {
      enabled: some,
      run(app) {
        const ids = taking.copyable(app.store.getState())?.ids();
        if (!ids) return;
        if ('why' in ids) app.store.setState({ notice: { text: ids.why, tone: 'warning' } });
        else void app.clipboard.copy(ids.what, ids.text);
      },
    }),
    bind('list.copy', t`copy ID, row or JSON`, ['Y'], {
      enabled: some,
      run(app) {
        const copyable = taking.copyable(app.store.getState());
        if (!copyable) return;
        const { keys, record } = copyable;
        app.store.setState({ overlay: { kind: 'copy', cursor: 0, keys, record } });
      },
    }),
    bind('list.export', t`export to a file`, ['E'], {
      enabled(app) {
        const state = app.store.getState();
        if (state.exporting)
          return t`An export of ${state.exporting.many} is running. To stop it, press Esc on its screen.`;
        const { query, shown, marked } = taking.exportable(state);
        return query || shown.length > 0 || marked.length > 0 ? true : t`There is nothing to export.`;
      },
      run(app) {
        const state = app.store.getState();
        const form = exportForm(taking.exportable(state), listing, state, app.exports.folder);
        app.store.setState({ overlay: { kind: 'export', form, offered: fieldValue(form, 'file') } });
      },
    }),
    bind('list.explain', t`explain status`, ['i'], {
      enabled(app) {
        if (!listing.statuses) return t`${places[listing.place].title}: these records have no status.`;
        const shown = model(app.store.getState());
        const { current } = shown;
        return current ? (listing.linkedRecord?.whyNoStatus(current.row) ?? true) : whyNoRow(shown);
      },
      run(app) {
        const state = app.store.getState();
        const { current } = model(state);
        if (!current || !listing.statuses) return;
        app.store.setState({
          overlay: {
            kind: 'explain',
            record: recordName(listing, current.row, state),
            lines: explained(listing.statuses, current.row),
            top: 0,
          },
        });
      },
    }),
  ];
}

function exportForm<Row>(
  { marked, shown, query, matching, whole }: Exportable,
  { place }: Listing<Row>,
  state: State,
  folder: string,
): Form {
  const scopes = [
    ...(marked.length > 0 ? [{ value: 'marked', label: t`marked (${countText(marked.length)})` }] : []),
    { value: 'shown', label: t`loaded (${countText(shown.length)})` },
    ...(query && matching ? [{ value: 'matching', label: t`all that match, fetched` }] : []),
    ...(query ? [{ value: 'all', label: t`all, fetched` }] : []),
  ];
  // Hidden rows are exported only if the user chooses that.
  const scope = marked.length > 0 ? 'marked' : query && !matching && !whole ? 'all' : 'shown';
  const stamp = stampOf(state.now, 'local', state.reach.zone)
    .slice(0, 16)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '-');
  return {
    fields: [
      choice('scope', t`Which`, scope, t``, scopes),
      choice('format', t`Format`, 'csv', t`JSON and NDJSON: whole records. CSV: one column for each field`, [
        { value: 'csv', label: t`CSV` },
        { value: 'json', label: t`JSON` },
        { value: 'ndjson', label: t`NDJSON` },
      ]),
      field(
        'file',
        t`File`,
        `${folder}/purser-${place}-${stamp}.csv`,
        t`~ is the home folder; Purser never overwrites a file`,
      ),
    ],
    focus: 0,
  };
}
