// Cancelling a payout by its ID or its system reference: what is asked to be confirmed.

import type { Question } from '../../effects/question.ts';
import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { isUnresolved } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { lineOf, type OwnPayout, ownNow } from './own-payout.ts';
import { lastFour, nothingRecognised } from './recognised.ts';
import { AMOUNT, BENEFICIARY, PAYOUT_ID, REFERENCE, SYSTEM_REFERENCE } from './shown-lines.ts';

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

export function cancelQuestion(target: CancelTarget, state: State): Question<'payout.cancel'> {
  const { id, systemReferenceNumber } = target;
  const all = ownNow(state);
  const made = all.find(row => row.kind === 'payout' && isCalled(row, target));
  const earlier = earlierCancels(all, target, made);
  return {
    operation: 'payout.cancel',
    input: { params: { version: 'v1' }, body: target },
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
      made
        ? t`The ID was recognised in the service's answer to this payout, whose fields the interface doesn't show.`
        : t`Nothing here says what payout this is: check it against what the customer says.`,
      t`A payout can't be read, so it isn't known here whether it is still pending: the service decides.`,
      ...earlier.map(row => earlierOne(row, state)),
    ],
    token:
      id === undefined
        ? { text: lastFour(target.systemReferenceNumber), name: t`the last four of the system reference` }
        : { text: lastFour(id), name: t`the last four of the payout ID` },
    done: () => [
      t`The service says that the payout is cancelled. The balances (b) show when the money is back; the interface doesn't say when.`,
    ],
  };
}

/** Whether both names, as far as they are given, were recognised in the answer to this payout. */
const isCalled = ({ known }: OwnPayout, { id, systemReferenceNumber: reference }: CancelTarget): boolean =>
  (id === undefined || known.ids.includes(id)) &&
  (reference === undefined || known.references.includes(reference));

function linesOf(made: OwnPayout): readonly ShownLine[] {
  return [BENEFICIARY, AMOUNT, REFERENCE]
    .map(label => ({ label, value: lineOf(made, label) }))
    .flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
    .concat({ label: t`Made under`, value: visible(made.own.intent.requestId) });
}

/** The newest of each kind that matters: one that the service did, one that nobody is certain of. */
function earlierCancels(
  all: readonly OwnPayout[],
  { id, systemReferenceNumber: reference }: CancelTarget,
  made: OwnPayout | undefined,
): readonly OwnPayout[] {
  // The same payout may have been named otherwise then.
  const { ids, references } = made?.known ?? nothingRecognised;
  const names = new Set([id, reference, ...ids, ...references].filter(name => name !== undefined));
  const same = all.filter(
    row =>
      row.kind === 'cancellation' &&
      [PAYOUT_ID, SYSTEM_REFERENCE].some(label => names.has(lineOf(row, label) ?? '')),
  );
  return [same.find(({ own }) => own.state === 'DONE'), same.find(({ own }) => isUnresolved(own))].filter(
    row => row !== undefined,
  );
}

function earlierOne({ own }: OwnPayout, { now, reach }: State): Visible {
  const when = visible(
    showTime(own.transitions.at(-1)?.at ?? own.intent.createdAt, 'local', now, reach.zone),
  );
  const which = t`at ${when} (request ID ${visible(own.intent.requestId)})`;
  return own.state === 'DONE'
    ? t`It was cancelled from here already, ${which}.`
    : t`An earlier cancellation of it, ${which}, is not certain yet: a refusal of this one proves nothing about that one.`;
}
