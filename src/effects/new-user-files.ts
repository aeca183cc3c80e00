// A new customer's body from a JSON file and into one: nothing that is there is written over, nothing of a file is dropped in silence.

import type { AuditEntry } from '../journal/audit.ts';
import { writeJson } from '../lib/json.ts';
import { withoutEmpty } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { beginNewUser, EMPTY, newUserSlot } from '../store/new-user.ts';
import type { Store } from '../store/store.ts';
import type { ExportFiles } from './exports.ts';
import type { NewUsers } from './new-users.ts';

/** Reads the text of a file by its path as it was typed: ENOENT, EFBIG beyond 1 MiB, EILSEQ where it is no UTF-8. */
export type ReadText = (
  path: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: string };

/** Why it wasn't done, as whole sentences, and a name that would be free. */
interface NotDone {
  readonly why: Visible;
  readonly free?: string;
}

export interface NewUserFiles {
  /** Where a file is put that isn't told otherwise. */
  readonly folder: ExportFiles['folder'];
  /** Takes the place of what was typed; what of the file can't be taken is said in the draft. */
  load(path: string): NotDone | undefined;
  /** Writes what was typed so far, as the service would be sent it. */
  save(path: string): Promise<NotDone | undefined>;
}

interface NewUserFilesDeps {
  readonly store: Store;
  readonly users: Pick<NewUsers, 'take'>;
  readonly readText: ReadText;
  readonly files: ExportFiles;
  /** For the audit log. */
  readonly note: (entry: AuditEntry) => unknown;
}

export function createNewUserFiles({ store, users, readText, files, note }: NewUserFilesDeps): NewUserFiles {
  return {
    folder: files.folder,
    load(path) {
      const read = readText(path);
      if (!read.ok) return { why: t`${whyNotRead(read.code)} Nothing was changed.` };
      const taken = users.take(read.text);
      if (!taken) return { why: t`The interface's fields are still being read: try again.` };
      if (!taken.ok) return { why: t`The file can't be taken: ${taken.why}. Nothing was changed.` };
      const { body, leftOut } = taken;
      const from = t`Loaded from ${visible(path, 80)}.`;
      store.setState(state =>
        newUserSlot.set(state, {
          ...(newUserSlot.get(state) ?? beginNewUser(EMPTY, { kind: 'empty' })),
          ...beginNewUser(body, { kind: 'waiting' }, [from, ...leftOut]),
        }),
      );
      return undefined;
    },
    async save(path) {
      const draft = newUserSlot.get(store.getState());
      const body = draft && withoutEmpty(draft.body);
      if (body === undefined) return { why: t`Nothing was typed yet, so there is nothing to save.` };
      const created = await files.create(path);
      if (!created.ok)
        return created.free === undefined
          ? { why: t`The file can't be made here (${visible(created.code)}).` }
          : { why: t`That file exists.`, free: created.free };
      const { file } = created;
      const written = await file.write(`${writeJson(body, 2)}\n`);
      const done = written.ok ? await file.finish() : written;
      if (done.ok) {
        note({ kind: 'exported', detail: { what: 'new customer', file: path, customer: ownerOf(store) } });
        return undefined;
      }
      file.drop();
      return { why: t`The file can't be written (${visible(done.code)}); what was there of it was removed.` };
    },
  };
}

const ownerOf = (store: Store): string => store.getState().customer?.userId ?? '';

function whyNotRead(code: string): Visible {
  if (code === 'ENOENT') return t`There is no such file.`;
  if (code === 'EISDIR') return t`That is a folder.`;
  if (code === 'EFBIG') return t`The file is larger than 1 MiB.`;
  if (code === 'EILSEQ') return t`The file isn't text in UTF-8.`;
  return t`The file can't be read (${visible(code)}).`;
}
