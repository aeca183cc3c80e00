// Limits, so that one operator with psql can't stop the others.
import { DEFINER } from './record-functions.ts';

/** More than a person or a script needs in an hour. */
const MOST_IN_AN_HOUR = 3000;

/** In ms. A console's call ends earlier, so only a statement of psql can hold a lock so long. */
const TOO_LONG = 2500;

export const LIMITS = `
-- A writer locks this table before it writes to the log of its realm, because this lock has a queue. An advisory lock is not safe: any
-- operator may take it.
CREATE OR REPLACE FUNCTION purser.add_turns(of_realm int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS purser.turns_%1$s (); ALTER TABLE purser.turns_%1$s OWNER TO purser_owner', of_realm);
END $$;
CREATE OR REPLACE FUNCTION purser.too_many(of_realm int, its_kind text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE counted int; this_hour timestamptz := date_trunc('hour', purser.clock());
BEGIN
  INSERT INTO purser.tallies AS t VALUES (of_realm, session_user, its_kind, this_hour, 1)
    ON CONFLICT (realm, role, kind) DO UPDATE SET hour = this_hour, count = CASE WHEN t.hour = this_hour THEN t.count + 1 ELSE 1 END
    RETURNING count INTO counted;
  RETURN counted > ${MOST_IN_AN_HOUR};
END $$;
-- Ends the sessions of operators that hold a lock for too long. A console calls this after it waited in vain. The log names them.
CREATE OR REPLACE FUNCTION purser.end_blockers(c uuid) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
DECLARE k purser.consoles; each record; n bigint; ended int := 0;
BEGIN
  PERFORM purser.guard();
  -- The lease may have ended: an outcome needs none.
  SELECT * INTO k FROM purser.consoles WHERE console = c AND role = session_user AND realm = ANY (current_setting('purser.realms')::int[]);
  IF NOT FOUND THEN RETURN purser.barred('lease'); END IF;
  FOR look IN 1..2 LOOP
    FOR each IN SELECT a.pid, a.usename::text AS role, floor(extract(epoch FROM clock_timestamp() - a.xact_start))::bigint AS seconds
      FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid AND NOT r.rolsuper
      WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND pg_has_role(r.oid, 'purser_operator', 'MEMBER')
        AND a.xact_start < clock_timestamp() - interval '${TOO_LONG} ms'
        AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.granted AND l.locktype IN ('transactionid', 'advisory'))
    LOOP
      -- Waits for the end, because this console asks again at once.
      CONTINUE WHEN NOT pg_terminate_backend(each.pid, 500);
      ended := ended + 1;
      n := purser.take(k.realm);
      PERFORM purser.append(k.realm, n, c, 'blocker-ended', jsonb_build_object('role', each.role, 'pid', each.pid::text,
        'seconds', each.seconds::text));
    END LOOP;
    EXIT WHEN ended > 0 OR look = 2;
    -- The lock may be almost old enough.
    PERFORM pg_sleep(0.6), pg_stat_clear_snapshot();
  END LOOP;
  RETURN json_build_object('ok', true, 'ended', ended);
EXCEPTION WHEN insufficient_privilege THEN RETURN json_build_object('ok', true, 'ended', 0);
END $$;
`;

/** Functions of PostgreSQL with which an operator could fill the disk or the memory for locks. */
const DANGEROUS = '^(pg_(try_)?advisory_|lo_|loread$|lowrite$|pg_logical_emit_message$)';

/** For a superuser, in the team's database. The functions of the journal run as the owner. */
export const HARDEN = `
DO $$ DECLARE f regprocedure; d name; BEGIN
  FOR f IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '${DANGEROUS}' LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO purser_owner', f);
  END LOOP;
  -- Every role may connect to these databases, and make temporary tables there.
  FOR d IN SELECT datname FROM pg_catalog.pg_database WHERE datname IN ('postgres', 'template1', current_database()) LOOP
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', d);
  END LOOP;
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO purser_operator, purser_approver, purser_owner', current_database());
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT pg_signal_backend, pg_read_all_stats TO purser_owner;
`;

/** Each role may have this many sessions: consoles and scripts of one person. */
const MOST_SESSIONS = 20;

/** An operator may change the timeouts, so they stop only mistakes. */
export const limitsOf = (role: string): string => `
ALTER ROLE ${role} CONNECTION LIMIT ${MOST_SESSIONS};
ALTER ROLE ${role} SET statement_timeout = '60s';
ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '60s';
`;

/** Only a superuser may set this limit, and no operator may change it. */
export const diskLimitOf = (role: string): string => `ALTER ROLE ${role} SET temp_file_limit = '256MB';`;

const mayCall = (names: string): string =>
  `EXISTS (SELECT FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '${names}'
    AND has_function_privilege(oid, 'EXECUTE'))`;

/** Whatever this role may do that could stop the others. */
export const UNLIMITED = `SELECT array_remove(ARRAY[
  CASE WHEN ${mayCall('^pg_(try_)?advisory_')} THEN 'advisory locks' END,
  CASE WHEN ${mayCall('^lo_')} THEN 'large objects' END,
  CASE WHEN ${mayCall('^pg_logical_emit_message$')} THEN 'messages in the WAL' END,
  CASE WHEN has_database_privilege(current_database(), 'TEMPORARY') THEN 'temporary tables' END,
  CASE WHEN (SELECT rolconnlimit FROM pg_catalog.pg_roles WHERE rolname = session_user) < 0 THEN 'any number of connections' END,
  (SELECT 'other databases (' || string_agg(datname, ', ' ORDER BY datname) || ')' FROM pg_catalog.pg_database
    WHERE datallowconn AND datname <> current_database() AND has_database_privilege(oid, 'CONNECT')),
  CASE WHEN NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'purser_owner' AND pg_has_role(oid, 'pg_signal_backend', 'MEMBER'))
    THEN 'locks without an end' END], NULL) AS unlimited`;
