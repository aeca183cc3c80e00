// The screen of a conversion: a form, the quote with its countdown, the dialog, and the conversion until it has settled.

import { Box } from 'ink';
import type { Failure } from '../../api/client/failure.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { balancesIn, balancesNeed, changeCell, overdrawn } from '../../money/available.ts';
import { takesText } from '../../store/form.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { StaticTable } from '../../ui/kit/StaticTable.tsx';
import { drawnLines, windowAt } from '../../ui/kit/scroll.ts';
import type { Spoken } from '../../ui/kit/spoken.ts';
import { FormView } from '../../ui/screens/form.tsx';
import { formSpoken } from '../../ui/screens/form-spoken.ts';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { conversionQuery } from './conversion.ts';
import { askingKeys, BUTTON, convertedKeys, formKeys, quotedKeys } from './convert-bindings.ts';
import { failureEntries, stageEntries, stageLines } from './convert-entries.ts';
import type { Stage } from './flow.ts';
import { EXPIRED } from './held.ts';
import { conversionIn, flowIn, needs, send } from './quoting.ts';
import { sideBySide } from './review.ts';
import { amountIn, currencyIn, sideIn } from './terms.ts';

/** In cells. */
const TABLE_WIDTH = 76;

export const convertScreen: Screen = {
  place: 'convert',
  bindings: [],
  modes: {
    form: { bindings: formKeys, takesText: state => takesText(flowIn(state).form) },
    // Staff may still type when the request begins. Typed letters must not act as keys.
    asking: { bindings: askingKeys, takesText: () => false },
    quoted: { bindings: quotedKeys },
    converted: { bindings: convertedKeys },
  },
  mode: state => flowIn(state).stage.kind,
  needs,
  about: (_, state) => aboutStage(flowIn(state).stage),
  reload(app) {
    const id = conversionIn(app.store.getState());
    if (id !== undefined) void app.documents.load(conversionQuery(id));
    void app.lists.load(balancesNeed.query, 'again', balancesNeed.through);
  },
  abandon: app => app.quotes.abandon(),
  View,
  spoken,
};

function aboutStage(stage: Stage): Visible | undefined {
  switch (stage.kind) {
    case 'form':
      return undefined;
    case 'asking':
      return t`› requesting`;
    case 'quoted':
      return t`› quote`;
    case 'converted':
      return t`› done`;
  }
}

function spoken(state: State, app: App): Spoken {
  const { stage, form } = flowIn(state);
  if (stage.kind === 'form')
    return { part: 'form', entries: formEntries(stage.failure), ...formSpoken(formParts(form, state, app)) };
  const entries = stageEntries(stage, state);
  const { expiresAt: at, margin } = stage.kind === 'quoted' ? stage.held : {};
  return {
    part: 'quote',
    entries,
    ...(at !== undefined &&
      margin !== undefined && { deadline: { at, margin, label: EXPIRES_IN, over: EXPIRED } }),
  };
}

const EXPIRES_IN = t`Quote expires in`;

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
    const lines = stageLines(stage, state, body.width, theme);
    const rows = stage.kind === 'quoted' && stage.before ? sideBySide(stage.before, stage.held) : [];
    // Each row with a line below it, the headings, and two more lines.
    const table = rows.length * 2 + 3;
    const fits = rows.length > 0 && body.width >= TABLE_WIDTH && body.height >= lines.length + table + 1;
    const window = windowAt(currentView(state).detailsTop, body.height, lines.length);
    return (
      <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
        <Lines lines={drawnLines(lines, window, theme)} height={fits ? lines.length + 1 : body.height} />
        {fits && <StaticTable rows={rows} />}
      </Box>
    );
  }
  const { aside, change, ...form } = formParts(flow.form, state, app);
  const said = composeDetails(formEntries(stage.failure), body.width - 1, theme);
  const rows = Math.min(said.length, Math.max(1, Math.floor(body.height / 3)));
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={said} height={said.length > 0 ? rows : 0} />
      <FormView
        {...form}
        width={body.width}
        height={body.height - (said.length > 0 ? rows : 0)}
        theme={theme}
        aside={fieldId => {
          const cell = aside(fieldId);
          return cell && theme.paint(cell.tone ?? 'dim', cell.text);
        }}
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
    return { text: t`currencies: ${join(codes, ', ')}`, tone: 'dim' };
  }
  if (fieldId !== 'amount' || sell === '' || balances.asOf === undefined) return undefined;
  const amount = amountIn(form);
  const leaves = sideIn(form) === 'source' && amount.ok ? amount.value : undefined;
  const change = changeCell({ currency: sell, amount: leaves, by: 'sell' }, balances);
  const short = overdrawn({ currency: sell, amount: leaves }, balances);
  const text = t`available ${visible(sell, 8)}: ${change.text}`;
  return short ? { text: t`${text}. ${short}`, tone: 'warn' } : { ...change, text };
}
