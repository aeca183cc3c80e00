// Menus of the selected records: their actions, with the reason next to each barred action, their related records, and
// the formats to copy.

import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { Related } from '../../money/related.ts';
import { linkText } from '../../store/place-link.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { currentView, visitOnTop } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import { sentences } from '../screens/form-spoken.ts';
import { relatedText } from '../screens/related-entries.ts';
import type { OfferedAction } from '../screens/row-actions.ts';
import type { Screen } from '../screens/screen.ts';
import type { Copyable, CopyText } from '../screens/taking.ts';
import { keyLabel } from './help.tsx';
import { MenuPopUp, menuBindings } from './menu.tsx';
import {
  closeOverlay,
  menuRows,
  type OverlayKind,
  type OverlayOf,
  type OverlayProps,
  openOverlay,
} from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const ACTIONS = t`actions`;
const actionsBind = bindingsIn<App>(ACTIONS);
const GONE = t`The list has changed. The record of this menu is no longer selected. Press Esc to close.`;

export function actionsOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'actions'>> {
  /** Undefined if another record than the menu's is selected now. */
  const offered = (state: State): readonly OfferedAction[] | undefined =>
    openOverlay(state, 'actions')?.key === currentView(state).cursorKey
      ? screenOf(state).actions?.(state)
      : undefined;
  const chosen = (state: State): OfferedAction | undefined =>
    offered(state)?.[openOverlay(state, 'actions')?.cursor ?? 0];
  return {
    bindings: [
      actionsBind('actions.run', t`run`, ['enter'], {
        footer: 1,
        enabled(app) {
          const action = chosen(app.store.getState());
          return action ? (action.barred ?? true) : GONE;
        },
        run(app) {
          const action = chosen(app.store.getState());
          closeOverlay(app);
          action?.run(app);
        },
      }),
      actionsBind('actions.close', t`close`, ['esc', 'a'], { footer: 2, run: closeOverlay }),
      ...menuBindings({ kind: 'actions', group: ACTIONS, count: state => offered(state)?.length ?? 0 }),
    ],
    over: 'dimmed',
    spoken(overlay, state) {
      const all = offered(state);
      if (!all) return { title: t`Actions`, status: GONE };
      const texts = all.map(({ title, key, barred }) =>
        sentences([key === undefined ? title : t`${title}, ${label(key)}`, barred ?? t``]),
      );
      return { title: t`Actions`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View: props => <ActionsView {...props} offered={offered(props.state)} />,
  };
}

interface ActionsViewProps extends OverlayProps<OverlayOf<'actions'>> {
  readonly offered: readonly OfferedAction[] | undefined;
}

function ActionsView({ overlay, state, theme, offered }: ActionsViewProps) {
  const { width } = popUpArea(state);
  const keys = Math.max(0, ...(offered ?? []).map(({ key }) => cellWidth(label(key))));
  const blocks = offered
    ? offered.map((action, i) => actionLines(action, i === overlay.cursor, keys, width, theme))
    : [wrap(GONE, width, 4).map(line => theme.paint('warn', line))];
  const lines = blocks.flat();
  const height = Math.min(lines.length, menuRows(state));
  // The window ends with the lines of the selected action.
  const end = blocks.slice(0, overlay.cursor + 1).flat().length;
  const top = scrollTo(0, end - 1, height, lines.length);
  return (
    <PopUp state={state} theme={theme} title={t`Actions`} height={height + 1}>
      <Line text={theme.paint('dim', cut(t`  ${overlay.record}`, width))} />
      <Lines lines={lines.slice(top, top + height)} height={height} />
    </PopUp>
  );
}

const label = (key: string | undefined): Visible => (key === undefined ? t`` : keyLabel(key));

function actionLines(
  { title, key, barred }: OfferedAction,
  cursor: boolean,
  keys: number,
  width: number,
  theme: Theme,
): readonly Painted[] {
  const text = t`${toWidth(label(key), keys)}  ${title}`;
  const reason = barred === undefined ? [] : wrap(barred, Math.max(10, width - keys - 6), 4);
  return [
    theme.paint(
      cursor ? 'cursor' : barred === undefined ? 'plain' : 'dim',
      toWidth(t`${cursor ? t`›` : t` `} ${text}`, width),
    ),
    ...reason.map(line => theme.paint(cursor ? 'warn' : 'dim', t`${toWidth(t``, keys + 6)}${line}`)),
  ];
}

const RELATED = t`related`;
const relatedBind = bindingsIn<App>(RELATED);
const NTH = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export function relatedOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'related'>> {
  /** Undefined if another record than the menu's is selected now. */
  const offered = (state: State): readonly Related[] | undefined => {
    const found = screenOf(state).related?.(state);
    return found?.key === openOverlay(state, 'related')?.key ? found?.all : undefined;
  };
  const opens = (nth: (state: State) => number | undefined) => ({
    enabled(app: App): true | Visible {
      const state = app.store.getState();
      const all = offered(state);
      if (!all) return GONE;
      return all[nth(state) ?? -1] ? true : t`The menu has ${counted(all.length, t`record`)}.`;
    },
    run(app: App): void {
      const state = app.store.getState();
      const chosen = offered(state)?.[nth(state) ?? -1];
      closeOverlay(app);
      if (chosen) app.store.setState(now => visitOnTop(now, chosen.view));
    },
  });
  return {
    bindings: [
      relatedBind('related.open', t`open`, ['enter'], {
        footer: 1,
        ...opens(state => openOverlay(state, 'related')?.cursor),
      }),
      relatedBind('related.close', t`close`, ['esc', 'o'], { footer: 2, run: closeOverlay }),
      ...NTH.map((digit, at) =>
        relatedBind(
          `related.${digit}`,
          t`open ${at + 1}`,
          [digit],
          opens(() => at),
        ),
      ),
      ...menuBindings({ kind: 'related', group: RELATED, count: state => offered(state)?.length ?? 0 }),
    ],
    over: 'dimmed',
    spoken(overlay, state) {
      const all = offered(state);
      if (!all) return { title: t`Related`, status: GONE };
      const texts = all.map((one, at) => t`${at + 1} ${one.kind}, ${relatedText(one)}`);
      return { title: t`Related`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View(props) {
      const all = offered(props.state) ?? [];
      const kinds = Math.max(0, ...all.map(({ kind }) => cellWidth(kind)));
      const choices = all.map((one, at) => ({
        text: t`${at + 1}  ${toWidth(one.kind, kinds)}  ${one.possibly === undefined ? one.text : t`possibly ${one.text}`}`,
        tone: one.possibly === undefined ? ('plain' as const) : ('dim' as const),
      }));
      const possibly = all[props.overlay.cursor]?.possibly;
      const about =
        all.length === 0
          ? GONE
          : possibly === undefined
            ? t`  To ${props.overlay.record}`
            : t`  Possibly: ${possibly}`;
      return <MenuPopUp {...props} title={t`Related`} about={about} choices={choices} />;
    },
  };
}

const COPY = t`copy`;
const copyBind = bindingsIn<App>(COPY);

interface CopyForm {
  readonly title: Visible;
  readonly about: Visible;
  readonly notSeveral?: Visible;
  take(of: Copyable): CopyText | { readonly why: Visible };
}

const FORMS: readonly CopyForm[] = [
  { title: t`ID`, about: t`one per line`, take: of => of.ids() },
  { title: t`Row`, about: t`the cells as shown, separated by tabs`, take: of => of.rows() },
  { title: t`JSON`, about: t`the raw JSON, with invisible characters shown`, take: of => of.json() },
  {
    title: t`Summary`,
    about: t`what to say to the customer, in a chat or a mail`,
    notSeveral: t`only for one record`,
    take: of =>
      of.keys.length > 1 ? { why: t`A summary is for one record. Unmark the others.` } : of.summary(),
  },
  {
    title: t`Link`,
    about: t`opens this record; paste after : or purser open`,
    notSeveral: t`only for one record`,
    take: linkTo,
  },
];

const whyNot = ({ notSeveral }: CopyForm, { keys }: OverlayOf<'copy'>): Visible | undefined =>
  keys.length > 1 ? notSeveral : undefined;

function linkTo({ keys, record, link }: Copyable): CopyText | { readonly why: Visible } {
  if (keys.length > 1) return { why: t`A link is for one record. Unmark the others.` };
  const found = link();
  return found
    ? { what: t`Link to ${record}`, text: linkText(found) }
    : { why: t`This record has no ID that a link could name.` };
}

const TITLE = 7;

export function copyOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'copy'>> {
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
      copyBind('copy.run', t`copy`, ['enter'], { footer: 1, run: copy }),
      copyBind('copy.close', t`close`, ['esc', 'Y'], { footer: 2, run: closeOverlay }),
      ...menuBindings({ kind: 'copy', group: COPY, count: () => FORMS.length }),
    ],
    over: 'dimmed',
    spoken(overlay) {
      const texts = FORMS.map(form => t`${form.title}, ${whyNot(form, overlay) ?? form.about}`);
      return { title: t`Copy`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View(props) {
      const choices = FORMS.map(form => {
        const why = whyNot(form, props.overlay);
        const text = t`${toWidth(form.title, TITLE)}  ${why ?? form.about}`;
        return { text, tone: why === undefined ? ('plain' as const) : ('dim' as const) };
      });
      const about = t`  To copy: ${props.overlay.record}. Card numbers stay masked.`;
      return <MenuPopUp {...props} title={t`Copy`} about={about} choices={choices} />;
    },
  };
}
