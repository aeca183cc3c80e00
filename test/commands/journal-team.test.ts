// `purser journal list --team` reads the entries of all operators.

import { expect, it } from 'vitest';
import { teamRows } from '../../src/commands/journal-team.ts';
import { payout, requestId } from '../journal/parts.ts';
import { newServer, SERVICE } from '../journal/pglite.ts';

it('lists, filters and shows the entries of colleagues, and begins no console', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.prepare(payout(1));
  await ben.prepare(payout(2, { customer: { userId: 'user-2' } }));
  await ben.settle(requestId(2), 'NOT SENT');
  const read = async (wanted: Parameters<typeof teamRows>[2]) => {
    const found = await teamRows(server.link('cy'), SERVICE, wanted);
    return found.kind === 'rows' ? found.rows.map(({ intent, state }) => [intent.requestId, state]) : found;
  };
  const [one, two] = [
    [requestId(1), 'PREPARED'],
    [requestId(2), 'NOT SENT'],
  ];
  expect(await read({ newest: {}, limit: 10 })).toEqual([two, one]);
  expect(await read({ newest: { userId: 'user-2' }, limit: 10 })).toEqual([two]);
  expect(await read({ unresolved: true })).toEqual([one]);
  expect(await read({ request: requestId(2) })).toEqual([two]);
  expect(await read({ request: requestId(3) })).toEqual([]);
  const other = { baseUrl: 'https://other.example.com', clientId: 'client-2' };
  expect(await teamRows(server.link('cy'), other, { unresolved: true })).toMatchObject({
    kind: 'unreadable',
  });
  expect(await server.admin('SELECT FROM purser.consoles')).toHaveLength(2);
});
