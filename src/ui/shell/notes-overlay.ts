// The notes on this customer and the selected record, and a field for a new note.

import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { choice, field, fieldValue, setField, withErrors } from '../../store/form-state.ts';
import { tell, warning } from '../../store/notices.ts';
import {
  type NotedRecord,
  type OverlayOf,
  openOverlay,
  overlayWith,
  scrolledTo,
  withOverlay,
} from '../../store/open-overlays.ts';
import type { Form, State } from '../../store/state.ts';
import { NOTE_LENGTH, notesHere, notesOn, notesText } from '../../store/together-view.ts';
import { customerKey } from '../../store/workspace.ts';
import { bareEntries, notedId, noteEntries } from '../screens/note-entries.ts';
import type { Screen } from '../screens/screen.ts';
import { formOverlay } from './form-overlays.tsx';

/** Half-typed notes of this customer, by the record's ID. */
const drafts =
  flowSlot<Readonly<Record<string, { readonly text: string; readonly typedAt: number }>>>('notes');

const draftKey = (record: NotedRecord | undefined): string => record?.id ?? '';

function formOf(record: NotedRecord | undefined, typed: string): Form {
  const text = field(
    'text',
    t`New note`,
    typed,
    t`at most ${NOTE_LENGTH} characters, not sent to the service`,
  );
  const about = choice('about', t`About`, 'record', t`← and → choose`, [
    { value: 'record', label: t`this record` },
    { value: 'customer', label: t`the customer` },
  ]);
  return record ? { fields: [about, text], focus: 1 } : { fields: [text], focus: 0 };
}

function recordIn(screen: Screen, state: State): NotedRecord | undefined {
  const record = screen.record?.(state);
  const id = record && notedId(record.key);
  return record && id !== undefined ? { id, name: record.name } : undefined;
}

export const notesBinding = (screenOf: (state: State) => Screen): Binding<App> =>
  bindingsIn<App>(t`everywhere`)('notes', t`notes`, ['M'], {
    enabled(app) {
      const { notes, customer, journal } = app.store.getState();
      if (!customer) return t`Choose a customer first.`;
      if (journal.kind === 'locked') return t`Notes are in the journal. ${journal.why}`;
      return notes ? true : t`Purser can't read the notes yet: the journal has not answered.`;
    },
    run: app =>
      app.store.setState(state => {
        const record = recordIn(screenOf(state), state);
        const typed = drafts.get(state)?.[draftKey(record)]?.text ?? '';
        return { overlay: overlayWith({ kind: 'notes', form: formOf(record, typed), record, top: 0 }) };
      }),
  });

async function submit(app: App, form: Form): Promise<void> {
  const { store } = app;
  const { customer } = store.getState();
  if (!customer) return;
  const record = openOverlay(store.getState(), 'notes')?.record;
  const text = fieldValue(form, 'text');
  const refuse = (why: Visible): void => change(app, withErrors(form, { text: why }));
  if (text === '') return refuse(t`Required: type the note.`);
  if (text.length > NOTE_LENGTH)
    return refuse(t`A note has ${NOTE_LENGTH} characters at most. This note has ${text.length}.`);
  const onRecord = fieldValue(form, 'about') === 'record';
  // Empties the field, so that a second Enter does not add the note again.
  change(app, setField(form, 'text', ''));
  const why = await app.together.addNote(text, onRecord ? record?.id : undefined);
  if (why === undefined) return tell(store, t`Note added.`);
  const owner = customerKey(customer);
  const key = draftKey(record);
  store.setState(state => {
    // The person may have gone to another record or customer, or typed another note.
    const kept = drafts.change(state, owner, all => ({ [key]: { text, typedAt: state.now }, ...all }));
    const notes = state.customer && customerKey(state.customer) === owner && openOverlay(state, 'notes');
    const isHere = notes && draftKey(notes.record) === key && fieldValue(notes.form, 'text') === '';
    return {
      ...(isHere ? withForm(kept, withErrors(form, { text: why })) : kept),
      notice: warning(t`The note was not added. ${why}`),
    };
  });
}

function withForm(state: State, form: Form): State {
  const text = fieldValue(form, 'text');
  const key = draftKey(openOverlay(state, 'notes')?.record);
  const { [key]: _, ...others } = drafts.get(state) ?? {};
  const kept = drafts.set(state, text === '' ? others : { ...others, [key]: { text, typedAt: state.now } });
  return withOverlay(kept, 'notes', () => ({ form }));
}

const change = (app: App, form: Form): void => app.store.setState(state => withForm(state, form));

function entriesOf({ record }: OverlayOf<'notes'>, state: State): readonly Entry[] {
  const own = record ? notesOn(state, record.id) : [];
  const others = notesHere(state).filter(note => !own.includes(note));
  const all = own.length + others.length;
  if (all === 0) return [{ note: t`Nobody has written a note on this customer yet.` }];
  return [
    ...(own.length > 0 ? [{ heading: t`This record` }, ...bareEntries(own, state)] : []),
    ...(others.length > 0 ? [{ heading: t`The customer` }, ...noteEntries(others, state)] : []),
  ];
}

export const notesKind = formOverlay({
  kind: 'notes',
  group: t`notes`,
  button: t`Add note`,
  esc: t`close`,
  title: () => t`Notes`,
  name: ({ record }) => record?.name,
  status: state => notesText(notesHere(state).length),
  below: { entries: entriesOf, scrolled: scrolledTo('notes') },
  set: withForm,
  enough: form => form.fields[form.focus]?.id === 'text' && fieldValue(form, 'text') !== '',
  submit: (app, { form }) => void submit(app, form),
});
