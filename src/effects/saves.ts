// Saves a text as a new file, whole or not at all. No file is overwritten.

import type { AuditEntry } from '../journal/audit.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { tell, warn } from '../store/notices.ts';
import type { Store } from '../store/store.ts';
import type { ExportFiles } from '../system/export-file.ts';

interface SavesDeps {
  readonly store: Store;
  readonly files: ExportFiles;
  readonly note: (entry: AuditEntry) => unknown;
}

export type Saves = ReturnType<typeof createSaves>;

export function createSaves({ store, files, note }: SavesDeps) {
  return {
    /** In the export folder, or under a similar free name. The notice begins with `what`. `customer`: whose data it is. */
    async save(name: string, text: string, what: Visible, customer?: string): Promise<void> {
      const path = `${files.folder}/${name}`;
      let saved = path;
      let created = await files.create(path);
      if (!created.ok && created.free !== undefined) {
        saved = created.free;
        created = await files.create(saved);
      }
      const written = created.ok ? await created.file.write(text) : created;
      const finished = created.ok && written.ok ? await created.file.finish() : written;
      if (!finished.ok) {
        if (created.ok) created.file.drop();
        const why = t`the file can't be written (${visible(finished.code)})`;
        return warn(store, t`${what} was not saved: ${why}.`);
      }
      note({ kind: 'exported', detail: { what, file: saved, ...(customer !== undefined && { customer }) } });
      tell(store, t`${what} was saved to ${visible(saved)}.`);
    },
  };
}
