// A form for a screen reader: the focused field with its value, hint and error.

import type { Cell } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { chosenOption, editing, onButton, setField, wrongFields } from '../../store/form-state.ts';
import type { Field, Form } from '../../store/state.ts';
import { buttonText, type Selected, type Spoken, spokenValue, typedText } from '../kit/spoken.ts';

interface FormParts {
  readonly form: Form;
  readonly button?: Visible;
  aside?(fieldId: string): Cell | undefined;
  change(form: Form): void;
}

export function formSpoken({ form, button, aside, change }: FormParts): Pick<Spoken, 'selected' | 'typing'> {
  const field = form.fields[form.focus];
  if (!field) return onButton(form) && button ? { selected: buttonSpoken(form, button) } : {};
  const cell = aside?.(field.id);
  const place = t`${form.focus + 1} of ${form.fields.length}`;
  const error = field.error ? t`Error: ${field.error}` : t``;
  const text = sentences([
    t`${field.label}, field ${place}: ${valueText(field)}`,
    field.hint,
    cell ? spokenValue(cell) : t``,
    error,
  ]);
  const key = field.id;
  if (field.options) return { selected: { key, text, brief: sentences([valueText(field), error]) } };
  return {
    // An error is spoken when it appears, typed letters are not.
    selected: { key, text, brief: sentences([error, field.kept ? SELECTED : t``]) },
    typing: {
      key: field.id,
      name: field.label,
      value: field.value,
      secret: field.secret,
      kept: field.kept === true,
      change: value => change(setField(form, field.id, value)),
      keep: () => change(editing(form, field.id)),
    },
  };
}

function buttonSpoken(form: Form, button: Visible): Selected {
  const wrong = wrongFields(form);
  const rest = wrong === 0 ? t`` : t`${counted(wrong, t`field`)} to correct`;
  return { key: `button ${button} ${wrong}`, text: sentences([buttonText(button, 1, 1), rest]) };
}

function valueText(field: Field): Visible {
  const { options, value, secret } = field;
  if (options) {
    const at = chosenOption(field);
    const label = at === undefined ? undefined : options[at]?.label;
    return label === undefined
      ? t`none chosen, ${options.length} choices`
      : t`${label}, choice ${(at ?? 0) + 1} of ${options.length}`;
  }
  if (value === '') return field.need ? t`empty, ${field.need}` : t`empty`;
  const text = typedText({ value, ...(secret && { secret }) });
  return field.kept ? t`${text}. ${SELECTED}` : text;
}

const SELECTED = t`Selected: typing replaces the text, the left arrow keeps the text`;

export const sentences = (parts: readonly Visible[]): Visible =>
  join(
    parts.filter(part => part !== '').map(part => (/[.!?:…]$/.test(part) ? part : t`${part}.`)),
    ' ',
  );
