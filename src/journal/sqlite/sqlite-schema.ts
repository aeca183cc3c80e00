// The journal's tables. The database itself refuses what must never happen to a row, whichever code writes.
import { t, type Visible } from '../../lib/visible.ts';
import { type Database, type OpenDatabase, transact } from './database.ts';

/** "PURS": marks a file as ours. */
export const applicationId = 0x50555253;

/**
 * Version 7, of Purser 0.2.0. A published version never changes. `doubted` (ever UNKNOWN) and `repeatable` have to match the row;
 * NULL allows both. After an UNKNOWN, no refusal proves anything, and a write is sent again only if the service documents that a
 * second request has no second effect. `pruned`: the number of the line in the audit log, in the same transaction. Pruning keeps
 * 30 days, as in a team. `joined`: a team has the note. No entry is in `intents_in_first_form`: it stays because all files of a
 * version have the same rules.
 */
const FIRST = `
CREATE TABLE legal_transitions (
  from_state TEXT NOT NULL, to_state TEXT NOT NULL, doubted INTEGER, repeatable INTEGER,
  PRIMARY KEY (from_state, to_state)
) STRICT, WITHOUT ROWID;
INSERT INTO legal_transitions (from_state, to_state, doubted, repeatable) VALUES
  ('NEW',      'PREPARED', NULL, NULL),
  ('PREPARED', 'SENT',     NULL, NULL),
  ('PREPARED', 'NOT SENT', NULL, NULL),
  ('PREPARED', 'UNKNOWN',  NULL, NULL),
  ('SENT',     'DONE',     NULL, NULL),
  ('SENT',     'REFUSED',  0,    NULL),
  ('SENT',     'NOT SENT', 0,    NULL),
  ('SENT',     'UNKNOWN',  NULL, NULL),
  ('REFUSED',  'SENT',     NULL, NULL),
  ('NOT SENT', 'SENT',     NULL, NULL),
  ('UNKNOWN',  'SENT',     NULL, 1),
  ('UNKNOWN',  'RESOLVED', NULL, NULL);

CREATE TABLE intents (
  number INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE CHECK (length(request_id) = 36),
  operation TEXT NOT NULL,
  title TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('write', 'money')),
  repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)),
  profile TEXT NOT NULL,
  environment TEXT NOT NULL,
  base_url TEXT NOT NULL,
  client_id TEXT NOT NULL,
  program_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  on_behalf_of TEXT,
  method TEXT NOT NULL,
  target TEXT NOT NULL,
  body TEXT,
  fingerprint TEXT NOT NULL,
  what TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  besides TEXT REFERENCES intents (request_id),
  seal TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'NEW' CHECK (state IN
    ('NEW', 'PREPARED', 'SENT', 'DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN', 'RESOLVED')),
  pruned INTEGER,
  pruned_at INTEGER,
  pruned_seal TEXT
) STRICT;
CREATE UNIQUE INDEX one_open_intent ON intents (fingerprint)
  WHERE besides IS NULL AND state IN ('NEW', 'PREPARED', 'SENT', 'UNKNOWN');
CREATE UNIQUE INDEX one_open_second ON intents (besides)
  WHERE besides IS NOT NULL AND state IN ('NEW', 'PREPARED', 'SENT', 'UNKNOWN');
CREATE INDEX intents_by_state ON intents (state);
CREATE INDEX intents_by_fingerprint ON intents (fingerprint);
CREATE INDEX intents_by_operation ON intents (operation, created_at);

CREATE TABLE transitions (
  number INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES intents (request_id),
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  at INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  process_started TEXT NOT NULL,
  status INTEGER,
  message TEXT,
  answer TEXT,
  resolved_by TEXT,
  verdict TEXT CHECK (verdict IN ('DONE', 'NOT DONE')),
  evidence TEXT,
  note TEXT,
  what TEXT,
  seal TEXT NOT NULL,
  CHECK ((to_state = 'RESOLVED') = (resolved_by IS NOT NULL AND verdict IS NOT NULL AND evidence IS NOT NULL))
) STRICT;
CREATE INDEX transitions_by_intent ON transitions (request_id, number);

CREATE TRIGGER intent_starts_new BEFORE INSERT ON intents WHEN NEW.state <> 'NEW'
  BEGIN SELECT RAISE(ABORT, 'an intent starts as NEW'); END;
CREATE TRIGGER intent_stays BEFORE DELETE ON intents
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER state_follows BEFORE UPDATE OF state ON intents WHEN NEW.state IS NOT
    (SELECT to_state FROM transitions WHERE request_id = NEW.request_id ORDER BY number DESC LIMIT 1)
  BEGIN SELECT RAISE(ABORT, 'a state comes from a transition'); END;
CREATE TRIGGER transition_is_legal BEFORE INSERT ON transitions WHEN NOT EXISTS (
    SELECT 1 FROM intents i JOIN legal_transitions l ON l.from_state = i.state
    WHERE i.request_id = NEW.request_id AND i.state = NEW.from_state AND l.to_state = NEW.to_state
      AND (l.repeatable IS NULL OR l.repeatable = i.repeatable)
      AND (l.doubted IS NULL OR l.doubted = EXISTS
        (SELECT 1 FROM transitions t WHERE t.request_id = NEW.request_id AND t.to_state = 'UNKNOWN')))
  BEGIN SELECT RAISE(ABORT, 'illegal transition'); END;
CREATE TRIGGER transition_moves AFTER INSERT ON transitions
  BEGIN UPDATE intents SET state = NEW.to_state WHERE request_id = NEW.request_id; END;
CREATE TRIGGER transition_stays BEFORE DELETE ON transitions
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE INDEX intents_in_first_form ON intents (operation, base_url, client_id, program_id, user_id, on_behalf_of)
  WHERE fingerprint NOT GLOB '2:*';
CREATE TRIGGER intent_has_form BEFORE INSERT ON intents WHEN NEW.fingerprint NOT GLOB '2:*'
  BEGIN SELECT RAISE(ABORT, 'the file belongs to a newer Purser'); END;

CREATE TABLE audit (number INTEGER PRIMARY KEY, line TEXT NOT NULL, hash TEXT NOT NULL UNIQUE) STRICT;
CREATE TRIGGER audit_follows BEFORE INSERT ON audit
  WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM audit)
  BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

CREATE TABLE notes (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  base_url TEXT NOT NULL,
  client_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  on_behalf_of TEXT,
  record TEXT,
  author TEXT NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  joined INTEGER NOT NULL DEFAULT 0 CHECK (joined IN (0, 1)),
  pruned INTEGER
) STRICT;
CREATE INDEX notes_by_customer ON notes (base_url, client_id, user_id, number);
CREATE INDEX notes_to_join ON notes (base_url, client_id, number) WHERE joined = 0;
CREATE TRIGGER note_stays BEFORE DELETE ON notes
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER note_joins_once BEFORE UPDATE OF joined ON notes WHEN NEW.joined = 0
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;

CREATE VIEW pruning AS SELECT number, unixepoch(line ->> '$.at') AS at FROM audit
  WHERE number = (SELECT max(number) FROM audit) AND line ->> '$.kind' = 'pruned';

CREATE TRIGGER intent_keeps BEFORE UPDATE OF number, request_id, operation, title, class, repeatable, profile,
    environment, base_url, client_id, program_id, user_id, on_behalf_of, method, target, fingerprint, created_at, besides, seal
  ON intents BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER intent_is_pruned_once BEFORE UPDATE OF body, what, pruned, pruned_at, pruned_seal ON intents
  WHEN OLD.pruned IS NOT NULL OR OLD.state NOT IN ('DONE', 'REFUSED', 'NOT SENT', 'RESOLVED')
    OR NEW.body IS NOT iif(OLD.body IS NULL, NULL, '•••') OR NEW.what <> '[]' OR NEW.pruned_seal IS NULL
    OR NOT EXISTS (SELECT 1 FROM pruning p WHERE p.number = NEW.pruned AND NEW.pruned_at / 1000 = p.at
      AND (SELECT max(t.at) FROM transitions t WHERE t.request_id = OLD.request_id) / 1000 <= p.at - 30 * 86400)
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER intent_starts_whole BEFORE INSERT ON intents
  WHEN NEW.pruned IS NOT NULL OR NEW.pruned_at IS NOT NULL OR NEW.pruned_seal IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an intent starts with its content'); END;

CREATE TRIGGER transition_keeps BEFORE UPDATE OF number, request_id, from_state, to_state, at, pid, process_started,
    status, resolved_by, verdict, seal
  ON transitions BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER transition_is_pruned BEFORE UPDATE OF message, answer, evidence, note, what ON transitions
  WHEN NEW.message IS NOT iif(OLD.message IS NULL, NULL, '•••') OR NEW.answer IS NOT iif(OLD.answer IS NULL, NULL, '•••')
    OR NEW.evidence IS NOT iif(OLD.evidence IS NULL, NULL, '•••') OR NEW.note IS NOT iif(OLD.note IS NULL, NULL, '•••')
    OR NEW.what IS NOT NULL OR NOT EXISTS (SELECT 1 FROM intents i JOIN pruning p ON p.number = i.pruned
      WHERE i.request_id = OLD.request_id)
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER transition_needs_content BEFORE INSERT ON transitions
  WHEN EXISTS (SELECT 1 FROM intents WHERE request_id = NEW.request_id AND pruned IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'the content was pruned'); END;

CREATE TRIGGER note_keeps BEFORE UPDATE OF number, id, base_url, client_id, user_id, on_behalf_of, record, author, at
  ON notes BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER note_is_pruned_once BEFORE UPDATE OF text, pruned ON notes
  WHEN OLD.pruned IS NOT NULL OR NEW.text <> '•••'
    OR NOT EXISTS (SELECT 1 FROM pruning p WHERE p.number = NEW.pruned AND OLD.at / 1000 <= p.at - 30 * 86400)
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER note_starts_whole BEFORE INSERT ON notes WHEN NEW.pruned IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'a note starts with its text'); END;
`;

/** Version 8: what a write uses up. A console of version 7 that is still open would neither record nor find these names. */
const USES = `
ALTER TABLE intents ADD COLUMN uses TEXT;
CREATE TABLE used (
  name TEXT NOT NULL, request_id TEXT NOT NULL REFERENCES intents (request_id), PRIMARY KEY (name, request_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER used_stays BEFORE DELETE ON used
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER used_keeps BEFORE UPDATE ON used
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER uses_stay BEFORE UPDATE OF uses ON intents
  BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER intent_has_uses BEFORE INSERT ON intents WHEN NEW.uses IS NULL
  BEGIN SELECT RAISE(ABORT, 'the file belongs to a newer Purser'); END;
CREATE TRIGGER intent_uses AFTER INSERT ON intents
  BEGIN INSERT OR IGNORE INTO used SELECT value, NEW.request_id FROM json_each(NEW.uses); END;
`;

/** By `user_version`, which grows with each later step. */
export const OLDEST = 7;
const STEPS: readonly string[] = [FIRST, USES];
export const NEWEST = OLDEST + STEPS.length - 1;

/** 0 for a new file. */
export const versionOf = (database: Database): number =>
  Number(database.rows('PRAGMA user_version')[0]?.['user_version']);

/** Why this program can't use a file of this version, as the end of a sentence. */
export function otherVersion(version: number): Visible | undefined {
  if (version > NEWEST) return t`it is from a newer version of Purser (${version}; this one knows ${NEWEST})`;
  return version < OLDEST
    ? t`it is from a Purser before 0.2.0. Nothing in the file is lost: open it once with Purser 0.2.0, which updates it`
    : undefined;
}

/** In one transaction, because another process may do the same. `begin` runs in it for a new file, which has no audit log yet. */
export function migrate(database: Database, begin: () => void, to = NEWEST): void {
  if (versionOf(database) >= to) return;
  transact(database, () => {
    const before = versionOf(database);
    if (before >= to) return;
    for (let version = Math.max(before + 1, OLDEST); version <= to; version++)
      database.exec(STEPS[version - OLDEST] ?? '');
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${to}`);
    if (before === 0) begin();
  });
}

/** Without the white space outside of texts: a column that a step added has another than the others. */
const plainSql = (sql: unknown): string =>
  String(sql).replace(
    /('(?:[^']|'')*')|\s*([(),])\s*|\s+/g,
    (_, text?: string, mark?: string) => text ?? mark ?? ' ',
  );

/** Two files with the same rules have the same text. */
export function rulesOf(database: Database): string {
  const schema = database.rows('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
  const rules = schema.map(({ sql, ...rest }) => ({ ...rest, sql: plainSql(sql) }));
  return JSON.stringify([rules, database.rows('SELECT * FROM legal_transitions')]);
}

/** Made once for each version: the files of a process are inspected more than once. */
const known = new Map<number, string>();

export function rulesOfVersion(open: OpenDatabase, version: number): string {
  const before = known.get(version);
  if (before !== undefined) return before;
  const fresh = open(':memory:', { readOnly: false, busyMs: 0 });
  try {
    migrate(fresh, () => {}, version);
    const rules = rulesOf(fresh);
    known.set(version, rules);
    return rules;
  } finally {
    fresh.close();
  }
}
