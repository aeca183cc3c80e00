// A form: fields below each other, hints and refusals beside them, a button that alone submits; its keys and its drawing.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import { moveFocus, onButton, setField } from '../../store/form.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { Line } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import type { Painted, Theme } from '../kit/theme.ts';

/** Where a form lives in the state. */
export interface FormPlace {
  readonly id: string;
  get(state: State): Form | undefined;
  set(state: State, form: Form): State;
}

const GROUP = t`form`;

/** Moving between fields, and what the last stop does. */
export function formBindings(
  place: FormPlace,
  button: Visible,
  submit: (app: App, form: Form) => void,
): readonly Binding<App>[] {
  const change = (app: App, to: (form: Form) => Form): void =>
    app.store.setState(state => {
      const form = place.get(state);
      return form ? place.set(state, to(form)) : state;
    });
  return [
    {
      id: `${place.id}.next`,
      title: t`next field; on the last, ${button}`,
      keys: ['enter'],
      group: GROUP,
      footer: 1,
      run(app) {
        const form = place.get(app.store.getState());
        if (!form) return;
        if (onButton(form)) submit(app, form);
        else change(app, f => moveFocus(f, 1));
      },
    },
    {
      id: `${place.id}.forward`,
      title: t`next field`,
      keys: ['tab', 'down'],
      group: GROUP,
      footer: 2,
      run: app => change(app, f => moveFocus(f, 1)),
    },
    {
      id: `${place.id}.clear`,
      title: t`clear the field`,
      keys: ['ctrl-u'],
      group: GROUP,
      run: app =>
        change(app, form => {
          const field = form.fields[form.focus];
          return field ? setField(form, field.id, '') : form;
        }),
    },
    {
      id: `${place.id}.back`,
      title: t`field before`,
      keys: ['shift-tab', 'up'],
      group: GROUP,
      run: app => change(app, f => moveFocus(f, -1)),
    },
  ];
}

interface FormViewProps {
  readonly form: Form;
  /** Without one, Enter in a field submits. */
  readonly button?: Visible;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly onChange: (form: Form) => void;
}

export function FormView({ form, button, width, height, theme, onChange }: FormViewProps) {
  const label = Math.min(Math.floor(width * 0.4), Math.max(...form.fields.map(f => cellWidth(f.label))));
  const room = Math.max(8, width - label - 4);
  // In a low terminal the hints go first, then the fields farthest from the focus.
  const last = button === undefined ? 0 : 1;
  const roomy = form.fields.length * 2 + last <= height;
  const shown = Math.max(1, roomy ? form.fields.length : height - 1 - last);
  const first = Math.max(0, Math.min(form.focus, form.fields.length - 1) - shown + 1);
  const focusedField = form.fields[form.focus];
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {form.fields.slice(first, first + shown).map((f, at) => {
        const focused = form.focus === first + at;
        return (
          <Box key={f.id} flexDirection="column">
            <Box>
              <Box width={label + 4}>
                <Line
                  text={theme.paint(
                    focused ? 'strong' : 'plain',
                    t`${focused ? t`›` : t` `} ${toWidth(f.label, label)}  `,
                  )}
                />
              </Box>
              <TextField
                value={f.value}
                focused={focused}
                secret={f.secret}
                width={room}
                onChange={value => onChange(setField(form, f.id, value))}
              />
            </Box>
            {roomy && <Line text={beside(f, focused, label + 4, theme)} />}
          </Box>
        );
      })}
      {!roomy && focusedField && <Line text={beside(focusedField, true, 2, theme)} />}
      {button && <Line text={theme.paint(onButton(form) ? 'cursor' : 'plain', t`[ ${button} ]`)} />}
    </Box>
  );
}

/** What is wrong with a field or, under the focus, what it takes. */
const beside = (f: Field, focused: boolean, indent: number, theme: Theme): Painted =>
  theme.paint(f.error ? 'bad' : 'dim', t`${toWidth(t``, indent)}${f.error ?? (focused ? f.hint : t``)}`);
