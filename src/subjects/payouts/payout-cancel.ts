// The cancellation of a payout, from its row or from a form that takes its ID, its system reference number, or both.
// Purser finds the payout among the journal's.

import { momentOf } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { doneAt, isFor, isUnresolved, newestOfEach } from '../../journal/possible-duplicates.ts';
import { textIn } from '../../journal/request-body.ts';
import { folded } from '../../lib/fold.ts';
import { canonicalReference, isSystemReference, samePayoutName } from '../../lib/identifier.ts';
import { showTime } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { actOn, questionOf } from '../../money/act.ts';
import type { App } from '../../money/app.ts';
import { cancelledCandidates, historyEvidence } from '../../money/check/history-entries.ts';
import { history } from '../../money/check/reconciliation.ts';
import type { IntentText, WriteDefinition } from '../../money/definition.ts';
import { asked, barred, wrong } from '../../money/for-call.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { withCurrentJournal } from '../../money/journal-effects.ts';
import { referenceIn } from '../../money/related-money.ts';
import { canonical } from '../../money/same-thing.ts';
import {
  AMOUNT,
  asSentence,
  BENEFICIARY,
  confirmedIn,
  confirmedLine,
  ofMoney,
  PAYOUT_ID,
  REFERENCE,
  SYSTEM_REFERENCE,
} from '../../money/shown-lines.ts';
import { checkUsable, endOf } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import { historyQuery } from '../../records/reads.ts';
import type { Ended, Question } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { type FormCheck, field, fieldValue } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cancelledNames, type OwnPayout, ownOfAll } from './own-payout.ts';
import {
  entriesOfPayout,
  entryCell,
  entryLines,
  laterEntries,
  notInHistory,
  payoutHistory,
} from './payout-entries.ts';

export type CancelQuestion = Question<'payout.cancel'>;

const VERSION = { params: { version: 'v1' } };

/** In the names of texts for the customer. */
const SAID = {
  DONE: 'CANCELLED',
  REFUSED: 'NOT CANCELLED',
  UNKNOWN: 'CANCELLING',
  WAITING: 'WAITING',
} as const;

/** Of a payout that only its ID or system reference names. */
function nameIn(intent: Pick<Intent, 'what'>): Visible {
  const name = confirmedIn(intent, PAYOUT_ID) ?? confirmedIn(intent, SYSTEM_REFERENCE);
  return name === undefined ? t`` : t` ${name}`;
}

const ACT = actOn(t`Cancel`, t`payout`);

export const payoutCancel: WriteDefinition<'payout.cancel'> = {
  operation: 'payout.cancel',
  class: 'money',
  happened: intent =>
    asSentence(t`Cancelled the payout${ofMoney(intent, BENEFICIARY, 'to') || nameIn(intent)}`),
  meaning: { not: ACT.not, may: t`the payout may still go out, or not` },
  token: {
    words: t`the last four of the payout ID, or of the system reference if you give no ID`,
    of: ({ body: { id, systemReferenceNumber = '' } = {} }) =>
      id === undefined
        ? endOf(systemReferenceNumber, t`the last four of the system reference`)
        : endOf(id, t`the last four of the payout ID`),
  },
  question({ body = {} }, { store }) {
    const { id, systemReferenceNumber } = body;
    if (id === undefined && systemReferenceNumber === undefined)
      return wrong(t`Give the payout's ID or its system reference number.`);
    const question = cancelQuestion(namedBy(id, systemReferenceNumber), store.getState());
    if ('barred' in question) return barred(question.barred);
    const { body: sent = {} } = question.input;
    const given = visible(id ?? systemReferenceNumber ?? '', 60);
    const [field, name = ''] =
      sent.id === undefined ? [t`systemReferenceNumber`, sent.systemReferenceNumber] : [t`id`, sent.id];
    if (!samePayoutName(id ?? systemReferenceNumber ?? '', name))
      return wrong(
        t`${given} is the client reference of payout ${visible(name, 60)}. Give ${field}=${visible(name, 60)}.`,
      );
    if (id !== undefined && sent.id === undefined)
      return wrong(t`${given} is a system reference. Give it as systemReferenceNumber.`);
    return asked(question);
  },
  summary: ({ state, date, line }) => ({
    kind: 'payout',
    status: SAID[state],
    fields: { amount: line(AMOUNT), payee: line(BENEFICIARY), reference: line(SYSTEM_REFERENCE), date },
  }),
  duplicates: {
    record: {
      what: t`this payout`,
      names: intent => [payoutOf(textIn(intent, 'id')), referenceOf(textIn(intent, 'systemReferenceNumber'))],
      changes: true,
    },
  },
  reconcile: {
    plan: (_, since) => [history(since)],
    about: t`The service can't read a payout. Only the balance history can show money that came back.`,
    evidence: {
      'account.balanceHistory': (read, checked) =>
        historyEvidence(read, checked, cancelledCandidates(checked.row)),
    },
    proof: t`A history entry shows that money came back, but not why. When a payout goes out, the service may release the held amount and take it again right after. Look for that second entry. If there is no entry, ask the service's support.`,
  },
  onScreen: { place: 'payouts', key: 'x' },
};

const referenceOf = (name: IntentText): IntentText =>
  name === undefined ? undefined : `reference ${canonicalReference(name)}`;

/** A system reference in the ID field counts as a system reference. */
const payoutOf = (id: IntentText): IntentText =>
  id !== undefined && isSystemReference(id) ? referenceOf(id) : canonical(id);

export function cancelQuestion(
  typed: CancelTarget,
  state: State,
  row?: OwnPayout,
): CancelQuestion | { readonly barred: Visible } {
  const all = ownOfAll(state);
  const meant = byClientReference(typed, all, state);
  if (meant && 'barred' in meant) return meant;
  const target = understood(meant?.target ?? typed, all);
  if (!target) return { barred: t`These two system references name two payouts. Remove one reference.` };
  const { id, systemReferenceNumber } = target;
  const named = all.filter(one => one.kind === 'payout' && isNamed(one, target));
  // The service may ignore the customer in this call, so Purser checks the customer by the journal.
  const theirs = named.find(one => !isForSelected(one, state));
  if (theirs) return { barred: ofAnother(theirs) };
  const apart = twoPayouts(named, target);
  if (apart) return { barred: apart };
  const made = onlyMatch(named, target, row);
  const others = named.flatMap(({ known }) => [...known.ids, ...known.references]);
  const cancels = earlierCancels(all, target, others);
  const earlier = cancels.filter(({ intent }) => intent.uses === undefined);
  const alsoNamed = named.flatMap(({ known }) => [
    ...known.ids.map(payoutOf),
    ...known.references.map(referenceOf),
  ]);
  const names = [id, systemReferenceNumber].filter(name => name !== undefined);
  const entries = entriesOfPayout(names, state);
  const [held] = named.length === 0 ? entries : [];
  return {
    ...questionOf(payoutCancel, ACT, { ...VERSION, body: target }),
    lines: [
      ...(id === undefined ? [] : [{ label: PAYOUT_ID, value: visible(id) }]),
      ...(systemReferenceNumber === undefined
        ? []
        : [{ label: SYSTEM_REFERENCE, value: visible(systemReferenceNumber) }]),
      ...(made ? linesOf(made) : []),
      ...(held ? entryLines(held, momentOf(state)) : []),
    ],
    warnings: [
      ...(meant ? [meant.warning] : []),
      ...(made || named.length > 0
        ? [recognition(made, named)]
        : held === undefined && cancels.length === 0
          ? [notInHistory(systemReferenceNumber, state)]
          : []),
      ...(held && id !== undefined ? [t`Purser can't check that the ID belongs to this reference.`] : []),
      ...laterEntries(entries, state),
      t`Purser can't read a payout, so the payout may no longer be pending. The service decides.`,
      ...earlier.map(one => earlierText(one, state)),
    ],
    alsoNamed: alsoNamed.filter(name => name !== undefined),
    earlier,
    done: () => [
      t`The date of the refund is not documented. The balance history (B) shows when the money is back.`,
    ],
  };
}

/** One of the two is required (INTERFACE.md, Endpoints › Family B: beneficiaries and payouts). */
export type CancelTarget =
  | { readonly id: string; readonly systemReferenceNumber?: string }
  | { readonly id?: never; readonly systemReferenceNumber: string };

const namedBy = (id: string | undefined, reference: string | undefined): CancelTarget => {
  if (id === undefined) return { systemReferenceNumber: reference ?? '' };
  return reference === undefined ? { id } : { id, systemReferenceNumber: reference };
};

/** Purser doesn't guess: undefined if the response has several IDs, or no ID and several references. */
export function targetOf({ known: { ids, references } }: OwnPayout): CancelTarget | undefined {
  const [id, otherId] = ids;
  const [reference, otherReference] = references;
  if (otherId !== undefined) return undefined;
  if (id !== undefined) return { id };
  return reference === undefined || otherReference !== undefined
    ? undefined
    : { systemReferenceNumber: reference };
}

/** A system reference in the ID field goes to its own field. Undefined if there are then two. */
function understood(typed: CancelTarget, all: readonly OwnPayout[]): CancelTarget | undefined {
  const [id, reference] = [typed.id?.trim(), typed.systemReferenceNumber?.trim()];
  if (id === undefined || !isReference(id, all)) return namedBy(id, reference);
  if (reference === undefined) return { systemReferenceNumber: id };
  return samePayoutName(id, reference) ? { systemReferenceNumber: reference } : undefined;
}

interface MeantPayout {
  readonly target: CancelTarget;
  readonly warning: Visible;
}

/** The customer knows the reference that Purser sent with the payout. The service takes only its own names. */
function byClientReference(
  { id, systemReferenceNumber }: CancelTarget,
  all: readonly OwnPayout[],
  state: State,
): MeantPayout | { readonly barred: Visible } | undefined {
  const names = [id, systemReferenceNumber].flatMap(name => name?.trim() || []);
  for (const name of names) {
    if (isReference(name, all) || all.some(({ known }) => has(known.ids, name))) continue;
    const sent = all.filter(
      one =>
        one.kind === 'payout' &&
        isForSelected(one, state) &&
        (doneAt(one.own) !== undefined || isUnresolved(one.own)) &&
        isSameText(textIn(one.own.intent, 'reference') ?? confirmedLine(one.own, REFERENCE), name),
    );
    const [only, other] = sent;
    if (!only) continue;
    const shown = visible(name, 60);
    if (other)
      return {
        barred: t`${shown} is the client reference of ${sent.length} payouts. Choose the payout in the list of payouts.`,
      };
    const target = targetOf(only);
    if (!target)
      return {
        barred: t`${shown} is the client reference of a payout whose ID Purser does not know. Enter its ID or system reference.`,
      };
    if (names.length > 1)
      return { barred: t`${shown} is a client reference. Remove it: the service takes only its own IDs.` };
    return { target, warning: t`${shown} is the client reference of this payout.` };
  }
  return undefined;
}

const isSameText = (one: string | undefined, other: string): boolean =>
  one !== undefined && folded(one.trim()) === folded(other.trim());

/** By its form, or because a response to a payout of Purser had it as a reference. */
const isReference = (id: string, all: readonly OwnPayout[]): boolean =>
  isSystemReference(id) ||
  (all.some(({ known }) => has(known.references, id)) && !all.some(({ known }) => has(known.ids, id)));

const isNamed = ({ known }: OwnPayout, { id, systemReferenceNumber: reference }: CancelTarget): boolean =>
  (id !== undefined && has(known.ids, id)) || (reference !== undefined && has(known.references, reference));

const has = (names: readonly string[], name: string): boolean =>
  names.some(known => samePayoutName(known, name));

const isForSelected = ({ own: { intent } }: OwnPayout, { customer }: State): boolean =>
  customer !== undefined && isFor(intent, customer);

function ofAnother({ own: { intent } }: OwnPayout): Visible {
  const { userId, onBehalfOf } = intent.customer;
  const who =
    onBehalfOf === undefined ? visible(userId, 60) : t`${visible(userId, 60)} (${visible(onBehalfOf, 60)})`;
  return t`Not sent. This payout belongs to another customer. Press Esc, then u to switch to ${who}.`;
}

function twoPayouts(
  named: readonly OwnPayout[],
  { id, systemReferenceNumber: reference }: CancelTarget,
): Visible | undefined {
  if (id === undefined || reference === undefined) return undefined;
  const hasId = ({ known }: OwnPayout): boolean => has(known.ids, id);
  const hasReference = ({ known }: OwnPayout): boolean => has(known.references, reference);
  if (named.some(one => hasId(one) && hasReference(one))) return undefined;
  const [byId, byReference] = [named.find(hasId), named.find(hasReference)];
  return byId && byReference
    ? t`The ID belongs to the payout of ${amountOf(byId)}, and the reference to the payout of ${amountOf(byReference)}. Remove the ID or the reference.`
    : undefined;
}

const amountOf = ({ own }: OwnPayout): Visible => confirmedLine(own, AMOUNT) ?? t`an unknown amount`;

/** The one payout that matches, if its known names don't contradict the typed names. */
function onlyMatch(
  named: readonly OwnPayout[],
  { id, systemReferenceNumber: reference }: CancelTarget,
  row: OwnPayout | undefined,
): OwnPayout | undefined {
  const [only = row, other] = named;
  if (!only || other || (row && row.own.intent.requestId !== only.own.intent.requestId)) return undefined;
  const { ids, references } = only.known;
  const contradicts =
    (id !== undefined && ids.length > 0 && !has(ids, id)) ||
    (reference !== undefined && references.length > 0 && !has(references, reference));
  return contradicts ? undefined : only;
}

function recognition(made: OwnPayout | undefined, named: readonly OwnPayout[]): Visible {
  if (made) return t`ID from this payout's response (not documented).`;
  const requests = join(named.map(({ own }) => visible(own.intent.requestId)));
  if (named.length > 1)
    return t`Several payouts made in Purser match this ID or reference (request IDs ${requests}). Purser can't tell which payout the service will cancel, and shows none.`;
  return t`The ID and the reference belong to different payouts. The payout made in Purser (request ID ${requests}) matches only one of the two.`;
}

function linesOf({ own }: OwnPayout): readonly ShownLine[] {
  return [BENEFICIARY, AMOUNT, REFERENCE]
    .map(label => ({ label, value: confirmedLine(own, label) }))
    .flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
    .concat({ label: t`Payout request`, value: visible(own.intent.requestId) });
}

function earlierCancels(
  all: readonly OwnPayout[],
  { id, systemReferenceNumber: reference }: CancelTarget,
  others: readonly string[],
): readonly Row[] {
  const names = [id, reference, ...others].filter(name => name !== undefined);
  const same = all.filter(
    ({ kind, own }) => kind === 'cancellation' && cancelledNames(own).some(name => has(names, name)),
  );
  return newestOfEach(same.map(({ own }) => own));
}

function earlierText(own: Row, { now, reach }: State): Visible {
  // Of an unresolved one, when it was sent, as in the other warnings.
  const when = visible(showTime(doneAt(own) ?? own.intent.createdAt, 'local', now, reach.zone));
  const which = t`at ${when} (request ID ${visible(own.intent.requestId)})`;
  return doneAt(own) !== undefined
    ? t`Possible duplicate: this payout was already cancelled in Purser, ${which}.`
    : t`An earlier cancellation of this payout, ${which}, is unresolved. The earlier cancellation may have worked, even if the service refuses this request.`;
}

const ID_FIELD = 'id';
const REFERENCE_FIELD = 'systemReferenceNumber';

const forms = keptForms('cancel-payout', (given, state) => {
  const subject = given ?? historyRowOf(state)?.reference ?? '';
  const reference = isSystemReference(subject);
  return {
    fields: [
      field(ID_FIELD, t`Payout ID`, reference ? '' : subject, t`the payout's ID at the service`),
      field(
        REFERENCE_FIELD,
        t`System reference number`,
        reference ? subject : '',
        t`instead of the ID, or together with it`,
      ),
    ],
    focus: reference ? 1 : 0,
  };
});

export const cancelPayoutForm: FormDeclaration = {
  place: 'cancel-payout',
  forms,
  button: t`Review cancellation`,
  above: state => [
    ...(historyRowOf(state)?.lines ?? []).map(({ label, value }) => ({ label, cell: { text: value } })),
    noted(t`Cancels one pending payout of this customer, by its ID or its system reference number.`, 'plain'),
    { note: t`This form sends nothing. The next step shows the cancellation and asks you to confirm.` },
  ],
  needs: () => [{ kind: 'list', query: historyQuery, through: 1 }],
  aside: (fieldId, state, form) => entryCell(fieldValue(form, fieldId), state),
  check: checkCancelForm,
  enough: form => checkCancelForm(form).ok && form.fields[form.focus]?.value.trim() !== '',
  // `reviewing` clears the form after a cancellation, so that the ID is not used for another payout.
  review: reviewing({ place: 'cancel-payout', forms }, checkCancelForm, (app, { target }, ended) =>
    askCancel(app, target, { about: historyRowOf(app.store.getState()), ended }),
  ),
};

export function checkCancelForm(form: Form): FormCheck<{ readonly target: CancelTarget }> {
  const id = fieldValue(form, ID_FIELD);
  const reference = fieldValue(form, REFERENCE_FIELD);
  if (id === '' && reference === '')
    return { ok: false, errors: { [ID_FIELD]: t`Enter the payout ID or the system reference number.` } };
  const errors = { [ID_FIELD]: checkUsable(id), [REFERENCE_FIELD]: checkUsable(reference) };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  return { ok: true, target: namedBy(id || undefined, reference || undefined) };
}

export function askCancel(
  app: App,
  target: CancelTarget,
  {
    row,
    about,
    ended,
  }: {
    readonly row?: OwnPayout;
    readonly about?: HistoryRow | undefined;
    readonly ended?: (ended: Ended) => void;
  } = {},
): void {
  // The question names earlier writes for this payout, which another console may have made.
  void withCurrentJournal(app, () => {
    const asked = cancelQuestion(target, app.store.getState(), row);
    if ('barred' in asked) warn(app.store, asked.barred);
    else void app.dialog.ask({ ...fromHistory(asked, about), ...(ended && { ended }) });
  });
}

/** A row's amount is only shown if the row names the payout: see `payout-entries.ts`. */
function fromHistory(asked: CancelQuestion, about: HistoryRow | undefined): CancelQuestion {
  if (about === undefined || asked.lines.some(({ label }) => label === AMOUNT)) return asked;
  const { reference } = about;
  const typed = asked.input.body?.systemReferenceNumber;
  if (reference !== undefined && typed !== undefined && samePayoutName(reference, typed)) return asked;
  const warning =
    reference !== undefined && typed !== undefined
      ? t`The selected balance history row names another payout, ${visible(reference, 60)}. Check which payout to cancel.`
      : t`Purser can't check that this payout is the selected balance history row.`;
  return { ...asked, warnings: [...asked.warnings, warning] };
}

interface HistoryRow {
  readonly lines: readonly ShownLine[];
  readonly reference: string | undefined;
}

function historyRowOf(state: State): HistoryRow | undefined {
  const { record } = currentView(state);
  if (record === undefined) return undefined;
  const row = listOf(state, payoutHistory).pages.items.find(({ key }) => key === record)?.row;
  // The key of a row without an ID is its position, which another payout may have after a reload.
  if (!row || idText(row.id) !== record) return undefined;
  return { lines: entryLines(row, momentOf(state)), reference: referenceIn(row) };
}
