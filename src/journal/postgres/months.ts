// Bodies and answers by month: a month that is old enough is dropped as a whole table. Entries and the log stay.
import { readable, SELDOM } from './tables.ts';

/**
 * Each payload is a JSON string, because PostgreSQL keeps no NUL and no lone surrogate. Number 0 is the request's body. A payload is in the month in which its entry was recorded, so an entry finds it in one table. A table of
 * a month has no foreign key to the entries: a drop would lock them. `payloads_rest` takes what has no table of its month yet.
 */
export const MONTH_TABLES = `
CREATE TABLE purser.payloads (realm int NOT NULL, month date NOT NULL, request_id text NOT NULL, number bigint NOT NULL, payload text NOT NULL)
  PARTITION BY RANGE (realm, month);
CREATE TABLE purser.payloads_rest PARTITION OF purser.payloads DEFAULT;
CREATE UNIQUE INDEX ON purser.payloads_rest (request_id, number);
CREATE TRIGGER stays BEFORE UPDATE OR TRUNCATE ON purser.payloads FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE UPDATE OR TRUNCATE ON purser.payloads_rest FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TABLE purser.retentions (realm int PRIMARY KEY REFERENCES purser.realms, days int NOT NULL CHECK (days >= 30));
CREATE OR REPLACE FUNCTION purser.month_of(its_ms bigint) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT date_trunc('month', to_timestamp(its_ms / 1000.0) AT TIME ZONE 'UTC')::date $$;
CREATE OR REPLACE FUNCTION purser.make_month(of_realm int, its_month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text := format('payloads_%s_%s', of_realm, to_char(its_month, 'YYYYMM'));
BEGIN
  IF to_regclass('purser.' || name) IS NOT NULL
    OR EXISTS (SELECT FROM purser.payloads_rest WHERE realm = of_realm AND month = its_month) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE purser.%1$I (LIKE purser.payloads) WITH (${SELDOM});
    ALTER TABLE purser.%1$I OWNER TO purser_owner;
    CREATE UNIQUE INDEX ON purser.%1$I (request_id, number);
    CREATE TRIGGER stays BEFORE UPDATE OR TRUNCATE ON purser.%1$I FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
    ALTER TABLE purser.payloads ATTACH PARTITION purser.%1$I FOR VALUES FROM (%2$L, %3$L) TO (%2$L, %4$L)',
    name, of_realm, its_month, (its_month + interval '1 month')::date);
END $$;
CREATE OR REPLACE FUNCTION purser.make_months(of_realm int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE this date := purser.month_of(purser.ms(purser.clock())); next date := this + interval '1 month';
BEGIN
  IF to_regclass(format('purser.payloads_%s_%s', of_realm, to_char(this, 'YYYYMM'))) IS NOT NULL
    AND to_regclass(format('purser.payloads_%s_%s', of_realm, to_char(next, 'YYYYMM'))) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('purser.months', 0)), purser.make_month(of_realm, this), purser.make_month(of_realm, next);
EXCEPTION WHEN lock_not_available THEN
  -- Another console makes them.
  RETURN;
END $$;
${readable('payloads')}`;

/** For an administrator as the owner. */
export const MONTHS = `
-- Drops the bodies and answers of each month that ended more than this number of days ago. The entries and the hashes stay, and the
-- seals cover the hashes.
-- Entries that are open, or ended later, keep theirs. Deletes the rows of consoles that ended long ago and changed no entry.
CREATE OR REPLACE FUNCTION purser.prune(of_realm int, days int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE gone bigint := 0; n bigint; each record; kept text[]; before bigint := purser.ms(purser.clock() - make_interval(days => days));
BEGIN
  IF days < 30 THEN RAISE EXCEPTION 'payloads are kept for 30 days' USING ERRCODE = 'PU004'; END IF;
  PERFORM purser.guard();
  PERFORM purser.make_months(of_realm);
  FOR each IN SELECT c.relname AS name, p.month, purser.ms(p.month::timestamp AT TIME ZONE 'UTC') AS first,
      purser.ms((p.month + interval '1 month') AT TIME ZONE 'UTC') AS after
    FROM pg_catalog.pg_inherits h JOIN pg_catalog.pg_class c ON c.oid = h.inhrelid
      CROSS JOIN LATERAL (SELECT to_date(substring(c.relname FROM '_(\\d{6})$'), 'YYYYMM') AS month) p
    WHERE h.inhparent = 'purser.payloads'::regclass AND c.relname ~ ('^payloads_' || of_realm || '_\\d{6}$') ORDER BY 1
  LOOP
    CONTINUE WHEN each.after > before;
    kept := ARRAY(SELECT i.request_id FROM purser.intents i WHERE i.realm = of_realm AND i.recorded_at >= each.first AND i.recorded_at < each.after
      AND (purser.is_open(i) OR EXISTS (SELECT FROM purser.transitions t WHERE t.request_id = i.request_id AND t.at >= before)));
    IF kept = '{}' THEN
      EXECUTE format('SELECT count(*) FROM purser.%I', each.name) INTO n;
      EXECUTE format('DROP TABLE purser.%I', each.name);
    ELSE
      EXECUTE format('DELETE FROM purser.%I WHERE request_id <> ALL ($1)', each.name) USING kept;
      GET DIAGNOSTICS n = ROW_COUNT;
    END IF;
    gone := gone + n;
  END LOOP;
  DELETE FROM purser.payloads_rest p USING purser.intents i WHERE p.realm = of_realm AND i.request_id = p.request_id
    AND purser.ms((p.month + interval '1 month') AT TIME ZONE 'UTC') <= before AND NOT purser.is_open(i)
    AND NOT EXISTS (SELECT FROM purser.transitions t WHERE t.request_id = p.request_id AND t.at >= before);
  GET DIAGNOSTICS n = ROW_COUNT;
  gone := gone + n;
  DELETE FROM purser.consoles k WHERE k.realm = of_realm AND k.lease_until < purser.clock() - make_interval(days => days)
    AND NOT EXISTS (SELECT FROM purser.transitions t WHERE t.console = k.console);
  PERFORM purser.tell(of_realm, 'pruned', jsonb_build_object('days', days::text, 'payloads', gone::text));
  RETURN gone;
END $$;
-- NULL ends the rule.
CREATE OR REPLACE FUNCTION purser.retain(of_realm int, its_days int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM purser.retentions WHERE realm = of_realm;
  IF its_days IS NOT NULL THEN INSERT INTO purser.retentions VALUES (of_realm, its_days); END IF;
  PERFORM purser.tell(of_realm, 'retention-set', jsonb_build_object('days', coalesce(its_days::text, 'none')));
END $$;
`;
