// Every write: nothing leaves before a person types the token and confirms the present record. A refusal shows the service's
// words, and only a person sends again: the same bytes under the same request ID, until one request has its effect.

import { expect, it, vi } from 'vitest';
import { patience } from '../../harness/patience.ts';
import {
  agrees,
  arms,
  changesMeanwhile,
  expectTold,
  isReplaced,
  opensDialog,
  section,
  sentFor,
  startFor,
  ways,
  writeIds,
} from '../every-write.ts';
import { effectsOf } from '../paying.ts';
import { breaks, dialogOf, endsIn, isReady, newestRow, typeToken, writesOf } from '../writing.ts';

it.each(writeIds)(
  '%s is sent only by a person who confirms the present record, and each attempt has one request ID [B2b–c B9c–d D14a–b E10a E11 E12]',
  async id => {
    const console = await startFor(id);
    await opensDialog(console, id);
    const earlier = writesOf(console).length;
    const heard = console.exchanges().length;
    if (dialogOf(console).token) {
      await typeToken(console, 'none');
      await isReady(console);
      console.press('enter');
      await console.sees('the typed text is not');
      console.press('ctrl-u');
    }
    expect(sentFor(console, id), 'before the confirmation').toEqual([]);
    await changesMeanwhile(console, id, 'other', /: was\s[^:]+,\s+now[^.]*\s+other/);
    await isReplaced(console, id);
    const { requestId, lines } = dialogOf(console);
    if (ways[id].identity !== undefined) {
      // The rows of each list move below the dialog.
      await breaks(console, '* shift=3');
      console.app.forget();
    }
    for (const status of [401, 429]) {
      await breaks(console, `${id} status=${status} message='Not allowed: ${status}.' count=1`);
      await agrees(console);
      await endsIn(console, 'REFUSED');
      await console.sees(`Not allowed: ${status}.`);
      console.press('tab', 'enter');
      await vi.waitFor(() => expect(dialogOf(console).phase.kind).toBe('asking'), patience);
    }
    await arms(console);
    console.press('enter', 'enter');
    await endsIn(console, 'DONE');
    await expectTold(`${id}.done.txt`, section(console, /^DONE/, /^Request ID/));
    expect(writesOf(console)).toHaveLength(earlier + 3);
    const effects = effectsOf(console, id);
    expect(effects).toHaveLength(1);
    const shown = lines.map(({ value }) => value).join(' ');
    if (ways[id].identity !== undefined && id !== 'payout.create') expect(shown).toContain(effects[0]?.thing);
    const sent = sentFor(console, id);
    expect(new Set(sent.map(({ method, target, body }) => `${method} ${target} ${body}`)).size).toBe(1);
    const row = await newestRow(console);
    expect(row).toMatchObject({ state: 'DONE', intent: { operation: id, requestId } });
    const ids = sent.map(({ headers }) => headers['x-request-id']);
    // Family A has no header for it.
    expect(ids).toEqual(sent.map(({ target }) => (target.startsWith('/api/') ? undefined : [requestId])));
    const twice = [1, 2].flatMap(() => ['SENT', 'REFUSED']);
    expect(row.transitions.map(({ to }) => to)).toEqual(['PREPARED', ...twice, 'SENT', 'DONE']);
    const [first] = console.exchanges().slice(heard);
    const isRead = first?.startsWith('GET') && !['user.activate', 'user.terms'].includes(id);
    expect(ways[id].reread !== undefined || !isRead, 'the table says what is read before sending').toBe(true);
  },
);
