// Sending a write of the journal again, under its own request ID and with its own bytes: whether it may be, and what is asked.

import { repeatableForMs } from '../../api/contract/request-id.ts';
import type { App } from '../../effects/app.ts';
import type { Question } from '../../effects/question.ts';
import { reread } from '../../effects/question.ts';
import { bodyOf, cancelledDebit, textIn } from '../../effects/read-back-plan.ts';
import type { Row } from '../../journal/intent.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import { JsonNumber } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { isUnresolved, journalRows } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { textCell } from '../../ui/screens/cells.ts';
import { entryOf } from './journal-entry.ts';

/** Opens the dialog about it; undefined where the row doesn't say all that this takes. */
type Way = (row: Row) => ((app: App) => void) | undefined;

const ways: Readonly<Record<string, Way>> = {
  'payout.create': row => {
    const body = bodyOf(row.intent);
    const sum = body['amount'] instanceof JsonNumber ? parseDecimal(body['amount'].source) : undefined;
    const beneficiary = textIn(row.intent, 'beneficiary_id');
    const currency = textIn(row.intent, 'currency');
    const reference = textIn(row.intent, 'reference');
    if (!sum || !beneficiary || !currency || !reference) return undefined;
    const question: Question<'payout.create'> = {
      operation: 'payout.create',
      input: { body: { beneficiary_id: beneficiary, amount: sum, currency, reference } },
      title: t`Send the payout again`,
      button: t`Send it again`,
      lines: linesOf(row),
      warnings: [
        AS_CONFIRMED,
        t`The same request ID and the same bytes are sent: by its interface, the service makes no second transfer for a request ID that it knows.`,
        ...(row.state === 'UNKNOWN'
          ? [t`If it was done before, this pays nothing more; if not, it pays now.`]
          : []),
      ],
      token: { text: sum, name: t`the amount` },
    };
    return app => void app.writes.askAgain(row, question);
  },
  'payout.cancel': row => {
    const id = textIn(row.intent, 'id');
    const reference = textIn(row.intent, 'systemReferenceNumber');
    const name = id ?? reference;
    if (name === undefined) return undefined;
    const body = {
      ...(id !== undefined && { id }),
      ...(reference !== undefined && { systemReferenceNumber: reference }),
    };
    const question: Question<'payout.cancel'> = {
      operation: 'payout.cancel',
      input: { params: { version: 'v1' }, body },
      title: t`Cancel the payout: send it again`,
      button: t`Cancel the payout`,
      lines: linesOf(row),
      warnings: [
        AS_CONFIRMED,
        t`A payout can't be read first: only the service knows whether it is still pending.`,
      ],
      token: endOf(name, id === undefined ? t`the last four of the reference` : t`the last four of the ID`),
    };
    return app => void app.writes.askAgain(row, question);
  },
  'directDebit.cancel': row => {
    const id = cancelledDebit(row.intent);
    if (id === undefined) return undefined;
    const input = { params: { transaction_id: id } };
    const lines = linesOf(row).filter(({ label }) => !/^(Customer|Acting for)$/.test(label));
    const question: Question<'directDebit.cancel'> = {
      operation: 'directDebit.cancel',
      input,
      title: t`Cancel the direct debit: send it again`,
      button: t`Cancel the direct debit`,
      lines: linesOf(row),
      warnings: [AS_CONFIRMED],
      token: endOf(id, t`the last four of the ID`),
      reread: reread({
        operation: 'directDebit.get',
        input,
        check: ({ status }) =>
          status === 'PENDING'
            ? { lines }
            : { barred: t`It is ${textCell(status).text} now; only a PENDING one can be cancelled.` },
      }),
    };
    return app => void app.writes.askAgain(row, question);
  },
};

const AS_CONFIRMED = t`What stands above is as it was confirmed then.`;

const linesOf = ({ intent }: Row) =>
  intent.what.map(({ label, value }) => ({ label: visible(label), value: visible(value) }));

const endOf = (id: string, name: Visible) => ({ text: id.slice(-4), name });

const wayOf = (row: Row) =>
  Object.hasOwn(ways, row.intent.operation) ? ways[row.intent.operation]?.(row) : undefined;

/** The journal and the store read the same clock at different moments, ms. */
const TICK = 2000;

/** Why it can't be sent again now, as a whole sentence. */
export function whyNotAgain(row: Row, state: State): Visible | undefined {
  return whyNotWrite(state) ?? whyNeverAgain(row) ?? whyNotHere(row, state);
}

function whyNeverAgain(row: Row): Visible | undefined {
  const title = visible(row.intent.title, 40);
  switch (row.state) {
    case 'PREPARED':
    case 'SENT':
      return t`It is on its way.`;
    case 'DONE':
      return t`It is DONE: whoever wants a second one makes a new one.`;
    case 'RESOLVED':
      return t`It is RESOLVED, and that is final.`;
    case 'UNKNOWN':
      if (row.intent.repeatable !== true)
        return t`${title}: nothing promises that it has only one effect if it is sent twice. Read it back and resolve it (v).`;
      // It is this very request's ID, so something is wrong that another attempt can only make worse (FAULTS B8).
      if (row.transitions.at(-1)?.answer?.status === 422)
        return t`The service says that it knows this request ID with another content: it is not sent again. Pass it on to the service's support.`;
      break;
    case 'REFUSED':
    case 'NOT SENT':
      if (row.intent.operation === 'conversion.create')
        return t`Its rate has a time that ends: ask for a new quote instead (FX).`;
  }
  return wayOf(row) === undefined ? t`${title}: this version can't send it again.` : undefined;
}

function whyNotHere(row: Row, state: State): Visible | undefined {
  const { intent } = row;
  const { here, otherProfile } = entryOf(row, state);
  if (!here) return t`It was made at another service: sign in there first.`;
  if (otherProfile)
    return t`It was made with the profile ${visible(intent.profile, 30)}, whose request IDs may not be known to this one.`;
  const age = state.now - intent.createdAt;
  if (!(age > -TICK && age < repeatableForMs))
    return t`It is more than 24 hours old, or a clock was put back: the service may have forgotten its request ID. Read it back and resolve it (v).`;
  const equal = journalRows(state).find(
    other =>
      other.intent.fingerprint === intent.fingerprint &&
      other.intent.requestId !== intent.requestId &&
      isUnresolved(other),
  );
  return equal === undefined
    ? undefined
    : t`An equal one, request ID ${visible(equal.intent.requestId)}, is not certain: resolve that one first.`;
}

/** Opens the dialog about sending it again. */
export const sendAgain = (app: App, row: Row): void => wayOf(row)?.(app);
