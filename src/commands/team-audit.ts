// `purser team audit`: checks the whole record of a team, and exports its log. Made for cron: one line, and an exit code.

import fs from 'node:fs';
import path from 'node:path';
import { exportedLine, exportHeading, type Head, headText, parseHead } from '../journal/audit.ts';
import { knownHeadIn } from '../journal/known-head.ts';
import type { ScriptLink } from '../journal/postgres/link.ts';
import { checkRecord, logOf, type RecordChecked } from '../journal/postgres/record-check.ts';
import { headFileOf } from '../journal/team/open-team.ts';
import { witnessIn } from '../journal/team/witness.ts';
import { systemClock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type CommandParts, fails, prints, progressOn, tellOn } from './command-parts.ts';

interface AuditDesk {
  readonly link: ScriptLink;
  readonly service: { readonly baseUrl: string; readonly clientId: string };
  readonly line: { has(name: 'json'): boolean; value(name: 'head'): string | undefined };
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
  const progress = progressOn(parts);
  const heads = [head, ...kept.heads].flatMap(one => one ?? []);
  const checked = await checkRecord({ link, service, heads, tell: tellOn(progress) });
  progress.end();
  if (checked === undefined) return fails(parts, NO_RECORD);
  const whole = checked.problems.length === 0;
  if (whole) kept.keep(checked.head);
  if (line.has('json')) parts.out(`${JSON.stringify(asJson(checked))}\n`);
  else if (whole) parts.out(`${said(checked)}\n`);
  else for (const problem of checked.problems) parts.err(`purser: ${problem}\n`);
  return whole ? 0 : 1;
}

function said({ entries, lines, head }: RecordChecked): Visible {
  const end = head === undefined ? t`` : t`, head ${visible(headText(head))}`;
  return t`The team's record is whole: ${counted(entries, t`entry`, t`entries`)}, ${counted(lines, t`line`)}${end}.`;
}

const asJson = ({ entries, lines, head, problems }: RecordChecked) => ({
  intact: problems.length === 0,
  entries,
  lines,
  head: head ? headText(head) : null,
  problems,
});

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

/** Exit codes: 0, 1 if the log can't be read or the file can't be written. */
export async function exportRecord({ link, service, parts }: AuditDesk, file: string): Promise<number> {
  const log = await logOf(link, service);
  if (log === undefined) return fails(parts, NO_RECORD);
  const [first, last] = [log.at(0), log.at(-1)];
  if (first === undefined || last === undefined)
    return fails(parts, t`Nothing was exported: the log is empty.`);
  const at = new Date(systemClock().wall()).toISOString();
  const heading = exportHeading({ at, from: first.number, head: last });
  try {
    fs.writeFileSync(file, `${[heading, ...log.map(exportedLine)].join('\n')}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
  } catch {
    return fails(parts, t`The file ${visible(file, 200)} can't be written, or exists already.`);
  }
  return prints(
    parts,
    `Exported ${counted(log.length, t`line`)} to ${visible(file, 200)}; head ${visible(headText(last))}. Check: purser audit verify --file ${visible(file, 200)}\n`,
  );
}
