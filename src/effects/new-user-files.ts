// Loads a new customer's body from a JSON file, and saves it to a new file. The draft lists all rejected parts of a file.

import type { AuditEntry } from '../journal/audit.ts';
import { writeJson } from '../lib/json.ts';
import { withoutEmpty } from '../lib/json-path.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { beginNewUser, EMPTY, newUserSlot } from '../store/new-user.ts';
import type { Store } from '../store/store.ts';
import type { ExportFiles, TextRead } from '../system/export-file.ts';
import { type NotCreated, whyNotCreated } from './exports.ts';
import type { NewUsers } from './new-users.ts';

/** Codes: ENOENT, EFBIG beyond 1 MiB, EILSEQ if it is not UTF-8. */
export type ReadText = (path: string) => TextRead;

export type NewUserFiles = ReturnType<typeof createNewUserFiles>;

interface NewUserFilesDeps {
  readonly store: Store;
  readonly users: Pick<NewUsers, 'take'>;
  readonly readText: ReadText;
  readonly files: ExportFiles;
  readonly note: (entry: AuditEntry) => unknown;
}

export function createNewUserFiles({ store, users, readText, files, note }: NewUserFilesDeps) {
  return {
    folder: files.folder,
    /** The draft then lists the rejected parts. */
    load(path: string): NotCreated | undefined {
      const read = readText(path);
      if (!read.ok) return { why: t`${whyNotRead(read.code)} Nothing was changed.` };
      const taken = users.take(read.text);
      if (!taken) return { why: t`Purser is still loading the form's fields. Try again.` };
      if (!taken.ok) return { why: t`The file can't be used: ${taken.why}. Nothing was changed.` };
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
    /** Without empty fields. Returns why that failed, if it did. */
    async save(path: string): Promise<NotCreated | undefined> {
      const draft = newUserSlot.get(store.getState());
      const body = draft && withoutEmpty(draft.body);
      if (body === undefined) return { why: t`There is nothing to save: the form is empty.` };
      const created = await files.create(path);
      if (!created.ok) return whyNotCreated(created);
      const { file } = created;
      const written = await file.write(`${writeJson(body, 2)}\n`);
      const done = written.ok ? await file.finish() : written;
      if (done.ok) {
        const customer = store.getState().customer?.userId ?? '';
        note({ kind: 'exported', detail: { what: 'new customer', file: path, customer } });
        return undefined;
      }
      file.drop();
      return {
        why: t`The file can't be written (${visible(done.code)}). Purser removed the unfinished file.`,
      };
    },
  };
}

function whyNotRead(code: string): Visible {
  if (code === 'ENOENT') return t`The file does not exist.`;
  if (code === 'EISDIR') return t`This is a folder, not a file.`;
  if (code === 'EFBIG') return t`The file is larger than 1 MiB.`;
  if (code === 'EILSEQ') return t`The file is not UTF-8 text.`;
  return t`The file can't be read (${visible(code)}).`;
}
