// The SQL functions for consoles, their leases, and the audit entries that a console adds.
import { consoleStep, DEFINER } from './record-functions.ts';

export const CONSOLES = `
CREATE OR REPLACE FUNCTION purser.begin_console(c uuid, service text, client text, host text, pid int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE of_realm int;
BEGIN
  PERFORM purser.guard();
  -- An administrator without an operator's entry sees every realm, but can't be a console.
  SELECT m.realm INTO of_realm FROM purser.realms m JOIN purser.members s ON s.realm = m.realm AND s.role = session_user
    WHERE m.base_url = rtrim(service, '/') AND m.client_id = client AND m.realm = ANY (current_setting('purser.realms')::int[]);
  IF NOT FOUND THEN RETURN purser.barred('realm'); END IF;
  INSERT INTO purser.consoles VALUES (c, of_realm, session_user, left(host, 200), pid, purser.clock(), purser.clock() + interval '15 s');
  -- A person waits less for the first write if the session plans now. If many consoles begin at once, the others plan before the turn
  -- of their first write.
  IF pg_try_advisory_xact_lock(hashtextextended('purser.plan_ahead', 0)) THEN PERFORM purser.plan_ahead(of_realm); END IF;
  RETURN json_build_object('ok', true, 'realm', of_realm, 'version', (SELECT number FROM purser.version),
    'head', purser.head(of_realm));
END $$;

-- Renews the lease. \`dead\`: the number of entries that dead consoles left open. \`strays\`: this operator's UNKNOWN entries. \`same\`:
-- whether the log still has the line \`heard\`. \`over\`: whether a request for approval has expired. \`rung\`: the last line about a
-- request for approval. \`approver\`: whether this operator may approve now: no notification tells of a right that was taken away.
CREATE OR REPLACE FUNCTION purser.beat(c uuid, heard bigint, its_hash text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles;
BEGIN
  PERFORM purser.guard();
  -- The next commit of a write also saves this renewal. So a crash never loses a renewal that a SENT relied on.
  PERFORM purser.no_wait();
  UPDATE purser.consoles SET lease_until = purser.clock() + interval '15 s'
    WHERE console = c AND role = session_user AND lease_until > purser.clock() AND realm = ANY (current_setting('purser.realms')::int[]) RETURNING * INTO k;
  IF NOT FOUND THEN RETURN purser.barred('lease'); END IF;
  RETURN json_build_object('ok', true, 'now', purser.ms(purser.clock()), 'rung', (SELECT rung FROM purser.audit_head WHERE realm = k.realm),
    'approver', purser.may_approve(session_user, k.realm),
    'over', EXISTS (SELECT FROM purser.intents i JOIN purser.approvals a ON a.request_id = i.request_id WHERE i.realm = k.realm AND i.state = 'WAITING'
      AND a.expires_at <= purser.ms(purser.clock())),
    'same', heard IS NULL OR EXISTS (SELECT FROM purser.audit WHERE realm = k.realm AND number = heard AND hash = its_hash),
    'head', purser.head(k.realm),
    'dead', (SELECT count(*) FROM purser.intents i JOIN purser.consoles d ON d.console = i.console WHERE i.realm = k.realm
      AND i.state IN ('PREPARED', 'SENT') AND d.lease_until < purser.clock() - interval '5 s'),
    'strays', (SELECT coalesce(json_agg(i.request_id), '[]') FROM purser.intents i WHERE i.realm = k.realm AND i.state = 'UNKNOWN'
      AND i.made_by = session_user));
END $$;

-- Ends the lease at once. The console's open entries can be resolved 60 s after that.
CREATE OR REPLACE FUNCTION purser.end_console(c uuid) RETURNS void LANGUAGE sql ${DEFINER} AS $$
  UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock() - interval '5 s') WHERE console = c AND role = session_user $$;

CREATE OR REPLACE FUNCTION purser.note(c uuid, kind text, detail jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('n bigint;')}
  IF kind NOT IN ('signed-in', 'signed-out', 'grant-given', 'grant-ended', 'card-reveal', 'card-masked', 'locked', 'unlocked',
    'exported', 'program-ended', 'verified', 'imported') OR EXISTS (SELECT FROM jsonb_object_keys(detail) name WHERE name !~ '^[A-Za-z]{1,40}$')
  THEN RETURN purser.barred('kind'); END IF;
  n := purser.take(k.realm);
  PERFORM purser.append(k.realm, n, c, kind, detail);
  RETURN json_build_object('ok', true, 'head', purser.head(k.realm));
END $$;
`;
