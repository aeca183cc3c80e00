// The server's own history: a server that was started again or restored is closed for writes until its log is confirmed.
import { consoleStep, DEFINER } from './record-functions.ts';
import { readable } from './tables.ts';

/**
 * `started` and `log` change when the server starts, and when the tables come from a backup. `last_seen`: the last contact with a
 * console before that. `opened_at`: an administrator knows of all losses before.
 */
export const HISTORY_TABLES = `
CREATE TABLE purser.secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), key bytea NOT NULL);
INSERT INTO purser.secret (key) VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
CREATE TABLE purser.histories (
  realm int PRIMARY KEY REFERENCES purser.realms, started timestamptz NOT NULL, log oid NOT NULL, last_seen timestamptz,
  closed text CHECK (closed IN ('started', 'lost')), opened_at bigint NOT NULL);
CREATE TABLE purser.signatures (
  realm int NOT NULL REFERENCES purser.realms, key text NOT NULL, role name NOT NULL, number bigint NOT NULL, hash text NOT NULL,
  signature text NOT NULL, at bigint NOT NULL, PRIMARY KEY (realm, key));
${readable('signatures')}`;

/** In ms. The steps of NTP are smaller. */
export const CLOCK_BACK = 10_000;

/** Only the server can make this code, so an operator can't invent a line that the server lost. Takes SQL expressions. */
export const MAC = (key: string, realm: string, number: string, hash: string, at: string): string =>
  `encode(sha256(${key} || sha256(${key} || convert_to(format('%s %s %s %s', ${realm}, ${number}, ${hash}, ${at}), 'UTF8'))), 'hex')`;

/** No operator may call these, except `witness`. */
export const HISTORY = `
CREATE OR REPLACE FUNCTION purser.mac(of_realm int, heard bigint, its_hash text, its_at bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE own bytea;
BEGIN
  SELECT key INTO STRICT own FROM purser.secret;
  RETURN ${MAC('own', 'of_realm', 'heard', 'its_hash', 'its_at')};
END $$;
-- The last line of a realm's log, with the server's time and the code of both.
CREATE OR REPLACE FUNCTION purser.head(of_realm int) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE its_at bigint := purser.ms(purser.clock());
BEGIN
  RETURN (SELECT json_build_object('number', number, 'hash', hash, 'at', its_at, 'mac', purser.mac(of_realm, number, hash, its_at))
    FROM purser.audit_head WHERE realm = of_realm);
END $$;
-- Why no write may begin. NULL if one may. While the clock is behind the newest line of the log, leases and approvals last too long.
CREATE OR REPLACE FUNCTION purser.why_closed(of_realm int) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE h purser.histories;
BEGIN
  IF (SELECT latest FROM purser.audit_head WHERE realm = of_realm) > purser.ms(purser.clock()) + ${CLOCK_BACK} THEN RETURN 'clock'; END IF;
  SELECT * INTO h FROM purser.histories WHERE realm = of_realm;
  RETURN CASE WHEN h.started IS DISTINCT FROM pg_postmaster_start_time() OR h.log IS DISTINCT FROM 'purser.audit'::regclass THEN 'started'
    ELSE h.closed END;
END $$;
-- Whether the log still has the line that a console knows. The console that was here last confirms the log of a server that was
-- started again. A console that knows a lost line, or was here after the server's last memory, closes the log.
CREATE OR REPLACE FUNCTION purser.witnessed(of_realm int, heard bigint, its_hash text, its_at bigint, its_mac text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE h purser.histories; same boolean; ahead bigint; n bigint;
BEGIN
  same := heard IS NULL OR heard = 0 OR EXISTS (SELECT FROM purser.audit a WHERE a.number = heard AND starts_with(a.hash, its_hash)
    AND length(its_hash) >= 16 AND a.realm = of_realm);
  IF same AND purser.why_closed(of_realm) IS NULL THEN RETURN true; END IF;
  SELECT * INTO h FROM purser.histories WHERE realm = of_realm FOR UPDATE;
  IF h.started <> pg_postmaster_start_time() OR h.log <> 'purser.audit'::regclass THEN
    UPDATE purser.histories SET started = pg_postmaster_start_time(), log = 'purser.audit'::regclass, closed = 'started',
      last_seen = (SELECT max(seen_at) FROM purser.consoles WHERE realm = of_realm) WHERE realm = of_realm RETURNING * INTO h;
  END IF;
  IF its_mac IS DISTINCT FROM purser.mac(of_realm, heard, its_hash, its_at) OR its_at <= h.opened_at THEN RETURN same; END IF;
  ahead := its_at - purser.ms(h.last_seen);
  -- A console keeps the time of each answer, and its heartbeat is up to 5 s older. A crash may lose the last heartbeats.
  IF h.closed IS DISTINCT FROM 'lost' AND (NOT same OR h.closed = 'started' AND ahead > 10000) THEN
    UPDATE purser.histories SET closed = 'lost' WHERE realm = of_realm;
    n := purser.take(of_realm);
    PERFORM purser.append(of_realm, n, NULL, 'log-closed', jsonb_build_object('known', heard || ':' || its_hash, 'seen', its_at::text));
  ELSIF same AND h.closed = 'started' AND ahead >= -10000 THEN
    UPDATE purser.histories SET closed = NULL WHERE realm = of_realm;
    n := purser.take(of_realm);
    PERFORM purser.append(of_realm, n, NULL, 'log-confirmed', jsonb_build_object('known', heard || ':' || its_hash, 'seen', its_at::text));
  END IF;
  RETURN same;
END $$;
-- Before any other call of a new connection.
CREATE OR REPLACE FUNCTION purser.witness(of_realm int, heard bigint, its_hash text, its_at bigint, its_mac text) RETURNS boolean
  LANGUAGE plpgsql ${DEFINER} AS $$
BEGIN
  PERFORM purser.guard();
  IF of_realm <> ALL (current_setting('purser.realms')::int[]) THEN RETURN false; END IF;
  RETURN purser.witnessed(of_realm, heard, its_hash, its_at, its_mac);
END $$;
`;

/** The server can't check a signature. `purser team audit verify` does. */
export const SIGNATURES = `
CREATE OR REPLACE FUNCTION purser.sign_head(c uuid, its_number bigint, its_hash text, its_key text, its_signature text) RETURNS json
  LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('n bigint; its_role name;')}
  IF length(its_key) > 200 OR length(its_signature) > 200 THEN RETURN purser.barred('size'); END IF;
  IF NOT EXISTS (SELECT FROM purser.audit WHERE realm = k.realm AND number = its_number AND hash = its_hash) THEN RETURN purser.barred('absent'); END IF;
  SELECT role INTO its_role FROM purser.signatures WHERE realm = k.realm AND key = its_key;
  IF its_role <> session_user THEN RETURN purser.barred('notOurs'); END IF;
  IF its_role IS NULL THEN
    IF purser.too_many(k.realm, 'notes') THEN RETURN purser.barred('tooMany'); END IF;
    n := purser.take(k.realm);
    PERFORM purser.append(k.realm, n, c, 'machine-key', jsonb_build_object('key', its_key, 'host', k.host));
  END IF;
  INSERT INTO purser.signatures AS s VALUES (k.realm, its_key, session_user, its_number, its_hash, its_signature, purser.ms(purser.clock()))
    ON CONFLICT (realm, key) DO UPDATE SET number = its_number, hash = its_hash, signature = its_signature, at = excluded.at
    WHERE s.number <= its_number;
  RETURN json_build_object('ok', true);
END $$;
`;

/**
 * For an administrator as the owner. Returns why the log was closed. A clock that was put back makes leases and approvals longer, so
 * they end.
 */
export const REOPEN = `
CREATE OR REPLACE FUNCTION purser.reopen(of_realm int, reason text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE was text := purser.why_closed(of_realm);
BEGIN
  IF was IS NULL THEN RETURN NULL; END IF;
  IF was = 'clock' THEN
    UPDATE purser.audit_head SET latest = purser.ms(purser.clock()) WHERE realm = of_realm;
    UPDATE purser.consoles SET lease_until = least(lease_until, purser.clock()) WHERE realm = of_realm;
    PERFORM purser.expire(of_realm, NULL, true);
  END IF;
  UPDATE purser.histories SET started = pg_postmaster_start_time(), log = 'purser.audit'::regclass, closed = NULL,
    opened_at = purser.ms(purser.clock()) WHERE realm = of_realm;
  PERFORM purser.tell(of_realm, 'log-reopened', jsonb_build_object('was', was, 'reason', reason));
  RETURN was;
END $$;
`;
