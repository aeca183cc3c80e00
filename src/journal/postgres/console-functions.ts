// Consoles of a team's record, their leases and the notes of the log.
import { DEFINER } from './record-functions.ts';

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

-- \`dead\`: entries that another console left; \`strays\`: open ones of this operator that this console has not in hand; \`same\`: whether
-- the log still has the last line that this console heard of; \`over\`: something waited for too long; \`rung\`: the last line that
-- somebody may wait for.
CREATE OR REPLACE FUNCTION purser.beat(c uuid, heard bigint, its_hash text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles;
BEGIN
  PERFORM purser.guard();
  UPDATE purser.consoles SET lease_until = purser.clock() + interval '15 s'
    WHERE console = c AND role = session_user AND lease_until > purser.clock() AND realm = ANY (purser.my_realms()) RETURNING * INTO k;
  IF NOT FOUND THEN RETURN json_build_object('ok', false, 'barred', 'lease'); END IF;
  RETURN json_build_object('ok', true, 'now', purser.ms(purser.clock()), 'rung', (SELECT rung FROM purser.audit_head WHERE realm = k.realm),
    'over', EXISTS (SELECT FROM purser.intents i JOIN purser.approvals a ON a.request_id = i.request_id WHERE i.realm = k.realm AND i.state = 'WAITING'
      AND a.expires_at <= purser.ms(purser.clock())),
    'same', heard IS NULL OR EXISTS (SELECT FROM purser.audit WHERE realm = k.realm AND number = heard AND hash = its_hash),
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
