// The keys and the drawing of a form: fields below each other, their hints and errors, and a button that submits.

import { Box } from 'ink';
import type { Cell } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import {
  changeChoice,
  chosenOption,
  editing,
  type FormCheck,
  leaveField,
  moveFocus,
  onButton,
  onChoice,
  setField,
  wrongFields,
} from '../../store/form-state.ts';
import type { Field, Form, State } from '../../store/state.ts';
import { composeChoice } from '../kit/choice.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
import { TextField } from '../kit/TextField.tsx';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

export interface FormPlace {
  readonly id: string;
  get(state: State): Form | undefined;
  set(state: State, form: Form): State;
  readonly check?: ((form: Form, state: State) => FormCheck) | undefined;
  /** Enter then acts as the button. */
  readonly enough?: ((form: Form, state: State) => boolean) | undefined;
  /** The next field comes after it. Going back stops at it. */
  readonly passesOver?: ((fieldId: string, form: Form, state: State) => boolean) | undefined;
}

const bind = bindingsIn<App>(t`form`);

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
  const go = (app: App, by: number): void => {
    const state = app.store.getState();
    const { check } = place;
    change(app, form => {
      const left = leaveField(form, by, check && (f => check(f, state)));
      const next = left.fields[left.focus];
      return by > 0 && next && place.passesOver?.(next.id, left, state) ? moveFocus(left, 1) : left;
    });
  };
  const choose = (app: App): true | Visible => {
    const form = place.get(app.store.getState());
    return form && onChoice(form) ? true : t`This field has no choices. Type the value.`;
  };
  return [
    bind(`${place.id}.next`, t`next field, then ${button}`, ['enter'], {
      footer: 1,
      run(app) {
        const state = app.store.getState();
        const form = place.get(state);
        if (!form) return;
        if (onButton(form) || place.enough?.(form, state)) submit(app, form);
        else go(app, 1);
      },
    }),
    bind(`${place.id}.forward`, t`next field`, ['tab', 'down'], { run: app => go(app, 1) }),
    bind(`${place.id}.choose`, t`next choice`, ['right'], {
      footer: 2,
      enabled: choose,
      run: app => change(app, form => changeChoice(form, 1)),
    }),
    bind(`${place.id}.choose-back`, t`previous choice`, ['left'], {
      enabled: choose,
      run: app => change(app, form => changeChoice(form, -1)),
    }),
    bind(`${place.id}.clear`, t`clear the field`, ['ctrl-u'], {
      enabled(app) {
        const form = place.get(app.store.getState());
        return form && onChoice(form) ? t`This field takes no typing. ← and → change the choice.` : true;
      },
      run: app =>
        change(app, form => {
          const field = form.fields[form.focus];
          return field ? setField(form, field.id, '') : form;
        }),
    }),
    bind(`${place.id}.back`, t`previous field`, ['shift-tab', 'up'], { run: app => go(app, -1) }),
  ];
}

/** Two for each field: the line below has its hint. */
export const formRows = (form: Form): number => form.fields.length * 2 + 1;

/** Says in words what the selection's colour says. */
const REPLACES = t`typing replaces`;

/** The cells of a selected text that leaves room for REPLACES, which is otherwise in the line below. */
function besideMark({ value, secret, kept }: Field, room: number): number | undefined {
  if (!kept) return undefined;
  const cells = secret ? value.length : cellWidth(visible(value, room));
  return cells + 2 + cellWidth(REPLACES) <= room ? cells : undefined;
}

interface FormViewProps {
  readonly form: Form;
  /** Without it the caller's Enter submits. */
  readonly button?: Visible;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** In place of the hint. */
  readonly aside?: (fieldId: string) => Cell | undefined;
  readonly onChange: (form: Form) => void;
}

export function FormView({ form, button, width, height, theme, aside, onChange }: FormViewProps) {
  const label = Math.min(Math.floor(width * 0.4), Math.max(...form.fields.map(f => cellWidth(f.label))));
  const room = Math.max(8, width - label - 4);
  const last = button === undefined ? 0 : 1;
  const roomy = form.fields.length * 2 + last <= height;
  const focusedField = form.fields[form.focus];
  /** Its error, or its meaning, or its hint if it has the focus. */
  const below = (f: Field, focused: boolean, indent: number, most: number): readonly Painted[] => {
    const computed = f.error ? undefined : aside?.(f.id);
    const indented = (text: Painted): Painted => concat(theme.paint('plain', toWidth(t``, indent)), text);
    if (computed) return [indented(theme.paint(computed.tone ?? 'dim', computed.text))];
    const mark = focused && f.kept && besideMark(f, room) === undefined;
    const said = f.error ?? (mark ? t`${REPLACES}; ${f.hint}` : focused ? f.hint : t``);
    const lines = wrap(said, Math.max(8, width - indent), Math.max(1, most));
    return (lines.length > 0 ? lines : [t``]).map(line =>
      indented(theme.paint(f.error ? 'bad' : 'dim', line)),
    );
  };
  // With few rows the hints go first, then the fields far from the focus.
  const hint = roomy || !focusedField ? [] : below(focusedField, true, 4, 2);
  const shown = Math.max(1, roomy ? form.fields.length : height - Math.max(1, hint.length) - last);
  const first = Math.max(0, Math.min(form.focus, form.fields.length - 1) - shown + 1);
  const spare = height - form.fields.length * 2 - last;
  const wrong = wrongFields(form);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {form.fields.slice(first, first + shown).map((f, at) => {
        const focused = form.focus === first + at;
        return (
          <Box key={f.id} flexDirection="column">
            <Box>
              <Box width={label + 4}>
                <Piece
                  text={theme.paint(
                    f.error ? 'bad' : focused ? 'strong' : 'plain',
                    t`${focused ? t`›` : f.error ? t`!` : t` `} ${toWidth(f.label, label)}  `,
                  )}
                />
              </Box>
              {f.options ? (
                <Piece
                  text={composeChoice(
                    {
                      labels: f.options.map(one => one.label),
                      chosen: chosenOption(f),
                      focused,
                      width: room,
                    },
                    theme,
                  )}
                />
              ) : f.need && f.value === '' && !focused ? (
                <Piece text={theme.paint('dim', toWidth(f.need, room))} />
              ) : (
                <>
                  <TextField
                    value={f.value}
                    focused={focused}
                    secret={f.secret}
                    selected={f.kept === true}
                    width={(focused && besideMark(f, room)) || room}
                    onChange={value => onChange(setField(form, f.id, value))}
                    onKeep={() => onChange(editing(form, f.id))}
                  />
                  {focused && besideMark(f, room) && <Piece text={theme.paint('dim', t`  ${REPLACES}`)} />}
                </>
              )}
            </Box>
            {roomy ? (
              <Lines lines={below(f, focused, label + 4, focused ? 1 + Math.min(2, spare) : 1)} />
            ) : (
              focused && <Lines lines={hint} />
            )}
          </Box>
        );
      })}
      {button && (
        <Line
          text={concat(
            theme.paint(onButton(form) ? 'cursor' : 'plain', t`[ ${button} ]`),
            theme.paint('bad', wrong === 0 ? t`` : t`  ${counted(wrong, t`field`)} to correct`),
            theme.paint(
              'dim',
              shown < form.fields.length
                ? t`  fields ${first + 1} to ${first + shown} of ${form.fields.length}`
                : t``,
            ),
          )}
        />
      )}
    </Box>
  );
}
