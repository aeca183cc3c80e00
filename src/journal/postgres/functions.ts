// The functions by which operators write to a team's record. Each takes who acts from session_user, never from an argument.

/** The head of every function that an operator calls. */
export const DEFINER = 'SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/** Seals and lines, which no operator may call. */
export const INNER = `
-- The one clock of the record: a console's own clock decides nothing.
CREATE OR REPLACE FUNCTION purser.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
CREATE OR REPLACE FUNCTION purser.ms(t timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS
  'SELECT floor(extract(epoch FROM t) * 1000)::bigint';
-- A text as JSON.stringify writes it.
CREATE OR REPLACE FUNCTION purser.js(t text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT coalesce(to_json(t)::text, ''null'')';
-- Canonical JSON as audit.ts makes it. Names of members are ASCII: beyond that, sort orders differ.
CREATE OR REPLACE FUNCTION purser.canonical(detail jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '{' || coalesce(string_agg(purser.js(key) || ':' || purser.js(left(value, 500)), ',' ORDER BY key COLLATE "C"), '') || '}'
  FROM jsonb_each_text(detail) $$;
CREATE OR REPLACE FUNCTION purser.seal(before text, sealed text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to('[' || purser.js(before) || ',[' ||
    (SELECT string_agg(purser.js(one), ',' ORDER BY at) FROM unnest(sealed) WITH ORDINALITY AS each (one, at)) || ']]', 'UTF8')), 'base64') $$;
CREATE OR REPLACE FUNCTION purser.hash(payload text) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT encode(sha256(convert_to(payload, ''UTF8'')), ''base64'')';

-- The next number of a realm's log. Whoever has it writes alone until the transaction ends.
CREATE OR REPLACE FUNCTION purser.take(of_realm int) RETURNS bigint LANGUAGE sql VOLATILE AS
  'UPDATE purser.audit_head SET number = number + 1 WHERE realm = of_realm RETURNING number';
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
  SELECT * INTO STRICT i FROM purser.intents WHERE request_id = r FOR UPDATE;
  SELECT seal INTO last FROM purser.transitions WHERE request_id = r ORDER BY number DESC LIMIT 1;
  SELECT pid INTO its_pid FROM purser.consoles WHERE console = c;
  t.realm := i.realm; t.number := coalesce(taken, purser.take(i.realm)); t.request_id := r; t.from_state := i.state;
  t.to_state := into_state; t.at := coalesce((past->>'at')::bigint, purser.ms(purser.clock())); t.pid := coalesce((past->>'pid')::int, its_pid, 0); t.console := c;
  t.role := session_user; t.status := (x->>'status')::int; t.message := x->>'message'; t.answer_hash := purser.hash(answer);
  t.resolved_by := x->>'by'; t.verdict := x->>'verdict'; t.evidence := x->>'evidence'; t.note := x->>'note'; t.what := x->>'what';
  t.seal := purser.seal(coalesce(last, i.seal), ARRAY[t.request_id, t.from_state, t.to_state, t.at::text, t.pid::text, t.console::text,
    t.role::text, t.status::text, t.message, t.answer_hash, t.resolved_by, t.verdict, t.evidence, t.note, t.what]);
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
    n.created_at::text, n.besides, n.recorded_at::text, n.made_by::text]);
  INSERT INTO purser.intents SELECT n.*;
  IF body IS NOT NULL THEN INSERT INTO purser.payloads VALUES (of_realm, n.request_id, 0, body); END IF;
END $$;
`;

/** What an operator reads; it runs with the operator's own rights. */
export const READING = `
CREATE OR REPLACE FUNCTION purser.entry(r text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('intent', i, 'held', CASE WHEN i.state = 'UNKNOWN' THEN purser.held(r) END, 'body', (SELECT payload FROM purser.payloads p WHERE p.request_id = r AND p.number = 0),
    'transitions', (SELECT json_agg(json_build_object('change', t, 'answer', p.payload) ORDER BY t.number) FROM purser.transitions t
      LEFT JOIN purser.payloads p ON p.request_id = r AND p.number = t.number WHERE t.request_id = r))
  FROM purser.intents i WHERE i.request_id = r $$;
CREATE OR REPLACE FUNCTION purser.may_be_done(i purser.intents) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT i.state IN ('NEW', 'WAITING', 'PREPARED', 'SENT', 'UNKNOWN', 'DONE') OR i.state = 'RESOLVED' AND 'DONE' =
    (SELECT verdict FROM purser.transitions WHERE request_id = i.request_id ORDER BY number DESC LIMIT 1) $$;
CREATE OR REPLACE FUNCTION purser.is_open(i purser.intents) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT i.state IN (''NEW'', ''WAITING'', ''PREPARED'', ''SENT'', ''UNKNOWN'')';
-- An answer of a step: the entry as it now is, and where the log stands.
CREATE OR REPLACE FUNCTION purser.done(r text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('ok', true, 'row', purser.entry(r), 'head', (SELECT json_build_object('number', h.number, 'hash', h.hash)
    FROM purser.audit_head h JOIN purser.intents i ON i.realm = h.realm WHERE i.request_id = r)) $$;
CREATE OR REPLACE FUNCTION purser.barred(why text, r text DEFAULT NULL, other text DEFAULT NULL) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('ok', false, 'barred', why, 'row', purser.entry(r), 'other', purser.entry(other)) $$;
`;

/** The steps of a write, one function each: TEAM.md's order of steps is the caller's. */
export const STEPS = `
-- The console of this number, if it is the caller's and its lease goes on.
CREATE OR REPLACE FUNCTION purser.living(c uuid) RETURNS purser.consoles LANGUAGE sql VOLATILE AS $$
  SELECT k FROM purser.consoles k WHERE k.console = c AND k.role = session_user AND k.lease_until > purser.clock()
    AND k.realm = ANY (purser.my_realms()) $$;

CREATE OR REPLACE FUNCTION purser.prepare(c uuid, i jsonb, body text, named text[], superseded jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; replaced text[]; equals text[]; second text; r text := i->>'request_id'; n bigint;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease'); END IF;
  IF NOT EXISTS (SELECT FROM purser.realms m WHERE m.realm = k.realm AND rtrim(i->>'base_url', '/') = m.base_url AND i->>'client_id' = m.client_id)
  THEN RETURN purser.barred('realm'); END IF;
  IF EXISTS (SELECT FROM purser.intents WHERE request_id = r) THEN RETURN purser.barred('usedId', r); END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.realm || ' ' || (i->>'fingerprint'), 0));
  SELECT array_agg(s->>'requestId') INTO replaced FROM jsonb_array_elements(superseded) s
    JOIN purser.intents l ON l.request_id = s->>'by' WHERE purser.may_be_done(l);
  SELECT array_agg(request_id ORDER BY number DESC) INTO equals FROM (
    SELECT e.request_id, e.number, purser.is_open(e) AS open, row_number() OVER (ORDER BY e.number DESC) AS at FROM purser.intents e
    WHERE e.realm = k.realm AND e.fingerprint = i->>'fingerprint' AND purser.may_be_done(e)
      AND (purser.is_open(e) OR e.request_id <> ALL (coalesce(replaced, '{}')))) f
  WHERE (at = 1 OR open) AND request_id <> ALL (named);
  IF equals IS NOT NULL THEN
    RETURN json_build_object('ok', false, 'equal', (SELECT json_agg(purser.entry(one)) FROM unnest(equals) one));
  END IF;
  SELECT e.request_id INTO second FROM purser.intents e WHERE e.realm = k.realm AND e.fingerprint = i->>'fingerprint'
    AND purser.may_be_done(e) AND e.request_id = ANY (named) ORDER BY purser.is_open(e) DESC, e.number DESC LIMIT 1;
  n := purser.take(k.realm);
  PERFORM purser.enter(k.realm, n, i, body, second);
  PERFORM purser.move(r, 'PREPARED', c, taken => n);
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.sent(c uuid, r text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; i purser.intents;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease', r); END IF;
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  IF i.console IS DISTINCT FROM c THEN RETURN purser.barred('notOurs', r); END IF;
  IF i.state <> 'PREPARED' THEN RETURN purser.barred('state', r); END IF;
  PERFORM purser.move(r, 'SENT', c);
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.repeat(c uuid, r text, what text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; i purser.intents; first bigint; other text; age bigint;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease', r); END IF;
  SELECT * INTO i FROM purser.intents WHERE request_id = r;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(i.realm || ' ' || i.fingerprint, 0));
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR UPDATE;
  IF i.state IN ('PREPARED', 'WAITING') THEN RETURN purser.barred('state', r); END IF;
  age := purser.ms(purser.clock()) - least(i.created_at, i.recorded_at);
  IF NOT age BETWEEN 0 AND 86399999 THEN RETURN purser.barred('tooOld', r); END IF;
  IF i.state = 'UNKNOWN' AND NOT i.repeatable THEN RETURN purser.barred('notRepeatable', r); END IF;
  SELECT number INTO first FROM purser.transitions WHERE request_id = r ORDER BY number LIMIT 1;
  SELECT e.request_id INTO other FROM purser.intents e WHERE e.realm = i.realm AND e.fingerprint = i.fingerprint
    AND e.request_id <> r AND e.request_id IS DISTINCT FROM i.besides AND purser.may_be_done(e)
    AND (purser.is_open(e) OR i.state <> 'UNKNOWN' AND e.changed > first)
    ORDER BY purser.is_open(e) DESC, e.number DESC LIMIT 1;
  IF FOUND THEN RETURN purser.barred('duplicate', r, other); END IF;
  BEGIN
    PERFORM purser.move(r, 'SENT', c, jsonb_build_object('what', what));
  EXCEPTION WHEN SQLSTATE 'PU003' THEN RETURN purser.barred('state', r);
  END;
  RETURN purser.done(r);
END $$;

-- \`again\`: an earlier call got no answer, and may have been recorded. It needs no living lease: it tells what happened.
CREATE OR REPLACE FUNCTION purser.settle(c uuid, r text, outcome text, x jsonb, answer text, again boolean) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE i purser.intents; into_state text;
BEGIN
  PERFORM purser.guard();
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  IF outcome NOT IN ('DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN') THEN RETURN purser.barred('state', r); END IF;
  IF i.console IS DISTINCT FROM c OR NOT EXISTS (SELECT FROM purser.consoles k WHERE k.console = c AND k.role = session_user)
  THEN RETURN purser.barred('notOurs', r); END IF;
  into_state := CASE WHEN i.doubted AND outcome <> 'DONE' THEN 'UNKNOWN' ELSE outcome END;
  IF again AND i.state = into_state THEN RETURN purser.done(r); END IF;
  BEGIN
    PERFORM purser.move(r, into_state, c, x - '{by,verdict,evidence,note,what}'::text[], answer);
  EXCEPTION WHEN SQLSTATE 'PU003' THEN RETURN purser.barred('state', r);
  END;
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.resolve(c uuid, r text, x jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; i purser.intents; sender uuid; free timestamptz;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease', r); END IF;
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  IF i.state <> 'UNKNOWN' THEN RETURN purser.barred('state', r); END IF;
  -- The console that had it in hand, where another one recorded it as UNKNOWN: it may wake up and send.
  SELECT t.console INTO sender FROM purser.transitions t WHERE t.request_id = r ORDER BY t.number DESC OFFSET 1 LIMIT 1;
  SELECT s.lease_until + interval '60 s' INTO free FROM purser.consoles s WHERE s.console = sender AND s.console <> i.console;
  IF free > purser.clock() THEN RETURN purser.barred('lately', r); END IF;
  PERFORM purser.move(r, 'RESOLVED', c, x - '{status,message,what}'::text[]);
  RETURN purser.done(r);
END $$;

-- The outcome of an attempt whose lease ended before it was known: from the operator and the process that sent it, with the answer
-- as evidence. Another machine of the operator knows of its own attempts alone.
CREATE OR REPLACE FUNCTION purser.late(c uuid, r text, outcome text, x jsonb, answer text, its_host text, its_pid int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; i purser.intents; own purser.transitions; n bigint;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease', r); END IF;
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  SELECT * INTO own FROM purser.transitions WHERE request_id = r AND to_state IN ('PREPARED', 'SENT') ORDER BY number DESC LIMIT 1;
  IF own.role IS DISTINCT FROM session_user OR NOT EXISTS
    (SELECT FROM purser.consoles s WHERE s.console = own.console AND s.host = left(its_host, 200) AND s.pid = its_pid)
  THEN RETURN purser.barred('notOurs', r); END IF;
  IF outcome NOT IN ('DONE', 'REFUSED', 'NOT SENT') OR i.state NOT IN ('UNKNOWN', 'RESOLVED') THEN RETURN purser.barred('state', r); END IF;
  -- A refusal of this attempt says nothing of an attempt before it that was UNKNOWN.
  IF outcome <> 'DONE' AND EXISTS (SELECT FROM purser.transitions WHERE request_id = r AND to_state = 'UNKNOWN' AND number < own.number)
  THEN RETURN purser.barred('state', r); END IF;
  IF i.state = 'RESOLVED' THEN
    -- A person was quicker. Their verdict stays, and the log says what the service answered.
    n := purser.take(i.realm);
    PERFORM purser.append(i.realm, n, c, 'late-outcome', jsonb_build_object('request', r, 'outcome', outcome));
    RETURN purser.barred('state', r);
  END IF;
  PERFORM purser.move(r, 'RESOLVED', c, jsonb_strip_nulls(jsonb_build_object('by', 'the console of ' || session_user,
    'verdict', CASE outcome WHEN 'DONE' THEN 'DONE' ELSE 'NOT DONE' END, 'status', x->'status', 'message', x->'message',
    'evidence', 'The console learned the outcome after its lease had ended: ' || outcome || '.')), answer);
  RETURN purser.done(r);
END $$;

-- What dead consoles left: UNKNOWN. The 5 s are for a console that recorded SENT just before its lease ended.
CREATE OR REPLACE FUNCTION purser.recover(c uuid) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; left_open text[] := '{}'; r text;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease'); END IF;
  -- All are locked before the first line is taken, so that no two consoles wait for each other.
  FOR r IN SELECT i.request_id FROM purser.intents i JOIN purser.consoles d ON d.console = i.console
    WHERE i.realm = k.realm AND i.state IN ('PREPARED', 'SENT') AND d.lease_until < purser.clock() - interval '5 s'
    ORDER BY i.number FOR UPDATE OF i SKIP LOCKED
  LOOP left_open := left_open || r; END LOOP;
  FOREACH r IN ARRAY left_open LOOP PERFORM purser.move(r, 'UNKNOWN', c); END LOOP;
  RETURN json_build_object('ok', true, 'rows', coalesce((SELECT json_agg(purser.entry(one)) FROM unnest(left_open) one), '[]'));
END $$;
`;

/** Consoles and their leases, and the notes of the log. */
export const CONSOLES = `
CREATE OR REPLACE FUNCTION purser.begin_console(c uuid, service text, client text, host text, pid int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE of_realm int;
BEGIN
  PERFORM purser.guard();
  SELECT m.realm INTO of_realm FROM purser.realms m WHERE m.base_url = rtrim(service, '/') AND m.client_id = client AND m.realm = ANY (purser.my_realms());
  IF NOT FOUND THEN RETURN json_build_object('ok', false, 'barred', 'realm'); END IF;
  INSERT INTO purser.consoles VALUES (c, of_realm, session_user, left(host, 200), pid, purser.clock(), purser.clock() + interval '15 s');
  RETURN json_build_object('ok', true, 'realm', of_realm, 'version', (SELECT number FROM purser.version),
    'head', (SELECT json_build_object('number', number, 'hash', hash) FROM purser.audit_head WHERE realm = of_realm));
END $$;

-- \`dead\`: entries that another console left; \`strays\`: open ones of this operator that this console has not in hand.
CREATE OR REPLACE FUNCTION purser.beat(c uuid) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles;
BEGIN
  PERFORM purser.guard();
  UPDATE purser.consoles SET lease_until = purser.clock() + interval '15 s'
    WHERE console = c AND role = session_user AND lease_until > purser.clock() AND realm = ANY (purser.my_realms()) RETURNING * INTO k;
  IF NOT FOUND THEN RETURN json_build_object('ok', false, 'barred', 'lease'); END IF;
  RETURN json_build_object('ok', true, 'now', purser.ms(purser.clock()),
    'head', (SELECT json_build_object('number', number, 'hash', hash) FROM purser.audit_head WHERE realm = k.realm),
    'dead', (SELECT count(*) FROM purser.intents i JOIN purser.consoles d ON d.console = i.console WHERE i.realm = k.realm
      AND i.state IN ('PREPARED', 'SENT') AND d.lease_until < purser.clock() - interval '5 s'),
    'strays', (SELECT coalesce(json_agg(i.request_id), '[]') FROM purser.intents i WHERE i.realm = k.realm AND i.state = 'UNKNOWN'
      AND i.made_by = session_user));
END $$;

-- Ends a lease at once; 60 s later its open entries can be resolved.
CREATE OR REPLACE FUNCTION purser.end_console(c uuid) RETURNS void LANGUAGE sql ${DEFINER} AS $$
  UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock() - interval '5 s') WHERE console = c AND role = session_user $$;

CREATE OR REPLACE FUNCTION purser.note(c uuid, kind text, detail jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; n bigint;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease'); END IF;
  IF kind NOT IN ('signed-in', 'signed-out', 'grant-given', 'grant-ended', 'card-reveal', 'card-masked', 'locked', 'unlocked',
    'exported', 'program-ended', 'verified', 'imported') OR EXISTS (SELECT FROM jsonb_object_keys(detail) name WHERE name !~ '^[A-Za-z]{1,40}$')
  THEN RETURN purser.barred('kind'); END IF;
  n := purser.take(k.realm);
  PERFORM purser.append(k.realm, n, c, kind, detail);
  RETURN json_build_object('ok', true, 'head', (SELECT json_build_object('number', number, 'hash', hash) FROM purser.audit_head WHERE realm = k.realm));
END $$;
`;

/** Nobody may run what is not granted here. */
export const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA purser FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purser.my_realms, purser.entry, purser.may_be_done, purser.is_open, purser.begin_console, purser.beat,
  purser.end_console, purser.prepare, purser.sent, purser.repeat, purser.settle, purser.resolve, purser.late, purser.recover,
  purser.note, purser.import_entry TO purser_operator;
GRANT SELECT ON purser.version TO purser_operator;
`;
