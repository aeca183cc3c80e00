// The SQL that several functions of the team journal share: first lines, seals, audit lines and the JSON of an entry.
import { SEALED } from './entries.ts';

/** For a function that runs as the owner: it ignores the caller's search path. */
export const DEFINER = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** Reads the console `c` into `k`, and refuses an ended lease. `r`: an SQL expression for the entry. */
export const consoleStep = (declare = '', r = 'NULL'): string => `DECLARE k purser.consoles; ${declare}
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease', ${r}); END IF;`;

/** For a step that lets a console send: nothing may be sent while the log is closed. */
export const WHILE_OPEN = `IF purser.why_closed(k.realm) IS NOT NULL THEN RETURN purser.barred(purser.why_closed(k.realm)); END IF;`;

/** Locks the entry `r`, reads it into `i`, and refuses it if it is not in `state`. */
export const entryStep = (declare = '', state?: 'WAITING' | 'UNKNOWN'): string =>
  `${consoleStep(`i purser.intents; ${declare}`, 'r')}
  SELECT * INTO i FROM purser.intents WHERE request_id = r AND realm = k.realm FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  ${state === undefined ? '' : `IF i.state <> '${state}' THEN RETURN purser.barred('state', r); END IF;`}`;

/** In characters. Consoles record much less: these limits stop an operator with psql. */
export const MOST_TEXT = 200_000;
export const MOST_PAYLOAD = 2_000_000;

/** In one order, so that no two writers wait for each other. `uses`: jsonb. */
export const lockNames = (realm: string, fingerprint: string, uses: string): string =>
  `PERFORM pg_advisory_xact_lock(hashtextextended(${realm} || ' ' || name, 0)) FROM (SELECT ${fingerprint} AS name
    UNION SELECT jsonb_array_elements_text(coalesce(${uses}, '[]')) ORDER BY 1) names;`;

/** For the JSON `i` of a new entry. Locks its fingerprint and what it uses up. `ifKnown`: what to do if the record has its request ID. */
export const newEntryStep = (
  declare: string,
  ifKnown?: string,
): string => `${consoleStep(`r text := i->>'request_id'; ${declare}`)}
  IF NOT EXISTS (SELECT FROM purser.realms m WHERE m.realm = k.realm AND rtrim(i->>'base_url', '/') = m.base_url AND i->>'client_id' = m.client_id)
  THEN RETURN purser.barred('realm'); END IF;
  IF length(i::text) > ${MOST_TEXT} OR length(body) > ${MOST_PAYLOAD} THEN RETURN purser.barred('size'); END IF;
  IF EXISTS (SELECT FROM purser.intents WHERE request_id = r) THEN ${ifKnown ?? ''} RETURN purser.barred('usedId', r); END IF;
  ${lockNames('k.realm', "i->>'fingerprint'", "(i->>'uses')::jsonb")}`;

/** All realms for an administrator. */
export const MY_REALMS = `
CREATE OR REPLACE FUNCTION purser.my_realms() RETURNS int[] LANGUAGE plpgsql STABLE ${DEFINER} AS $$
BEGIN
  IF pg_has_role(session_user, 'purser_owner', 'MEMBER') THEN RETURN (SELECT coalesce(array_agg(realm), '{}') FROM purser.realms); END IF;
  RETURN (SELECT coalesce(array_agg(m.realm), '{}') FROM purser.members m JOIN purser.operators o ON o.role = m.role
    WHERE o.role = session_user AND o.active);
END $$;
`;

const sealed = (row: string, columns: readonly string[]): string =>
  `ARRAY[${columns.map(name => `${row}.${name}::text`).join(', ')}]`;

/**
 * No operator may call these, except my_realms. What runs often and reads a table is plpgsql, which plans a query once in a
 * session.
 */
export const INNER = `${MY_REALMS}
-- Only this clock decides, because the clock of a console may be wrong.
CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
-- PostgreSQL inlines ms, js and hash only if they are STABLE, like the functions that they call.
CREATE OR REPLACE FUNCTION purser.ms(t timestamptz) RETURNS bigint LANGUAGE sql STABLE AS
  'SELECT floor(extract(epoch FROM t) * 1000)::bigint';
-- A text as JSON.stringify writes it.
CREATE OR REPLACE FUNCTION purser.js(t text) RETURNS text LANGUAGE sql STABLE AS 'SELECT coalesce(to_json(t)::text, ''null'')';
-- Canonical JSON as audit.ts makes it. Names of members are ASCII: PostgreSQL and JavaScript sort other names differently.
CREATE OR REPLACE FUNCTION purser.canonical(detail jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || coalesce(to_json(left(value, 500))::text, 'null'), ','
    ORDER BY key COLLATE "C"), '') || '}' FROM jsonb_each_text(detail));
END $$;
CREATE OR REPLACE FUNCTION purser.seal(before text, sealed text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN encode(sha256(convert_to('[' || purser.js(before) || ',' || array_to_json(sealed)::text || ']', 'UTF8')), 'base64');
END $$;
CREATE OR REPLACE FUNCTION purser.hash(payload text) RETURNS text LANGUAGE sql STABLE AS
  'SELECT encode(sha256(convert_to(payload, ''UTF8'')), ''base64'')';

-- The next number of a realm's log. The caller writes alone until its transaction ends. Other writers queue.
CREATE OR REPLACE FUNCTION purser.take(of_realm int) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF coalesce(current_setting('purser.planned', true), '') = '' THEN PERFORM purser.plan_ahead(of_realm); END IF;
  EXECUTE format('LOCK TABLE purser.turns_%s IN EXCLUSIVE MODE', of_realm);
  RETURN purser.next_line(of_realm);
END $$;
CREATE OR REPLACE FUNCTION purser.next_line(of_realm int) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT number + 1 FROM purser.audit_head WHERE realm = of_realm);
END $$;
-- A session plans each statement once. This function makes a session plan the statements of a write before its first turn. Otherwise
-- all other writers would wait while it plans. It records an invented write and takes it back. Its lines have numbers below zero, so
-- no other writer waits for them, and the head of the log stays the same.
CREATE OR REPLACE FUNCTION purser.plan_ahead(of_realm int) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE r text := gen_random_uuid(); n bigint := -3 - floor(random() * 1e15); c uuid;
BEGIN
  SELECT console INTO c FROM purser.consoles WHERE realm = of_realm ORDER BY lease_until DESC LIMIT 1;
  PERFORM purser.next_line(of_realm);
  PERFORM purser.enter(of_realm, n, jsonb_build_object('request_id', r, 'operation', '', 'title', '', 'class', 'write', 'repeatable', false,
    'profile', '', 'environment', '', 'base_url', '', 'client_id', '', 'program_id', '', 'user_id', '', 'method', '', 'target', '',
    'fingerprint', r, 'what', '', 'created_at', 0), '""', NULL);
  PERFORM purser.move(r, 'PREPARED', c, taken => n);
  PERFORM purser.move(r, 'SENT', c, taken => n + 1);
  PERFORM purser.move(r, 'DONE', c, answer => '""', taken => n + 2);
  PERFORM purser.done(r);
  RAISE EXCEPTION 'the invented write is taken back' USING ERRCODE = 'PU005';
EXCEPTION WHEN OTHERS THEN
  -- Another error must not stop the writes: the session then plans in its first turn. An operator who changes this setting makes only
  -- their own first write slower.
  PERFORM set_config('purser.planned', CASE SQLSTATE WHEN 'PU005' THEN 'yes' ELSE SQLSTATE END, false);
END $$;
CREATE OR REPLACE FUNCTION purser.append(of_realm int, taken bigint, c uuid, kind text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM purser.append_line(of_realm, taken, c, (SELECT pid FROM purser.consoles WHERE console = c), kind, purser.canonical(detail));
END $$;
CREATE OR REPLACE FUNCTION purser.append_line(of_realm int, taken bigint, c uuid, its_pid int, kind text, detail text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE line text; own text; last text;
BEGIN
  SELECT hash INTO STRICT last FROM purser.audit_head WHERE realm = of_realm;
  line := '{"at":"' || to_char(purser.clock() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","before":' || purser.js(last) || ',"detail":' || detail || ',"kind":' || purser.js(kind)
    || ',"number":' || taken || ',"operator":' || purser.js(session_user::text) || ',"pid":' || coalesce(its_pid, 0)
    || ',"process":' || purser.js(coalesce(c::text, '')) || '}';
  own := encode(sha256(convert_to(line, 'UTF8')), 'hex');
  INSERT INTO purser.audit VALUES (of_realm, taken, line, own);
  UPDATE purser.audit_head SET number = taken, hash = own, latest = greatest(latest, purser.ms(purser.clock()))
    WHERE realm = of_realm AND number < taken;
END $$;

-- Sets the limits and the realms of this transaction. A role may have turned synchronous_commit off, and an idle transaction would stop
-- all writers. Without the plan mode, PostgreSQL plans each query of the first five calls.
CREATE OR REPLACE FUNCTION purser.guard() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
  PERFORM set_config('idle_in_transaction_session_timeout', '1000', true), set_config('lock_timeout', '2000', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('purser.realms', purser.my_realms()::text, true);
END $$;
-- This transaction's commit does not wait for the disk, unless the transaction has changed something before: that may be a SENT.
CREATE OR REPLACE FUNCTION purser.no_wait() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_current_xact_id_if_assigned() IS NULL THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
END $$;
-- The caller's console with this ID. NULL if its lease has ended. The caller has called \`guard\`, which finds the realms.
CREATE OR REPLACE FUNCTION purser.living(c uuid) RETURNS purser.consoles LANGUAGE plpgsql VOLATILE AS $$
DECLARE k purser.consoles;
BEGIN
  SELECT * INTO k FROM purser.consoles WHERE console = c AND role = session_user AND lease_until > purser.clock()
    AND realm = ANY (current_setting('purser.realms')::int[]);
  RETURN k;
END $$;

-- Adds a transition and its audit line. A trigger refuses an illegal transition. \`past\` has the time and the process of an imported transition.
CREATE OR REPLACE FUNCTION purser.move(r text, into_state text, c uuid, x jsonb DEFAULT '{}', answer text DEFAULT NULL, taken bigint DEFAULT NULL,
  past jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE i purser.intents; t purser.transitions; last text; its_pid int; detail text;
BEGIN
  -- Never FOR UPDATE, here or elsewhere: a writer that has the turn and records a duplicate of this entry needs a lock on its key.
  SELECT * INTO STRICT i FROM purser.intents WHERE request_id = r FOR NO KEY UPDATE;
  SELECT seal INTO last FROM purser.transitions WHERE request_id = r ORDER BY number DESC LIMIT 1;
  SELECT pid INTO its_pid FROM purser.consoles WHERE console = c;
  t.realm := i.realm; t.request_id := r; t.from_state := i.state;
  t.to_state := into_state; t.at := coalesce((past->>'at')::bigint, purser.ms(purser.clock())); t.pid := coalesce((past->>'pid')::int, its_pid, 0); t.console := c;
  t.role := session_user; t.status := (x->>'status')::int; t.message := x->>'message'; t.answer_hash := purser.hash(answer);
  t.resolved_by := x->>'by'; t.verdict := x->>'verdict'; t.evidence := x->>'evidence'; t.note := x->>'note'; t.what := x->>'what';
  t.seal := purser.seal(coalesce(last, i.seal), ${sealed('t', SEALED.transition)});
  detail := purser.canonical(jsonb_strip_nulls(jsonb_build_object('request', r, 'operation', i.operation,
    'from', t.from_state, 'to', t.to_state, 'profile', i.profile, 'environment', i.environment, 'service', i.base_url,
    'client', i.client_id, 'program', i.program_id, 'customer', i.user_id, 'actingFor', i.on_behalf_of,
    'status', t.status::text, 'verdict', t.verdict, 'by', t.resolved_by, 'seal', t.seal,
    'importedBy', CASE WHEN past <> '{}' THEN purser.person(session_user) END)));
  -- All other writers wait from here on.
  t.number := coalesce(taken, purser.take(i.realm));
  INSERT INTO purser.transitions SELECT t.*;
  IF answer IS NOT NULL THEN INSERT INTO purser.payloads VALUES (i.realm, purser.month_of(i.recorded_at), r, t.number, answer); END IF;
  PERFORM purser.append_line(i.realm, t.number, c, its_pid, 'write', detail);
END $$;

-- Adds an intent as NEW, and returns its number. Its first transition follows in the same transaction, under the same number.
CREATE OR REPLACE FUNCTION purser.enter(of_realm int, taken bigint, i jsonb, body text, second text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n purser.intents;
BEGIN
  n := jsonb_populate_record(NULL::purser.intents, i - '{realm,number,seal,state,doubted,console,changed,made_by,recorded_at}'::text[]);
  n.realm := of_realm; n.state := 'NEW'; n.doubted := false; n.changed := 0; n.besides := second;
  n.body_hash := purser.hash(body); n.recorded_at := purser.ms(purser.clock()); n.made_by := session_user;
  n.seal := purser.seal('', ${sealed('n', SEALED.intent)} || array_remove(ARRAY[n.amounts], NULL));
  n.number := coalesce(taken, purser.take(of_realm));
  INSERT INTO purser.intents SELECT n.*;
  INSERT INTO purser.used SELECT DISTINCT of_realm, name, n.request_id FROM jsonb_array_elements_text(coalesce(n.uses, '[]')::jsonb) name;
  IF body IS NOT NULL THEN INSERT INTO purser.payloads VALUES (of_realm, purser.month_of(n.recorded_at), n.request_id, 0, body); END IF;
  RETURN n.number;
END $$;
`;

/** These run with the operator's own rights. */
export const READING = `
-- The month is a variable, so PostgreSQL opens the table of this month only. It would plan again for each month.
CREATE OR REPLACE FUNCTION purser.entry(r text) RETURNS json LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE of_realm int; its_month date;
BEGIN
  SELECT realm, purser.month_of(recorded_at) INTO of_realm, its_month FROM purser.intents WHERE request_id = r;
  RETURN (SELECT json_build_object('intent', i, 'held', CASE WHEN i.state = 'UNKNOWN' THEN purser.held(r) END, 'body', (SELECT payload FROM purser.payloads p
      WHERE p.realm = of_realm AND p.month = its_month AND p.request_id = r AND p.number = 0),
    'transitions', (SELECT json_agg(json_build_object('change', t, 'answer', p.payload) ORDER BY t.number) FROM purser.transitions t
      LEFT JOIN purser.payloads p ON p.realm = of_realm AND p.month = its_month AND p.request_id = r AND p.number = t.number WHERE t.request_id = r))
  FROM purser.intents i WHERE i.request_id = r);
END $$;
-- The entries that use up the same as this new entry.
CREATE OR REPLACE FUNCTION purser.users_of(i jsonb) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT u.request_id FROM purser.used u WHERE u.name = ANY (ARRAY(SELECT jsonb_array_elements_text(coalesce((i->>'uses')::jsonb, '[]')))));
END $$;
CREATE OR REPLACE FUNCTION purser.may_be_done(i purser.intents) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT i.state IN ('NEW', 'WAITING', 'PREPARED', 'SENT', 'UNKNOWN', 'DONE') OR i.state = 'RESOLVED' AND 'DONE' =
    (SELECT verdict FROM purser.transitions WHERE request_id = i.request_id ORDER BY number DESC LIMIT 1) $$;
CREATE OR REPLACE FUNCTION purser.is_open(i purser.intents) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT i.state IN (''NEW'', ''WAITING'', ''PREPARED'', ''SENT'', ''UNKNOWN'')';
-- The answer to a step: the entry now, and the head of the log.
CREATE OR REPLACE FUNCTION purser.done(r text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('ok', true, 'row', purser.entry(r), 'head', purser.head(i.realm)) FROM purser.intents i WHERE i.request_id = r);
END $$;
CREATE OR REPLACE FUNCTION purser.barred(why text, r text DEFAULT NULL, other text DEFAULT NULL) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('ok', false, 'barred', why, 'row', purser.entry(r), 'other', purser.entry(other));
END $$;
`;
