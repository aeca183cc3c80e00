/** A retry that the journal can't record: the recorded outcome of earlier attempts stays. */

import { describe, expect, it, test, vi } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { failed } from '../../src/api/client/failure.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t } from '../../src/lib/visible.ts';
import type { LateOutcomes } from '../../src/sending/late-outcomes.ts';
import { type SendAttempt, sendRecorded } from '../../src/sending/send.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';

/** A client that fails the test if anything is sent. */
const silent = {
  writes: {
    send: () => {
      throw new Error('sent');
    },
  },
} as unknown as Client;

const unwritable = { ok: false, unwritable: t`the disk is full.` } as const;

/** A client whose every request is held back before the first byte. */
const unreachable = {
  writes: {
    send: async () => failed({ kind: 'unreachable', cause: 'refused', host: t`service`, detail: t`refused` }),
  },
} as unknown as Client;

/** A client whose every request is answered with success. */
const answering = {
  writes: { send: async () => ({ ok: true, value: {}, raw: {}, drift: [], receivedAt: 0, status: 200 }) },
} as unknown as Client;

/** A retry of an entry with this outcome. */
async function retried(
  changes: Partial<Journal> | ((whole: Journal) => Partial<Journal>),
  client = silent,
  outcome: 'UNKNOWN' | 'REFUSED' | 'NOT SENT' = 'UNKNOWN',
  tell: (row: Row) => void = () => {},
  late?: Pick<LateOutcomes, 'record' | 'isNotSent'>,
  more: Partial<SendAttempt> = {},
) {
  const whole = localJournal(openWhole());
  const intent = payout(1, { repeatable: true });
  await whole.prepare(intent);
  await whole.sent(requestId(1));
  await whole.settle(requestId(1), outcome);
  const journal = { ...whole, ...(typeof changes === 'function' ? changes(whole) : changes) };
  const { customer, target } = intent;
  const prepared = {
    ...{ operation: 'card.issue' as const, requestId: requestId(1), customer },
    ...{ method: 'POST' as const, target, headers: {} },
  };
  const attempt = {
    ...{
      intent,
      prepared,
      meaning: allRules.meaningOf(intent),
      title: t`Issue card`,
      retry: true,
      naming: { named: [] },
    },
    over: () => undefined,
    hide: (text: string) => text,
    ...more,
  };
  return sendRecorded(attempt, {
    port: { journal, fingerprint: () => '' },
    ...{ client, tell },
    ...(late && { late }),
  });
}

const repeat = async () => unwritable;
const get = async () => ({ ok: false, unreadable: t`the disk is full.` }) as const;
const settle = async () => unwritable;
const sentencesOf = (sent: Awaited<ReturnType<typeof retried>>): string =>
  sent.kind === 'ended' ? sent.sentences.join(' ') : '';

test('an UNKNOWN write stays UNKNOWN if its retry could not be recorded', async () => {
  expect(await retried({ repeat })).toMatchObject({
    kind: 'ended',
    word: 'UNKNOWN',
    row: { state: 'UNKNOWN' },
  });
  expect(await retried({ repeat, get })).toMatchObject({ kind: 'ended', word: 'UNKNOWN', row: undefined });
});

test('no sentence says that no money moved if the retry of an UNKNOWN write could not be recorded', async () => {
  const first = 'The journal could not record the request first: the disk is full.';
  expect(sentencesOf(await retried({ repeat }))).toBe(
    `${first} Nothing was sent now. The journal says UNKNOWN.`,
  );
  expect(sentencesOf(await retried({ repeat, get }))).toBe(
    `${first} Nothing was sent now. An earlier attempt may have worked.`,
  );
  expect(sentencesOf(await retried({ repeat }, silent, 'REFUSED'))).toBe(
    `${first} Nothing was sent now. The journal says REFUSED.`,
  );
  expect(sentencesOf(await retried({ repeat }, silent, 'NOT SENT'))).toBe(
    `${first} The request was not sent, so no money moved.`,
  );
});

test('a retry of an UNKNOWN write stays UNKNOWN if it was held back and its outcome could not be recorded', async () => {
  const sent = await retried({ settle }, unreachable);
  expect(sent).toMatchObject({ word: 'UNKNOWN', unsettled: { outcome: 'UNKNOWN' } });
  expect(sentencesOf(sent)).toContain('This response proves nothing about that attempt.');
  expect(sentencesOf(sent)).toContain('The response could not be recorded.');
  expect(sentencesOf(sent)).not.toContain('no money moved');
});

test('an attempt that was held back stays NOT SENT without a record if no earlier attempt is UNKNOWN', async () => {
  const sent = await retried({ settle }, unreachable, 'REFUSED');
  expect(sent).toMatchObject({ word: 'NOT SENT', unsettled: { outcome: 'NOT SENT' } });
  expect(sentencesOf(sent)).toContain('The request was not sent, so no money moved.');
});

test('an outcome that the journal bars is not recorded later, because another console has ended the entry', async () => {
  const settle = async () => ({ ok: false, barred: t`This request is resolved already.` }) as const;
  const sent = await retried({ settle }, unreachable, 'REFUSED');
  expect(sent).toMatchObject({ kind: 'ended', row: undefined });
  expect(sent).not.toHaveProperty('unsettled');
});

test('a retry that is DONE proves that the request was done, although an earlier attempt was UNKNOWN', async () => {
  const sent = await retried({ settle }, answering);
  expect(sent).toMatchObject({ word: 'UNKNOWN', unsettled: { outcome: 'UNKNOWN' } });
  expect(sentencesOf(sent)).not.toContain('proves nothing');
});

/** A client whose every request is refused. */
const refusing = {
  writes: { send: async () => failed({ kind: 'refused', status: 400 }) },
} as unknown as Client;

test.each([
  ['DONE', answering],
  ['REFUSED', refusing],
])(
  'after %s without a record, the screen says UNKNOWN, and that the money may have moved',
  async (_, client) => {
    const sent = await retried({ settle }, client, 'REFUSED');
    expect(sent).toMatchObject({ word: 'UNKNOWN', unsettled: { outcome: 'UNKNOWN' } });
    expect(sentencesOf(sent)).toContain('The outcome is not known: the money may have moved, or not.');
    expect(sentencesOf(sent)).not.toContain('no money moved');
  },
);

test('an outcome that could not be recorded keeps the answer of the service', async () => {
  const failing = {
    writes: {
      send: async () => failed({ kind: 'server-error', status: 503 }),
    },
  } as unknown as Client;
  const sent = await retried({ settle }, failing);
  expect(sent).toMatchObject({ unsettled: { answer: { status: 503 } } });
});

/** The start of the retry is recorded, and the journal can't take the start back. */
const left = (whole: Journal): Partial<Journal> => ({
  repeat: async (...given) => {
    const done = await whole.repeat(...given);
    return done.ok ? { ...unwritable, left: done.row } : done;
  },
});

test('a start that was neither sent nor taken back is NOT SENT, and is recorded later', async () => {
  const told: Row[] = [];
  const sent = await retried(left, silent, 'REFUSED', row => told.push(row));
  expect(sent).toMatchObject({ word: 'NOT SENT', row: undefined, unsettled: { outcome: 'NOT SENT' } });
  expect(sentencesOf(sent)).toBe(
    'The journal could not record the request first: the disk is full. The request was not sent, so no money moved.',
  );
  expect(told).toMatchObject([{ state: 'SENT' }]);
});

test('a retry of an UNKNOWN write stays UNKNOWN if its start was neither sent nor taken back', async () => {
  const sent = await retried(left);
  expect(sent).toMatchObject({ word: 'UNKNOWN', row: undefined, unsettled: { outcome: 'UNKNOWN' } });
  expect(sentencesOf(sent)).toContain('Nothing was sent now. An earlier attempt may have worked.');
});

test('another attempt is NOT SENT while the journal lacks the NOT SENT of the last attempt', async () => {
  const record = vi.fn(async () => {});
  const sent = await retried({ repeat }, silent, 'NOT SENT', () => {}, { record, isNotSent: () => true });
  expect(record).toHaveBeenCalled();
  expect(sent).toMatchObject({ word: 'NOT SENT', row: undefined });
  expect(sentencesOf(sent)).toBe(
    'The journal could not record the request first: The outcome of the last attempt is not recorded yet. The request was not sent, so no money moved.',
  );
});

test.each([
  ['a retry', 'SENT', 'UNKNOWN', {}],
  ['a retry of an approved write', 'NOT SENT', 'NOT SENT', { approved: { warnings: [] } }],
] as const)(
  '%s that the journal bars shows the row that another console has changed',
  async (_, state, word, more) => {
    const prepared = await localJournal(openWhole()).prepare(payout(1));
    if (!('row' in prepared) || !prepared.row) throw new Error('not prepared');
    const row: Row = { ...prepared.row, state };
    const repeat = async () => ({ ok: false, barred: t`Another console sends it.`, row }) as const;
    const told: Row[] = [];
    const sent = await retried({ repeat }, silent, 'NOT SENT', one => told.push(one), undefined, more);
    expect(told).toEqual([row]);
    expect(sent).toMatchObject({ kind: 'ended', word, final: true });
  },
);

/** A client that connects, and then asks whether the write may leave. It counts what left. */
function connecting() {
  const left: string[] = [];
  const send = async (
    { requestId: id }: { readonly requestId: string },
    mayLeave: () => Promise<boolean>,
  ) => {
    if (!(await mayLeave())) return failed({ kind: 'unsent', cause: 'not-recorded' });
    left.push(id);
    return { ok: true, value: {}, raw: {}, drift: [], receivedAt: 0, status: 200 };
  };
  return { left, client: { writes: { send } } as unknown as Client };
}

describe.each([false, true])('a deadline that passes while Purser sends, in a retry: %s', retry => {
  // The first check comes after connecting, the second after the record, which a slow disk or server delays.
  const checks = retry ? 1 : 2;
  it.each(Array.from({ length: checks + 1 }, (_, nth) => nth))(
    'stops the write if it passes before check %i, and after the last check it no longer counts [D11c–e]',
    async nth => {
      const { left, client } = connecting();
      const journal = localJournal(openWhole());
      const intent = payout(1);
      if (retry) {
        await journal.prepare(intent);
        await journal.settle(requestId(1), 'NOT SENT');
      }
      let asked = 0;
      const { customer, target } = intent;
      const prepared = {
        ...{ operation: 'payout.create' as const, requestId: requestId(1), customer },
        ...{ method: 'POST' as const, target, headers: {} },
      };
      const sent = await sendRecorded(
        {
          ...{
            intent,
            prepared,
            meaning: allRules.meaningOf(intent),
            title: t`New payout`,
            retry,
            naming: { named: [] },
          },
          over: () => (asked++ >= nth ? t`The quote has expired.` : undefined),
          hide: text => text,
        },
        { port: { journal, fingerprint: () => '' }, client, tell: () => {} },
      );
      if (nth === checks) {
        expect(sent).toMatchObject({ word: 'DONE' });
        return;
      }
      expect(left).toEqual([]);
      expect(sent).toMatchObject({
        word: 'NOT SENT',
        sentences: expect.arrayContaining(['The quote has expired.']),
      });
      expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'NOT SENT' } });
    },
  );
});

test('the sentences say why the journal bars the last step', async () => {
  const whole = localJournal(openWhole());
  const intent = payout(1);
  const barred = t`The approval is over, or is not for this request.`;
  const held = {
    writes: {
      send: async (_: unknown, mayLeave: () => Promise<boolean>) =>
        (await mayLeave()) || failed({ kind: 'unsent', cause: 'not-recorded' }),
    },
  } as unknown as Client;
  const { customer, target } = intent;
  const prepared = {
    ...{ operation: 'card.issue' as const, requestId: requestId(1), customer },
    ...{ method: 'POST' as const, target, headers: {} },
  };
  const sent = await sendRecorded(
    {
      ...{
        intent,
        prepared,
        meaning: allRules.meaningOf(intent),
        title: t`Issue card`,
        retry: false,
        naming: { named: [] },
      },
      over: () => undefined,
      hide: text => text,
    },
    {
      port: { journal: { ...whole, sent: async () => ({ ok: false, barred }) }, fingerprint: () => '' },
      ...{ client: held, tell: () => {} },
    },
  );
  expect(sent).toMatchObject({ word: 'NOT SENT', sentences: expect.arrayContaining([barred]) });
});
