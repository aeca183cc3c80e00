// Every write: no answer is UNKNOWN, also after a restart, and the next write of its kind names it.

import { expect, it, onTestFinished, vi } from 'vitest';
import { startSimulator } from '../../../src/sim/simulator.ts';
import { patience } from '../../harness/patience.ts';
import { temporaryFile } from '../../journal/parts.ts';
import { agrees, opensDialog, sentFor, startFor, writeIds } from '../every-write.ts';
import { breaks, dialogOf, endsIn, newestRow } from '../writing.ts';

it.each(writeIds)(
  '%s is UNKNOWN without an answer, also after a restart, and the next write of its kind names it',
  async id => {
    const at = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z' });
    onTestFinished(() => at.close());
    const journalFile = temporaryFile();
    const earlier: string[] = [];
    for (const fault of ['reset=before', 'hang']) {
      const console = await startFor(id, { at, journalFile });
      await opensDialog(console, id);
      const { requestId, warnings } = dialogOf(console);
      expect(warnings.join(' ')).toContain(earlier.at(-1) ?? '');
      await breaks(console, `${id} ${fault} count=1`);
      await agrees(console);
      const isSent = () => sentFor(console, id).length === earlier.length + 1;
      const isDuplicate = () => console.screen.contents().includes('with the same content was already');
      await vi.waitFor(() => expect(isSent() || isDuplicate()).toBe(true), patience);
      // The same content is sent only after a person confirms the duplicate.
      if (!isSent()) await agrees(console);
      await vi.waitFor(() => expect(isSent()).toBe(true), patience);
      if (fault === 'hang') {
        expect((await newestRow(console)).state).toBe('SENT');
        console.passes(30_000);
      }
      await endsIn(console, 'UNKNOWN');
      expect(dialogOf(console).phase).toMatchObject({ again: false });
      expect(await newestRow(console)).toMatchObject({ state: 'UNKNOWN', intent: { requestId } });
      await console.close();
      earlier.push(requestId);
    }
    expect(at.world.ledger.effects.filter(({ operation }) => operation === id)).toEqual([]);
  },
);
