// Every write: `purser call` shows the question of the screen, names the screen's UNKNOWN write as its duplicate, and sends the
// same bytes.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { operations, type WriteId } from '../../../src/api/contract/operations.ts';
import { startSimulator } from '../../../src/sim/simulator.ts';
import { caller, setsOf } from '../../commands/caller.ts';
import { agrees, HOSTILE, isRaw, opensDialog, sentFor, startFor, ways, writeIds } from '../every-write.ts';
import { breaks, dialogOf, endsIn } from '../writing.ts';

interface OnWire {
  readonly target: string;
  readonly body: string;
}

/** Without the request ID, which Purser itself writes into some bodies. */
const without = ({ target, body }: OnWire): string =>
  `${target} ${body.replace(/"request_id":"[^"]+",?/, '')}`;

/** The arguments of `purser call` for a request. */
function argumentsFor(id: WriteId, folder: string, sent: OnWire): readonly string[] {
  const [path = '', query = ''] = sent.target.split('?');
  const segments = path.split('/');
  const params = String(operations[id].path)
    .split('/')
    .flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), segments[at] ?? '']] : []));
  const file = join(folder, 'body.json');
  writeFileSync(file, without({ target: '', body: sent.body }).trim());
  return [
    id,
    ...setsOf({ params: Object.fromEntries(params), query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(sent.body === '' ? [] : ['--body', file]),
  ];
}

it.each(writeIds)('%s has the same question, duplicates and bytes in purser call', async id => {
  const at = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z' });
  onTestFinished(() => at.close());
  const commands = caller(at);
  const console = await startFor(id, { at, journalFile: join(commands.folder, 'journal.db') });
  await opensDialog(console, id);
  const { lines, requestId } = dialogOf(console);
  await breaks(
    console,
    `${id} status=500 'message=${HOSTILE}' count=1`,
    `${id} status=400 'message=${HOSTILE}' after=1 count=1`,
  );
  await agrees(console);
  await endsIn(console, 'UNKNOWN');
  await console.sees('␛]0;owned');
  expect(isRaw(console.screen.bytes)).toBe(false);
  const sent = () => sentFor(console, id).map(without);
  const [onScreen] = sentFor(console, id);
  if (!onScreen) throw new Error('nothing was sent');
  const given = argumentsFor(id, commands.folder, onScreen);
  const call = (...more: readonly string[]) =>
    commands.run('call', [...given, ...more], { customer: ways[id].customer ?? 0 });
  const question = await call();
  expect(question.err).toContain(requestId);
  if (ways[id].once) {
    expect([question.code, sent().length]).toEqual([1, 1]);
    return;
  }
  expect([question.code, question.err]).toEqual([2, expect.stringContaining('NOT SENT: not confirmed.')]);
  // The screen adds the customer's name.
  for (const { label, value } of lines) if (label !== 'Customer') expect(question.err).toContain(value);
  const [, token] = /--confirm (\S+)\n$/.exec(question.err) ?? [];
  const confirmed = ['--confirm', token ?? ''];
  const duplicate = await call(...confirmed);
  expect([duplicate.code, duplicate.err]).toEqual([1, expect.stringContaining(`--besides ${requestId}`)]);
  expect(sent()).toHaveLength(1);
  const { out, err } = await call(...confirmed, '--besides', requestId);
  expect(err).toContain('␛]0;owned');
  expect(isRaw(`${out}${err}`)).toBe(false);
  expect(sent()).toEqual([without(onScreen), without(onScreen)]);
});
