// Cancelling a payout by its ID or its system reference: what is asked to be confirmed.

import type { App } from '../../effects/app.ts';
import type { Question } from '../../effects/question.ts';
import { doneAt } from '../../journal/duplicates.ts';
import type { Row } from '../../journal/intent.ts';
import { isSystemReference, samePayoutName } from '../../lib/identifier.ts';
import { showTime } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import {
  AMOUNT,
  BENEFICIARY,
  confirmedLine,
  PAYOUT_ID,
  REFERENCE,
  SYSTEM_REFERENCE,
} from '../../ui/screens/shown-lines.ts';
import { newestOfEach } from '../../writes/duplicates.ts';
import { tokenOf } from '../../writes/token-of.ts';
import { cancelledNames, type OwnPayout, ownOfAll } from './own-payout.ts';

/** INTERFACE.md, Endpoints › Family B: beneficiaries and payouts: at least one of the two. */
export type CancelTarget =
  | { readonly id: string; readonly systemReferenceNumber?: string }
  | { readonly id?: never; readonly systemReferenceNumber: string };

/** What the service may call a payout made from here, where one name was recognised and no other: more would be a guess. */
export function targetOf({ known: { ids, references } }: OwnPayout): CancelTarget | undefined {
  const [id, otherId] = ids;
  const [reference, otherReference] = references;
  if (otherId !== undefined) return undefined;
  if (id !== undefined) return { id };
  return reference === undefined || otherReference !== undefined
    ? undefined
    : { systemReferenceNumber: reference };
}

/**
 * Opens the dialog about it, or says why it isn't asked. `row` is the payout under the cursor, if it was named so; `ended`
 * is told how it ends.
 */
export function askCancel(
  app: App,
  target: CancelTarget,
  { row, ended }: { readonly row?: OwnPayout; readonly ended?: Question<'payout.cancel'>['ended'] } = {},
): void {
  app.journal.refresh();
  const asked = cancelQuestion(target, app.store.getState(), row);
  if ('barred' in asked) app.store.setState({ notice: { text: asked.barred, tone: 'warning' } });
  else void app.writes.ask({ ...asked, ...(ended && { ended }) });
}

/** What was typed, as the service understands it: a system reference in the ID's place is one. */
function understood(typed: CancelTarget, all: readonly OwnPayout[]): CancelTarget | undefined {
  const [id, reference] = [typed.id?.trim(), typed.systemReferenceNumber?.trim()];
  const target =
    id === undefined
      ? { systemReferenceNumber: reference ?? '' }
      : { id, ...(reference !== undefined && { systemReferenceNumber: reference }) };
  if (id === undefined || !isReference(id, all)) return target;
  if (reference === undefined) return { systemReferenceNumber: id };
  return samePayoutName(id, reference) ? { systemReferenceNumber: reference } : undefined;
}

/** By its form, or because a payout from here was answered with it. */
const isReference = (id: string, all: readonly OwnPayout[]): boolean =>
  isSystemReference(id) ||
  (all.some(({ known }) => has(known.references, id)) && !all.some(({ known }) => has(known.ids, id)));

export function cancelQuestion(
  typed: CancelTarget,
  state: State,
  row?: OwnPayout,
): Question<'payout.cancel'> | { readonly barred: Visible } {
  const all = ownOfAll(state);
  const target = understood(typed, all);
  if (!target) return { barred: t`Both are system references, of two payouts: leave one out.` };
  const { id, systemReferenceNumber } = target;
  const named = all.filter(one => one.kind === 'payout' && isNamed(one, target));
  // The call names no customer that the service must heed, so the journal is what keeps the customers apart.
  const theirs = named.find(one => !isOfFront(one, state));
  if (theirs) return { barred: ofAnother(theirs) };
  const made = theOne(named, target, row);
  const input = { params: { version: 'v1' }, body: target };
  const earlier = earlierCancels(all, target, named);
  return {
    operation: 'payout.cancel',
    input,
    title: t`Cancel payout`,
    button: t`Cancel the payout`,
    lines: [
      ...(id === undefined ? [] : [{ label: PAYOUT_ID, value: visible(id) }]),
      ...(systemReferenceNumber === undefined
        ? []
        : [{ label: SYSTEM_REFERENCE, value: visible(systemReferenceNumber) }]),
      ...(made ? linesOf(made) : []),
    ],
    warnings: [
      whichOne(made, named),
      t`A payout can't be read, so it isn't known here whether it is still pending: the service decides.`,
      ...earlier.map(one => earlierOne(one, state)),
    ],
    earlier,
    token: tokenOf('payout.cancel', input),
    done: () => [
      t`The service says that the payout is cancelled. The balances (b) show when the money is back; the interface doesn't say when.`,
    ],
  };
}

/** Whether one of the names was recognised in the answer to this payout. */
const isNamed = ({ known }: OwnPayout, { id, systemReferenceNumber: reference }: CancelTarget): boolean =>
  (id !== undefined && has(known.ids, id)) || (reference !== undefined && has(known.references, reference));

const has = (names: readonly string[], name: string): boolean =>
  names.some(known => samePayoutName(known, name));

const isOfFront = ({ own: { intent } }: OwnPayout, { customer }: State): boolean =>
  customer !== undefined && customerKey(intent.customer) === customerKey(customer);

function ofAnother({ own: { intent } }: OwnPayout): Visible {
  const { userId, onBehalfOf } = intent.customer;
  const who =
    onBehalfOf === undefined ? visible(userId, 60) : t`${visible(userId, 60)} (${visible(onBehalfOf, 60)})`;
  return t`Not asked, for it is another customer's payout: switch with u first, to ${who}.`;
}

/** The payout that is meant, where nothing says that it might be another. */
function theOne(
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

function whichOne(made: OwnPayout | undefined, named: readonly OwnPayout[]): Visible {
  if (made)
    return t`The ID was recognised in the service's answer to this payout, whose fields the interface doesn't show.`;
  const requests = join(
    named.map(({ own }) => visible(own.intent.requestId)),
    ', ',
  );
  if (named.length > 1)
    return t`Several payouts from here bear this name (request IDs ${requests}): which of them it cancels isn't known, so none is shown.`;
  return named.length === 1
    ? t`The ID and the reference don't belong together: the payout from here that bears one of them (request ID ${requests}) was answered with another of the other.`
    : t`Payout not recognised: check the ID with the customer.`;
}

function linesOf({ own }: OwnPayout): readonly ShownLine[] {
  return [BENEFICIARY, AMOUNT, REFERENCE]
    .map(label => ({ label, value: confirmedLine(own, label) }))
    .flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
    .concat({ label: t`Made under`, value: visible(own.intent.requestId) });
}

/** The newest of each kind that matters: one that the service did, one that nobody is certain of. */
function earlierCancels(
  all: readonly OwnPayout[],
  { id, systemReferenceNumber: reference }: CancelTarget,
  named: readonly OwnPayout[],
): readonly Row[] {
  // The same payout may have been named otherwise then.
  const others = named.flatMap(({ known }) => [...known.ids, ...known.references]);
  const names = [id, reference, ...others].filter(name => name !== undefined);
  const same = all.filter(
    ({ kind, own }) => kind === 'cancellation' && cancelledNames(own).some(name => has(names, name)),
  );
  return newestOfEach(same.map(({ own }) => own));
}

function earlierOne(own: Row, { now, reach }: State): Visible {
  const when = visible(
    showTime(own.transitions.at(-1)?.at ?? own.intent.createdAt, 'local', now, reach.zone),
  );
  const which = t`at ${when} (request ID ${visible(own.intent.requestId)})`;
  return doneAt(own) !== undefined
    ? t`It was cancelled from here already, ${which}.`
    : t`An earlier cancellation of it, ${which}, is not certain yet: that one may still have worked, even if this one is refused.`;
}
