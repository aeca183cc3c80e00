// Every write: nothing leaves before a person confirms, a record that changed voids the confirmation, and one request is sent.

import { expect, it } from 'vitest';
import { arms, changesMeanwhile, opensDialog, sentFor, startFor, ways, writeIds } from '../every-write.ts';
import { effectsOf } from '../paying.ts';
import { dialogOf, endsIn, newestRow, writesOf } from '../writing.ts';

it.each(writeIds)(
  '%s sends nothing before a person confirms the present record, and then one request [D14a–b E10a]',
  async id => {
    const console = await startFor(id);
    await opensDialog(console, id);
    const earlier = writesOf(console).length;
    const heard = console.exchanges().length;
    expect(sentFor(console, id), 'before the confirmation').toEqual([]);
    await changesMeanwhile(console, id, 'other', /: was\s[^:]+,\s+now[^.]*\s+other/);
    const { requestId } = dialogOf(console);
    await arms(console);
    console.press('enter', 'enter');
    await endsIn(console, 'DONE');
    expect(writesOf(console)).toHaveLength(earlier + 1);
    expect(effectsOf(console, id)).toHaveLength(1);
    const row = await newestRow(console);
    expect(row).toMatchObject({ state: 'DONE', intent: { operation: id, requestId } });
    expect(row.transitions.map(({ to }) => to)).toEqual(['PREPARED', 'SENT', 'DONE']);
    const [first] = console.exchanges().slice(heard);
    const isRead = first?.startsWith('GET') && !['user.activate', 'user.terms'].includes(id);
    expect(ways[id].reread !== undefined || !isRead, 'the table says what is read before sending').toBe(true);
  },
);
