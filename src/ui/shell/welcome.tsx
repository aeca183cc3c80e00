// A card for the demo's first start: what Purser is, and five keys to try. Any other key closes the card and acts too.

import type { Entry } from '../../format/entry.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { isGuarded } from '../../store/writing.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import { closeOverlay, type OverlayKind, type OverlayProps } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const TITLE = t`Welcome to Purser`;

const KEYS: readonly (readonly [key: Visible, does: Visible])[] = [
  [t`Enter`, t`open the selected row; Esc goes back`],
  [t`/`, t`filter the rows: a name, an amount, a status`],
  [t`:`, t`find a record by its amount or ID, or go to a screen`],
  [t`u`, t`change the customer`],
  [t`?`, t`all keys of a screen, such as x (cancel)`],
];

const whatThisIs = ({ reach }: State): Visible =>
  !isGuarded(reach)
    ? t`Purser is a console for the support staff of a payments service. This is the demo: the service and its customers are simulated, and no real money moves.`
    : reach.unprovenDemo
      ? t`Purser is a console for the support staff of a payments service. Only PURSER_ENVIRONMENT calls this address a demo: what you confirm may move real money.`
      : t`Purser is a console for the support staff of a payments service. This is production: what you confirm moves real money.`;

const entriesOf = (state: State): readonly Entry[] => [
  { note: whatThisIs(state) },
  { heading: t`Five keys to try` },
  ...KEYS.map(([label, text]) => ({ label, cell: { text } })),
];

export const welcomeBinding: Binding<App> = {
  id: 'welcome',
  title: t`what Purser is, and five keys to try`,
  keys: ['~'],
  group: t`everywhere`,
  run: app => app.store.setState({ overlay: { kind: 'welcome' } }),
};

export const welcomeKind: OverlayKind = {
  bindings: [
    { id: 'welcome.close', title: t`close`, keys: ['esc'], group: t`welcome`, footer: 1, run: closeOverlay },
  ],
  over: 'dimmed',
  spoken: state => ({ title: TITLE, entries: entriesOf(state), status: t`Esc closes this card.` }),
  View: WelcomeView,
};

function WelcomeView({ state, theme }: OverlayProps) {
  const { width, height } = popUpArea(state);
  const lines = composeDetails(entriesOf(state), width, theme).slice(0, height);
  return (
    <PopUp
      state={state}
      theme={theme}
      title={TITLE}
      foot={{ text: t`Esc closes this card; ~ opens the card again`, tone: 'dim' }}
      height={lines.length}
    >
      <Lines lines={lines} height={lines.length} />
    </PopUp>
  );
}
