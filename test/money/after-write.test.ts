// How long Purser reads a record again after a write: while its status is that of the confirmation, or until it is final.

import { expect, it } from 'vitest';
import { fromServer, t } from '../../src/lib/visible.ts';
import { movingAfter } from '../../src/money/after-write.ts';
import { queryKey } from '../../src/records/query.ts';
import { conversionQuery, mandateQuery } from '../../src/records/reads.ts';
import { emptyDocument } from '../../src/store/list.ts';
import { customerKey, withDocument, withWorkspace } from '../../src/store/workspace.ts';
import { alpha, NOW, signedInStore } from '../store/signed-in.ts';
import { row } from '../subjects/fx/rows.ts';

const queries = { mandate: mandateQuery('account-1', 'r-1'), conversion: conversionQuery('r-1') } as const;

/** One write, confirmed with the status `confirmed`. The service then answered `now`. */
function movingWith(kind: keyof typeof queries, confirmed: string | undefined, now: string | undefined) {
  const value = now === undefined ? undefined : { id: fromServer('r-1'), status: now };
  const state = withWorkspace(signedInStore().getState(), customerKey(alpha), workspace =>
    withDocument(workspace, queryKey(queries[kind]), { ...emptyDocument(), value, asOf: NOW }),
  );
  const rows = [row({ operation: 'mandate.cancel' })];
  const [moving] = movingAfter(
    { ...state, journal: { kind: 'open', rows, complete: true } },
    'mandate.cancel',
    1,
    () => ({
      ...{ kind, id: 'r-1', at: { account: 'account-1' }, name: t`Record`, status: confirmed },
    }),
  );
  return moving;
}

it.each([
  ['mandate', 'ACTIVE', undefined, 'ACTIVE', true],
  ['mandate', 'ACTIVE', 'ACTIVE', 'ACTIVE', true],
  ['mandate', 'ACTIVE', 'CANCELLED', 'CANCELLED', false],
  ['conversion', undefined, undefined, undefined, true],
  ['conversion', 'processing', 'processing', 'processing', true],
  ['conversion', 'processing', 'SETTLED', 'SETTLED', false],
] as const)(
  'a %s confirmed as %s and now %s: the status is %s, and Purser reads again: %s',
  (kind, confirmed, now, status, again) => {
    const moving = movingWith(kind, confirmed, now);
    expect(moving).toMatchObject({ status, asOf: now && NOW });
    expect(moving?.again !== undefined).toBe(again);
  },
);
