// The SQL functions for an administrator, and the import of the journal of a machine.
import { DEFINER, newEntryStep } from './record-functions.ts';

/** An administrator runs these functions as the owner. No operator may run them. Each adds a line to the audit log. */
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
  -- An earlier call in this transaction did not find the new realm.
  PERFORM purser.guard();
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
-- False if there is no such operator.
CREATE OR REPLACE FUNCTION purser.disable_operator(who name) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE of_realm int;
BEGIN
  UPDATE purser.operators SET active = false WHERE role = who;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR of_realm IN SELECT realm FROM purser.members WHERE role = who ORDER BY realm LOOP
    PERFORM purser.tell(of_realm, 'operator-disabled', jsonb_build_object('role', who::text));
    -- The votes of this operator no longer count.
    PERFORM purser.ring(of_realm, h.number) FROM purser.audit_head h WHERE h.realm = of_realm;
  END LOOP;
  RETURN true;
END $$;
-- Deletes the bodies and answers of entries that ended long ago. Their hashes stay, and the seals cover the hashes. Deletes the rows
-- of consoles that ended long ago and changed no entry.
CREATE OR REPLACE FUNCTION purser.prune(of_realm int, days int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint;
BEGIN
  IF days < 30 THEN RAISE EXCEPTION 'payloads are kept for 30 days' USING ERRCODE = 'PU004'; END IF;
  DELETE FROM purser.payloads p USING purser.intents i JOIN purser.transitions t ON t.realm = i.realm AND t.number = i.changed
    WHERE i.realm = of_realm AND p.request_id = i.request_id AND NOT purser.is_open(i)
      AND t.at < purser.ms(purser.clock() - make_interval(days => days));
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM purser.consoles k WHERE k.realm = of_realm AND k.lease_until < purser.clock() - make_interval(days => days)
    AND NOT EXISTS (SELECT FROM purser.transitions t WHERE t.console = k.console);
  PERFORM purser.tell(of_realm, 'pruned', jsonb_build_object('days', days::text, 'payloads', gone::text));
  RETURN gone;
END $$;
`;

/**
 * Imports an entry of a machine's file, with its transitions. That machine may still send an open entry, so an open entry becomes
 * UNKNOWN.
 */
export const IMPORT = `
CREATE OR REPLACE FUNCTION purser.import_entry(c uuid, i jsonb, body text, second text, changes jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${newEntryStep('change jsonb; n bigint; into_state text; found text;')}
  -- The file of a machine has no approvals. An imported approval would have no votes.
  IF EXISTS (SELECT FROM jsonb_array_elements(changes) x WHERE x->>'to' = 'WAITING') THEN RETURN purser.barred('approval'); END IF;
  -- An entry has the number of its first transition's line. Without that line, the next write would get the same number.
  IF jsonb_array_length(changes) > 0 IS NOT TRUE THEN RETURN purser.barred('state'); END IF;
  -- If a duplicate is open here already, the imported entry is recorded as a deliberate duplicate of it.
  SELECT e.request_id INTO found FROM purser.intents e WHERE e.realm = k.realm AND (e.request_id = second
    OR e.fingerprint = ANY (purser.forms(i)) AND purser.is_open(e)) ORDER BY e.request_id = second DESC, e.number DESC LIMIT 1;
  n := purser.enter(k.realm, NULL, i, body, found);
  FOR change IN SELECT * FROM jsonb_array_elements(changes) LOOP
    into_state := change->>'to';
    PERFORM purser.move(r, into_state, NULL, change, change->>'answer', n, change);
    n := NULL;
  END LOOP;
  IF into_state IN ('PREPARED', 'SENT') THEN PERFORM purser.move(r, 'UNKNOWN', NULL); END IF;
  RETURN purser.done(r);
END $$;
`;
