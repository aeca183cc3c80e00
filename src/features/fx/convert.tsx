// The guided conversion: a form, the quote against its countdown, the dialog, and the conversion until it has settled.

import { Box } from 'ink';
import { t, type Visible } from '../../lib/visible.ts';
import { balancesNeed } from '../../records/available.ts';
import { takesText } from '../../store/form.ts';
import { currentView } from '../../store/workspace.ts';
import { composeDetails, type Entry } from '../../ui/kit/details.ts';
import { Lines } from '../../ui/kit/Line.tsx';
import { StaticTable } from '../../ui/kit/StaticTable.tsx';
import { drawnLines, windowAt } from '../../ui/kit/scroll.ts';
import { FormView } from '../../ui/screens/form.tsx';
import { layoutOf } from '../../ui/screens/layout.ts';
import type { Screen, ScreenProps } from '../../ui/screens/screen.ts';
import { sideBySide } from './compared.ts';
import { conversionQuery } from './conversion.ts';
import { askingKeys, BUTTON, convertedKeys, formKeys, quotedKeys } from './convert-bindings.ts';
import { failureEntries, stageLines } from './convert-entries.ts';
import type { Stage } from './flow.ts';
import { conversionIn, needs } from './following.ts';
import { fieldAside } from './form-aside.ts';
import { flowIn, send } from './quoting.ts';

/** Both amounts in full digits, with their labels. */
const TABLE_WIDTH = 76;

export const convertScreen: Screen = {
  place: 'convert',
  bindings: [],
  modes: {
    form: { bindings: formKeys, takesText: state => takesText(flowIn(state).form) },
    // Staff may go on typing in the form during the request for a quote.
    asking: { bindings: askingKeys, takesText: () => false },
    quoted: { bindings: quotedKeys },
    converted: { bindings: convertedKeys },
  },
  mode: state => flowIn(state).stage.kind,
  filters: [],
  filterable: false,
  settle: state => state,
  needs,
  problem: () => undefined,
  about: (_, state) => aboutStage(flowIn(state).stage),
  reload(app) {
    const id = conversionIn(app.store.getState());
    if (id !== undefined) void app.documents.load(conversionQuery(id));
    void app.lists.load(balancesNeed.query, 'again', balancesNeed.through);
  },
  abandon: app => app.quotes.abandon(),
  View,
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

function View({ app, state, theme }: ScreenProps) {
  const { body } = layoutOf(state.size, 'list');
  const flow = flowIn(state);
  const { stage } = flow;
  if (stage.kind !== 'form') {
    const lines = stageLines(stage, state, body.width, theme);
    const rows = stage.kind === 'quoted' && stage.before ? sideBySide(stage.before, stage.held) : [];
    // A line between every two rows, one above and one below, and the headings.
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
  const failure: readonly Entry[] = stage.failure ? failureEntries(stage.failure, t`Enter on ${BUTTON}`) : [];
  const said = composeDetails(failure, body.width - 1, theme);
  const rows = Math.min(said.length, Math.max(1, Math.floor(body.height / 3)));
  return (
    <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
      <Lines lines={said} height={said.length > 0 ? rows : 0} />
      <FormView
        form={flow.form}
        button={BUTTON}
        width={body.width}
        height={body.height - (said.length > 0 ? rows : 0)}
        theme={theme}
        aside={fieldId => {
          const cell = fieldAside(fieldId, flow.form, state);
          return cell && theme.paint(cell.tone ?? 'dim', cell.text);
        }}
        onChange={typed => send(app, { kind: 'typed', form: typed })}
      />
    </Box>
  );
}
