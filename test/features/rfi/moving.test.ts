// Which answer Purser watches after one answer to a request for information, and after a second answer.

import { expect, it } from 'vitest';
import { rfiMoving } from '../../../src/features/rfi/open-rfi.ts';
import type { State } from '../../../src/store/state.ts';
import { NOW, signedInStore } from '../../store/signed-in.ts';
import { row } from '../fx/rows.ts';

const answered = (at: number, status: string) => {
  const { intent, transitions, ...others } = row({
    operation: 'rfi.respond',
    what: [{ label: 'Status', value: status }],
  });
  return { ...others, intent, transitions: transitions.map(one => ({ ...one, at })) };
};
const stateWith = (rows: State['journal']): State => ({ ...signedInStore().getState(), journal: rows });

it('Purser watches the newest answer of an RFI', () => {
  const older = answered(NOW - 50 * 60_000, 'ACTION_REQUIRED');
  const newer = answered(NOW, 'SUBMITTED');
  // The journal lists the newest first.
  const [moving, ...others] = rfiMoving(stateWith({ kind: 'open', rows: [newer, older], complete: true }));
  expect(others).toEqual([]);
  expect(moving).toMatchObject({ status: 'SUBMITTED', asOf: undefined, again: { since: NOW } });
});
