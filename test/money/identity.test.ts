// The identity of a write: the same bytes on the wire are a duplicate, whatever else differs between two consoles.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer, Service } from '../../src/api/client/call-context.ts';
import type { Input, WriteId } from '../../src/api/contract/operations.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t } from '../../src/lib/visible.ts';
import { buildDialog } from '../../src/money/asked-dialog.ts';
import { subjectText } from '../../src/money/journal-entry.ts';
import { anyQuestion } from '../../src/sending/question.ts';
import type { Reach } from '../../src/store/state.ts';
import { registry } from '../../src/subjects/registry.ts';
import { fakeService, type Seen } from '../api/client/loopback.ts';
import { newClock, testClient } from '../api/client/test-client.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole } from '../journal/parts.ts';
import { type Desk, startDesk } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { NOW, reach, signedInStore } from '../store/signed-in.ts';

/** One console's context: everything of a set-up that could differ between two consoles at one service. */
interface Setting {
  readonly profile?: string;
  readonly environment?: 'demo' | 'production';
  readonly host?: string;
  readonly clientId?: string;
  readonly programId?: string;
  readonly customer?: Customer;
}

const FIRST = { userId: 'user-1', onBehalfOf: 'acct-1' };

const SETTINGS: readonly (readonly [string, Setting])[] = [
  ['nothing', {}],
  ['the profile', { profile: 'other' }],
  ['the environment', { environment: 'production' }],
  ['the name of this machine', { host: 'localhost' }],
  ['the client ID', { clientId: 'client-2' }],
  ['the program', { programId: 'program-2' }],
  ['the connected account', { customer: { ...FIRST, onBehalfOf: 'acct-2' } }],
  ['no connected account', { customer: { userId: 'user-1' } }],
  ['the user', { customer: { ...FIRST, userId: 'user-2' } }],
];

const WRITES = Object.keys(registry) as readonly WriteId[];

let desk: Desk;
const inputs = new Map<WriteId, object>();
beforeAll(async () => {
  desk = await startDesk({ seed: 7 });
  for (const id of WRITES)
    for (const at of desk.sim.customers.keys()) {
      const input = inputs.has(id) ? undefined : await inputFor(desk, id, at);
      if (input !== undefined) inputs.set(id, input);
    }
});
afterAll(() => desk.sim.close());

/** The bytes of a request without those that differ in each attempt: request ID and token. The host is the service's name. */
const bytesOf = ({ method, target, headers, body }: Seen): string => {
  const { host: _, authorization: __, 'x-request-id': requestId, ...rest } = headers;
  return JSON.stringify([method, target, rest, body]).replaceAll(String(requestId), '…');
};

const requestId = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** Sends the write from two consoles with one journal, and returns what each sent, and whether the second is a duplicate. */
async function twice(id: WriteId, setting: Setting) {
  const clock = newClock();
  await using service = await fakeService(clock, response => response.destroy());
  const journal = localJournal(openWhole());
  const input = inputs.get(id);
  if (input === undefined) throw new Error(`no sample of ${id}`);
  async function sendFrom(nth: number, { host = '127.0.0.1', customer = FIRST, ...more }: Setting) {
    const baseUrl = `http://${host}:${service.port}`;
    const { clientId = 'client-1', programId = 'program-1', profile = 'test', environment = 'demo' } = more;
    const keys: Partial<Service> = { clientId, programId };
    await using client = testClient(baseUrl, { clock, service: keys });
    const its: Reach = {
      ...reach,
      environment,
      baseUrl,
      clientId,
      programId,
      profile: t`${profile === 'test' ? 1 : 2}`,
    };
    const store = signedInStore({ ...customer, name: undefined });
    store.setState({ reach: its });
    const question = anyQuestion<WriteId>({
      ...{ operation: id, input: input as Input<WriteId>, title: t`Write`, button: t`Write` },
      ...{ lines: [], warnings: [], token: { text: 'x', name: t`x` } },
    });
    const asked = await buildDialog(question, {
      ...{ state: store.getState(), customer: { ...customer, name: undefined }, client },
      ...{ rules: allRules, port: { journal, fingerprint }, requestId: requestId(nth), now: NOW },
    });
    if (!asked.ok) throw new Error(asked.why);
    const { intent, prepared } = asked.asked;
    const recorded = await journal.prepare(intent);
    const seen = service.calls.length;
    await client.writes.send(prepared, async () => true);
    const sent = service.calls[seen];
    if (!sent) throw new Error('nothing was sent');
    if (recorded.ok) {
      await journal.sent(intent.requestId);
      await journal.settle(intent.requestId, 'DONE');
    }
    return {
      bytes: bytesOf(sent),
      program: sent.headers['x-program-id'],
      recorded,
      intent,
      warnings: asked.dialog.warnings,
    };
  }
  return [await sendFrom(1, {}), await sendFrom(2, setting)] as const;
}

describe.each(WRITES)('%s', id => {
  it.each(SETTINGS)('is a duplicate if only %s differs, unless that is on the wire', async (_, setting) => {
    const [first, second] = await twice(id, setting);
    expect(first.recorded.ok).toBe(true);
    const same = second.bytes === first.bytes;
    // The program is on the wire in Family B, but the same write in another program is rarely meant.
    const program = second.program !== first.program;
    expect('equal' in second.recorded, second.bytes).toBe(same || program);
    if (same || program) expect(second.warnings.join('\n')).toContain(requestId(1));
    if (program) expect(second.warnings.join('\n')).toContain('program program-1');
  });
});

/** The writes that change a record with its own ID, which is not the customer's. */
const CHANGING = WRITES.filter(
  id => registry[id].duplicates.record?.changes === true && registry[id].onScreen.place !== 'customer',
);

it.each(CHANGING)("the journal's row of %s shows an ID of its record", async id => {
  const [{ intent }] = await twice(id, {});
  const ids = registry[id].duplicates.record?.names(intent).filter(name => name !== undefined) ?? [];
  expect(ids.length).toBeGreaterThan(0);
  const row: Row = { number: 1, intent, state: 'SENT', wasUnknown: false, transitions: [] };
  expect(ids).toContain(subjectText(row).toLowerCase());
});
