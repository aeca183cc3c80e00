// Hands an unresolved entry over to a colleague, or answers a colleague's offer.

import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { folded } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { subjectText } from '../../money/journal-entry.ts';
import { journalRows } from '../../store/journal-view.ts';
import type { State } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { openView } from '../../store/view.ts';
import { pushView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import { cursorIn, MenuField, menuBindings, menuLines } from './menu.tsx';
import { closeOverlay, type OverlayKind, type OverlayOf, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`hand over`;
const bind = bindingsIn<App>(GROUP);

type OpenEntry = ReturnType<typeof journalRows>[number];

interface HandOverChoice {
  readonly id: string;
  readonly text: Visible;
  /** Of a colleague. */
  readonly person?: string;
  run(app: App, row: OpenEntry): void;
}

function rowIn(state: State): OpenEntry | undefined {
  const overlay = openOverlay(state, 'hand-over');
  return journalRows(state).find(({ intent }) => intent.requestId === overlay?.requestId);
}

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

const aboutLines = (state: State, theme: Theme): readonly Painted[] =>
  composeDetails(aboutEntries(state), popUpArea(state).width, theme);

const cursorOf = (state: State): number => {
  const overlay = openOverlay(state, 'hand-over');
  return overlay ? cursorIn(overlay, choicesIn(state)) : 0;
};

/** Rows of choices, below the entry and the field. */
function rowsOf(state: State, about: number): number {
  const { height } = popUpArea(state);
  return Math.max(1, Math.min(Math.max(1, choicesIn(state).length), height - about - 1));
}

const NONE = t`No matching person.`;

const change = (app: App, filter: string): void =>
  app.store.setState(state => {
    const overlay = openOverlay(state, 'hand-over');
    return overlay
      ? { overlay: { kind: 'hand-over', requestId: overlay.requestId, filter, cursor: 0 } }
      : state;
  });

function choose(app: App) {
  const state = app.store.getState();
  const [overlay, row, choices] = [openOverlay(state, 'hand-over'), rowIn(state), choicesIn(state)];
  const choice = choices[cursorOf(state)];
  if (!overlay || !row || !choice) return;
  // The cursor fell on another choice, so Enter would act on a person whom nobody chose.
  if (overlay.chosen !== undefined && overlay.chosen !== choice.id)
    return app.store.setState({
      overlay: { ...overlay, chosen: choice.id },
      notice: { text: t`Your choice is no longer in the list. Choose again.`, tone: 'warning' },
    });
  closeOverlay(app);
  choice.run(app, row);
}

export const handOverKind: OverlayKind<OverlayOf<'hand-over'>> = {
  takesText: () => true,
  bindings: [
    bind('hand-over.choose', t`select`, ['enter'], { footer: 1, run: choose }),
    bind('hand-over.close', t`close`, ['esc'], { footer: 3, run: closeOverlay }),
    ...menuBindings({
      kind: 'hand-over',
      group: GROUP,
      typed: true,
      count: state => choicesIn(state).length,
      at: cursorOf,
      idAt: (state, _, to) => choicesIn(state)[to]?.id,
      rows: state => rowsOf(state, aboutLines(state, UNPAINTED).length),
    }),
  ],
  over: 'dimmed',
  spoken(overlay, state, app) {
    const texts = choicesIn(state).map(({ text }) => text);
    return {
      title: t`Hand over`,
      entries: aboutEntries(state),
      status: texts.length === 0 ? NONE : counted(texts.length, t`choice`),
      typing: {
        key: 'filter',
        name: t`Filter`,
        value: overlay.filter,
        change: filter => change(app, filter),
      },
      ...choiceSpoken(cursorOf(state), texts),
    };
  },
  View: HandOverView,
};

function HandOverView({ app, overlay, state, theme }: OverlayProps<OverlayOf<'hand-over'>>) {
  const { width, height } = popUpArea(state);
  const about = aboutLines(state, theme);
  const choices = choicesIn(state);
  const rows = rowsOf(state, about.length);
  const room = Math.max(0, Math.min(about.length, height - 1 - rows));
  return (
    <PopUp state={state} theme={theme} title={t`Hand over`} height={room + 1 + rows}>
      <Lines lines={about.slice(0, room)} height={room} />
      <MenuField
        label={t`  filter: `}
        value={overlay.filter}
        width={width}
        theme={theme}
        onChange={filter => change(app, filter)}
      />
      <Lines
        lines={
          choices.length === 0
            ? [theme.paint('dim', t`  ${NONE}`)]
            : menuLines(choices, cursorOf(state), { width, height: rows }, theme)
        }
        height={rows}
      />
    </PopUp>
  );
}
