// Findings of `purser doctor` on this machine: the terminal, the locale, Node, and the state folder.

import fs from 'node:fs';
import path from 'node:path';
import type { Head } from '../journal/audit.ts';
import { checkAudit } from '../journal/sqlite/audit-check.ts';
import { knownHeadsOf } from '../journal/sqlite/keeping-head.ts';
import { onNetwork } from '../journal/sqlite/place.ts';
import { modeOf, readJournal, readOld } from '../journal/sqlite/read-journal.ts';
import { attempt, succeeds } from '../lib/attempt.ts';
import { systemClock } from '../lib/clock.ts';
import type { ColourDepth } from '../lib/colours.ts';
import { counted } from '../lib/counted.ts';
import { errorCode } from '../lib/error-code.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { ELSEWHERE } from '../system/authorities.ts';
import { SYSTEM_AUTHORITIES } from '../system/config-words.ts';
import { draftCount, keptDrafts } from '../system/draft-files.ts';
import { findFolders, type Variables } from '../system/folders.ts';
import { oldNode } from '../system/node-version.ts';
import { addedTrust, recordersOf, unusableTerminal } from '../system/safety.ts';
import type { CaFile } from '../system/setup.ts';
import { colourDepth } from '../system/terminal.ts';
import type { CommandParts } from './command-parts.ts';
import { check, type DoctorFinding } from './doctor-finding.ts';

const NODE = check(t`Node`);
const RECORDING = check(t`Recording`);
const CERTIFICATES = check(t`Certificates`);
const DRAFTS = check(t`Drafts`);
const UNRESOLVED = check(t`Unresolved`);
const AUDIT_HEAD = check(t`Audit head`);

type Process = CommandParts['process'];

const COLOURS: Readonly<Record<ColourDepth, Visible>> = {
  none: t`no colours (NO_COLOR)`,
  '16': t`16 colours`,
  '256': t`256 colours`,
  exact: t`16 million colours`,
};

export function findingsHere(
  { process, machine }: Pick<CommandParts, 'process' | 'machine'>,
  network = onNetwork,
): readonly DoctorFinding[] {
  const { state, heads } = findFolders(process.env);
  const days = machine.ok ? machine.machine.policy?.contentDays : undefined;
  return [
    nodeFinding(process),
    ...terminalFindings(process),
    localeFinding(process.env, process.platform),
    ...stateFindings(state, heads, process.getuid?.(), network),
    ...(state === undefined || days === undefined
      ? []
      : contentFindings(path.join(state, 'journal.db'), days)),
  ];
}

function nodeFinding({ versions, execPath }: Process): DoctorFinding {
  const old = oldNode(versions.node);
  return old === undefined
    ? NODE.ok(t`${visible(versions.node, 40)}, ${visible(execPath, 200)}`)
    : NODE.fail(visible(old), t`Install Node 24.15 or newer.`);
}

function terminalFindings({ env, stdin, stdout, platform }: Process): readonly DoctorFinding[] {
  const TERMINAL = check(t`Terminal`);
  if (!stdout.isTTY || !stdin.isTTY)
    return [TERMINAL.warn(t`there is none here, so the screen was not checked`)];
  const term = env['TERM'];
  const unusable = unusableTerminal({ term, stdinIsTTY: true, stdoutIsTTY: true, platform });
  if (unusable) return [TERMINAL.fail(unusable, t`Use a terminal that can show a full screen.`)];
  const { columns = 0, rows = 0 } = stdout;
  const size = t`${visible(term ?? 'no TERM', 60)}, ${columns}×${rows}`;
  const said = t`${size}, ${COLOURS[colourDepth(env, platform)]}`;
  const keeping = recordersOf(env);
  const kept = t`${join(keeping)} may keep the screen's content`;
  const unkept = t`Reveal card numbers in a terminal that nothing records.`;
  return [
    columns < 40 || rows < 10
      ? TERMINAL.fail(said, t`Make the window larger: at least 40×10, better 80×24.`)
      : columns < 80 || rows < 24
        ? TERMINAL.warn(said, t`At 80×24 or more everything is shown.`)
        : TERMINAL.ok(said),
    ...(keeping.length === 0 ? [] : [RECORDING.warn(kept, unkept)]),
  ];
}

/** Purser refuses settings that weaken TLS. These settings only add authorities, and not where a file decides. */
export function trustFindings(
  { env, execArgv }: Process,
  caFile: CaFile | undefined,
): readonly DoctorFinding[] {
  if (caFile?.file === SYSTEM_AUTHORITIES) {
    const from = ELSEWHERE.flatMap(name =>
      env[name] ? [t`${visible(name)} (${visible(env[name], 200)})`] : [],
    );
    const where = from.length === 0 ? t`` : t`, as ${join(from)} names them`;
    return [CERTIFICATES.ok(t`Purser trusts only the authorities of the operating system${where}`)];
  }
  if (caFile) return [CERTIFICATES.ok(t`Purser trusts only ${visible(caFile.file, 400)}`)];
  const added = addedTrust(env, execArgv);
  return added.length === 0 ? [] : [CERTIFICATES.ok(t`Purser also trusts ${join(added)}`)];
}

function localeFinding(env: Variables, platform: string): DoctorFinding {
  const LOCALE = check(t`Locale`);
  const given = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  if (platform === 'win32') return LOCALE.ok(t`not checked: Windows does not use LANG`);
  return given !== undefined && /utf-?8/i.test(given)
    ? LOCALE.ok(visible(given, 60))
    : LOCALE.warn(
        given ? t`${visible(given, 60)} is not UTF-8` : t`none is set`,
        t`Set LANG to a UTF-8 locale, such as C.UTF-8: otherwise names in other scripts may look wrong.`,
      );
}

function stateFindings(
  folder: string | undefined,
  elsewhere: string | undefined,
  userId: number | undefined,
  network: typeof onNetwork,
): readonly DoctorFinding[] {
  const STATE = check(t`State folder`);
  const bad = (what: Visible, todo: Visible) => [STATE.fail(what, todo)];
  const readOnly = t`so Purser can't write to the service`;
  if (folder === undefined) return bad(t`there is no home folder, ${readOnly}`, t`Set PURSER_STATE_DIR.`);
  const name = visible(folder, 400);
  const facts = factsOf(folder);
  if (!facts) {
    if (knownHeadsOf(path.join(folder, 'journal.db'), elsewhere).checkThere())
      return journalFindings(folder, elsewhere);
    const why = tryMaking(folder);
    if (why === undefined) return [STATE.ok(t`${name} is created at the first start`)];
    return bad(
      t`${name} can't be created (${why}), ${readOnly}`,
      t`Make the folder, or set PURSER_STATE_DIR.`,
    );
  }
  if (!facts.isDirectory()) return bad(t`${name} is not a folder`, t`Move the file away.`);
  if (userId !== undefined && facts.uid !== userId)
    return bad(t`${name} belongs to another user`, t`Make the folder your own: chown.`);
  if (!writable(folder)) return bad(t`${name} can't be written, ${readOnly}`, t`chmod u+rwx ${name}`);
  const open = userId !== undefined && (facts.mode & 0o077) !== 0;
  const remote = t`${name} is on a network file system, where SQLite's locks are not safe`;
  const closes = t`chmod 700 ${name}; the next start of Purser also sets this mode.`;
  return [
    open ? STATE.warn(t`other users may enter ${name}`, closes) : STATE.ok(name),
    ...(network(folder) ? [STATE.warn(remote, t`Set PURSER_STATE_DIR to a folder on a local disk.`)] : []),
    ...journalFindings(folder, elsewhere),
    ...draftFindings(path.join(folder, 'drafts')),
  ];
}

function draftFindings(folder: string): readonly DoctorFinding[] {
  const found = keptDrafts(folder);
  if (typeof found === 'string') return [DRAFTS.warn(t`${visible(folder, 400)} can't be read`)];
  return found.length === 0
    ? []
    : [DRAFTS.warn(t`${draftCount(found.length)}, with personal data`, t`purser drafts list shows them.`)];
}

const factsOf = (folder: string): fs.Stats | undefined => attempt(() => fs.statSync(folder));

/** By a trial in the nearest existing parent. */
function tryMaking(folder: string): Visible | undefined {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) return tryMaking(parent);
  try {
    fs.rmdirSync(fs.mkdtempSync(path.join(parent, '.purser-doctor-')));
    return undefined;
  } catch (error) {
    return visible(errorCode(error) ?? 'EIO');
  }
}

const writable = (folder: string): boolean =>
  succeeds(() => fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK));

/** Purser creates, recovers and upgrades nothing here. */
function journalFindings(folder: string, elsewhere: string | undefined): readonly DoctorFinding[] {
  const JOURNAL = check(t`Journal`);
  const bad = (what: Visible, todo: Visible) => [JOURNAL.fail(what, todo)];
  const file = path.join(folder, 'journal.db');
  const read = readJournal(file, { unresolved: true });
  const heads = knownHeadsOf(file, elsewhere);
  const known = heads.read();
  const damaged = heads.damaged();
  if (damaged !== undefined)
    return bad(
      t`${visible(damaged, 200)} can't be read`,
      t`Restore this file. If the journal is whole, remove it.`,
    );
  switch (read.kind) {
    case 'absent':
      if (known.length === 0) return [JOURNAL.ok(t`none yet: nothing was written from here`)];
      return bad(
        t`gone: the audit log once reached entry ${Math.max(...known.map(({ number }) => number))}`,
        t`Restore the journal from a backup: see docs/admin.md.`,
      );
    case 'unreadable':
      return bad(
        halfOf(read.why),
        t`Purser can't write to the service until the journal opens. Purser does not change the file.`,
      );
    case 'rows': {
      const mode = modeOf(file) ?? 'an unknown';
      const count = read.rows.length;
      return [
        JOURNAL.ok(mode === 'wal' ? t`whole, in WAL mode` : t`whole, in ${visible(mode, 20)} mode`),
        auditFinding(file, known),
        ...headFindings(elsewhere),
        count === 0
          ? UNRESOLVED.ok(t`no unresolved writes from this machine`)
          : UNRESOLVED.warn(uncertain(count), t`Open the console: the Journal screen shows them first.`),
      ];
    }
  }
}

/** The state folder has one too, which a backup of the whole folder brings back. */
function headFindings(elsewhere: string | undefined): readonly DoctorFinding[] {
  if (elsewhere !== undefined && (factsOf(elsewhere) ? writable(elsewhere) : !tryMaking(elsewhere)))
    return [];
  const where =
    elsewhere === undefined ? t`there is no folder` : t`${visible(elsewhere, 200)} can't be written`;
  return [
    AUDIT_HEAD.warn(
      t`${where} outside the state folder, so a restored state folder goes unnoticed`,
      t`Make ~/.local/share/purser your own, or set XDG_DATA_HOME.`,
    ),
  ];
}

/** The policy's rule. */
function contentFindings(file: string, days: number): readonly DoctorFinding[] {
  const CONTENT = check(t`Old content`);
  if (!fs.existsSync(file)) return [];
  const read = readOld(file, { days }, systemClock().wall());
  if (!read.ok) return [CONTENT.warn(halfOf(read.unreadable))];
  const { entries, notes } = read.value;
  return [
    entries + notes === 0
      ? CONTENT.ok(t`no entry or note has content that is older than ${days} days`)
      : CONTENT.warn(
          t`${counted(entries, t`entry`, t`entries`)} and ${counted(notes, t`note`, t`notes`)} older than ${days} days, the limit of the policy`,
          t`purser journal prune`,
        ),
  ];
}

const uncertain = (count: number): Visible => counted(count, t`unresolved write`);

/** An unreadable log may come from another version. A broken chain was changed by somebody. */
function auditFinding(file: string, heads: readonly Head[]): DoctorFinding {
  const AUDIT = check(t`Audit log`);
  const checked = checkAudit({ file, heads });
  if (checked.ok) return AUDIT.ok(t`whole, ${counted(checked.lines, t`entry`, t`entries`)}`);
  return 'unreadable' in checked
    ? AUDIT.warn(halfOf(checked.unreadable))
    : AUDIT.fail(halfOf(checked.why), t`Keep the file unchanged; purser audit verify says more.`);
}

/** A finding is a part of a sentence. */
const halfOf = (sentence: Visible): Visible => visible(sentence.replace(/\.$/, ''), 300);
