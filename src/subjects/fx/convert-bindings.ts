// The keys of each step of a conversion.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
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
import { usableOf, whyNotConvert } from './held.ts';
import { askQuote, conversionIn, flowIn, instant, send, submit, withEvent } from './quoting.ts';
import { review, whyUsed } from './review.ts';
import { checkTerms, currencyIn, isComplete, swapped } from './terms.ts';

const GROUP = t`FX`;
const bind = bindingsIn<App>(GROUP);
export const BUTTON = t`Get a quote`;

const stageIn = (app: App): Stage => flowIn(app.store.getState()).stage;

/** A problem with the quote comes before missing write access. */
function mayReview(app: App): true | Visible {
  const stage = stageIn(app);
  if (stage.kind !== 'quoted') return t`There is no quote. Press r for a new quote.`;
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
    const { body } = layoutOf(state.size);
    const lines = stageLines(flowIn(state).stage, state, body.width, createTheme('mono'));
    return windowAt(currentView(state).detailsTop, body.height, lines.length);
  },
  scrolled: scrolledView,
});

export const askingKeys: readonly Binding<App>[] = [
  bind('convert.stop', t`stop request`, ['esc'], { footer: 1, run: app => void app.quotes.abandon() }),
  bind('convert.wait', t`new quote`, ['r', 'enter'], {
    enabled: () => t`Purser is requesting a quote. Press Esc to stop.`,
    run: () => {},
  }),
  ...scrolling,
];

export const quotedKeys: readonly Binding<App>[] = [
  bind('convert.review', t`review and convert`, ['enter'], {
    footer: 1,
    enabled: mayReview,
    run(app) {
      const stage = stageIn(app);
      if (stage.kind === 'quoted') void review(app, stage.held);
    },
  }),
  bind('convert.requote', t`new quote`, ['r'], {
    footer: 2,
    run(app) {
      const stage = stageIn(app);
      if (stage.kind === 'quoted') void askQuote(app, stage.held.terms);
    },
  }),
  bind('convert.form', t`back to form`, ['esc'], { footer: 3, run: app => send(app, { kind: 'back' }) }),
  ...scrolling,
];

export const convertedKeys: readonly Binding<App>[] = [
  bind('convert.again', t`new quote, same pair`, ['n'], {
    footer: 1,
    run: app => send(app, { kind: 'again' }),
  }),
  bind('convert.reread', t`reload`, ['r'], {
    footer: 2,
    enabled: app =>
      conversionIn(app.store.getState()) ? true : t`This conversion has no ID, so Purser can't read it.`,
    run(app) {
      const id = conversionIn(app.store.getState());
      if (id !== undefined) void app.documents.load(conversionQuery(id));
    },
  }),
  bind('convert.leave', t`conversions`, ['esc'], { footer: 3, run: leave }),
  ...scrolling,
];

const freshForm = (state: State): Form => newFlow(lastPair(flowOf.all(state))).form;

export const formKeys: readonly Binding<App>[] = [
  ...formBindings(
    {
      id: 'convert',
      get: state => flowIn(state).form,
      set: (state, typed) => withEvent(state, { kind: 'typed', form: typed }, state),
      check: checkTerms,
      enough: isComplete,
    },
    BUTTON,
    submit,
  ),
  {
    id: 'convert.swap',
    title: t`swap currencies`,
    keys: ['ctrl-x'],
    group: t`form`,
    footer: 2.5,
    enabled({ store }) {
      const { form } = flowIn(store.getState());
      return currencyIn(form, 'sell') === '' && currencyIn(form, 'buy') === ''
        ? t`There are no currencies to swap yet.`
        : true;
    },
    run: app => send(app, { kind: 'typed', form: swapped(flowIn(app.store.getState()).form) }),
  },
  {
    id: 'convert.clear-all',
    title: t`clear all fields`,
    keys: ['ctrl-k'],
    group: t`form`,
    enabled({ store }) {
      const state = store.getState();
      return valuesOf(flowIn(state).form) === valuesOf(freshForm(state))
        ? t`There is nothing to clear: you have not changed this form.`
        : true;
    },
    run: app => send(app, { kind: 'typed', form: freshForm(app.store.getState()) }),
  },
  {
    id: 'convert.leave-form',
    title: t`leave (keeps the form)`,
    keys: ['esc'],
    group: t`form`,
    footer: 3,
    run: leave,
  },
];
