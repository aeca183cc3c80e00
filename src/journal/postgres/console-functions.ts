// The functions for consoles: a write's steps, leases and audit entries. The operator is session_user, never an argument.
import {
  consoleStep,
  DEFINER,
  entryStep,
  lockNames,
  MOST_PAYLOAD,
  MOST_TEXT,
  newEntryStep,
  WHILE_OPEN,
} from './record-functions.ts';

/** OFFSET 0: without statistics, PostgreSQL would search all entries of the realm. */
const equalsWith = (
  sameForm: string,
): string => `SELECT array_agg(request_id ORDER BY number DESC) INTO equals FROM (
      SELECT (e).request_id, (e).number, purser.is_open(e) AS open, row_number() OVER (ORDER BY (e).number DESC) AS at
      FROM (SELECT e FROM purser.intents e WHERE ${sameForm} OFFSET 0) s
      WHERE (e).realm = k.realm AND purser.may_be_done(e)
        AND (purser.is_open(e) OR (e).request_id <> ALL (coalesce(replaced, '{}')))) f
    WHERE (at = 1 OR open) AND request_id <> ALL (named);`;

export const STEPS = `
CREATE OR REPLACE FUNCTION purser.prepare(c uuid, i jsonb, body text, named text[], superseded jsonb, asked jsonb DEFAULT NULL)
  RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${newEntryStep('replaced text[]; equals text[]; users text[]; second text; n bigint; rule jsonb; why text;')}
  ${WHILE_OPEN}
  -- Most writes have no duplicates, and need neither this query nor the query for \`second\`.
  IF superseded <> '[]' THEN
    SELECT array_agg(s->>'requestId') INTO replaced FROM jsonb_array_elements(superseded) s
      JOIN purser.intents l ON l.request_id = s->>'by' WHERE purser.may_be_done(l);
  END IF;
  -- The server plans a query with ANY (array) again at each call.
  users := purser.users_of(i);
  IF users = '{}' THEN
    ${equalsWith("e.fingerprint = i->>'fingerprint'")}
  ELSE
    ${equalsWith("e.fingerprint = i->>'fingerprint' OR e.request_id = ANY (users)")}
  END IF;
  IF equals IS NOT NULL THEN
    RETURN json_build_object('ok', false, 'equal', (SELECT json_agg(purser.entry(one)) FROM unnest(equals) one));
  END IF;
  IF named <> '{}' THEN
    SELECT e.request_id INTO second FROM purser.intents e WHERE e.realm = k.realm AND (e.fingerprint = i->>'fingerprint' OR e.request_id = ANY (users))
      AND purser.may_be_done(e) AND e.request_id = ANY (named) ORDER BY purser.is_open(e) DESC, e.number DESC LIMIT 1;
  END IF;
  rule := purser.rule_for(k.realm, i->>'operation', i->>'amounts', session_user);
  why := purser.why_not_ask(rule, asked);
  IF why IS NOT NULL THEN RETURN purser.barred(why); END IF;
  n := purser.enter(k.realm, NULL, i, body, second);
  IF asked IS NOT NULL THEN PERFORM purser.ask_for(k.realm, r, rule, asked, n + 1); END IF;
  PERFORM purser.move(r, CASE WHEN asked IS NULL THEN 'PREPARED' ELSE 'WAITING' END, c, taken => n);
  IF asked IS NOT NULL THEN
    PERFORM purser.append(k.realm, n + 1, c, 'approval-asked', jsonb_build_object('request', r, 'digest', asked->>'digest',
      'by', purser.person(session_user), 'votes', rule->>'votes', 'expires', asked->>'expires_at'));
  END IF;
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.sent(c uuid, r text, approved text DEFAULT NULL) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('why text;')}
  ${WHILE_OPEN}
  IF i.console IS DISTINCT FROM c THEN RETURN purser.barred('notOurs', r); END IF;
  IF i.state <> 'PREPARED' THEN RETURN purser.barred('state', r); END IF;
  -- An approval counts only for the approved bytes, and only until the approval expires.
  IF EXISTS (SELECT FROM purser.approvals a WHERE a.request_id = r
    AND (a.digest IS DISTINCT FROM approved OR a.expires_at <= purser.ms(purser.clock())))
  THEN RETURN purser.barred('approvalOver', r); END IF;
  -- Since PREPARED, a rule may have become stricter, or an approver may have left.
  why := purser.why_not_approved(i);
  IF why IS NOT NULL THEN RETURN purser.barred(why, r); END IF;
  PERFORM purser.move(r, 'SENT', c);
  RETURN purser.done(r);
END $$;

-- PostgreSQL would keep a function with other parameters, and call neither.
DROP FUNCTION IF EXISTS purser.repeat(uuid, text, text, text, text[]);
-- \`approved\`: the digest of the request that the console would send, if another person approved the write.
CREATE OR REPLACE FUNCTION purser.repeat(c uuid, r text, what text, approved text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('i purser.intents; first bigint; other text; age bigint; why text;', 'r')}
  ${WHILE_OPEN}
  SELECT * INTO i FROM purser.intents WHERE request_id = r AND realm = k.realm;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  ${lockNames('i.realm', 'i.fingerprint', 'i.uses::jsonb')}
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR NO KEY UPDATE;
  IF i.state IN ('PREPARED', 'WAITING') THEN RETURN purser.barred('state', r); END IF;
  age := purser.ms(purser.clock()) - least(i.created_at, i.recorded_at);
  IF NOT age BETWEEN 0 AND 86399999 THEN RETURN purser.barred('tooOld', r); END IF;
  IF i.state = 'UNKNOWN' AND NOT i.repeatable THEN RETURN purser.barred('notRepeatable', r); END IF;
  SELECT number INTO first FROM purser.transitions WHERE request_id = r ORDER BY number LIMIT 1;
  SELECT e.request_id INTO other FROM purser.intents e WHERE e.realm = i.realm AND (e.fingerprint = i.fingerprint
    OR e.request_id = ANY (purser.users_of(jsonb_build_object('uses', i.uses))))
    AND e.request_id <> r AND e.request_id IS DISTINCT FROM i.besides AND purser.may_be_done(e)
    AND (purser.is_open(e) OR i.state <> 'UNKNOWN' AND e.changed > first)
    ORDER BY purser.is_open(e) DESC, e.number DESC LIMIT 1;
  IF FOUND THEN RETURN purser.barred('duplicate', r, other); END IF;
  why := purser.why_not_again(i, approved);
  IF why IS NOT NULL THEN RETURN purser.barred(why, r); END IF;
  BEGIN
    PERFORM purser.move(r, 'SENT', c, jsonb_build_object('what', what));
  EXCEPTION WHEN SQLSTATE 'PU003' THEN RETURN purser.barred('state', r);
  END;
  RETURN purser.done(r);
END $$;

-- Records an outcome. The lease may have ended, because the attempt is over. \`again\`: an earlier call got no answer, and may have
-- been recorded. \`after\`: the outcome belongs to the first attempt that began after this line. It never ends a later attempt.
CREATE OR REPLACE FUNCTION purser.settle(c uuid, r text, outcome text, x jsonb, answer text, again boolean, after bigint) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE i purser.intents; into_state text;
BEGIN
  PERFORM purser.guard();
  -- An operator who was disabled meanwhile still records the outcome of a write under way.
  PERFORM set_config('purser.realms', coalesce((SELECT array_agg(realm) FROM purser.members WHERE role = session_user), '{}')::text, true);
  IF length(x::text) > ${MOST_TEXT} OR length(answer) > ${MOST_PAYLOAD} THEN RETURN purser.barred('size'); END IF;
  SELECT * INTO i FROM purser.intents WHERE request_id = r FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN purser.barred('absent'); END IF;
  IF outcome NOT IN ('DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN') THEN RETURN purser.barred('state', r); END IF;
  IF i.console IS DISTINCT FROM c OR NOT EXISTS (SELECT FROM purser.consoles k WHERE k.console = c AND k.role = session_user)
  THEN RETURN purser.barred('notOurs', r); END IF;
  IF (SELECT count(*) FROM purser.transitions WHERE request_id = r AND number > after
    AND (to_state = 'PREPARED' OR to_state = 'SENT' AND from_state <> 'PREPARED')) > 1
  THEN RETURN purser.barred('state', r); END IF;
  into_state := CASE WHEN i.doubted AND outcome <> 'DONE' THEN 'UNKNOWN' ELSE outcome END;
  IF i.state = into_state THEN RETURN CASE WHEN again THEN purser.done(r) ELSE purser.barred('state', r) END; END IF;
  BEGIN
    PERFORM purser.move(r, into_state, c, x - '{by,verdict,evidence,note,what}'::text[], answer);
  EXCEPTION WHEN SQLSTATE 'PU003' THEN RETURN purser.barred('state', r);
  END;
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.resolve(c uuid, r text, x jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('sender uuid; free timestamptz;', 'UNKNOWN')}
  -- If another console recorded UNKNOWN, the console that made the attempt may still wake up and send.
  SELECT t.console INTO sender FROM purser.transitions t WHERE t.request_id = r ORDER BY t.number DESC OFFSET 1 LIMIT 1;
  SELECT s.lease_until + interval '60 s' INTO free FROM purser.consoles s WHERE s.console = sender AND s.console <> i.console;
  IF free > purser.clock() THEN RETURN purser.barred('lately', r); END IF;
  PERFORM purser.move(r, 'RESOLVED', c, x - '{status,message,what}'::text[]);
  RETURN purser.done(r);
END $$;

-- Resolves an UNKNOWN entry with an outcome that came after the lease had ended. The answer is the evidence. Only the operator and the
-- process of the attempt may do this: a process on another machine knows nothing about this attempt.
CREATE OR REPLACE FUNCTION purser.late(c uuid, r text, outcome text, x jsonb, answer text, its_host text, its_pid int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('own purser.transitions; n bigint;')}
  SELECT * INTO own FROM purser.transitions WHERE request_id = r AND to_state IN ('PREPARED', 'SENT') ORDER BY number DESC LIMIT 1;
  IF own.role IS DISTINCT FROM session_user OR NOT EXISTS
    (SELECT FROM purser.consoles s WHERE s.console = own.console AND s.host = left(its_host, 200) AND s.pid = its_pid)
  THEN RETURN purser.barred('notOurs', r); END IF;
  IF outcome NOT IN ('DONE', 'REFUSED', 'NOT SENT') OR i.state NOT IN ('UNKNOWN', 'RESOLVED') THEN RETURN purser.barred('state', r); END IF;
  -- A refusal of this attempt proves nothing about an earlier attempt that was UNKNOWN.
  IF outcome <> 'DONE' AND EXISTS (SELECT FROM purser.transitions WHERE request_id = r AND to_state = 'UNKNOWN' AND number < own.number)
  THEN RETURN purser.barred('state', r); END IF;
  IF i.state = 'RESOLVED' THEN
    -- A person resolved the entry first. Their verdict stays, and the log records the outcome.
    n := purser.take(i.realm);
    PERFORM purser.append(i.realm, n, c, 'late-outcome', jsonb_build_object('request', r, 'outcome', outcome));
    RETURN purser.barred('state', r);
  END IF;
  PERFORM purser.move(r, 'RESOLVED', c, jsonb_strip_nulls(jsonb_build_object('by', 'the console of ' || session_user,
    'verdict', CASE outcome WHEN 'DONE' THEN 'DONE' ELSE 'NOT DONE' END, 'status', x->'status', 'message', x->'message',
    'evidence', 'The console learned the outcome after its lease had ended: ' || outcome || '.')), answer);
  RETURN purser.done(r);
END $$;

-- Open entries of dead consoles become UNKNOWN. Expired requests for approval become NOT SENT. A console that recorded SENT just before
-- its lease ended gets 5 s more.
CREATE OR REPLACE FUNCTION purser.recover(c uuid) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep("left_open text[] := '{}'; r text;")}
  -- Locks all entries before it takes the first line, so that no two consoles wait for each other.
  FOR r IN SELECT i.request_id FROM purser.intents i JOIN purser.consoles d ON d.console = i.console
    WHERE i.realm = k.realm AND i.state IN ('PREPARED', 'SENT') AND d.lease_until < purser.clock() - interval '5 s'
    ORDER BY i.number FOR NO KEY UPDATE OF i SKIP LOCKED
  LOOP left_open := left_open || r; END LOOP;
  FOREACH r IN ARRAY left_open LOOP PERFORM purser.move(r, 'UNKNOWN', c); END LOOP;
  PERFORM purser.expire(k.realm, c);
  RETURN json_build_object('ok', true, 'rows', coalesce((SELECT json_agg(purser.entry(one)) FROM unnest(left_open) one), '[]'));
END $$;
`;

export const CONSOLES = `
-- \`heard\` and the three after it: what this machine knows of the log. A console of another version gets no lease: it learns the
-- version, and from which version on consoles may read.
CREATE OR REPLACE FUNCTION purser.begin_console(c uuid, service text, client text, host text, pid int, heard bigint DEFAULT NULL,
  its_hash text DEFAULT NULL, its_at bigint DEFAULT NULL, its_mac text DEFAULT NULL, its_version int DEFAULT NULL) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE of_realm int; same boolean; v purser.version;
BEGIN
  PERFORM purser.guard();
  -- An administrator without an operator's entry sees every realm, but can't be a console.
  SELECT m.realm INTO of_realm FROM purser.realms m JOIN purser.members s ON s.realm = m.realm AND s.role = session_user
    WHERE m.base_url = rtrim(service, '/') AND m.client_id = client AND m.realm = ANY (current_setting('purser.realms')::int[]);
  IF NOT FOUND THEN RETURN purser.barred('realm'); END IF;
  SELECT * INTO v FROM purser.version;
  -- A person waits less for the first write if the session plans now. If many consoles begin at once, the others plan before the turn
  -- of their first write. Planning takes long, so it comes before the first lock on a row.
  IF its_version = v.number AND pg_try_advisory_xact_lock(hashtextextended('purser.plan_ahead', 0)) THEN
    PERFORM purser.plan_ahead(of_realm);
  END IF;
  IF purser.too_many(of_realm, 'consoles') THEN RETURN purser.barred('tooMany'); END IF;
  same := purser.witnessed(of_realm, heard, its_hash, its_at, its_mac);
  IF its_version IS DISTINCT FROM v.number THEN
    RETURN json_build_object('ok', true, 'realm', of_realm, 'version', v.number, 'reads_from', v.reads_from, 'same', same,
      'closed', purser.why_closed(of_realm), 'head', purser.head(of_realm));
  END IF;
  INSERT INTO purser.consoles VALUES (c, of_realm, session_user, left(host, 200), pid, purser.clock(), purser.clock() + interval '15 s',
    purser.clock());
  PERFORM purser.make_months(of_realm);
  -- Consoles that died leave their presence.
  DELETE FROM purser.presence WHERE console IN (SELECT p.console FROM purser.presence p WHERE p.realm = of_realm AND NOT EXISTS
    (SELECT FROM purser.consoles s WHERE s.console = p.console AND s.lease_until > purser.clock()) FOR UPDATE SKIP LOCKED);
  RETURN json_build_object('ok', true, 'realm', of_realm, 'version', v.number,
    'same', same, 'closed', purser.why_closed(of_realm), 'head', purser.head(of_realm));
END $$;

-- Ends the lease at once. The console's open entries can be resolved 60 s after that.
CREATE OR REPLACE FUNCTION purser.end_console(c uuid) RETURNS void LANGUAGE sql ${DEFINER} AS $$
  UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock() - interval '5 s') WHERE console = c AND role = session_user $$;

CREATE OR REPLACE FUNCTION purser.note(c uuid, kind text, detail jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('n bigint;')}
  IF length(detail::text) > ${MOST_TEXT / 10} THEN RETURN purser.barred('size'); END IF;
  IF purser.too_many(k.realm, 'notes') THEN RETURN purser.barred('tooMany'); END IF;
  IF kind NOT IN ('signed-in', 'signed-out', 'grant-given', 'grant-ended', 'card-reveal', 'card-masked', 'locked', 'unlocked',
    'exported', 'program-ended', 'verified', 'imported') OR EXISTS (SELECT FROM jsonb_object_keys(detail) name WHERE name !~ '^[A-Za-z]{1,40}$')
  THEN RETURN purser.barred('kind'); END IF;
  n := purser.take(k.realm);
  PERFORM purser.append(k.realm, n, c, kind, detail);
  RETURN json_build_object('ok', true, 'head', purser.head(k.realm));
END $$;
`;
