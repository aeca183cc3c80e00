// Notes as entries of a details panel.

import { momentOf } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Note } from '../../journal/together.ts';
import { showTime } from '../../lib/time.ts';
import { t, visible } from '../../lib/visible.ts';
import { idOfKey } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { notesOn, personText } from '../../store/together-view.ts';

export function noteEntries(notes: readonly Note[], state: State): readonly Entry[] {
  const { now, mode, zone } = momentOf(state);
  return notes.flatMap(({ at, author, record, text, pruned }): readonly Entry[] => {
    const on = record === undefined ? t`` : t` · record ${visible(record, 60)}`;
    return [
      {
        note: t`${showTime(at, mode, now, zone)} · ${author === '' ? t`author not known` : personText(author)}${on}`,
      },
      pruned ? { note: t`The text was pruned.` } : { note: visible(text), tone: 'plain' },
    ];
  });
}

/** Undefined for a row without an ID from the service. A row of the journal has its request ID. */
export function notedId(key: string): string | undefined {
  const id = idOfKey(key).replace(/^journal /, '');
  return /^[^#\s]\S*$/.test(id) ? id : undefined;
}

export function recordNotes(key: string, state: State): readonly Entry[] {
  const id = notedId(key);
  const notes = id === undefined ? [] : notesOn(state, id);
  if (notes.length === 0) return [];
  return [{ heading: t`Notes` }, ...bareEntries(notes, state)];
}

/** Without the record's name, because it is on the screen. */
export const bareEntries = (notes: readonly Note[], state: State): readonly Entry[] =>
  noteEntries(
    notes.map(({ record: _, ...note }) => note),
    state,
  );
