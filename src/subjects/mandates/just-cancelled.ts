// Mandates that Purser cancelled in the last hour. INTERFACE.md does not name their new status, so Purser watches them.

import type { Moving } from '../../effects/moving.ts';
import { isId, textCell } from '../../format/cells.ts';
import { documentOf } from '../../format/joined.ts';
import { mandateQuery } from '../../format/records.ts';
import { t, visible } from '../../lib/visible.ts';
import { doneFromHere, doneHere } from '../../money/done-from-here.ts';
import { cancelledMandate } from '../../money/in-path.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { mandateCancel } from './mandate-cancel.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

export const cancelledMandates: AttentionSource = {
  attention: state =>
    doneFromHere(state, mandateCancel.operation, HOUR).flatMap(({ row, at }) => {
      const named = cancelledMandate(row.intent);
      if (!named) return [];
      const { global_account_id: account, mandate_id: id } = named;
      return [
        {
          key: mandateKey(id),
          urgency: 'mandate',
          state: { text: t`cancelled`, tone: 'dim' },
          what: t`Mandate cancelled in Purser`,
          about: visible(id, 60),
          at,
          thing: { title: t`Mandate`, id: visible(id) },
          notes: [
            {
              note: t`The service cancelled the mandate and rejects new direct debits under the mandate. The effect on existing direct debits is not documented. Check each direct debit (D).`,
              tone: 'plain',
            },
            { label: t`Mandate`, cell: { text: visible(id) } },
            { label: t`Account`, cell: { text: visible(account) } },
          ],
          to: { ...openView('account-mandates', account), cursorKey: id },
        },
      ];
    }),
};

export const mandateKey = (id: string): string => `mandate ${id}`;

/** The cancelled mandates of all customers. Purser reads each mandate until its status changes, for at most one hour. */
export function mandatesMoving(state: State): readonly Moving[] {
  return doneHere(state, mandateCancel.operation, HOUR).flatMap(({ row, at }) => {
    const named = cancelledMandate(row.intent);
    if (!named) return [];
    const { customer } = row.intent;
    const id = named.mandate_id;
    const query = mandateQuery(named.global_account_id, id);
    const { value, asOf } = documentOf(state, query, customer);
    const confirmed = confirmedLine(row, STATUS);
    const read = value && isId(value.id, id) && value.status !== undefined ? value.status : undefined;
    const status = read === undefined ? confirmed : textCell(read).text;
    return [
      {
        customer,
        key: mandateKey(id),
        name: t`Mandate ${visible(id, 40)}`,
        status,
        asOf: read === undefined ? undefined : asOf,
        grave: false,
        ...(status === confirmed && { again: { query, every: MINUTE, since: at } }),
      },
    ];
  });
}
