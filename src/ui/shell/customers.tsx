// The customer switcher: type or paste an ID, or choose a recent customer.

import { headerWord } from '../../api/contract/header-text.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { folded } from '../../lib/fold.ts';
import { briefId, sameId } from '../../lib/identifier.ts';
import { showDuration } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import { callBefore, callsOf, isCall, newsOfCalls, sendingIn } from '../../store/calls.ts';
import {
  asKept,
  field,
  fieldValue,
  setField,
  takesText,
  withErrors,
  wrongFields,
} from '../../store/form-state.ts';
import { tell } from '../../store/notices.ts';
import {
  closeOverlay,
  type Overlay,
  type OverlayOf,
  openOverlay,
  overlayWith,
  withOverlay,
} from '../../store/open-overlays.ts';
import type { Form, KnownCustomer, State } from '../../store/state.ts';
import { noteCount, notesText, presenceText } from '../../store/together-view.ts';
import { watchedText, watchesOf } from '../../store/watches.ts';
import { customerKey } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { FormView } from '../screens/form.tsx';
import { formSpoken } from '../screens/form-spoken.ts';
import { choiceLine } from './menu.tsx';
import type { OverlayKind, OverlayProps } from './overlay.ts';
import { PopUp, popUpArea, WIDE } from './PopUp.tsx';

type Switcher = OverlayOf<'customers'>;

export const customersOverlay = (userId = '', onBehalfOf = ''): Overlay =>
  overlayWith({
    kind: 'customers',
    chosen: undefined,
    form: asKept({
      fields: [
        field('userId', t`Customer`, userId, t`user ID (acct_…), or part of a name`),
        field(
          'onBehalfOf',
          t`Connected account`,
          onBehalfOf,
          t`optional: the connected account for Family A`,
        ),
      ],
      focus: 0,
    }),
  });

/** More pinned customers come after the others, so that a small screen shows other recent customers too. */
const PINS_FIRST = 6;

/** Without the open customer. */
export function otherCustomers({ known, customer }: State): readonly KnownCustomer[] {
  const open = customer && customerKey(customer);
  return known.filter(other => customerKey(other) !== open);
}

/** First the other calls. */
function found(state: State): readonly KnownCustomer[] {
  const overlay = openOverlay(state, 'customers');
  const typed = overlay ? folded(fieldValue(overlay.form, 'userId')) : '';
  const fitting = otherCustomers(state).filter(({ userId, onBehalfOf = '', name = '' }) =>
    folded(`${userId} ${onBehalfOf} ${name}`).includes(typed),
  );
  const calls = callsOf(state).filter(one => fitting.includes(one));
  const rest = fitting.filter(one => !calls.includes(one));
  const pins = rest.filter(({ pinned }) => pinned);
  const others = rest.filter(({ pinned }) => !pinned);
  return [...calls, ...pins.slice(0, PINS_FIRST), ...others, ...pins.slice(PINS_FIRST)];
}

export const SENDING = t`A write of this call is being sent. Wait for its outcome.`;

/** The key says why if this can't be done. */
export function endCall(app: App, ended: KnownCustomer): void {
  const before = callBefore(app.store.getState());
  if (!before) return;
  app.customers.endCall(ended, before);
  const last = customerBefore(app.store.getState());
  const key = last && customerKey(last) === customerKey(ended) ? t`_` : t`u`;
  const text = t`The call of ${nameOf(ended)} ended. Press ${key} to open this customer again. Typed text stays until you quit.`;
  tell(app.store, text);
}

const nameOf = ({ name, userId }: KnownCustomer): Visible => visible(name ?? userId, NAME);

const noneFound = ({ form }: Switcher): Visible =>
  fieldValue(form, 'userId') === ''
    ? t`No other customer was open recently.`
    : t`No recent customer matches.`;

export const customerBefore = (state: State): KnownCustomer | undefined =>
  otherCustomers(state).find(({ unopened }) => !unopened);

/** -1 for none. The cursor stays on its customer while others come and go. */
const cursorIn = ({ chosen }: Switcher, known: readonly KnownCustomer[]): number =>
  known.findIndex(one => customerKey(one) === chosen);

function underCursor(state: State): KnownCustomer | undefined {
  const overlay = openOverlay(state, 'customers');
  const known = found(state);
  return overlay && known[cursorIn(overlay, known)];
}

/** An ID must fit into a request header. */
function idProblem(id: string): Visible | undefined {
  if (id === '') return t`Type or paste a user ID, or pick a customer below with ↓.`;
  return headerWord.test(id)
    ? undefined
    : t`An ID has only letters, digits and signs. Remove spaces and other characters.`;
}

/** The service accepts any pair of IDs. A second Enter opens it. */
function doubtsOf(userId: string, onBehalfOf: string, known: readonly KnownCustomer[]) {
  const other = known.find(one => sameId(one.onBehalfOf, onBehalfOf) && !sameId(one.userId, userId));
  return {
    // A misspelled name would open a customer that does not exist. INTERFACE.md, User: `id` has the prefix `acct_`.
    userId: userId.startsWith('acct_')
      ? undefined
      : t`No recent customer has this name. A user ID begins with acct_. Enter again opens this ID.`,
    onBehalfOf:
      other &&
      t`This is the connected account of another customer: ${nameOf(other)}. Enter again opens this pair.`,
  };
}

function submit(app: App) {
  const state = app.store.getState();
  const overlay = openOverlay(state, 'customers');
  if (!overlay) return;
  const picked = underCursor(state);
  if (picked) return app.customers.switchTo(picked);
  const userId = fieldValue(overlay.form, 'userId');
  const onBehalfOf = fieldValue(overlay.form, 'onBehalfOf');
  if (userId !== '' && onBehalfOf === '') {
    const same = state.known.filter(k => k.userId === userId);
    // A part of an ID never selects, because it may be another customer's whole ID.
    const called = state.known.filter(k => folded(k.name ?? '').includes(folded(userId)));
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
  const asked = JSON.stringify([userId, onBehalfOf]);
  const doubts = doubtsOf(userId, onBehalfOf, state.known);
  if (overlay.asked !== asked && (doubts.userId ?? doubts.onBehalfOf))
    return refuse(app, { ...overlay, asked }, doubts);
  app.customers.switchTo(onBehalfOf === '' ? { userId } : { userId, onBehalfOf });
}

const refuse = (app: App, overlay: Switcher, errors: Readonly<Record<string, Visible | undefined>>): void =>
  app.store.setState({ overlay: { ...overlay, form: withErrors(overlay.form, errors) } });

const edit =
  (to: (overlay: Switcher, state: State) => Partial<Switcher>) =>
  (app: App): void =>
    app.store.setState(state => withOverlay(state, 'customers', overlay => to(overlay, state)));

const move = (by: number) =>
  edit((overlay, state) => {
    const known = found(state);
    const to = known[Math.min(cursorIn(overlay, known) + by, known.length - 1)];
    return { chosen: to && customerKey(to) };
  });

const bind = bindingsIn<App>(t`customer`);

export const customersKind: OverlayKind<OverlayOf<'customers'>> = {
  takesText: ({ form }) => takesText(form),
  bindings: [
    bind('customers.choose', t`switch`, ['enter'], { footer: 1, run: submit }),
    bind('customers.down', t`recent`, ['down'], { footer: 2, run: move(1) }),
    bind('customers.up', t`up`, ['up'], { run: move(-1) }),
    bind('customers.pin', t`pin, unpin`, ['ctrl-o'], {
      footer: 2.5,
      enabled: app => (underCursor(app.store.getState()) ? true : t`Choose a customer with ↓ first.`),
      run(app) {
        const customer = underCursor(app.store.getState());
        if (customer) app.customers.pin(customer);
      },
    }),
    bind('customers.end-call', t`end call`, ['ctrl-x'], {
      footer: 2.7,
      enabled(app) {
        const state = app.store.getState();
        const customer = underCursor(state);
        if (!customer || !isCall(state, customer)) return t`Choose a call with ↓ first.`;
        return sendingIn(state, customer) ? SENDING : true;
      },
      run(app) {
        const customer = underCursor(app.store.getState());
        if (customer) endCall(app, customer);
      },
    }),
    bind('customers.clear', t`clear the field`, ['ctrl-u'], {
      run: edit(({ form }) => {
        const focused = form.fields[form.focus];
        return focused ? { form: setField(form, focused.id, ''), chosen: undefined } : {};
      }),
    }),
    bind('customers.next', t`next field`, ['tab', 'shift-tab'], {
      footer: 3,
      run: edit(({ form }) => ({
        form: { ...form, focus: (form.focus + 1) % form.fields.length },
        chosen: undefined,
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
  spoken(overlay, state, app) {
    const known = found(state);
    const form = formSpoken({ form: overlay.form, change: changed => change(app, changed) });
    const recent = choiceSpoken(
      cursorIn(overlay, known),
      known.map(customer => customerLine(state, customer, 0)),
    );
    return {
      title: t`Customer`,
      status: known.length > 0 ? t`${known.length} recent` : noneFound(overlay),
      ...form,
      ...recent,
    };
  },
};

const change = (app: App, form: Form): void => edit(() => ({ form, chosen: undefined }))(app);

function CustomersView({ app, overlay, state, theme }: OverlayProps<OverlayOf<'customers'>>) {
  const area = popUpArea(state, WIDE);
  // In a terminal with few rows only the focused field is drawn, so that recent customers are visible.
  const formHeight = area.height < 8 ? 2 : wrongFields(overlay.form) > 0 ? 5 : 4;
  const most = Math.max(0, area.height - formHeight - 1);
  const known = found(state);
  const rows = Math.min(most, Math.max(3, known.length));
  const cursor = cursorIn(overlay, known);
  const first = Math.max(0, cursor - rows + 1);
  const shown = known.slice(first, first + rows);
  const texts = customerLines(state, shown, nameCells(known), area.width - 2);
  return (
    <PopUp state={state} theme={theme} title={t`Customer`} height={formHeight + 1 + rows} most={WIDE}>
      <FormView
        form={overlay.form}
        width={area.width}
        height={formHeight}
        theme={theme}
        onChange={form => change(app, form)}
      />
      <Line text={theme.paint('dim', known.length > 0 ? t`  Recent` : t`  ${noneFound(overlay)}`)} />
      <Lines
        lines={texts.map((text, i) =>
          choiceLine(text, cursor === first + i, 'plain', { width: area.width, theme }),
        )}
        height={rows}
      />
    </PopUp>
  );
}

const NAME = 30;

const nameCells = (known: readonly KnownCustomer[]): number =>
  Math.max(0, ...known.map(({ name }) => cellWidth(visible(name ?? '', NAME))));

/** "call", "call, quote 4:12", "call, sending". */
function callText(state: State, customer: KnownCustomer): Visible {
  const news = newsOfCalls(state).find(one => one.customer === customer);
  const quote = news?.left === undefined ? t`` : t`, quote ${showDuration(news.left)}`;
  return t`call${quote}${news?.sending ? t`, sending` : t``}`;
}

type IdsOf = (customer: KnownCustomer) => Visible;

const wholeIds: IdsOf = ({ userId, onBehalfOf }) =>
  t`${visible(userId, 48)}  ${onBehalfOf === undefined ? t`no connected account` : t`connected account ${briefId(onBehalfOf)}`}`;

const endOf = (id: string, characters: number): Visible => t`…${visible(id.slice(-characters))}`;

/** With little room both IDs are short, so that pairs differ. */
const briefIds =
  (connected: Visible, brief: (id: string) => Visible = briefId): IdsOf =>
  ({ userId, onBehalfOf }) =>
    onBehalfOf === undefined ? brief(userId) : t`${brief(userId)} · ${connected}${endOf(onBehalfOf, 4)}`;

const FORMS: readonly IdsOf[] = [
  wholeIds,
  briefIds(t`connected `),
  briefIds(t``),
  briefIds(t``, id => endOf(id, 6)),
];

/** All in the same form, so that the IDs are below each other: the first form that fits. */
function customerLines(
  state: State,
  shown: readonly KnownCustomer[],
  names: number,
  room: number,
): readonly Visible[] {
  const inForm = (idsOf: IdsOf) => shown.map(customer => customerLine(state, customer, names, idsOf));
  const forms = FORMS.map(inForm);
  return forms.find(lines => lines.every(line => cellWidth(line) <= room)) ?? forms.at(-1) ?? [];
}

/** People look for the name and check the ID. */
function customerLine(
  state: State,
  customer: KnownCustomer,
  names: number,
  idsOf: IdsOf = wholeIds,
): Visible {
  const { name, pinned } = customer;
  const [here, notes] = [presenceText(state, customer), noteCount(state, customer)];
  const watches = watchesOf(state, customer).length;
  const facts = join(
    [
      ...(here === undefined ? [] : [here]),
      ...(notes === 0 ? [] : [notesText(notes)]),
      ...(watches === 0 ? [] : [watchedText(watches)]),
    ].map(fact => t`  ${fact}`),
    '',
  );
  const called = visible(name ?? '', NAME);
  const who =
    called === '' && names === 0 ? t`` : t`${toWidth(called, Math.max(names, cellWidth(called)))}  `;
  const call = isCall(state, customer) ? t`  ${callText(state, customer)}` : t``;
  return t`${who}${idsOf(customer)}${call}${pinned ? t`  pinned` : t``}${facts}`;
}
