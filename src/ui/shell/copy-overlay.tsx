// The menu of forms to copy records in.

import type { App } from '../../effects/app.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut, toWidth } from '../../lib/width.ts';
import { linkOf, linkText } from '../../store/place-link.ts';
import type { State } from '../../store/state.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Screen } from '../screens/screen.ts';
import type { Copyable, CopyText } from '../screens/taking.ts';
import { menuBindings } from './menu.tsx';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`copy`;
const bind = bindingsIn<App>(GROUP);

interface CopyForm {
  readonly title: Visible;
  readonly about: Visible;
  take(of: Copyable, state: State): CopyText | { readonly why: Visible };
}

const FORMS: readonly CopyForm[] = [
  { title: t`ID`, about: t`one per line`, take: of => of.ids() },
  { title: t`Row`, about: t`the cells as shown, separated by tabs`, take: of => of.rows() },
  { title: t`JSON`, about: t`the raw JSON, with invisible characters made visible`, take: of => of.json() },
  { title: t`Link`, about: t`opens this record in Purser, after : or as purser open LINK`, take: linkTo },
];

/** A link names one record. */
function linkTo({ keys, record }: Copyable, state: State): CopyText | { readonly why: Visible } {
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0) return { why: t`A link is for one record. Unmark the others.` };
  const link = linkOf(state, key);
  return link
    ? { what: t`Link to ${record}`, text: linkText(link) }
    : { why: t`This record has no ID that a link could name.` };
}

/** Cells of the longest title. */
const TITLE = 4;

export function copyOverlay(screenOf: (state: State) => Screen): OverlayKind {
  function copy(app: App): void {
    const state = app.store.getState();
    const overlay = openOverlay(state, 'copy');
    const form = FORMS[overlay?.cursor ?? 0];
    closeOverlay(app);
    if (!overlay || !form) return;
    // The records that the menu was opened for: the list may have changed since.
    const copyable = screenOf(state).taking?.copyable(state, overlay.keys);
    const taken =
      copyable?.keys.length === overlay.keys.length
        ? form.take(copyable, state)
        : { why: t`Nothing was copied: the list has changed, and some of these records are gone.` };
    if ('why' in taken) app.store.setState({ notice: { text: taken.why, tone: 'warning' } });
    else void app.clipboard.copy(taken.what, taken.text);
  }

  return {
    takesText: () => false,
    bindings: [
      bind('copy.run', t`copy`, ['enter'], { footer: 1, run: copy }),
      bind('copy.close', t`close`, ['esc', 'Y'], { footer: 2, run: closeOverlay }),
      ...menuBindings({ kind: 'copy', group: GROUP, count: () => FORMS.length }),
    ],
    over: 'dimmed',
    spoken(state) {
      const overlay = openOverlay(state, 'copy');
      if (!overlay) return {};
      const texts = FORMS.map(({ title, about }) => t`${title}, ${about}`);
      return { title: t`Copy`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View: CopyView,
  };
}

function CopyView({ state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'copy');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const lines = FORMS.map(({ title, about }, i) => {
    const text = cut(t`${i === overlay.cursor ? t`›` : t` `} ${toWidth(title, TITLE)}  ${about}`, width);
    return theme.paint(i === overlay.cursor ? 'cursor' : 'plain', text);
  });
  return (
    <PopUp state={state} theme={theme} title={t`Copy`} height={lines.length + 1}>
      <Line text={theme.paint('dim', cut(t`  ${overlay.record}. Card numbers stay masked.`, width))} />
      <Lines lines={lines} height={Math.min(lines.length, menuRows(state))} />
    </PopUp>
  );
}
