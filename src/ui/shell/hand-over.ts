// Hands an unresolved entry over to a colleague, or answers a colleague's offer.

import type { Entry } from '../../format/entry.ts';
import { folded } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { subjectText } from '../../money/journal-entry.ts';
import { journalRows } from '../../store/journal-view.ts';
import { openOverlay } from '../../store/open-overlays.ts';
import type { State } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { openView } from '../../store/view.ts';
import { pushView } from '../../store/workspace.ts';
import { menuOverlay } from './menu.tsx';

type OpenEntry = ReturnType<typeof journalRows>[number];

interface HandOverChoice {
  readonly id: string;
  readonly text: Visible;
  /** Of a colleague. */
  readonly person?: string;
  run(app: App, row: OpenEntry): void;
}

const rowIn = (state: State, requestId = openOverlay(state, 'hand-over')?.requestId): OpenEntry | undefined =>
  journalRows(state).find(({ intent }) => intent.requestId === requestId);

/** Of a person. The picker has room for long names, and two of them may begin alike. */
const NAME = 60;

function choicesIn(state: State): readonly HandOverChoice[] {
  const typed = folded(openOverlay(state, 'hand-over')?.filter.trim() ?? '');
  const all = allChoices(state);
  if (typed === '') return all;
  // Half a name must never select an answer to an offer, so people come first.
  return [
    ...all.filter(({ person }) => person !== undefined && folded(person).includes(typed)),
    ...all.filter(({ person, text }) => person === undefined && folded(text).startsWith(typed)),
  ];
}

function allChoices(state: State): readonly HandOverChoice[] {
  const { together } = state;
  const row = rowIn(state);
  if (!together || !row) return [];
  const { me, people } = together;
  const offered = row.held?.offer?.to === me;
  const others = people.filter(person => person !== me && person !== row.held?.owner);
  return [
    ...(offered
      ? [
          { id: 'accept', text: t`Accept: the entry becomes yours`, run: answers(true) },
          { id: 'decline', text: t`Decline`, run: answers(false) },
        ]
      : row.held?.owner === me
        ? []
        : [{ id: 'take', text: t`Take the entry yourself`, run: hands(me) }]),
    ...others.map(person => ({
      id: `person ${person}`,
      text: t`Hand over to ${visible(person, NAME)}`,
      person,
      run: hands(person),
    })),
    {
      id: 'document',
      text: t`Handover of the shift, as a document`,
      run: (app: App) => app.store.setState(now => pushView(now, openView('handover'))),
    },
  ];
}

const answers = (accepts: boolean) => (app: App, row: OpenEntry) => void app.together.answer(row, accepts);
const hands = (person: string) => (app: App, row: OpenEntry) => void app.together.handOver(row, person);

function aboutEntries(state: State): readonly Entry[] {
  const row = rowIn(state);
  if (!row) return [{ note: t`The entry is no longer in the journal. Press Esc.`, tone: 'warn' }];
  const { owner = '', offer } = row.held ?? {};
  return [
    { lead: { text: t`${visible(row.intent.title, 40)} ${subjectText(row)}`, tone: 'strong' } },
    { label: t`Owner`, cell: { text: personText(owner) } },
    ...(offer
      ? [{ label: t`Offered to`, cell: { text: t`${personText(offer.to)}, by ${personText(offer.by)}` } }]
      : []),
    {
      note: t`The owner finds out how the write ended, and resolves the entry. The entry has a new owner once the colleague accepts.`,
    },
    { note: t`` },
  ];
}

export const handOverKind = menuOverlay({
  kind: 'hand-over',
  group: t`hand over`,
  title: t`Hand over`,
  choices: choicesIn,
  idOf: ({ id }) => id,
  rows: choices => choices.map(({ text }) => ({ text })),
  field: { name: t`Filter`, counts: t`choice`, none: t`No matching person.` },
  enter: {
    id: 'choose',
    title: t`select`,
    run(app, choice, { requestId }) {
      const row = rowIn(app.store.getState(), requestId);
      if (row) choice.run(app, row);
    },
  },
  entries: aboutEntries,
});
