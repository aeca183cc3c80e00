// Shows a card's number, CVV and expiry for half a minute, after staff typed a reason. Leaving the screen masks them.

import { Box } from 'ink';
import { explain } from '../../api/client/explain.ts';
import type { Need } from '../../effects/needs.ts';
import { inFours, textCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible, visible, visibleSecret } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { cardsQuery } from '../../records/reads.ts';
import { fieldValue, takesText, withErrors } from '../../store/form-state.ts';
import { places } from '../../store/places.ts';
import { REASON, type RevealStage, revealStage, withRevealForm } from '../../store/reveal.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, goTo, popView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { drawnLines, windowAt } from '../../ui/kit/scroll.ts';
import type { Spoken } from '../../ui/kit/spoken.ts';
import { type Theme, UNPAINTED } from '../../ui/kit/theme.ts';
import { FormView, formBindings } from '../../ui/screens/form.tsx';
import { wholeEntries } from '../../ui/screens/form-screen.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import { moreFields } from '../../ui/screens/list-details.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings } from '../../ui/screens/scrolling.ts';
import { cardName, listedCard, printedEnd } from './card-lines.ts';

const GROUP = t`card details`;
const bind = bindingsIn<App>(GROUP);
const BUTTON = t`Show card details`;
const TITLE = t`Card details`;

const formOf = (state: State): Form | undefined => {
  const stage = revealStage(state);
  return stage.kind === 'asking' ? stage.form : undefined;
};

function submit(app: App, form: Form): void {
  const reason = fieldValue(form, REASON);
  if (reason !== '') return void app.reveals.show(reason);
  const errors = { [REASON]: t`Enter the reason in a few words.` };
  app.store.setState(state => withRevealForm(state, withErrors(form, errors)));
}

const leave = (app: App): void =>
  app.store.setState(state => popView(state) ?? goTo(state, places['card-details'].tab));

function askingEntries(
  app: App,
  cardId: string,
  { state, stage }: { readonly state: State; readonly stage: Extract<RevealStage, { kind: 'asking' }> },
): readonly Entry[] {
  const { recorders } = app.reveals;
  const { failure } = stage;
  const said =
    failure && failure.kind !== 'abandoned' ? explain(failure, TITLE, { key: t`Enter` }) : undefined;
  return [
    ...whichEntries(cardId, state),
    ...(said ? [noted(said.what, 'bad'), noted(said.todo, 'plain')] : []),
    ...(recorders.length === 0
      ? []
      : [
          noted(
            t`This terminal runs inside ${join(recorders, ' and ')}, which may record the screen. Use a terminal without a recorder.`,
            'warn',
          ),
        ]),
    noted(
      t`Shows this card's number, CVV and expiry for 30 seconds. To mask them earlier, press Esc or leave this screen.`,
      'plain',
    ),
    { note: t`Purser stores no card details. The audit log records each view and its reason.` },
  ];
}

function readingNote(stage: RevealStage, tick: number): Visible {
  const seconds = stage.kind === 'reading' ? Math.floor(Math.max(0, tick - stage.since) / 1000) : 0;
  return t`Reading the card details … ${seconds} s. Press Esc to stop.`;
}

function shownEntries(app: App, cardId: string, state: State): readonly Entry[] {
  const stage = revealStage(state);
  const details = app.reveals.details();
  if (stage.kind !== 'shown' || details === undefined) return [{ note: readingNote(stage, state.tick) }];
  const left = Math.max(0, stage.until - state.tick);
  return [
    ...otherCard(cardId, details, state),
    { label: t`Masked in`, cell: { text: showDuration(left), tone: left < 10_000 ? 'bad' : 'strong' } },
    ...whichEntries(cardId, state),
    { label: t`Reason`, cell: { text: stage.reason } },
    { heading: t`From the service` },
    ...detailEntries(details),
    {
      note: t`The meaning of these fields is not documented by the service. Read the fields only to the customer.`,
    },
  ];
}

const scrolling = scrollBindings({
  id: 'card-details',
  group: GROUP,
  windowIn(state, app) {
    const { body } = layoutOf(state.size);
    const { subject = '', detailsTop } = currentView(state);
    const lines = composeDetails(shownEntries(app, subject, state), body.width - 1, UNPAINTED);
    return windowAt(detailsTop, body.height, lines.length);
  },
});

const form: readonly Binding<App>[] = [
  ...formBindings({ id: 'card-details', get: formOf, set: withRevealForm }, BUTTON, submit),
  { id: 'card-details.leave', title: t`leave`, keys: ['esc'], group: t`form`, footer: 9, run: leave },
];
const reading: readonly Binding<App>[] = [
  bind('card-details.stop', t`stop`, ['esc'], { footer: 1, run: app => void app.reveals.mask() }),
];
const shown: readonly Binding<App>[] = [
  bind('card-details.mask', t`mask now`, ['esc'], { footer: 1, run: app => void app.reveals.mask() }),
  ...scrolling,
];

/** A typed card number must not go into a request. */
function barReveal(subject: string | undefined): Visible | undefined {
  if (subject === undefined) return t`No card chosen. Type : and then card-details/CARD_ID.`;
  return maskCardNumbers(subject) === subject
    ? undefined
    : t`Not sent. This is a card number, not a card ID. Purser never sends a card number as an ID.`;
}

/** At most this many cards are loaded to find the chosen card's name. */
const LOOKED_AT = 200;

function whichNeeds(state: State): readonly Need[] {
  const { subject } = currentView(state);
  const known = subject === undefined || barReveal(subject) || listedCard(subject, state);
  return known ? [] : [{ kind: 'list', query: cardsQuery({ server: {} }), through: LOOKED_AT }];
}

export const reveal: Screen = {
  place: 'card-details',
  bindings: [],
  modes: {
    asking: {
      bindings: form,
      takesText(state) {
        const asked = formOf(state);
        return asked !== undefined && takesText(asked);
      },
    },
    reading: { bindings: reading },
    shown: { bindings: shown },
  },
  mode: state => (barReveal(currentView(state).subject) ? undefined : revealStage(state).kind),
  // Only the card's name. Purser reads the details only after staff enter a reason.
  needs: whichNeeds,
  about: ({ subject }) => (subject === undefined ? undefined : visible(maskCardNumbers(subject), 60)),
  View,
  spoken,
};

function spoken(state: State, app: App): Spoken {
  const { subject } = currentView(state);
  const stage = revealStage(state);
  const why = barReveal(subject);
  if (subject === undefined || why) return { entries: why ? [noted(why, 'plain')] : [] };
  if (stage.kind !== 'asking') return { part: stage.kind, entries: shownEntries(app, subject, state) };
  return {
    part: 'asking',
    entries: [...askingEntries(app, subject, { state, stage }), noted(STAYS, 'warn')],
    ...formSpoken({ form: stage.form, button: BUTTON, change: form => change(app, form) }),
  };
}

/** Purser can't remove lines that it printed for a screen reader. */
const STAYS = t`Spoken text stays in the terminal's scrollback. Clear the terminal afterwards.`;

const change = (app: App, form: Form): void => app.store.setState(now => withRevealForm(now, form));

function View(props: ScreenProps) {
  const { app, state, view, theme } = props;
  const { body } = layoutOf(state.size);
  const { subject } = view;
  const stage = revealStage(state);
  const why = barReveal(subject);
  if (subject === undefined || why) return notes(why ? [noted(why, 'plain')] : [], body, theme);
  if (stage.kind !== 'asking') return notes(shownEntries(app, subject, state), body, theme, view.detailsTop);
  const most = Math.max(0, body.height - 4);
  const entries = askingEntries(app, subject, { state, stage });
  const above = wholeEntries(entries, body.width - 1, most, theme).lines;
  const rows = above.length;
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={above} height={rows} />
      <FormView
        form={stage.form}
        button={BUTTON}
        width={body.width}
        height={body.height - rows}
        theme={theme}
        onChange={changed => change(app, changed)}
      />
    </Box>
  );
}

function notes(
  entries: readonly Entry[],
  { width, height }: { readonly width: number; readonly height: number },
  theme: Theme,
  detailsTop = 0,
) {
  const lines = composeDetails(entries, width - 1, theme);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Lines lines={drawnLines(lines, windowAt(detailsTop, height, lines.length), theme)} height={height} />
    </Box>
  );
}

/** Staff do not recognise a card by its ID. */
function whichEntries(cardId: string, state: State): readonly Entry[] {
  const card = listedCard(cardId, state);
  return [
    ...(card
      ? [
          { label: t`Card`, cell: { text: cardName(card), tone: 'strong' as const } },
          { label: t`Status`, cell: textCell(card.cardStatus) },
        ]
      : [noted(t`No loaded list has this card, so its customer is not known.`, 'warn')]),
    { label: t`Card ID`, cell: { text: visible(cardId) } },
  ];
}

/** If the response has another card's number, staff must not read out that number. */
function otherCard(cardId: string, details: Json, state: State): readonly Entry[] {
  const end = printedEnd(listedCard(cardId, state));
  const other = end && revealedEnds(details).find(one => one !== end);
  if (!end || other === undefined) return [];
  return [
    noted(
      t`WRONG CARD: this number ends in ${visible(other)}, but the chosen card ends in ${visible(end)}. Read the number to nobody. Press Esc, then tell the service's support.`,
      'bad',
    ),
  ];
}

const MOST = 60;

/** The only function that shows card numbers unmasked. */
export function detailEntries(details: Json): readonly Entry[] {
  const found = leaves(details, undefined);
  if (found.length === 0) return [noted(t`The response is empty: no number, no CVV, no expiry.`, 'warn')];
  return [
    ...found
      .slice(0, MOST)
      .map(({ name, value }): Entry => ({ label: name, cell: { text: value, tone: 'strong' } })),
    ...(found.length > MOST ? [noted(moreFields(found.length - MOST), 'warn')] : []),
  ];
}

const NUMBER = /^\d{13,19}$/;

const revealedEnds = (details: Json): readonly string[] =>
  leaves(details, undefined)
    .map(({ value }) => value.replace(/[\s-]/g, ''))
    .filter(digits => NUMBER.test(digits))
    .map(digits => digits.slice(-4));

interface DetailLeaf {
  readonly name: Visible;
  readonly value: Visible;
}

function leaves(value: Json, name: Visible | undefined): readonly DetailLeaf[] {
  if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const own = visible(key, 40);
      return leaves(item, name === undefined ? own : t`${name}.${own}`);
    });
  }
  if (name === undefined && value === null) return [];
  return [{ name: name ?? t`response`, value: leafText(value) }];
}

function leafText(value: string | boolean | null | JsonNumber): Visible {
  if (value === null) return t`–`;
  if (value instanceof JsonNumber) return inFours(visible(value.source));
  return typeof value === 'string' ? inFours(visibleSecret(value)) : value ? t`yes` : t`no`;
}
