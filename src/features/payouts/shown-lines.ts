// The labels of what is confirmed about payouts: the dialogs write them, the list reads them back from the journal.

import { t } from '../../lib/visible.ts';

export const BENEFICIARY = t`Beneficiary`;
export const DEBTOR = t`Debtor`;
export const AMOUNT = t`Amount`;
export const REFERENCE = t`Reference`;
export const PAYOUT_ID = t`Payout ID`;
export const SYSTEM_REFERENCE = t`System reference`;
export const TRANSACTION_ID = t`Transaction ID`;
