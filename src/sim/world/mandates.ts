// Mandates in GBP in the United Kingdom, ACTIVE until somebody cancels them (INTERFACE.md, Mandate).
import { dice } from '../random.ts';
import type { SimulatedAccount } from './account.ts';
import { type RowPlan, wholeList } from './rows.ts';

type MandateRecord = {
  id: string;
  global_account_id: string;
  created_at: string;
  setup_time: string;
  creditor_name: string;
  debtor_name: string;
  currency: string;
  payment_scheme: string;
  status: string;
};

interface SimulatedMandate {
  readonly id: string;
  readonly created: number;
  readonly record: MandateRecord;
}

export interface Mandates {
  /** The mandates of one account. Empty for an account that is not British. */
  plan(globalAccountId: string): RowPlan<{ readonly status: string }, MandateRecord>;
  find(globalAccountId: string, id: string): SimulatedMandate | undefined;
  /** Cancels the mandate. False if it was not ACTIVE. */
  cancel(mandate: SimulatedMandate): boolean;
}

/** How many mandates the direct debits of one account use. */
export const mandatesInUse = 4;

/** The ID of mandate `n` of an account. The account's direct debits use this ID too. */
export function mandateId(seed: number, globalAccountId: string, n: number): string {
  return dice(seed, `mandate/${globalAccountId}/${n}`).uuid();
}

const day = 86_400_000;
/** Our choice: INTERFACE.md doesn't say which status follows a cancellation. */
const cancelledStatus = 'CANCELLED';

/** `count`: the length of the customer's other lists. Zero gives no mandates; otherwise each British account has 4 to 24. */
export function createMandates(parts: {
  seed: number;
  count: number;
  anchor: number;
  accounts: readonly SimulatedAccount[];
  creditors: readonly [string, ...string[]];
  debtor: string;
}): Mandates {
  const { seed, anchor } = parts;
  const count = parts.count === 0 ? 0 : Math.max(mandatesInUse, Math.min(24, parts.count));
  const cancelled = new Set<string>();
  const british = parts.accounts.flatMap(({ global }) =>
    global?.currency === 'GBP' && global.country_code === 'GB' ? [global.id] : [],
  );

  const mandatesOf = (global_account_id: string): SimulatedMandate[] =>
    Array.from({ length: british.includes(global_account_id) ? count : 0 }, (_, n) => {
      const luck = dice(seed, `mandate/${global_account_id}/${n}/facts`);
      const id = mandateId(seed, global_account_id, n);
      const created = anchor - (n + 1) * 31 * day - luck.whole(0, day);
      const record: MandateRecord = {
        id,
        global_account_id,
        created_at: new Date(created).toISOString(),
        setup_time: new Date(created + luck.whole(1, 3) * day).toISOString(),
        creditor_name: luck.pick(parts.creditors),
        debtor_name: parts.debtor,
        currency: 'GBP',
        payment_scheme: 'Bacs',
        status: cancelled.has(id) ? cancelledStatus : 'ACTIVE',
      };
      return { id, created, record };
    });

  return {
    plan: globalAccountId =>
      wholeList(
        mandatesOf(globalAccountId).map(({ record, created }) => ({
          kind: record,
          at: created,
          row: record,
        })),
      ),
    find: (globalAccountId, id) => mandatesOf(globalAccountId).find(mandate => mandate.id === id),
    cancel: ({ id }) => {
      if (cancelled.has(id)) return false;
      cancelled.add(id);
      return true;
    },
  };
}
