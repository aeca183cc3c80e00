// A long text in a field of one line and in an editor. The field has a mark for each line break, and an escape for each
// invisible character.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { cutToUnits, isTypable, longestFieldPaste } from '../../keys/key.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { LINE_BREAK, sentText, setField } from '../../store/form.ts';
import type { FormsInState } from '../../store/kept-forms.ts';
import type { PlaceId } from '../../store/places.ts';
import { currentView, customerKey } from '../../store/workspace.ts';

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

export const editsLongText = (place: PlaceId, forms: FormsInState): Binding<App> =>
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
  const { place, subject } = currentView(before);
  const owner = customerKey(before.customer);
  const edited = await editing.edit(sentText(field.value));
  if (edited === undefined) return;
  const { line, said } = lineOf(edited);
  store.setState(state => {
    const view = currentView(state);
    const here =
      view.place === place &&
      view.subject === subject &&
      state.customer !== undefined &&
      customerKey(state.customer) === owner;
    if (!here)
      return {
        ...state,
        notice: { text: t`The form was closed meanwhile. Purser did not take the text.`, tone: 'warning' },
      };
    const taken = forms.set(state, setField(forms.get(state), field.id, line));
    return said === undefined ? taken : { ...taken, notice: { text: said, tone: 'warning' } };
  });
}
