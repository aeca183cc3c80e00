// The menu of formats in which records can be copied.

import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { Overlay } from '../../store/overlay.ts';
import { linkText } from '../../store/place-link.ts';
import type { State } from '../../store/state.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Screen } from '../screens/screen.ts';
import type { Copyable, CopyText } from '../screens/taking.ts';
import { menuBindings, menuLines } from './menu.tsx';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`copy`;
const bind = bindingsIn<App>(GROUP);

interface CopyForm {
  readonly title: Visible;
  readonly about: Visible;
  readonly notSeveral?: Visible;
  take(of: Copyable): CopyText | { readonly why: Visible };
}

const FORMS: readonly CopyForm[] = [
  { title: t`ID`, about: t`one per line`, take: of => of.ids() },
  { title: t`Row`, about: t`the cells as shown, separated by tabs`, take: of => of.rows() },
  { title: t`JSON`, about: t`the raw JSON, with invisible characters made visible`, take: of => of.json() },
  {
    title: t`Link`,
    about: t`opens this record; paste it after : or run purser open LINK`,
    notSeveral: t`only for one record`,
    take: linkTo,
  },
];

type Copied = Extract<Overlay, { kind: 'copy' }>;

const whyNot = ({ notSeveral }: CopyForm, { keys }: Copied): Visible | undefined =>
  keys.length > 1 ? notSeveral : undefined;

function linkTo({ keys, record, link }: Copyable): CopyText | { readonly why: Visible } {
  if (keys.length > 1) return { why: t`A link is for one record. Unmark the others.` };
  const found = link();
  return found
    ? { what: t`Link to ${record}`, text: linkText(found) }
    : { why: t`This record has no ID that a link could name.` };
}

const TITLE = 4;

export function copyOverlay(screenOf: (state: State) => Screen): OverlayKind {
  function copy(app: App): void {
    const state = app.store.getState();
    const overlay = openOverlay(state, 'copy');
    const form = FORMS[overlay?.cursor ?? 0];
    closeOverlay(app);
    if (!overlay || !form) return;
    // The records that the menu was opened for, because the list may have changed since.
    const copyable = screenOf(state).taking?.copyable(state, overlay.keys);
    const taken =
      copyable?.keys.length === overlay.keys.length
        ? form.take(copyable)
        : { why: t`Nothing was copied: the list has changed, and some of these records are gone.` };
    if ('why' in taken) app.store.setState({ notice: { text: taken.why, tone: 'warning' } });
    else void app.clipboard.copy(taken.what, taken.text);
  }

  return {
    bindings: [
      bind('copy.run', t`copy`, ['enter'], { footer: 1, run: copy }),
      bind('copy.close', t`close`, ['esc', 'Y'], { footer: 2, run: closeOverlay }),
      ...menuBindings({ kind: 'copy', group: GROUP, count: () => FORMS.length }),
    ],
    over: 'dimmed',
    spoken(state) {
      const overlay = openOverlay(state, 'copy');
      if (!overlay) return {};
      const texts = FORMS.map(form => t`${form.title}, ${whyNot(form, overlay) ?? form.about}`);
      return { title: t`Copy`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View: CopyView,
  };
}

function CopyView({ state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'copy');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const lines = FORMS.map(form => {
    const why = whyNot(form, overlay);
    const text = t`${toWidth(form.title, TITLE)}  ${why ?? form.about}`;
    return { text, tone: why === undefined ? ('plain' as const) : ('dim' as const) };
  });
  const height = Math.min(lines.length, menuRows(state));
  return (
    <PopUp state={state} theme={theme} title={t`Copy`} height={height + 1}>
      <Line
        text={theme.paint('dim', cut(t`  To copy: ${overlay.record}. Card numbers stay masked.`, width))}
      />
      <Lines lines={menuLines(lines, overlay.cursor, { width, height }, theme)} height={height} />
    </PopUp>
  );
}
