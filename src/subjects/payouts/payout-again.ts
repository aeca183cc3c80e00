// Sends a payout again: the dialog compares the payout with its beneficiary and the current balances.

import { documentOf } from '../../format/joined.ts';
import { type Beneficiary, beneficiaryQuery } from '../../format/records.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { RecordReading } from '../../money/again/readings.ts';
import { beforeAndAfter, readBalances } from '../../money/available.ts';
import type { Order } from '../../money/payout-order.ts';
import { AVAILABLE, confirmedLines } from '../../money/shown-lines.ts';
import type { State } from '../../store/state.ts';
import { payoutReread, payoutWarnings } from './payout-lines.ts';

export const ofPayout = (row: Row, order: Order): RecordReading => ({
  async load(app) {
    await Promise.all([readBalances(app), app.documents.load(beneficiaryQuery(order.beneficiaryId))]);
  },
  found({ store }) {
    const state = store.getState();
    const { amount, currency } = order;
    const available = beforeAndAfter(state, amount, currency).text;
    const lines = confirmedLines(row).filter(({ label }) => label !== AVAILABLE);
    const read = documentOf(state, beneficiaryQuery(order.beneficiaryId)).value;
    return {
      lines: [...lines, { label: AVAILABLE, value: available }],
      warnings: warningsOf(row, order, read, state),
      reread: payoutReread(order, available, now => warningsOf(row, order, now, store.getState())),
    };
  },
});

const warningsOf = (
  row: Row,
  order: Order,
  read: Beneficiary | undefined,
  state: State,
): readonly Visible[] => [
  ...payoutWarnings(order, read, state),
  t`The payout is the same as at its last confirmation. The available amount is current.`,
  t`Same request ID, same content. The service documents that a known request ID makes no second transfer.`,
  ...(row.state === 'UNKNOWN' ? [t`Sending again pays only if the first request did not work.`] : []),
];
