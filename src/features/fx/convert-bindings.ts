// What each key means at each step of the flow.

import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { valuesOf } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, goTo, popView } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { windowAt } from '../../ui/kit/scroll.ts';
import { createTheme } from '../../ui/kit/theme.ts';
import { formBindings } from '../../ui/screens/form.tsx';
import { layoutOf } from '../../ui/screens/layout.ts';
import { scrollBindings, scrolledView } from '../../ui/screens/scrolling.ts';
import { conversionQuery } from './conversion.ts';
import { stageLines } from './convert-entries.ts';
import { flowOf, lastPair, newFlow, type Stage } from './flow.ts';
import { conversionIn } from './following.ts';
import { usableOf, whyNotConvert } from './held.ts';
import { askQuote, flowIn, instant, send, submit, withEvent } from './quoting.ts';
import { review } from './review.ts';
import { checkTerms } from './terms.ts';
import { whyUsed } from './used-quote.ts';

const GROUP = t`FX`;
export const BUTTON = t`Ask for a quote`;

const stageIn = (app: App): Stage => flowIn(app.store.getState()).stage;

/** Enter, or why it can't be: first what is wrong with the quote, then that nothing may be written. */
function mayReview(app: App): true | Visible {
  const stage = stageIn(app);
  if (stage.kind !== 'quoted') return t`There is no quote to convert from.`;
  const at = instant(app);
  const state = app.store.getState();
  const usable = usableOf(stage.held);
  const used = 'missing' in usable ? undefined : whyUsed(usable.id, state);
  return used ?? whyNotConvert(stage.held, at) ?? whyNotWrite(state, at.tick) ?? true;
}

const leave = (app: App): void => app.store.setState(state => popView(state) ?? goTo(state, 'fx'));

const scrolling = scrollBindings({
  id: 'convert',
  group: GROUP,
  windowIn(state) {
    const { body } = layoutOf(state.size, 'list');
    const lines = stageLines(flowIn(state).stage, state, body.width, createTheme('mono'));
    return windowAt(currentView(state).detailsTop, body.height, lines.length);
  },
  scrolled: scrolledView,
});

export const askingKeys: readonly Binding<App>[] = [
  {
    id: 'convert.stop',
    title: t`stop asking`,
    keys: ['esc'],
    group: GROUP,
    footer: 1,
    run: app => void app.quotes.abandon(),
  },
  {
    id: 'convert.wait',
    title: t`ask again`,
    keys: ['r', 'enter'],
    group: GROUP,
    enabled: () => t`A quote is being asked for; Esc stops it.`,
    run: () => {},
  },
  ...scrolling,
];

export const quotedKeys: readonly Binding<App>[] = [
  {
    id: 'convert.review',
    title: t`review and convert`,
    keys: ['enter'],
    group: GROUP,
    footer: 1,
    enabled: mayReview,
    run(app) {
      const stage = stageIn(app);
      if (stage.kind === 'quoted') review(app, stage.held);
    },
  },
  {
    id: 'convert.requote',
    title: t`new quote`,
    keys: ['r'],
    group: GROUP,
    footer: 2,
    run(app) {
      const stage = stageIn(app);
      if (stage.kind === 'quoted') askQuote(app, stage.held.terms);
    },
  },
  {
    id: 'convert.form',
    title: t`back to the form`,
    keys: ['esc'],
    group: GROUP,
    footer: 3,
    run: app => send(app, { kind: 'back' }),
  },
  ...scrolling,
];

export const convertedKeys: readonly Binding<App>[] = [
  {
    id: 'convert.anew',
    title: t`new quote, same pair`,
    keys: ['n'],
    group: GROUP,
    footer: 1,
    run: app => send(app, { kind: 'anew' }),
  },
  {
    id: 'convert.reread',
    title: t`read it again`,
    keys: ['r'],
    group: GROUP,
    footer: 2,
    enabled: app => (conversionIn(app.store.getState()) ? true : t`It has no ID to be read by.`),
    run(app) {
      const id = conversionIn(app.store.getState());
      if (id !== undefined) void app.documents.load(conversionQuery(id));
    },
  },
  {
    id: 'convert.leave',
    title: t`to the conversions`,
    keys: ['esc'],
    group: GROUP,
    footer: 3,
    run: leave,
  },
  ...scrolling,
];

/** The form as it begins, with the pair that was used last. */
const freshForm = (state: State): Form => newFlow(lastPair(flowOf.all(state))).form;

export const formKeys: readonly Binding<App>[] = [
  ...formBindings(
    {
      id: 'convert',
      get: state => flowIn(state).form,
      set: (state, typed) => withEvent(state, { kind: 'typed', form: typed }, state),
      check: checkTerms,
    },
    BUTTON,
    submit,
  ),
  {
    id: 'convert.clear-all',
    title: t`clear all fields`,
    keys: ['ctrl-k'],
    group: t`form`,
    enabled({ store }) {
      const state = store.getState();
      return valuesOf(flowIn(state).form) === valuesOf(freshForm(state))
        ? t`Nothing was typed into this form yet.`
        : true;
    },
    run: app => send(app, { kind: 'typed', form: freshForm(app.store.getState()) }),
  },
  {
    id: 'convert.leave-form',
    title: t`leave; what is typed stays`,
    keys: ['esc'],
    group: t`form`,
    footer: 3,
    run: leave,
  },
];
