// Which answer Purser watches after one answer to a request for information, and after a second answer.

import { expect, it } from 'vitest';
import type { State } from '../../../src/store/state.ts';
import { questionIn } from '../../../src/subjects/rfi/questions.ts';
import { rfiMoving } from '../../../src/subjects/rfi/rfi.ts';
import { responseQuestion } from '../../../src/subjects/rfi/rfi-respond.ts';
import { resultOf } from '../../harness/answers.ts';
import { NOW, signedInStore } from '../../store/signed-in.ts';
import { row } from '../fx/rows.ts';

/** The lines that a person confirms for an answer to a request with this status. */
function confirmed(status: string) {
  const json = `{"status": "${status}", "active_request": {"questions": [{"id": "q-1", "title": {"en": "Address"}}]}}`;
  const question = questionIn(resultOf('rfi.get', json), 'q-1', 'en');
  if (!question) throw new Error('no question');
  const { lines } = responseQuestion(question, 'q-1', { id: 'q-1', type: 'TEXT' });
  return lines.map(({ label, value }) => ({ label, value }));
}
const answered = (at: number, status: string) => {
  const { intent, transitions, ...others } = row({ operation: 'rfi.respond', what: confirmed(status) });
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
