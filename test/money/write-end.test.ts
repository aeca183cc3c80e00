// After which ends the dialog offers to send the same request again.

import { expect, it } from 'vitest';
import { type Failure, failed } from '../../src/api/client/failure.ts';
import { changed } from '../../src/api/contract/write-meaning.ts';
import { t } from '../../src/lib/visible.ts';
import { endOf } from '../../src/money/write-end.ts';
import type { AskedWrite } from '../../src/sending/asked-write.ts';
import type { EndedWrite } from '../../src/sending/send.ts';
import { payout } from '../journal/parts.ts';
import { alpha, signedInStore } from '../store/signed-in.ts';

const asked = {
  ...{ intent: payout(1), customer: alpha, whose: [], meaning: changed, recorded: true },
  question: { title: t`New payout`, token: { text: 'x', name: t`x` } },
} as unknown as AskedWrite;

function offers(
  word: EndedWrite['word'],
  failure: Failure | undefined,
  more: { final?: true; approved?: true },
) {
  const outcome = failure && failed(failure);
  const end: EndedWrite = { kind: 'ended', word, sentences: [], outcome, row: undefined, ...more };
  const { phase } = endOf(end, asked, signedInStore().getState(), more);
  return phase.kind === 'ended' && phase.again;
}

const refused = (status: number) => ({ kind: 'refused', status }) as const;
const held = { kind: 'unsent', cause: 'not-recorded' } as const;
const broken = { kind: 'server-error', status: 500 } as const;

it.each([
  ['NOT SENT', held, true, true],
  ['REFUSED', refused(401), true, false],
  ['REFUSED', { kind: 'throttled' } as Failure, true, false],
  ['REFUSED', { kind: 'signed-out' } as Failure, true, false],
  ['REFUSED', refused(400), false, false],
  ['REFUSED', refused(404), false, false],
  ['UNKNOWN', broken, false, false],
  ['UNKNOWN', undefined, false, false],
  ['DONE', undefined, false, false],
] as const)('after %s (%o): %s, and for an approved write: %s', (word, failure, own, approved) => {
  expect(offers(word, failure, {})).toBe(own);
  expect(offers(word, failure, { approved: true })).toBe(approved);
  expect(offers(word, failure, { final: true })).toBe(false);
});
