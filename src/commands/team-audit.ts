// `purser team audit`: checks the whole record of a team, and exports it. Made for cron: one line, and an exit code.

import path from 'node:path';
import { type Head, headText, parseHead } from '../journal/audit.ts';
import type { ServiceAccount } from '../journal/intent.ts';
import { knownHeadIn } from '../journal/known-head.ts';
import type { ScriptLink } from '../journal/postgres/link.ts';
import { checkRecord } from '../journal/postgres/record-check.ts';
import { linesOfFile } from '../journal/postgres/record-file.ts';
import { serverRecord, type TeamRecord } from '../journal/postgres/server-record.ts';
import { headFileOf } from '../journal/team/open-team.ts';
import { witnessIn } from '../journal/team/witness.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { countText } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { exportFiles } from '../system/export-file.ts';
import { type CommandParts, fails, type Progress, prints, progressOn, tellOn } from './command-parts.ts';
import { tellChecked } from './record-result.ts';

interface AuditDesk {
  readonly link: ScriptLink;
  readonly service: ServiceAccount;
  readonly line: { has(name: 'json'): boolean; value(name: 'head' | 'head-file'): string | undefined };
  readonly parts: CommandParts;
  readonly state: string | undefined;
}

const NO_RECORD = t`This role may not read the record of this service and client ID.`;

/** Exit codes: 0 whole; 1 not whole, or not readable; 2 wrong usage. */
export async function verifyRecord({ link, service, line, parts, state }: AuditDesk): Promise<number> {
  const given = line.value('head');
  const head = given === undefined ? undefined : parseHead(given);
  if (given !== undefined && head === undefined)
    return parts.refuse(t`--head takes a printed head: a number, a colon and a hash.`);
  const kept = keptIn(state, service);
  if (kept.damaged !== undefined) return fails(parts, kept.damaged);
  const file = line.value('head-file');
  const own = file === undefined ? undefined : knownHeadIn(file);
  if (own?.isDamaged()) return fails(parts, t`The file ${visible(file ?? '', 200)} has no head.`);
  const progress = progressOn(parts);
  const heads = [head, own?.read(), ...kept.heads].flatMap(one => one ?? []);
  const checked = await checkRecord({ link, service, heads, tell: tellOn(progress) });
  progress.end();
  if (checked === undefined) return fails(parts, NO_RECORD);
  const whole = checked.problems.length === 0;
  if (whole) {
    kept.keep(checked.head);
    own?.keep(checked.head);
  }
  const told = tellChecked(checked, line.has('json'), parts);
  if (whole && own !== undefined && own.read()?.number !== checked.head?.number)
    return fails(parts, t`The file ${visible(file ?? '', 200)} can't be written, so it has an older head.`);
  return told;
}

/** The heads that this machine knows: of the last check, and of its consoles. */
function keptIn(state: string | undefined, service: AuditDesk['service']) {
  if (state === undefined) return { heads: [], damaged: undefined, keep: () => {} };
  const own = path.join(state, headFileOf(service).replace('head', 'verified'));
  const { read, keep, isDamaged } = knownHeadIn(own);
  const console = witnessIn(path.join(state, headFileOf(service))).known();
  const damaged =
    isDamaged() || console === 'damaged'
      ? t`A file with the last known head in the state folder can't be read. Restore the file.`
      : undefined;
  const heads: readonly (Head | undefined)[] = [read(), console === 'damaged' ? undefined : console];
  return { heads, damaged, keep };
}

/** Exit codes: 0, 1 if the record can't be read or the file can't be written, 2 if the file exists. */
export async function exportRecord({ link, service, parts }: AuditDesk, file: string): Promise<number> {
  const named = visible(file, 200);
  const whole = await serverRecord(link, service);
  if (whole === undefined) return fails(parts, NO_RECORD);
  if (whole.last === 0) return fails(parts, t`Nothing was exported: the log is empty.`);
  const { process, uuid } = parts;
  const files = exportFiles({ home: process.env['HOME'], workingFolder: process.cwd(), unique: uuid });
  const made = await files.create(file);
  if (!made.ok)
    return made.free === undefined
      ? fails(parts, unwritten(named, made.code))
      : parts.refuse(t`The file ${named} exists already. This name is free: ${visible(made.free, 200)}.`);
  let about = { lines: 0, entries: 0, head: '' };
  const at = new Date(systemClock().wall()).toISOString();
  const progress = progressOn(parts);
  const lines = linesOfFile(told(whole, progress), at, ({ head, ...counts }) => {
    about = { ...counts, head: head ? headText(head) : '' };
  });
  let finished = false;
  try {
    for await (const text of inParts(lines)) {
      const written = await made.file.write(text);
      if (!written.ok) return fails(parts, unwritten(named, written.code));
    }
    const done = await made.file.finish();
    if (!done.ok) return fails(parts, unwritten(named, done.code));
    finished = true;
  } finally {
    progress.end();
    if (!finished) made.file.drop();
  }
  const has = t`${counted(about.entries, t`entry`, t`entries`)} and ${counted(about.lines, t`line`)}`;
  return prints(
    parts,
    `Exported ${has} to ${named}; head ${visible(about.head)}. Check: purser audit verify --file ${named}\n`,
  );
}

const unwritten = (file: Visible, code: string): Visible =>
  t`The file ${file} can't be written (${visible(code)}).`;

/** Says how far the export is. */
const told = (whole: TeamRecord, progress: Progress): TeamRecord => ({
  ...whole,
  async *pages() {
    for await (const page of whole.pages()) {
      progress.show(t`Exporting line ${countText(page.to)} of ${countText(whole.last)} …`);
      yield page;
    }
  },
});

/** In UTF-16 units. */
const PART = 64 * 1024;

/** A write for each line would take longer than the reading. */
async function* inParts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let part = '';
  for await (const line of lines) {
    part += line;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  yield part;
}
