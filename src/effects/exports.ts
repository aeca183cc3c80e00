// Writes the records of a list to a file in the background, one export at a time. Fetched records are written and then
// dropped.

import { explain } from '../api/client/explain.ts';
import type { AuditEntry } from '../journal/audit.ts';
import { counted } from '../lib/counted.ts';
import type { Json } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ListQuery } from '../records/query.ts';
import { saidOf } from '../store/customer-name.ts';
import { type Notice, noticeOf } from '../store/notices.ts';
import type { Item } from '../store/paging.ts';
import type { Exporting } from '../store/state.ts';
import { customerKey, placeKey } from '../store/workspace.ts';
import type { DiskResult } from '../system/disk.ts';
import type { CreatedFile, ExportFile, ExportFiles } from '../system/export-file.ts';
import { fetchPages } from './export-pages.ts';
import { type ExportFormat, exportText, fieldsOf } from './export-text.ts';
import { pageSizesIn } from './page-sizes.ts';
import { itemsWithin, widened } from './period.ts';
import type { ReadDeps } from './session.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly path: string;
  readonly many: Visible;
  /** They come first in the file. */
  readonly records: readonly Json[];
  /** More records are fetched from it, page by page. Undefined: only `records`. */
  readonly query: ListQuery | undefined;
  /** Selects the records to write. Undefined means all. */
  readonly keep?: ((page: readonly Item<unknown>[]) => readonly Item<unknown>[]) | undefined;
}

export type Exports = ReturnType<typeof createExports>;

interface ExportsDeps extends Omit<ReadDeps, 'clock'> {
  readonly files: ExportFiles;
  readonly note: (entry: AuditEntry) => unknown;
}

/** "3 payouts". One record of any kind is "1 record". */
const recordsText = (count: number, many: Visible): Visible => counted(count, t`record`, many);

const rawOf = ({ raw }: Item<unknown>): Json => raw;

const CHUNK = 500;

/** `free`: a free path, if the path was taken. */
interface NotCreated {
  readonly why: Visible;
  readonly free?: string;
}

const creationProblem = ({ code, free }: Extract<CreatedFile, { ok: false }>): NotCreated =>
  free === undefined
    ? { why: t`The file can't be created here (${visible(code)}).` }
    : { why: t`A file with this name exists.`, free };

export function createExports({ store, client, files, note }: ExportsDeps) {
  let running: { readonly controller: AbortController; readonly file?: ExportFile } | undefined;

  function end(text: Visible, tone: Notice['tone']): void {
    running = undefined;
    store.setState(state => {
      const whose = state.exporting?.whose;
      return {
        exporting: undefined,
        exported: { ...noticeOf(text, tone), owner: whose && customerKey(whose) },
        notice: noticeOf(whose ? saidOf(text, whose, state) : text, tone),
      };
    });
  }

  /** Resolves when its file exists, or with the reason why not. A notice announces the end. */
  async function start(request: ExportRequest): Promise<NotCreated | undefined> {
    const state = store.getState();
    const { customer } = state;
    const service = client();
    if (state.exporting) return { why: t`Another export is running. Wait for its end, or stop it first.` };
    if (request.query && (!customer || !service))
      return { why: t`Sign in first: Purser has to read the rows.` };
    const exporting: Exporting = {
      many: request.many,
      file: visible(request.path),
      rows: 0,
      pages: 0,
      total: request.query ? undefined : request.records.length,
      from: placeKey(state),
      whose: customer,
    };
    const controller = new AbortController();
    running = { controller };
    store.setState({ exporting });
    const created = await files.create(request.path);
    if (controller.signal.aborted) {
      if (created.ok) created.file.drop();
      return undefined;
    }
    if (!created.ok) {
      running = undefined;
      store.setState({ exporting: undefined });
      return creationProblem(created);
    }
    running = { controller, file: created.file };
    const { signal } = controller;
    const { query } = request;
    const sizes = pageSizesIn(store);
    const reading =
      query && customer && service
        ? fetchPages({ query: widened(query), service, customer, signal, sizes })
        : undefined;
    const begun = { ...exporting, file: visible(created.file.path) };
    void write(request, begun, created.file, reading, signal);
    return undefined;
  }

  async function write(
    { format, records, many, keep, query }: ExportRequest,
    begun: Exporting,
    file: ExportFile,
    pages: ReturnType<typeof fetchPages> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    let progress = begun;
    /** Records with fields that have no column. */
    let unnamed = 0;
    let fields = fieldsOf(records);
    const spoilt = (why: Visible): void => {
      file.drop();
      end(t`The export of ${many} failed: ${why} Purser removed its file.`, 'warning');
    };
    /** False if the export was stopped, or the file could not be written. */
    const didWrite = async (writing: Promise<DiskResult>): Promise<boolean> => {
      const done = await writing;
      if (signal.aborted || done.ok) return !signal.aborted;
      spoilt(
        done.code === 'EEXIST'
          ? t`another file has the name now, and Purser never overwrites a file.`
          : t`the file can't be written (${visible(done.code)}).`,
      );
      return false;
    };
    const tell = (change: Partial<Exporting>): void => {
      progress = { ...progress, ...change };
      store.setState({ exporting: progress });
    };
    /** False if the export was stopped or failed. */
    const put = async (raws: readonly Json[]): Promise<boolean> => {
      const text = exportText(format, fields);
      for (let from = 0; from < raws.length; from += CHUNK) {
        const lines = raws
          .slice(from, from + CHUNK)
          .map((raw, i) => text.record(raw, progress.rows + i === 0));
        if (!(await didWrite(file.write(lines.join(''))))) return false;
        tell({ rows: progress.rows + lines.length });
      }
      return true;
    };

    // The first line of CSV names the fields, so the first page must be read before anything is written.
    const first = await pages?.next();
    if (signal.aborted) return;
    if (first && !first.done && 'page' in first.value)
      fields = [...new Set([...fields, ...fieldsOf(first.value.page.map(rawOf))])];
    if (!(await didWrite(file.write(exportText(format, fields).head)))) return;
    if (!(await put(records))) return;
    const named = new Set(fields);
    let doubt: Visible | undefined;
    for (let turn = first; turn && !turn.done; turn = await pages?.next()) {
      if (signal.aborted) return;
      const { value } = turn;
      if ('failure' in value) return spoilt(explain(value.failure, many).what);
      if ('doubt' in value) {
        doubt = value.doubt;
        continue;
      }
      const page = itemsWithin(value.page, query);
      const raws = (keep?.(page) ?? page).map(rawOf);
      unnamed += raws.filter(raw => fieldsOf([raw]).some(name => !named.has(name))).length;
      tell({ pages: progress.pages + 1, total: keep ? undefined : value.total });
      if (!(await put(raws))) return;
    }
    if (signal.aborted) return;
    if (!(await didWrite(file.write(exportText(format, fields).tail)))) return;
    if (!(await didWrite(file.finish()))) return;
    const { rows, whose } = progress;
    const customer = whose?.userId ?? '';
    note({ kind: 'exported', detail: { what: many, records: String(rows), file: progress.file, customer } });
    const left =
      (format === 'csv' || format === 'sheet') && unnamed > 0
        ? t` ${recordsText(unnamed, t`records`)} ${unnamed === 1 ? t`has` : t`have`} fields that the first page lacks. JSON has these fields, CSV does not.`
        : t``;
    const said = t`Exported ${recordsText(progress.rows, many)} to ${progress.file}.`;
    end(
      t`${said}${doubt === undefined ? t`` : t` ${doubt}`}${left}`,
      doubt || left !== '' ? 'warning' : 'info',
    );
  }

  return {
    folder: files.folder,
    start,
    /** Removes the file. False if none is running. */
    stop(): boolean {
      if (!running) return false;
      const { controller, file } = running;
      const many = store.getState().exporting?.many ?? t`records`;
      controller.abort();
      file?.drop();
      end(t`The export of ${many} was stopped. Purser removed its file.`, 'info');
      return true;
    },
  };
}
