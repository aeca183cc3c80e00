// The heartbeat of a console on the server: the function that few statements make cheap.
import { CLOCK_BACK, MAC } from './history.ts';
import { DEFINER } from './record-functions.ts';

/**
 * Renews the lease. Has few statements, because 2,000 consoles call it every few seconds: see docs/performance.md. `told`: the line
 * up to which the console has the news. `place`: NULL if unchanged, `{}` if nobody is there. `fresh`: the customers are others.
 *
 * `closed`: why no write may begin now. `dead`: a dead console left entries open. `strays`: this operator's UNKNOWN entries.
 * `same`: whether the log still has the line `heard`. `over`: whether a request for approval has expired. `rung`: the last line about
 * a request for approval. `approver`: whether this operator may approve now: no notification tells of a right that was taken away.
 */
export const HEARTBEAT = `
-- Without statistics, PostgreSQL would search all entries of the realm. A bitmap scan would also visit each entry that was open since
-- the last vacuum.
CREATE OR REPLACE FUNCTION purser.unsettled(of_realm int) RETURNS TABLE (request_id text, state text, console uuid, made_by name)
  LANGUAGE plpgsql STABLE ROWS 5 SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT i.request_id, i.state, i.console, i.made_by FROM (SELECT * FROM purser.intents
    WHERE state IN ('WAITING', 'PREPARED', 'SENT', 'UNKNOWN') OFFSET 0) i WHERE i.realm = of_realm;
END $$;
CREATE OR REPLACE FUNCTION purser.heartbeat(c uuid, heard bigint, its_hash text, its_at bigint, its_mac text, told bigint, place jsonb,
  customers jsonb, fresh boolean) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; h record; me text; realms int[]; same boolean; strays json; people json; here json; counts json; closed text;
  now timestamptz := purser.clock(); now_ms bigint := purser.ms(now);
BEGIN
  -- The next commit of a write also saves this renewal. So a crash never loses a renewal that a SENT relied on.
  SELECT min(o.person), array_agg(m.realm), set_config('purser.realms', coalesce(array_agg(m.realm), '{}')::text, true),
    set_config('plan_cache_mode', 'force_generic_plan', true), purser.no_wait()
    INTO me, realms FROM purser.operators o JOIN purser.members m ON m.role = o.role WHERE o.role = session_user AND o.active;
  UPDATE purser.consoles SET lease_until = now + interval '15 s', seen_at = now
    WHERE console = c AND role = session_user AND lease_until > now AND realm = ANY (realms) RETURNING * INTO k;
  IF NOT FOUND THEN RETURN purser.barred('lease'); END IF;
  FOR look IN 1..2 LOOP
    SELECT a.number, a.hash, a.rung, a.noted, a.staffed, s.key, y.closed IS NULL AND y.started = pg_postmaster_start_time()
      AND y.log = 'purser.audit'::regclass AND a.latest <= now_ms + ${CLOCK_BACK} AS open, w.over, w.dead INTO h
      FROM purser.audit_head a JOIN purser.histories y ON y.realm = a.realm CROSS JOIN purser.secret s CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(i.state = 'WAITING' AND p.expires_at <= now_ms), false) AS over,
          coalesce(bool_or(i.state <> 'WAITING' AND d.lease_until < now - interval '5 s'), false) AS dead
        FROM purser.unsettled(a.realm) i
          LEFT JOIN purser.approvals p ON p.request_id = i.request_id LEFT JOIN purser.consoles d ON d.console = i.console
        WHERE i.state <> 'UNKNOWN') w
      WHERE a.realm = k.realm;
    EXIT WHEN look = 2;
    same := coalesce(heard, 0) = 0 OR heard = h.number AND length(its_hash) >= 16 AND starts_with(h.hash, its_hash);
    EXIT WHEN same AND h.open;
    -- This may add a line to the log.
    PERFORM purser.guard();
    same := purser.witnessed(k.realm, heard, its_hash, its_at, its_mac);
    closed := purser.why_closed(k.realm);
  END LOOP;
  IF place = '{}' THEN DELETE FROM purser.presence WHERE console = c;
  ELSIF place IS NOT NULL THEN
    INSERT INTO purser.presence VALUES (c, k.realm, me, left(place->>'user', 200), left(place->>'for', 200),
      left(coalesce(place->>'doing', ''), 100), now)
    ON CONFLICT (console) DO UPDATE SET user_id = excluded.user_id, on_behalf_of = excluded.on_behalf_of, doing = excluded.doing,
      at = excluded.at;
  END IF;
  IF told IS NULL OR h.number > told THEN
    strays := (SELECT coalesce(json_agg(request_id), '[]') FROM purser.unsettled(k.realm) WHERE state = 'UNKNOWN' AND made_by = session_user);
  END IF;
  IF told IS NULL OR h.staffed > told THEN people := to_json(purser.people(k.realm)); END IF;
  IF customers <> '[]' THEN
    here := (SELECT json_agg(json_build_object('person', p.person, 'user', p.user_id, 'for', p.on_behalf_of, 'doing', p.doing) ORDER BY p.at DESC)
      FROM jsonb_to_recordset(customers) w ("user" text, "for" text) JOIN purser.presence p
      ON p.realm = k.realm AND p.user_id = w."user" AND p.on_behalf_of IS NOT DISTINCT FROM w."for" AND p.console <> c
      JOIN purser.consoles s ON s.console = p.console AND s.lease_until > now);
  END IF;
  IF told IS NULL OR fresh OR h.noted > told THEN
    counts := (SELECT coalesce(json_agg(json_build_object('user', n.user_id, 'for', n.on_behalf_of, 'notes', n.notes)), '[]') FROM
      (SELECT o.user_id, o.on_behalf_of, count(*) AS notes FROM jsonb_to_recordset(customers) w ("user" text, "for" text) JOIN purser.notes o
        ON o.realm = k.realm AND o.user_id = w."user" AND o.on_behalf_of IS NOT DISTINCT FROM w."for" GROUP BY 1, 2) n);
  END IF;
  RETURN json_build_object('ok', true, 'now', now_ms, 'me', me, 'rung', h.rung, 'same', same, 'closed', closed, 'over', h.over, 'dead', h.dead, 'strays', strays,
    'people', people, 'here', here, 'counts', counts, 'approver', pg_has_role(session_user, 'purser_approver', 'MEMBER'),
    'head', json_build_object('number', h.number, 'hash', h.hash, 'at', now_ms, 'mac', ${MAC('h.key', 'k.realm', 'h.number', 'h.hash', 'now_ms')}));
END $$;
`;
