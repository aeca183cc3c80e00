// The number of the first page of a Family A list, which the service does not document; the console finds it out alone.

import type { Client } from '../api/client/client.ts';
import type { Customer } from '../api/client/service.ts';
import { t } from '../lib/visible.ts';
import { textsIn } from './dialect-trial.ts';
import { type DoctorFinding, ok, warn } from './finding.ts';

const CHECK = t`First page_num`;

/** Compares the page without a number with pages 1 and 0. */
export async function pageFinding(client: Client, customer: Customer | undefined): Promise<DoctorFinding> {
  const page = async (page_num?: number): Promise<string | undefined> => {
    const query = { page_size: 2, ...(page_num !== undefined && { page_num }) };
    const read = await client.perform('directDebit.list', { query }, { customer });
    return read.ok ? textsIn(read, 'transaction_id').join(' ') : undefined;
  };
  const plain = await page();
  if (plain === undefined) return warn(CHECK, t`not tried: the direct debit payouts can't be read`);
  if (plain === '') return warn(CHECK, t`not known: there are no direct debit payouts to compare`);
  if ((await page(1)) === plain) return ok(CHECK, t`1`);
  return (await page(0)) === plain
    ? ok(CHECK, t`0`)
    : warn(CHECK, t`not known: neither page 1 nor page 0 is the first one`);
}
