// What a call does with an approval if the record can't be sent: only a record that differs voids the approval.

import { expect, it, vi } from 'vitest';
import { approvalFor } from '../../src/commands/call-approval.ts';
import type { CommandParts } from '../../src/commands/command-parts.ts';
import type { Approvals } from '../../src/journal/approvals.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import type { Unfit } from '../../src/sending/reading.ts';
import { large } from '../journal/approval-parts.ts';

const why = t`So it is.`;
const differs = { lines: [], warnings: [], changes: [{ label: t`Status`, before: t`A`, now: t`B` }] };
/** Each kind, because a new kind needs a row here. */
const unfit: { readonly [Kind in Unfit['kind']]: readonly [Unfit, code: number, isVoid: boolean] } = {
  changed: [{ kind: 'changed', ...differs }, 1, true],
  gone: [{ kind: 'gone', why }, 1, true],
  over: [{ kind: 'over', why }, 75, false],
  unread: [{ kind: 'unread', why }, 75, false],
};

it.each(Object.values(unfit))(
  '%o ends the call with %i; the approval is void: %s',
  async (read, code, isVoid) => {
    const intent = large(1);
    const waiting = { row: { intent, state: 'WAITING' }, part: 'send', warnings: [] };
    const withdraw = vi.fn<Approvals['withdraw']>(async () => ({ ok: true, row: {} }) as never);
    const approvals = {
      ask: async () => ({ ok: true }),
      waiting: async () => ({ ok: true, value: [waiting] }),
      watch: () => () => {},
      withdraw,
    };
    const said: Visible[] = [];
    // The casts are safe: `approvalFor` uses only these parts.
    const write = {
      first: {
        intent,
        asked: { prepared: {} },
        confirmation: { warnings: [] },
        port: { journal: { approvals } },
      },
      readNow: async () => read,
      line: { value: () => undefined, has: () => false },
      clock: { monotonic: () => 0, after: () => () => {} },
      journal: { auditHead: () => undefined },
    } as unknown as Parameters<typeof approvalFor>[0];
    const process = { on: () => {}, off: () => {} };
    const parts = { process, err: (text: Visible) => said.push(text) } as unknown as CommandParts;
    expect(await approvalFor(write, parts)).toEqual({ code });
    expect(withdraw.mock.calls.length > 0).toBe(isVoid);
    expect(said.join('')).toMatch(isVoid ? /The approval is void/ : /NOT SENT: So it is\./);
  },
);
