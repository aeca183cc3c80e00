// The sentence about an entry's state says only what the journal knows: in a team, a console may end or resolve an entry.

import { expect, it } from 'vitest';
import { momentOf } from '../../../src/format/cells.ts';
import type { Row, RowState, Transition } from '../../../src/journal/intent.ts';
import { subjectText } from '../../../src/money/journal-entry.ts';
import { whatEntries } from '../../../src/subjects/journal/journal-details.ts';
import { allRules } from '../../harness/rules.ts';
import { payout, start } from '../../journal/parts.ts';
import { signedInStore } from '../../store/signed-in.ts';

const moment = momentOf(signedInStore().getState());

const step = (number: number, from: Transition['from'], to: RowState, pid: number): Transition => ({
  ...{ number, from, to, at: start },
  process: { pid, started: String(pid) },
});

const sentence = (...given: Parameters<typeof sentences>): string => sentences(...given)[0] ?? '';

const sentences = (state: RowState, ...transitions: readonly Transition[]): readonly string[] =>
  notesOf({ number: 1, intent: payout(1), state, wasUnknown: false, transitions });

function notesOf(row: Row): readonly string[] {
  const entries = whatEntries(
    { row, here: true, own: false, otherProfile: false, outcomeCheck: undefined, all: [] },
    moment,
    allRules,
  );
  return entries.flatMap(entry => ('note' in entry ? [entry.note] : []));
}

it('if a console resolved an entry with a late response, the text does not say that a person resolved it', () => {
  const resolution = { by: 'the console of ana', verdict: 'DONE', evidence: 'late', note: '' } as const;
  const late = { ...step(3, 'UNKNOWN', 'RESOLVED', 1), resolution };
  const said = sentence('RESOLVED', step(1, 'NEW', 'PREPARED', 1), step(2, 'SENT', 'UNKNOWN', 2), late);
  expect(said).toBe('This entry is resolved, and that is final. History has the verdict and the evidence.');
});

it('if another console set UNKNOWN, the text does not say that the first console ended, because it may still run', () => {
  const begun = step(1, 'NEW', 'PREPARED', 1);
  expect(sentence('UNKNOWN', begun, step(2, 'PREPARED', 'UNKNOWN', 2))).toMatch(
    /^The console did not record whether it sent the request:/,
  );
  const sent = step(2, 'PREPARED', 'SENT', 1);
  expect(sentence('UNKNOWN', begun, sent, step(3, 'SENT', 'UNKNOWN', 2))).toMatch(
    /^The console was about to send the request, or sent it, and recorded no response:/,
  );
});

it('an entry is not said to be sent if the console that began it recorded only the beginning, and ended', () => {
  const begun = step(1, 'NEW', 'PREPARED', 1);
  expect(sentence('UNKNOWN', begun, step(2, 'PREPARED', 'UNKNOWN', 1))).toMatch(
    /^The console did not record whether it sent the request:/,
  );
  const sent = step(2, 'PREPARED', 'SENT', 1);
  expect(sentence('UNKNOWN', begun, sent, step(3, 'SENT', 'UNKNOWN', 1))).toMatch(
    /^The request was sent, and the journal has no proof of the outcome:/,
  );
});

it('an outcome that the journal could not record is the outcome of the entry, and the text says so', () => {
  const steps = [step(1, 'NEW', 'PREPARED', 1), step(2, 'PREPARED', 'SENT', 1)] as const;
  expect(sentences('UNKNOWN', ...steps).slice(0, 2)).toEqual([
    expect.stringMatching(/^The journal has no proof of the outcome: .* resolve it/),
    'The journal could not record this outcome yet. Purser tries again every few seconds.',
  ]);
  expect(sentences('NOT SENT', ...steps)[1]).toBe(
    'The journal could not record this outcome yet. Purser tries again every few seconds.',
  );
  const ended = step(3, 'SENT', 'UNKNOWN', 1);
  expect(sentences('UNKNOWN', ...steps, ended).join(' ')).not.toContain('could not record');
});

it('an entry says that its content was pruned, and when', () => {
  const resolution = { by: 'Ada', verdict: 'DONE', evidence: '•••', note: '•••' } as const;
  const steps = [step(1, 'NEW', 'PREPARED', 1), { ...step(2, 'UNKNOWN', 'RESOLVED', 1), resolution }];
  const intent = { ...payout(1), body: '•••', what: [] };
  const row: Row = { number: 1, intent, state: 'RESOLVED', wasUnknown: true, transitions: steps };
  expect(notesOf({ ...row, prunedAt: start })).toEqual([
    'This entry is resolved, and that is final. History has the verdict.',
    expect.stringMatching(
      /^The content of this entry was pruned .*2026.*\. Its fingerprint still finds duplicates\.$/,
    ),
    'The body was pruned.',
  ]);
  expect(subjectText({ ...row, prunedAt: start })).toBe('content pruned');
  const refused: Row = { ...row, state: 'REFUSED', transitions: [step(1, 'SENT', 'REFUSED', 1)] };
  expect(notesOf(refused).join(' ')).toContain('Sending again (p)');
  expect(notesOf({ ...refused, prunedAt: start }).join(' ')).not.toContain('(p)');
});
