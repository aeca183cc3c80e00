// The customer switcher: an ID typed or pasted, or a recent customer.

import { headerWord } from '../../api/contract/header-text.ts';
import type { App } from '../../effects/app.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { field, fieldValue, setField, takesText, withErrors } from '../../store/form.ts';
import type { Overlay } from '../../store/overlay.ts';
import type { Form, KnownCustomer, State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { FormView } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { customerLine, nameCells } from './customer-line.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea, WIDE } from './PopUp.tsx';

type Switcher = Extract<Overlay, { kind: 'customers' }>;

export const customersOverlay = (required: boolean, userId = '', onBehalfOf = ''): Overlay => ({
  kind: 'customers',
  required,
  cursor: undefined,
  form: {
    fields: [
      field('userId', t`Customer`, userId, t`user ID (acct_…), or part of a name`),
      field('onBehalfOf', t`Connected account`, onBehalfOf, t`optional: the connected account for Family A`),
    ],
    focus: 0,
  },
});

/** So many pinned customers come before the other recent ones, so that both are on a small screen. */
const PINS_FIRST = 6;

/** Recent customers that match the typing, without the open one. */
function found(state: State): readonly KnownCustomer[] {
  const overlay = openOverlay(state, 'customers');
  const typed = overlay ? fieldValue(overlay.form, 'userId').toLowerCase() : '';
  const open = state.customer && customerKey(state.customer);
  const fitting = state.known.filter(
    ({ userId, onBehalfOf, name }) =>
      customerKey({ userId, ...(onBehalfOf !== undefined && { onBehalfOf }) }) !== open &&
      `${userId} ${onBehalfOf ?? ''} ${name ?? ''}`.toLowerCase().includes(typed),
  );
  const pins = fitting.filter(({ pinned }) => pinned);
  const others = fitting.filter(({ pinned }) => !pinned);
  return [...pins.slice(0, PINS_FIRST), ...others, ...pins.slice(PINS_FIRST)];
}

/** The customer before the current one. */
export function customerBefore({ known, customer }: State): KnownCustomer | undefined {
  const open = customer && customerKey(customer);
  return known.find(other => customerKey(other) !== open);
}

function underCursor(state: State): KnownCustomer | undefined {
  const cursor = openOverlay(state, 'customers')?.cursor;
  return cursor === undefined ? undefined : found(state)[cursor];
}

/** The cursor goes where the customer went. */
function keptOn(state: State, customer: KnownCustomer): Partial<State> {
  const overlay = openOverlay(state, 'customers');
  const cursor = found(state).findIndex(other => customerKey(other) === customerKey(customer));
  return overlay && cursor >= 0 ? { overlay: { ...overlay, cursor } } : {};
}

/** Text that can't go into a header, or that can't be an ID, is refused here. */
function idProblem(id: string): Visible | undefined {
  if (id === '') return t`Type or paste a user ID, or pick a customer below with ↓.`;
  return headerWord.test(id)
    ? undefined
    : t`An ID has only letters, digits and signs. Remove spaces and other characters.`;
}

function submit(app: App) {
  const state = app.store.getState();
  const overlay = openOverlay(state, 'customers');
  if (!overlay) return;
  const picked = overlay.cursor === undefined ? undefined : found(state)[overlay.cursor];
  if (picked) return app.customers.switchTo(picked);
  const userId = fieldValue(overlay.form, 'userId');
  const onBehalfOf = fieldValue(overlay.form, 'onBehalfOf');
  if (userId !== '' && onBehalfOf === '') {
    const same = state.known.filter(k => k.userId === userId);
    // A part of a name selects its customer. A part of an ID never does: it may be another customer's whole ID.
    const called = state.known.filter(k => k.name?.toLowerCase().includes(userId.toLowerCase()));
    const [only, ...others] = same.length > 0 ? same : called;
    if (only && others.length === 0) return app.customers.switchTo(only);
    if (only) {
      const many = t`${others.length + 1} customers match. Pick one with ↓, or type the connected account too.`;
      return refuse(app, overlay, { userId: many });
    }
  }
  const problems = {
    userId: idProblem(userId),
    onBehalfOf: onBehalfOf === '' ? undefined : idProblem(onBehalfOf),
  };
  if (problems.userId ?? problems.onBehalfOf) return refuse(app, overlay, problems);
  app.customers.switchTo(onBehalfOf === '' ? { userId } : { userId, onBehalfOf });
}

const refuse = (app: App, overlay: Switcher, errors: Readonly<Record<string, Visible | undefined>>): void =>
  app.store.setState({ overlay: { ...overlay, form: withErrors(overlay.form, errors) } });

const edit =
  (to: (overlay: Switcher, state: State) => Partial<Switcher>) =>
  (app: App): void =>
    app.store.setState(state => {
      const overlay = openOverlay(state, 'customers');
      return overlay ? { overlay: { ...overlay, ...to(overlay, state) } } : {};
    });

const move = (by: number) =>
  edit(({ cursor = -1 }, state) => {
    const count = found(state).length;
    const to = cursor + by;
    return count === 0 ? {} : { cursor: to < 0 ? undefined : Math.min(to, count - 1) };
  });

const bind = bindingsIn<App>(t`customer`);

export const customersKind: OverlayKind = {
  takesText(state) {
    const overlay = openOverlay(state, 'customers');
    return overlay !== undefined && takesText(overlay.form);
  },
  bindings: [
    bind('customers.choose', t`switch`, ['enter'], { footer: 1, run: submit }),
    bind('customers.down', t`recent`, ['down'], { footer: 2, run: move(1) }),
    bind('customers.up', t`up`, ['up'], { run: move(-1) }),
    bind('customers.pin', t`pin, unpin`, ['ctrl-o'], {
      footer: 2.5,
      enabled: app => (underCursor(app.store.getState()) ? true : t`Choose a customer with ↓ first.`),
      run(app) {
        const state = app.store.getState();
        const customer = underCursor(state);
        if (!customer) return;
        app.customers.pin(customer);
        app.store.setState(now => keptOn(now, customer));
      },
    }),
    bind('customers.clear', t`clear the field`, ['ctrl-u'], {
      run: edit(({ form }) => {
        const focused = form.fields[form.focus];
        return focused ? { form: setField(form, focused.id, ''), cursor: undefined } : {};
      }),
    }),
    bind('customers.next', t`next field`, ['tab', 'shift-tab'], {
      footer: 3,
      run: edit(({ form }) => ({
        form: { ...form, focus: (form.focus + 1) % form.fields.length },
        cursor: undefined,
      })),
    }),
    bind('customers.close', t`close`, ['esc'], {
      footer: 4,
      enabled: app =>
        app.store.getState().customer
          ? true
          : t`Choose a customer first: every screen belongs to one customer.`,
      run: closeOverlay,
    }),
  ],
  over: 'dimmed',
  View: CustomersView,
  spoken(state, app) {
    const overlay = openOverlay(state, 'customers');
    if (!overlay) return {};
    const known = found(state);
    const form = formSpoken({ form: overlay.form, change: changed => change(app, overlay, changed) });
    const recent = choiceSpoken(
      overlay.cursor ?? -1,
      known.map(customer => customerLine(state, customer, 0)),
    );
    return {
      title: t`Customer`,
      status: known.length > 0 ? t`${known.length} recent` : t`No recent customer matches.`,
      ...form,
      ...recent,
    };
  },
};

const change = (app: App, overlay: Switcher, form: Form): void =>
  app.store.setState({ overlay: { ...overlay, form, cursor: undefined } });

function CustomersView({ app, state, theme }: OverlayProps) {
  const overlay = openOverlay(state, 'customers');
  if (!overlay) return null;
  const area = popUpArea(state, WIDE);
  // In a low terminal only the focused field is drawn, because the choice of ↓ must be on the screen.
  const formHeight = area.height >= 8 ? 4 : 2;
  const most = Math.max(0, area.height - formHeight - 1);
  const known = found(state);
  const rows = Math.min(most, Math.max(3, known.length));
  const names = nameCells(known);
  const first = Math.max(0, (overlay.cursor ?? 0) - rows + 1);
  return (
    <PopUp state={state} theme={theme} title={t`Customer`} height={formHeight + 1 + rows} most={WIDE}>
      <FormView
        form={overlay.form}
        width={area.width}
        height={formHeight}
        theme={theme}
        onChange={form => change(app, overlay, form)}
      />
      <Line text={theme.paint('dim', known.length > 0 ? t`  Recent` : t`  No recent customer matches.`)} />
      <Lines
        lines={known
          .slice(first, first + rows)
          .map((customer, i) =>
            theme.paint(
              overlay.cursor === first + i ? 'cursor' : 'plain',
              t`  ${customerLine(state, customer, names)}`,
            ),
          )}
        height={rows}
      />
    </PopUp>
  );
}
