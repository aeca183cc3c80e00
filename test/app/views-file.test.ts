/** The file of the saved views: what is written there can be read again. */
import { expect, test } from 'vitest';
import { viewsFile } from '../../src/app/views-file.ts';
import type { Disk } from '../../src/cli/disk.ts';
import type { SavedView } from '../../src/store/saved-views.ts';

const view = (filter: string): SavedView => ({ name: 'mine', filter, server: {}, hidden: [] });

/** One file, in memory. */
function memory(): Pick<Disk, 'read' | 'replace' | 'makePrivateFolder'> {
  let bytes: Uint8Array | undefined;
  return {
    read: () => (bytes ? { kind: 'file', bytes, ownerId: 0, mode: 0o600 } : { kind: 'absent' }),
    replace(_, text) {
      bytes = new TextEncoder().encode(text);
      return { ok: true };
    },
    makePrivateFolder: () => ({ ok: true }),
  };
}

test('a view that could not be read again is not written, and the earlier views stay', () => {
  const file = viewsFile(memory() as Disk, '/state');
  expect(file?.write({ cards: [view('status=active')] })).toBeUndefined();
  expect(file?.write({ cards: [view('x'.repeat(501))] })).toMatch(/can't be kept/);
  expect(file?.read()).toEqual({ views: { cards: [view('status=active')] } });
});
