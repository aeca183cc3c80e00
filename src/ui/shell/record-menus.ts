// Menus of the selected records: their actions, with the reason next to each barred action, their related records, and
// the formats to copy.

import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { Related } from '../../money/related.ts';
import { warn } from '../../store/notices.ts';
import { closeOverlay, type OverlayOf, openOverlay } from '../../store/open-overlays.ts';
import { linkText } from '../../store/place-link.ts';
import type { State } from '../../store/state.ts';
import { currentView, visitOnTop } from '../../store/workspace.ts';
import type { Painted } from '../kit/theme.ts';
import { sentences } from '../screens/form-spoken.ts';
import { relatedText } from '../screens/related-entries.ts';
import type { OfferedAction } from '../screens/row-actions.ts';
import type { Screen } from '../screens/screen.ts';
import type { Copyable, CopyText } from '../screens/taking.ts';
import { keyLabel } from './help.ts';
import { choiceLine, type MenuLook, menuOverlay } from './menu.tsx';
import type { OverlayKind } from './overlay.ts';

export const actionsOverlay = (screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'actions'>> =>
  menuOverlay({
    kind: 'actions',
    group: t`actions`,
    title: t`Actions`,
    closes: ['esc', 'a'],
    choices: state =>
      openOverlay(state, 'actions')?.key === currentView(state).cursorKey
        ? screenOf(state).actions?.(state)
        : undefined,
    about: ({ record }) => ({ text: t`  ${record}`, tone: 'dim' }),
    rows: all =>
      all.map(({ title, key, barred }) => ({
        text: title,
        spoken: sentences([key === undefined ? title : t`${title}, ${label(key)}`, barred ?? t``]),
      })),
    enter: {
      id: 'run',
      title: t`run`,
      barred: action => action?.barred,
      run: (app, action) => action.run(app),
    },
    drawing: {
      lines(all, look) {
        const keys = Math.max(0, ...all.map(({ key }) => cellWidth(label(key))));
        const blocks = all.map((action, i) => actionLines(action, i === look.at, keys, look));
        return { all: blocks.flat(), end: blocks.slice(0, look.at + 1).flat().length - 1 };
      },
    },
  });

const label = (key: string | undefined): Visible => (key === undefined ? t`` : keyLabel(key));

function actionLines(
  { title, key, barred }: OfferedAction,
  isChosen: boolean,
  keys: number,
  { width, theme }: MenuLook,
): readonly Painted[] {
  const text = t`${toWidth(label(key), keys)}  ${title}`;
  const reason = barred === undefined ? [] : wrap(barred, Math.max(10, width - keys - 6), 4);
  return [
    choiceLine(text, isChosen, barred === undefined ? 'plain' : 'dim', { width, theme }),
    ...reason.map(line => theme.paint(isChosen ? 'warn' : 'dim', t`${toWidth(t``, keys + 6)}${line}`)),
  ];
}

const RELATED = t`related`;
const relatedBind = bindingsIn<App>(RELATED);
const NTH = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export function relatedOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'related'>> {
  const choices = (state: State): readonly Related[] | undefined => {
    const found = screenOf(state).related?.(state);
    return found?.key === openOverlay(state, 'related')?.key ? found?.all : undefined;
  };
  const barred = (chosen: Related | undefined, state: State): Visible | undefined =>
    chosen ? undefined : t`The menu has ${counted(choices(state)?.length ?? 0, t`record`)}.`;
  const open = (app: App, { view }: Related): void => app.store.setState(now => visitOnTop(now, view));
  return menuOverlay({
    kind: 'related',
    group: RELATED,
    title: t`Related`,
    closes: ['esc', 'o'],
    choices,
    about: ({ record }, _, chosen) => ({
      text: chosen?.possibly === undefined ? t`  To ${record}` : t`  Possibly: ${chosen.possibly}`,
      tone: 'dim',
    }),
    rows(all) {
      const kinds = Math.max(0, ...all.map(({ kind }) => cellWidth(kind)));
      return all.map((one, at) => ({
        text: t`${at + 1}  ${toWidth(one.kind, kinds)}  ${one.possibly === undefined ? one.text : t`possibly ${one.text}`}`,
        spoken: t`${at + 1} ${one.kind}, ${relatedText(one)}`,
        tone: one.possibly === undefined ? 'plain' : 'dim',
      }));
    },
    enter: { id: 'open', title: t`open`, barred, run: open },
    also: () =>
      NTH.map((digit, at) =>
        relatedBind(`related.${digit}`, t`open ${at + 1}`, [digit], {
          enabled(app) {
            const state = app.store.getState();
            return barred(choices(state)?.[at], state) ?? true;
          },
          run(app) {
            const chosen = choices(app.store.getState())?.[at];
            closeOverlay(app);
            if (chosen) open(app, chosen);
          },
        }),
      ),
  });
}

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

function linkTo({ keys, record, link }: Copyable): CopyText | { readonly why: Visible } {
  if (keys.length > 1) return { why: t`A link is for one record. Unmark the others.` };
  const found = link();
  return found
    ? { what: t`Link to ${record}`, text: linkText(found) }
    : { why: t`This record has no ID that a link could name.` };
}

const TITLE = 7;

export const copyOverlay = (screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'copy'>> =>
  menuOverlay({
    kind: 'copy',
    group: t`copy`,
    title: t`Copy`,
    closes: ['esc', 'Y'],
    choices: () => FORMS,
    about: ({ record }) => ({ text: t`  To copy: ${record}. Card numbers stay masked.`, tone: 'dim' }),
    rows: (forms, { keys }) =>
      forms.map(({ title, about, notSeveral }) => {
        const barred = keys.length > 1 ? notSeveral : undefined;
        const text = barred ?? about;
        return {
          text: t`${toWidth(title, TITLE)}  ${text}`,
          spoken: t`${title}, ${text}`,
          tone: barred === undefined ? 'plain' : 'dim',
        };
      }),
    enter: {
      id: 'run',
      title: t`copy`,
      run(app, form, { keys }) {
        const state = app.store.getState();
        // The records that the menu was opened for, because the list may have changed since.
        const copyable = screenOf(state).taking?.copyable(state, keys);
        const taken =
          copyable?.keys.length === keys.length
            ? form.take(copyable)
            : { why: t`Nothing was copied: the list has changed, and some of these records are gone.` };
        if ('why' in taken) warn(app.store, taken.why);
        else void app.clipboard.copy(taken.what, taken.text);
      },
    },
  });
