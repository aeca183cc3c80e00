// The screen of a conversion: a form, the quote with its countdown, the dialog, and the conversion until it has settled.

import { Box } from 'ink';
import type { Failure } from '../../api/client/failure.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { balancesIn, balancesNeed, changeCell, overdrawn } from '../../money/available.ts';
import { conversionQuery } from '../../records/reads.ts';
import { setField, takesText, valuesOf } from '../../store/form-state.ts';
import type { QuoteTime } from '../../store/live-quote.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, frontKey, goTo, popView } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { StaticTable } from '../../ui/kit/StaticTable.tsx';
import { drawnLines, windowAt } from '../../ui/kit/scroll.ts';
import type { Spoken } from '../../ui/kit/spoken.ts';
import { concat, type Painted, UNPAINTED } from '../../ui/kit/theme.ts';
import { FormView, formBindings } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { scrollBindings } from '../../ui/screens/scrolling.ts';
import { failureEntries, keptEntries, stageEntries, stageLines } from './convert-entries.ts';
import { emptied, flowOf, lastPair, newFlow, type QuotedStage, type Stage } from './flow.ts';
import { barConvert, EXPIRED, EXPIRES_IN, usableOf } from './quote-facts.ts';
import {
  askUnlessHeld,
  barReturn,
  conversionIn,
  flowIn,
  holds,
  instant,
  needs,
  returnToQuote,
  send,
  submit,
  withEvent,
} from './quoting.ts';
import { barUsed, review, sideBySide } from './review.ts';
import { amountIn, checkTerms, currencyIn, isComplete, sideIn, swapped } from './terms.ts';

const GROUP = t`FX`;
const bind = bindingsIn<App>(GROUP);
const bindForm = bindingsIn<App>(t`form`);
const BUTTON = t`Get a quote`;

function quotedIn(app: App): QuotedStage | undefined {
  const { stage } = flowIn(app.store.getState());
  return stage.kind === 'quoted' ? stage : undefined;
}

/** A problem with the quote comes before missing write access. */
function mayReview(app: App): true | Visible {
  const quoted = quotedIn(app);
  if (!quoted) return t`There is no quote. Press r for a new quote.`;
  const at = instant(app);
  const state = app.store.getState();
  const usable = usableOf(quoted.held);
  const used = 'missing' in usable ? undefined : barUsed(usable.id, state);
  return used ?? barConvert(quoted.held, at) ?? whyNotWrite(state, at.tick) ?? true;
}

function readConversion(app: App): void {
  const id = conversionIn(app.store.getState());
  if (id !== undefined) void app.documents.load(conversionQuery(id));
}

const leave = (app: App): void => app.store.setState(state => popView(state) ?? goTo(state, 'fx'));

const scrolling = scrollBindings({
  id: 'convert',
  group: GROUP,
  windowIn(state) {
    const { body } = layoutOf(state.size);
    const { head, lines, above } = stageLines(flowIn(state).stage, state, body, UNPAINTED);
    return windowAt(currentView(state).detailsTop, body.height - above - head.length, lines.length);
  },
});

const askingKeys: readonly Binding<App>[] = [
  bind('convert.stop', t`stop request`, ['esc'], { footer: 1, run: app => void app.quotes.abandon() }),
  bind('convert.wait', t`new quote`, ['r', 'enter'], { run: app => holds(app) }),
  ...scrolling,
];

const quotedKeys: readonly Binding<App>[] = [
  bind('convert.review', t`review and convert`, ['enter'], {
    footer: 1,
    enabled: mayReview,
    run(app) {
      const quoted = quotedIn(app);
      if (quoted) void review(app, quoted.held);
    },
  }),
  bind('convert.requote', t`new quote`, ['r'], {
    footer: 2,
    run(app) {
      const quoted = quotedIn(app);
      if (quoted) askUnlessHeld(app, quoted.held.terms);
    },
  }),
  bind('convert.form', t`back to form`, ['esc'], { footer: 3, run: app => send(app, { kind: 'back' }) }),
  ...scrolling,
];

const convertedKeys: readonly Binding<App>[] = [
  bind('convert.again', t`new quote, same pair`, ['n'], {
    footer: 1,
    run: app => send(app, { kind: 'again' }),
  }),
  bind('convert.reread', t`reload`, ['r'], {
    footer: 2,
    enabled: app =>
      conversionIn(app.store.getState()) ? true : t`This conversion has no ID, so Purser can't read it.`,
    run: readConversion,
  }),
  bind('convert.leave', t`back`, ['esc'], { footer: 3, run: leave }),
  ...scrolling,
];

const freshForm = (state: State): Form => newFlow(lastPair(flowOf.all(state))).form;

const formKeys: readonly Binding<App>[] = [
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
  bindForm('convert.swap', t`swap currencies`, ['ctrl-x'], {
    footer: 2.5,
    enabled({ store }) {
      const { form } = flowIn(store.getState());
      return currencyIn(form, 'sell') === '' && currencyIn(form, 'buy') === ''
        ? t`There are no currencies to swap yet.`
        : true;
    },
    run: app => send(app, { kind: 'typed', form: swapped(flowIn(app.store.getState()).form) }),
  }),
  bindForm('convert.clear-all', t`clear all fields`, ['ctrl-k'], {
    enabled({ store }) {
      const state = store.getState();
      return valuesOf(flowIn(state).form) === valuesOf(freshForm(state))
        ? t`There is nothing to clear: you have not changed this form.`
        : true;
    },
    run: app => send(app, { kind: 'typed', form: freshForm(app.store.getState()) }),
  }),
  bindForm('convert.return', t`back to the quote`, ['ctrl-y'], {
    enabled: ({ store }) => barReturn(store.getState()) ?? true,
    run: returnToQuote,
  }),
  bindForm('convert.leave-form', t`leave (keeps the form)`, ['esc'], { footer: 3, run: leave }),
];

/** In cells. */
const TABLE_WIDTH = 76;

export const convertScreen: Screen = {
  place: 'convert',
  bindings: [],
  modes: {
    form: {
      bindings: formKeys,
      takesText: state => takesText(flowIn(state).form),
      // A choice or the button has the focus.
      typed(app, text) {
        send(app, { kind: 'typed', form: emptied(flowIn(app.store.getState()).form) });
        send(app, { kind: 'typed', form: setField(flowIn(app.store.getState()).form, 'amount', text) });
      },
    },
    // Staff may still type when the request begins. Typed letters must not act as keys.
    asking: { bindings: askingKeys, takesText: () => false },
    quoted: { bindings: quotedKeys },
    converted: { bindings: convertedKeys },
  },
  mode: state => flowIn(state).stage.kind,
  settle,
  needs,
  about: (_, state) => ABOUT[flowIn(state).stage.kind],
  reload(app) {
    readConversion(app);
    void app.lists.load(balancesNeed.query, 'again', balancesNeed.through);
  },
  abandon: app => app.quotes.abandon(),
  View,
  spoken,
};

/** The form comes back with its text selected, also from the quote. */
function settle(state: State): State {
  const here = state.selectedIn !== undefined;
  if (flowIn(state).stage.kind !== 'form') return here ? { ...state, selectedIn: undefined } : state;
  return here ? state : { ...withEvent(state, { kind: 'again' }, state), selectedIn: frontKey(state) };
}

const ABOUT: Readonly<Record<Stage['kind'], Visible | undefined>> = {
  form: undefined,
  asking: t`› requesting`,
  quoted: t`› quote`,
  converted: t`› done`,
};

function spoken(state: State, app: App): Spoken {
  const { stage, form, live } = flowIn(state);
  if (stage.kind === 'form')
    return {
      part: 'form',
      entries: formEntries(stage.failure),
      ...deadlineOf(live),
      ...formSpoken(formParts(form, state, app)),
    };
  const entries = stageEntries(stage, state);
  return { part: 'quote', entries, ...deadlineOf(stage.kind === 'quoted' ? stage.held : undefined) };
}

const deadlineOf = (quote: QuoteTime | undefined): Pick<Spoken, 'deadline'> =>
  quote?.expiresAt === undefined
    ? {}
    : { deadline: { at: quote.expiresAt, margin: quote.margin, label: EXPIRES_IN, over: EXPIRED } };

const formEntries = (failure: Failure | undefined): readonly Entry[] =>
  failure ? failureEntries(failure, t`Enter on ${BUTTON}`) : [];

const formParts = (form: Form, state: State, app: App) => ({
  form,
  button: BUTTON,
  aside: (fieldId: string) => fieldAside(fieldId, form, state),
  change: (typed: Form) => send(app, { kind: 'typed', form: typed }),
});

function View({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size);
  const flow = flowIn(state);
  const { stage } = flow;
  if (stage.kind !== 'form') {
    const { head, lines, indent, above } = stageLines(stage, state, body, theme);
    const used = above + head.length;
    const rows = stage.kind === 'quoted' && stage.before ? sideBySide(stage.before, stage.held) : [];
    // Each row with a line below it, the headings, and two more lines.
    const table = rows.length * 2 + 3;
    const height = used + lines.length + 1;
    const fits = rows.length > 0 && body.width >= TABLE_WIDTH && body.height >= height + table;
    const window = windowAt(currentView(state).detailsTop, body.height - used, lines.length);
    const margin = theme.paint('plain', toWidth(t``, indent));
    const blank: readonly Painted[] = Array.from({ length: above }, () => margin);
    const drawn = [...head, ...drawnLines(lines, window, theme)].map(line => concat(margin, line));
    return (
      <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
        <Lines lines={[...blank, ...drawn]} height={fits ? height : body.height} />
        {fits && (
          <Box marginLeft={indent}>
            <StaticTable rows={rows} theme={theme} />
          </Box>
        )}
      </Box>
    );
  }
  const { aside, change, ...form } = formParts(flow.form, state, app);
  const entries = [...formEntries(stage.failure), ...keptEntries(flow, state)];
  const said = composeDetails(entries, body.width - 1, theme);
  const rows = Math.min(said.length, Math.max(1, Math.floor(body.height / 3)));
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={said} height={said.length > 0 ? rows : 0} />
      <FormView
        {...form}
        width={body.width}
        height={body.height - (said.length > 0 ? rows : 0)}
        theme={theme}
        aside={aside}
        onChange={change}
      />
    </Box>
  );
}

function fieldAside(fieldId: string, form: Form, state: State): Cell | undefined {
  const balances = balancesIn(state);
  const sell = currencyIn(form, 'sell');
  if (fieldId === 'sell') {
    if (balances.available.size === 0 || balances.available.has(sell)) return undefined;
    const codes = [...balances.available.keys()].map(code => visible(code, 8));
    return { text: t`currencies: ${join(codes)}`, tone: 'dim' };
  }
  if (fieldId !== 'amount' || sell === '' || balances.asOf === undefined) return undefined;
  const amount = amountIn(form);
  const leaves = sideIn(form) === 'source' && amount.ok ? amount.value : undefined;
  const change = changeCell({ currency: sell, amount: leaves, by: 'sell' }, balances);
  const short = overdrawn({ currency: sell, amount: leaves }, balances);
  const text = t`available ${visible(sell, 8)}: ${change.text}`;
  // The reason comes first, because a narrow screen cuts the end.
  return short ? { text: t`more than ${text}`, tone: 'warn' } : { ...change, text };
}
