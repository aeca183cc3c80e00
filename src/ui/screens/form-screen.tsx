// A form with its own screen, below the facts about its subject. Typed text is kept until the write is done.

import { Box } from 'ink';
import type { Need } from '../../effects/needs.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { cutToUnits, isTypable, longestFieldPaste } from '../../keys/key.ts';
import { isCurrencyCode, isCurrencyForm } from '../../lib/currency.ts';
import { countText } from '../../lib/decimal.ts';
import { showClock } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { queryKey } from '../../records/query.ts';
import {
  asKept,
  type FormCheck,
  fieldValue,
  LINE_BREAK,
  sentText,
  setField,
  takesText,
  valuesOf,
} from '../../store/form-state.ts';
import type { FormsInState, KeptForms } from '../../store/kept-forms.ts';
import { warning } from '../../store/notices.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { Form, State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import {
  currentView,
  currentWorkspace,
  frontKey,
  goTo,
  listIn,
  popView,
  updateView,
} from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Lines } from '../kit/Line.tsx';
import type { Theme } from '../kit/theme.ts';
import { FormView, formBindings } from './form.tsx';
import { formSpoken } from './form-spoken.ts';
import { layoutOf } from './layout.ts';
import type { Screen, ScreenProps } from './screen.ts';

const bind = bindingsIn<App>(t`form`);

const LINE_BREAKS = /\r\n|[\n\v\f\r\u{85}\u{2028}\u{2029}]/u;

/** They would be sent unseen otherwise. */
const spelledOut = (text: string): string =>
  Array.from(text, one =>
    isTypable(one) ? one : `\\u{${one.codePointAt(0)?.toString(16).toUpperCase()}}`,
  ).join('');

/** Cut to the longest paste that a field takes. `said`: if something was cut or escaped. */
export function lineOf(text: string): { readonly line: string; readonly said: Visible | undefined } {
  const lines = text.split(LINE_BREAKS).map(line => line.replaceAll('\t', ' ').trimEnd());
  const first = lines.findIndex(line => line !== '');
  const last = lines.findLastIndex(line => line !== '');
  const plain = first < 0 ? '' : lines.slice(first, last + 1).join(LINE_BREAK);
  const shown = spelledOut(plain);
  const line = cutToUnits(shown, longestFieldPaste);
  if (line.length < shown.length)
    return {
      line,
      said: t`A field takes ${countText(longestFieldPaste)} characters. Purser left the rest out.`,
    };
  return {
    line,
    said:
      shown === plain ? undefined : t`Invisible characters appear as escapes, such as \\u{200B}. Check them.`,
  };
}

const editsLongText = (place: PlaceId, forms: FormsInState): Binding<App> =>
  bind(`${place}.edit`, t`editor`, ['ctrl-g'], {
    footer: 1.1,
    enabled(app) {
      const form = forms.get(app.store.getState());
      return form.fields[form.focus]?.long
        ? app.editing.able()
        : t`Only long text fields open in the editor.`;
    },
    run: app => void editFocused(app, forms),
  });

async function editFocused({ store, editing }: App, forms: FormsInState): Promise<void> {
  const before = store.getState();
  const { fields, focus } = forms.get(before);
  const field = fields[focus];
  if (!field?.long || !before.customer) return;
  const edited = await editing.edit(sentText(field.value));
  if (edited === undefined) return;
  const { line, said } = lineOf(edited);
  store.setState(state => {
    if (frontKey(state) !== frontKey(before))
      return {
        ...state,
        notice: warning(t`The form was closed meanwhile. Purser did not take the text.`),
      };
    const taken = forms.set(state, setField(forms.get(state), field.id, line));
    return said === undefined ? taken : { ...taken, notice: warning(said) };
  });
}

const untouched = (state: State, forms: FormsInState): boolean =>
  !forms.fresh || valuesOf(forms.fresh(state)) === valuesOf(forms.get(state));

/** With its text selected. A form that is opened starts at its first field; one that comes back keeps the focus. */
export function entered(state: State, forms: FormsInState): State {
  const here = state.selectedIn !== undefined;
  if (!forms.fresh || (here && state.overlay?.kind !== 'dialog')) return state;
  const opened = currentView(state).entered !== undefined;
  const form = forms.get(state);
  const focus = opened ? form.focus : forms.fresh(state).focus;
  const kept = asKept(focus === form.focus ? form : { ...form, focus });
  const there = kept === form ? state : forms.set(state, kept);
  if (here) return there;
  const selected = { ...there, selectedIn: frontKey(state) };
  if (opened) return selected;
  const typedAt = untouched(state, forms) ? undefined : forms.typedAt?.(state);
  return updateView(selected, { entered: { kept: typedAt } });
}

/** Until the user types again. */
function keptEntries(state: State, forms: FormsInState): readonly Entry[] {
  const kept = currentView(state).entered?.kept;
  if (kept === undefined || kept !== forms.typedAt?.(state) || untouched(state, forms)) return [];
  const when = showClock(kept, state.reach.zone);
  return [
    {
      note: t`This form has your text from ${when}. Typing replaces the text of a field, ← keeps it. Ctrl+K clears the form.`,
      tone: 'warn',
    },
  ];
}

const clearsAll = (place: PlaceId, forms: FormsInState): readonly Binding<App>[] =>
  forms.fresh
    ? [
        bind(`${place}.clear-all`, t`clear all fields`, ['ctrl-k'], {
          enabled: ({ store }) => (untouched(store.getState(), forms) ? t`This form is empty.` : true),
          run: ({ store }) =>
            store.setState(state => (forms.fresh ? forms.set(state, forms.fresh(state)) : state)),
        }),
      ]
    : [];

export interface FormDeclaration<Forms extends FormsInState = KeptForms> {
  readonly place: PlaceId;
  readonly forms: Forms;
  /** It opens the dialog and sends nothing. */
  readonly button: Visible;
  buttonNow?(state: State, form: Form): Visible;
  review(app: App, form: Form): void;
  /** Without the service. A field's error is shown when the focus leaves it. */
  check?(form: Form, state: State): FormCheck;
  /** Enter then acts as the button. */
  enough?(form: Form): boolean;
  passesOver?(fieldId: string, form: Form, state: State): boolean;
  above(state: State, form: Form): readonly Entry[];
  aside?(fieldId: string, state: State, form: Form): Cell | undefined;
  needs?(state: State, form: Form): readonly Need[];
  about?(view: View): Visible | undefined;
  /** Ctrl keys, because all others are typed. */
  readonly commands?: readonly Binding<App>[];
}

/** Only a warning: the service may know newer currencies. */
function unlistedCurrency(fieldId: string, form: Form): Cell | undefined {
  const code = /currency$/.test(fieldId) ? fieldValue(form, fieldId).toUpperCase() : '';
  return isCurrencyForm(code) && !isCurrencyCode(code)
    ? { text: t`ISO 4217 has no currency ${visible(code)}`, tone: 'warn' }
    : undefined;
}

/** From this many rows, a form that scrolls leaves two rows to its subject. */
const ROOMY = 14;

/** The first entries that fit `rows`, so that no sentence ends in the middle. `whole`: all of them. */
export function wholeEntries(entries: readonly Entry[], width: number, rows: number, theme: Theme) {
  for (let count = entries.length; count > 0; count--) {
    const lines = composeDetails(entries.slice(0, count), width, theme);
    if (lines.length <= rows) return { lines, whole: count === entries.length };
  }
  return { lines: [], whole: entries.length === 0 };
}

export function formScreen(declared: FormDeclaration<FormsInState>): Screen {
  const { place, forms, button } = declared;
  const { title } = places[place];
  const needs = (state: State): readonly Need[] => declared.needs?.(state, forms.get(state)) ?? [];

  function reload(app: App): void {
    const state = app.store.getState();
    for (const need of needs(state)) {
      if (need.kind === 'document') void app.documents.load(need.query);
      else {
        const { pages } = listIn(currentWorkspace(state), queryKey(need.query));
        void app.lists.load(need.query, pages.taken === 0 ? 'first' : 'again', need.through);
      }
    }
  }

  const aboveEntries = (state: State, form: Form): readonly Entry[] => [
    ...keptEntries(state, forms),
    ...declared.above(state, form),
  ];
  const asideIn = (fieldId: string, state: State, form: Form): Cell | undefined =>
    unlistedCurrency(fieldId, form) ?? declared.aside?.(fieldId, state, form);
  const buttonIn = (state: State, form: Form): Visible => declared.buttonNow?.(state, form) ?? button;
  const change = (app: App, form: Form): void => app.store.setState(now => forms.set(now, form));

  const View = ({ app, state, theme }: ScreenProps) => {
    const { body } = layoutOf(state.size);
    const form = forms.get(state);
    // Fields, button and one hint come first. A form that scrolls anyway leaves two rows to its subject.
    const rest = body.height - form.fields.length - 2;
    const most = rest >= 0 ? rest : body.height < ROOMY ? 0 : 2;
    const { lines: above, whole } = wholeEntries(aboveEntries(state, form), body.width - 2, most, theme);
    const aboveRows = above.length;
    const gap = whole && aboveRows + form.fields.length * 2 + 2 <= body.height ? 1 : 0;
    return (
      <Box flexDirection="column" width={body.width} height={body.height} overflow="hidden">
        <Lines lines={above} height={aboveRows + gap} />
        <FormView
          form={form}
          button={buttonIn(state, form)}
          width={body.width}
          height={body.height - aboveRows - gap}
          theme={theme}
          aside={fieldId => asideIn(fieldId, state, form)}
          onChange={changed => change(app, changed)}
        />
      </Box>
    );
  };

  return {
    place,
    bindings: [],
    modes: {
      form: {
        bindings: [
          ...formBindings(
            {
              id: place,
              get: forms.get,
              set: forms.set,
              check: declared.check,
              enough: declared.enough,
              passesOver: declared.passesOver,
            },
            declared.buttonNow ? t`the button` : button,
            declared.review,
          ),
          ...clearsAll(place, forms),
          editsLongText(place, forms),
          ...(declared.commands ?? []),
          bind(`${place}.leave`, t`leave`, ['esc'], {
            // Stays in the footer at any width.
            footer: 9,
            run: app => app.store.setState(state => popView(state) ?? goTo(state, places[place].tab)),
          }),
          bind(`${place}.reread`, t`read again`, ['ctrl-r'], {
            footer: 1.5,
            enabled: app =>
              needs(app.store.getState()).length > 0 ? true : t`${title}: this form reads nothing.`,
            run: reload,
          }),
        ],
        takesText: state => takesText(forms.get(state)),
      },
    },
    mode: () => 'form',
    settle: state => entered(state, forms),
    needs,
    about: view => declared.about?.(view),
    reload,
    View,
    spoken(state, app) {
      const form = forms.get(state);
      return {
        entries: aboveEntries(state, form),
        ...formSpoken({
          form,
          button: buttonIn(state, form),
          aside: fieldId => asideIn(fieldId, state, form),
          change: changed => change(app, changed),
        }),
      };
    },
  };
}
