// Hands an unresolved entry over to a colleague, or answers a colleague's offer.

import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { subjectText } from '../../money/journal-entry.ts';
import { journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { personText } from '../../store/together.ts';
import { openView } from '../../store/view.ts';
import { pushView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { menuBindings, menuLines } from './menu.tsx';
import { closeOverlay, type OverlayKind, type OverlayOf, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`hand over`;
const bind = bindingsIn<App>(GROUP);

type OpenEntry = ReturnType<typeof journalRows>[number];

interface Colleague {
  readonly text: Visible;
  run(app: App, row: OpenEntry): void;
}

function rowIn(state: State): OpenEntry | undefined {
  const overlay = openOverlay(state, 'hand-over');
  return journalRows(state).find(({ intent }) => intent.requestId === overlay?.requestId);
}

function choicesIn(state: State): readonly Colleague[] {
  const { together } = state;
  const row = rowIn(state);
  if (!together || !row) return [];
  const { me, people } = together;
  const offered = row.held?.offer?.to === me;
  const others = people.filter(person => person !== me && person !== row.held?.owner);
  return [
    ...(offered
      ? [
          { text: t`Accept: the entry becomes yours`, run: answers(true) },
          { text: t`Decline`, run: answers(false) },
        ]
      : row.held?.owner === me
        ? []
        : [{ text: t`Take the entry yourself`, run: hands(me) }]),
    ...others.map(person => ({ text: t`Hand over to ${personText(person)}`, run: hands(person) })),
    {
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

const cursorIn = (state: State): number =>
  Math.min(openOverlay(state, 'hand-over')?.cursor ?? 0, Math.max(0, choicesIn(state).length - 1));

export const handOverKind: OverlayKind<OverlayOf<'hand-over'>> = {
  bindings: [
    bind('hand-over.choose', t`select`, ['enter'], {
      footer: 1,
      run(app) {
        const state = app.store.getState();
        const [row, choice] = [rowIn(state), choicesIn(state)[cursorIn(state)]];
        closeOverlay(app);
        if (row) choice?.run(app, row);
      },
    }),
    bind('hand-over.close', t`close`, ['esc', 'q'], { footer: 3, run: closeOverlay }),
    ...menuBindings({ kind: 'hand-over', group: GROUP, count: state => choicesIn(state).length }),
  ],
  over: 'dimmed',
  spoken: (_, state) => ({
    title: t`Hand over`,
    entries: aboutEntries(state),
    ...choiceSpoken(
      cursorIn(state),
      choicesIn(state).map(({ text }) => text),
    ),
  }),
  View: HandOverView,
};

function HandOverView({ state, theme }: OverlayProps<OverlayOf<'hand-over'>>) {
  const { width, height } = popUpArea(state);
  const about = composeDetails(aboutEntries(state), width, theme);
  const choices = choicesIn(state);
  const cursor = cursorIn(state);
  const rows = Math.max(1, Math.min(choices.length, height - about.length));
  return (
    <PopUp state={state} theme={theme} title={t`Hand over`} height={about.length + rows}>
      <Lines
        lines={about.slice(0, Math.max(0, height - rows))}
        height={Math.min(about.length, height - rows)}
      />
      <Lines lines={menuLines(choices, cursor, { width, height: rows }, theme)} height={rows} />
    </PopUp>
  );
}
