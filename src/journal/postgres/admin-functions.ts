// The functions by which an administrator keeps a team's record, and by which an operator brings an own file into it.
import { DEFINER } from './record-functions.ts';

/** What an administrator runs as the owner; no operator may. Each leaves a line. */
export const ADMIN = `
CREATE OR REPLACE FUNCTION purser.tell(of_realm int, kind text, detail jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
  PERFORM purser.guard();
  n := purser.take(of_realm);
  PERFORM purser.append(of_realm, n, NULL, kind, detail);
END $$;
CREATE OR REPLACE FUNCTION purser.add_realm(service text, client text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE of_realm int;
BEGIN
  SELECT realm INTO of_realm FROM purser.realms m WHERE m.base_url = rtrim(service, '/') AND m.client_id = client;
  IF FOUND THEN RETURN of_realm; END IF;
  INSERT INTO purser.realms (base_url, client_id) VALUES (rtrim(service, '/'), client) RETURNING realm INTO of_realm;
  INSERT INTO purser.audit_head VALUES (of_realm, 0, '');
  PERFORM purser.tell(of_realm, 'log-begun', '{"before": "0"}');
  RETURN of_realm;
END $$;
CREATE OR REPLACE FUNCTION purser.add_operator(who name, its_person text, of_realm int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO purser.operators VALUES (who, its_person, true)
    ON CONFLICT (role) DO UPDATE SET person = excluded.person, active = true;
  INSERT INTO purser.members VALUES (of_realm, who) ON CONFLICT DO NOTHING;
  PERFORM purser.tell(of_realm, 'operator-added', jsonb_build_object('role', who::text, 'person', its_person));
END $$;
-- False where there is no such operator.
CREATE OR REPLACE FUNCTION purser.disable_operator(who name) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE of_realm int;
BEGIN
  UPDATE purser.operators SET active = false WHERE role = who;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR of_realm IN SELECT realm FROM purser.members WHERE role = who ORDER BY realm LOOP
    PERFORM purser.tell(of_realm, 'operator-disabled', jsonb_build_object('role', who::text));
  END LOOP;
  RETURN true;
END $$;
-- Bodies and answers of what ended long ago; the seals stay, and cover their hashes.
CREATE OR REPLACE FUNCTION purser.prune(of_realm int, days int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  IF days < 30 THEN RAISE EXCEPTION 'payloads are kept for 30 days' USING ERRCODE = 'PU004'; END IF;
  DELETE FROM purser.payloads p USING purser.intents i JOIN purser.transitions t ON t.realm = i.realm AND t.number = i.changed
    WHERE i.realm = of_realm AND p.request_id = i.request_id AND NOT purser.is_open(i)
      AND t.at < purser.ms(purser.clock() - make_interval(days => days));
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM purser.tell(of_realm, 'pruned', jsonb_build_object('days', days::text, 'payloads', gone::text));
  RETURN gone;
END $$;
`;

/** An entry of a machine's own file, with its past. What was open there may be under way elsewhere: it comes in as UNKNOWN. */
export const IMPORT = `
CREATE OR REPLACE FUNCTION purser.import_entry(c uuid, i jsonb, body text, second text, changes jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; r text := i->>'request_id'; change jsonb; n bigint; into_state text; found text;
BEGIN
  PERFORM purser.guard();
  k := purser.living(c);
  IF k.console IS NULL THEN RETURN purser.barred('lease'); END IF;
  IF NOT EXISTS (SELECT FROM purser.realms m WHERE m.realm = k.realm AND rtrim(i->>'base_url', '/') = m.base_url AND i->>'client_id' = m.client_id)
  THEN RETURN purser.barred('realm'); END IF;
  IF EXISTS (SELECT FROM purser.intents WHERE request_id = r) THEN RETURN purser.barred('usedId', r); END IF;
  -- No file of one machine has approvals, and here they would have no votes.
  IF EXISTS (SELECT FROM jsonb_array_elements(changes) x WHERE x->>'to' = 'WAITING') THEN RETURN purser.barred('approval'); END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.realm || ' ' || (i->>'fingerprint'), 0));
  -- An equal one may be open already: this one is on record as a second to it.
  SELECT e.request_id INTO found FROM purser.intents e WHERE e.realm = k.realm AND (e.request_id = second
    OR e.fingerprint = i->>'fingerprint' AND purser.is_open(e)) ORDER BY e.request_id = second DESC, e.number DESC LIMIT 1;
  n := purser.take(k.realm);
  PERFORM purser.enter(k.realm, n, i, body, found);
  FOR change IN SELECT * FROM jsonb_array_elements(changes) LOOP
    into_state := change->>'to';
    PERFORM purser.move(r, into_state, NULL, change, change->>'answer', n, change);
    n := NULL;
  END LOOP;
  IF into_state IN ('PREPARED', 'SENT') THEN PERFORM purser.move(r, 'UNKNOWN', NULL); END IF;
  RETURN purser.done(r);
END $$;
`;
