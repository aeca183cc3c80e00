// What the functions of a team's record have in common: seals and lines, and an entry as its readers get it.

/** The head of every function that an operator calls. */
export const DEFINER = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/**
 * Seals and lines, which no operator may call. What runs often and reads a table is plpgsql, which plans a query once in a session:
 * a function in SQL that is not inlined plans it at each call.
 */
export const INNER = `
-- Each statement on a table with policies asks for this once: most of the time of a step was spent here.
CREATE OR REPLACE FUNCTION purser.my_realms() RETURNS int[] LANGUAGE plpgsql STABLE ${DEFINER} AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(r.realm), '{}') FROM purser.realms r
    WHERE pg_has_role(session_user, 'purser_owner', 'MEMBER') OR EXISTS (
      SELECT FROM purser.members m JOIN purser.operators o ON o.role = m.role
      WHERE m.realm = r.realm AND o.role = session_user AND o.active));
END $$;
-- The one clock of the record: a console's own clock decides nothing.
CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
CREATE OR REPLACE FUNCTION purser.ms(t timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  'SELECT floor(extract(epoch FROM t) * 1000)::bigint';
-- A text as JSON.stringify writes it.
CREATE OR REPLACE FUNCTION purser.js(t text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT coalesce(to_json(t)::text, ''null'')';
-- Canonical JSON as audit.ts makes it. Names of members are ASCII: beyond that, sort orders differ.
CREATE OR REPLACE FUNCTION purser.canonical(detail jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || coalesce(to_json(left(value, 500))::text, 'null'), ','
    ORDER BY key COLLATE "C"), '') || '}' FROM jsonb_each_text(detail));
END $$;
CREATE OR REPLACE FUNCTION purser.seal(before text, sealed text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN encode(sha256(convert_to('[' || purser.js(before) || ',' || array_to_json(sealed)::text || ']', 'UTF8')), 'base64');
END $$;
CREATE OR REPLACE FUNCTION purser.hash(payload text) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT encode(sha256(convert_to(payload, ''UTF8'')), ''base64'')';

-- The next number of a realm's log. Whoever has it writes alone until the transaction ends; the others are served in their order.
CREATE OR REPLACE FUNCTION purser.take(of_realm int) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE taken bigint;
BEGIN
  LOCK TABLE purser.turns IN EXCLUSIVE MODE;
  UPDATE purser.audit_head SET number = number + 1 WHERE realm = of_realm RETURNING number INTO taken;
  RETURN taken;
END $$;
CREATE OR REPLACE FUNCTION purser.append(of_realm int, taken bigint, c uuid, kind text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE line text; own text; last text; its_pid int;
BEGIN
  SELECT hash INTO STRICT last FROM purser.audit_head WHERE realm = of_realm;
  SELECT pid INTO its_pid FROM purser.consoles WHERE console = c;
  line := '{"at":"' || to_char(purser.clock() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","before":' || purser.js(last) || ',"detail":' || purser.canonical(detail) || ',"kind":' || purser.js(kind)
    || ',"number":' || taken || ',"operator":' || purser.js(session_user::text) || ',"pid":' || coalesce(its_pid, 0)
    || ',"process":' || purser.js(coalesce(c::text, '')) || '}';
  own := encode(sha256(convert_to(line, 'UTF8')), 'hex');
  INSERT INTO purser.audit VALUES (of_realm, taken, line, own);
  UPDATE purser.audit_head SET hash = own WHERE realm = of_realm;
END $$;

-- What a role or a session may have turned off, and limits: a transaction that idles would keep everybody from writing.
CREATE OR REPLACE FUNCTION purser.guard() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
  PERFORM set_config('idle_in_transaction_session_timeout', '1000', true), set_config('lock_timeout', '2000', true);
END $$;

-- Adds a transition and its line. The trigger refuses one that is not legal. \`past\`: what an import says of one from before.
CREATE OR REPLACE FUNCTION purser.move(r text, into_state text, c uuid, x jsonb DEFAULT '{}', answer text DEFAULT NULL, taken bigint DEFAULT NULL,
  past jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE i purser.intents; t purser.transitions; last text; its_pid int;
BEGIN
  -- Not FOR UPDATE, here and elsewhere: whoever records a duplicate that names this entry has the turn, and would wait for its key.
  SELECT * INTO STRICT i FROM purser.intents WHERE request_id = r FOR NO KEY UPDATE;
  SELECT seal INTO last FROM purser.transitions WHERE request_id = r ORDER BY number DESC LIMIT 1;
  SELECT pid INTO its_pid FROM purser.consoles WHERE console = c;
  t.realm := i.realm; t.request_id := r; t.from_state := i.state;
  t.to_state := into_state; t.at := coalesce((past->>'at')::bigint, purser.ms(purser.clock())); t.pid := coalesce((past->>'pid')::int, its_pid, 0); t.console := c;
  t.role := session_user; t.status := (x->>'status')::int; t.message := x->>'message'; t.answer_hash := purser.hash(answer);
  t.resolved_by := x->>'by'; t.verdict := x->>'verdict'; t.evidence := x->>'evidence'; t.note := x->>'note'; t.what := x->>'what';
  t.seal := purser.seal(coalesce(last, i.seal), ARRAY[t.request_id, t.from_state, t.to_state, t.at::text, t.pid::text, t.console::text,
    t.role::text, t.status::text, t.message, t.answer_hash, t.resolved_by, t.verdict, t.evidence, t.note, t.what]);
  -- From here on everybody else waits.
  t.number := coalesce(taken, purser.take(i.realm));
  INSERT INTO purser.transitions SELECT t.*;
  IF answer IS NOT NULL THEN INSERT INTO purser.payloads VALUES (i.realm, r, t.number, answer); END IF;
  PERFORM purser.append(i.realm, t.number, c, 'write', jsonb_strip_nulls(jsonb_build_object('request', r, 'operation', i.operation,
    'from', t.from_state, 'to', t.to_state, 'profile', i.profile, 'environment', i.environment, 'service', i.base_url,
    'client', i.client_id, 'program', i.program_id, 'customer', i.user_id, 'actingFor', i.on_behalf_of,
    'status', t.status::text, 'verdict', t.verdict, 'by', t.resolved_by, 'seal', t.seal)));
END $$;

-- Adds an intent as NEW; its first transition follows in the same transaction, under the same number.
CREATE OR REPLACE FUNCTION purser.enter(of_realm int, taken bigint, i jsonb, body text, second text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n purser.intents;
BEGIN
  n := jsonb_populate_record(NULL::purser.intents, i - '{realm,number,seal,state,doubted,console,changed,made_by,recorded_at}'::text[]);
  n.realm := of_realm; n.number := taken; n.state := 'NEW'; n.doubted := false; n.changed := 0; n.besides := second;
  n.body_hash := purser.hash(body); n.recorded_at := purser.ms(purser.clock()); n.made_by := session_user;
  n.seal := purser.seal('', ARRAY[n.request_id, n.operation, n.title, n.class, n.repeatable::text, n.profile, n.environment, n.base_url,
    n.client_id, n.program_id, n.user_id, n.on_behalf_of, n.method, n.target, n.body_hash, n.fingerprint, n.what,
    n.created_at::text, n.besides, n.recorded_at::text, n.made_by::text] || array_remove(ARRAY[n.amounts], NULL));
  INSERT INTO purser.intents SELECT n.*;
  IF body IS NOT NULL THEN INSERT INTO purser.payloads VALUES (of_realm, n.request_id, 0, body); END IF;
END $$;
`;

/** What an operator reads; it runs with the operator's own rights. */
export const READING = `
CREATE OR REPLACE FUNCTION purser.entry(r text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('intent', i, 'held', CASE WHEN i.state = 'UNKNOWN' THEN purser.held(r) END, 'body', (SELECT payload FROM purser.payloads p WHERE p.request_id = r AND p.number = 0),
    'transitions', (SELECT json_agg(json_build_object('change', t, 'answer', p.payload) ORDER BY t.number) FROM purser.transitions t
      LEFT JOIN purser.payloads p ON p.request_id = r AND p.number = t.number WHERE t.request_id = r))
  FROM purser.intents i WHERE i.request_id = r);
END $$;
CREATE OR REPLACE FUNCTION purser.may_be_done(i purser.intents) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT i.state IN ('NEW', 'WAITING', 'PREPARED', 'SENT', 'UNKNOWN', 'DONE') OR i.state = 'RESOLVED' AND 'DONE' =
    (SELECT verdict FROM purser.transitions WHERE request_id = i.request_id ORDER BY number DESC LIMIT 1) $$;
CREATE OR REPLACE FUNCTION purser.is_open(i purser.intents) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT i.state IN (''NEW'', ''WAITING'', ''PREPARED'', ''SENT'', ''UNKNOWN'')';
-- An answer of a step: the entry as it now is, and where the log stands.
CREATE OR REPLACE FUNCTION purser.done(r text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT json_build_object('ok', true, 'row', purser.entry(r), 'head', (SELECT json_build_object('number', h.number, 'hash', h.hash)
    FROM purser.audit_head h JOIN purser.intents i ON i.realm = h.realm WHERE i.request_id = r)));
END $$;
CREATE OR REPLACE FUNCTION purser.barred(why text, r text DEFAULT NULL, other text DEFAULT NULL) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object('ok', false, 'barred', why, 'row', purser.entry(r), 'other', purser.entry(other));
END $$;
`;
