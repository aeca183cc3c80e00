// Approval on the server, where persons count and not roles: the rules, which two people change together, and the votes.
import { consoleStep, DEFINER, entryStep, WHILE_OPEN } from './record-functions.ts';
import { readable } from './tables.ts';

/** No operator may call these. What reads tables is plpgsql: PostgreSQL plans plain SQL at each call. */
export const APPROVAL_INNER = `
-- Names that look the same are the same person: capitals, spaces and forms of a letter make no difference.
CREATE OR REPLACE FUNCTION purser.person_key(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF getdatabaseencoding() = 'UTF8' THEN name := normalize(name, NFKC); END IF;
  RETURN lower(btrim(regexp_replace(regexp_replace(name, '[\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\ufeff]', '', 'g'), '\\s+', ' ', 'g')));
END $$;
CREATE OR REPLACE FUNCTION purser.same_person(one text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT purser.person_key(one) = purser.person_key(other)';
CREATE OR REPLACE FUNCTION purser.may_approve(who name, of_realm int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT EXISTS (SELECT FROM purser.operators o JOIN purser.members m ON m.role = o.role AND m.realm = of_realm
    JOIN pg_catalog.pg_roles r ON r.rolname = o.role WHERE o.role = who AND o.active AND pg_has_role(r.oid, 'purser_approver', 'MEMBER'))); END $$;
CREATE OR REPLACE FUNCTION purser.is_approver(who text, of_realm int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT EXISTS (SELECT FROM purser.operators o WHERE purser.same_person(o.person, who) AND purser.may_approve(o.role, of_realm))); END $$;

-- Whether a rule covers these amounts. An unknown amount is over every limit, and an unknown currency may be any currency.
CREATE OR REPLACE FUNCTION purser.covers(its_currency text, over numeric, amounts text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN (
  SELECT amounts IS NULL OR EXISTS (SELECT FROM jsonb_array_elements(amounts::jsonb) a
    WHERE (its_currency IS NULL OR its_currency = CASE WHEN upper(btrim(a->>'currency')) ~ '^[A-Z]{3}$' THEN upper(btrim(a->>'currency')) ELSE its_currency END)
      AND (over IS NULL OR CASE WHEN a->>'amount' ~ '^[0-9]{1,100}([.][0-9]{1,100})?$' THEN (a->>'amount')::numeric > over ELSE true END))); END $$;
-- What this person's writes moved in the last hours, or may have moved, except the write \`but\`.
CREATE OR REPLACE FUNCTION purser.spent(of_realm int, its_operation text, its_currency text, hours int, who name, but text) RETURNS numeric LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT coalesce(sum((a->>'amount')::numeric), 0) FROM purser.intents e CROSS JOIN jsonb_array_elements(e.amounts::jsonb) a
  WHERE e.realm = of_realm AND e.made_by = ANY (ARRAY(SELECT role FROM purser.operators WHERE purser.same_person(person, purser.person(who)))) AND e.recorded_at > purser.ms(purser.clock()) - hours * 3600000::bigint AND e.request_id <> but
    AND lower(btrim(e.operation)) = lower(btrim(its_operation)) AND purser.may_be_done(e)
    AND upper(btrim(a->>'currency')) = its_currency AND a->>'amount' ~ '^[0-9]{1,100}([.][0-9]{1,100})?$'); END $$;
-- The rule with the most votes that covers the write, with the shortest time of all rules that cover it.
CREATE OR REPLACE FUNCTION purser.rule_for(of_realm int, its_operation text, amounts text, who name, but text DEFAULT '') RETURNS jsonb LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT jsonb_strip_nulls(jsonb_build_object('operation', operation, 'currency', currency, 'over', over::text, 'votes', votes, 'minutes', min(minutes) OVER (),
    'hours', hours))
  FROM purser.rules q WHERE q.realm = of_realm AND lower(btrim(q.operation)) = lower(btrim(its_operation))
    AND purser.covers(q.currency, q.over - CASE WHEN q.hours IS NULL THEN 0 ELSE purser.spent(of_realm, its_operation, q.currency, q.hours, who, but) END, amounts)
  ORDER BY votes DESC, over DESC NULLS LAST LIMIT 1); END $$;

-- The persons whose approval counts now: they may still approve, and did not ask. Two roles of one person count once.
CREATE OR REPLACE FUNCTION purser.approved_by(i purser.intents) RETURNS text[] LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT coalesce(array_agg(voter ORDER BY number), '{}') FROM (SELECT DISTINCT ON (purser.person_key(o.person)) v.voter, v.number
    FROM purser.approval_votes v JOIN purser.approvals a ON a.request_id = v.request_id
      JOIN purser.operators o ON o.role = v.role LEFT JOIN purser.operators m ON m.role = i.made_by
    WHERE v.request_id = i.request_id AND v.vote = 'approve' AND v.digest = a.digest AND purser.may_approve(v.role, i.realm)
      AND NOT purser.same_person(o.person, a.asked_by) AND NOT purser.same_person(o.person, coalesce(m.person, ''))
    ORDER BY purser.person_key(o.person), v.number) persons); END $$;
-- How many approvals the write needs. A rule that became stricter after the request counts. The end of a rule does not count.
CREATE OR REPLACE FUNCTION purser.needed(i purser.intents) RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT greatest((SELECT votes FROM purser.approvals WHERE request_id = i.request_id),
    (purser.rule_for(i.realm, i.operation, i.amounts, i.made_by, i.request_id)->>'votes')::int)); END $$;
-- Why the write may not go on now. NULL if it needs no approval, or has enough.
CREATE OR REPLACE FUNCTION purser.why_not_approved(i purser.intents) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT CASE WHEN n IS NULL THEN NULL WHEN a.request_id IS NULL THEN 'approval' WHEN a.expires_at <= purser.ms(purser.clock()) THEN 'expired'
    WHEN cardinality(purser.approved_by(i)) < n THEN 'votes' END
  FROM (SELECT purser.needed(i) AS n) needed LEFT JOIN purser.approvals a ON a.request_id = i.request_id); END $$;
-- Whether the approval still counts for another attempt. It is for one sent request, so it counts only if the last attempt ended
-- NOT SENT. A declined, withdrawn or void approval never counts again.
CREATE OR REPLACE FUNCTION purser.is_unused(i purser.intents) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT i.state = 'NOT SENT' AND EXISTS (SELECT FROM purser.approvals WHERE request_id = i.request_id) AND
    (SELECT from_state FROM purser.transitions WHERE request_id = i.request_id ORDER BY number DESC LIMIT 1) IN ('PREPARED', 'SENT')); END $$;
-- Why another attempt may not begin. \`approved\`: the digest of the request that the console would send.
CREATE OR REPLACE FUNCTION purser.why_not_again(i purser.intents, approved text) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT CASE WHEN a.request_id IS NULL THEN purser.why_not_approved(i) WHEN NOT purser.is_unused(i) THEN 'approvalUsed'
    WHEN i.made_by <> session_user THEN 'notAsker' WHEN a.digest IS DISTINCT FROM approved THEN 'digest' ELSE purser.why_not_approved(i) END
  FROM (SELECT 1) one LEFT JOIN purser.approvals a ON a.request_id = i.request_id); END $$;
-- Why this operator may not vote on the write.
CREATE OR REPLACE FUNCTION purser.why_not_vote(i purser.intents) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (
  SELECT CASE WHEN i.state <> 'WAITING' THEN 'state' WHEN i.made_by = session_user OR purser.same_person(a.asked_by, purser.person(session_user)) THEN 'ownRequest'
    WHEN NOT purser.may_approve(session_user, i.realm) THEN 'notApprover' WHEN a.expires_at <= purser.ms(purser.clock()) THEN 'expired'
    WHEN EXISTS (SELECT FROM purser.approval_votes v WHERE v.request_id = i.request_id AND purser.same_person(v.voter, purser.person(session_user))) THEN 'voted' END
  FROM purser.approvals a WHERE a.request_id = i.request_id); END $$;

-- Adds the asker's confirmation to a NEW entry.
CREATE OR REPLACE FUNCTION purser.ask_for(of_realm int, r text, rule jsonb, asked jsonb, line bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO purser.approvals SELECT of_realm, r, asked->>'digest', asked->>'warnings', asked->>'salt', asked->>'sent_hash', purser.person(session_user),
    purser.ms(purser.clock()), (asked->>'expires_at')::bigint, (rule->>'votes')::int, line $$;
CREATE OR REPLACE FUNCTION purser.why_not_ask(rule jsonb, asked jsonb) RETURNS text LANGUAGE plpgsql VOLATILE AS $$ BEGIN RETURN (
  SELECT CASE WHEN rule IS NULL AND asked IS NULL THEN NULL WHEN asked IS NULL THEN 'approval' WHEN rule IS NULL THEN 'noRule'
    WHEN purser.person(session_user) IS NULL THEN 'realm'
    WHEN (asked->>'expires_at')::bigint - purser.ms(purser.clock()) NOT BETWEEN 1 AND (rule->>'minutes')::int * 60000 THEN 'tooLong' END); END $$;
-- Requests for approval whose time is over become NOT SENT.
CREATE OR REPLACE FUNCTION purser.expire(of_realm int, c uuid, all_of_them boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
DECLARE over_now text[] := '{}'; r text;
BEGIN
  FOR r IN SELECT i.request_id FROM purser.intents i JOIN purser.approvals a ON a.request_id = i.request_id
    WHERE i.realm = of_realm AND i.state = 'WAITING' AND (all_of_them OR a.expires_at <= purser.ms(purser.clock())) ORDER BY i.number FOR NO KEY UPDATE OF i SKIP LOCKED
  LOOP over_now := over_now || r; END LOOP;
  FOREACH r IN ARRAY over_now LOOP PERFORM purser.move(r, 'NOT SENT', c, '{"message": "expired"}'); END LOOP;
END $$;
`;

/** A console calls these functions. */
export const APPROVALS = `
CREATE OR REPLACE FUNCTION purser.needs(c uuid, its_operation text, amounts text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('rule jsonb;')}
  rule := purser.rule_for(k.realm, its_operation, amounts, session_user);
  RETURN json_build_object('ok', true, 'rule', rule, 'asker', purser.person(session_user), 'now', purser.ms(purser.clock()),
    'online', (SELECT coalesce(json_agg(DISTINCT o.person), '[]') FROM purser.consoles s JOIN purser.operators o ON o.role = s.role
      WHERE rule IS NOT NULL AND s.realm = k.realm AND s.lease_until > purser.clock() AND purser.may_approve(s.role, k.realm)
        AND NOT purser.same_person(o.person, purser.person(session_user))));
END $$;

CREATE OR REPLACE FUNCTION purser.vote(c uuid, r text, its_digest text, its_vote text, its_note text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('a purser.approvals; why text; n bigint; me text := purser.person(session_user);')}
  SELECT * INTO a FROM purser.approvals WHERE request_id = r;
  IF NOT FOUND THEN RETURN purser.barred('state', r); END IF;
  why := purser.why_not_vote(i);
  IF why = 'expired' THEN PERFORM purser.move(r, 'NOT SENT', c, '{"message": "expired"}'); END IF;
  IF why IS NOT NULL THEN RETURN purser.barred(why, r); END IF;
  IF its_digest IS DISTINCT FROM a.digest THEN RETURN purser.barred('digest', r); END IF;
  IF its_vote = 'decline' AND btrim(its_note) = '' THEN RETURN purser.barred('note', r); END IF;
  n := purser.take(k.realm);
  INSERT INTO purser.approval_votes VALUES (k.realm, r, a.asked_by, me, session_user, its_vote, its_digest, its_note, purser.ms(purser.clock()), n);
  PERFORM purser.append(k.realm, n, c, 'vote', jsonb_build_object('request', r, 'vote', its_vote, 'by', me, 'digest', its_digest, 'note', its_note));
  IF its_vote = 'decline' THEN PERFORM purser.move(r, 'NOT SENT', c, jsonb_build_object('message', 'declined', 'by', me, 'note', its_note));
  ELSE PERFORM purser.ring(k.realm, n); END IF;
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.claim(c uuid, r text, its_digest text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('why text;', 'WAITING')}
  ${WHILE_OPEN}
  IF i.made_by <> session_user THEN RETURN purser.barred('notAsker', r); END IF;
  IF NOT EXISTS (SELECT FROM purser.approvals a WHERE a.request_id = r AND a.digest = its_digest) THEN RETURN purser.barred('digest', r); END IF;
  why := purser.why_not_approved(i);
  IF why = 'expired' THEN PERFORM purser.move(r, 'NOT SENT', c, '{"message": "expired"}'); END IF;
  IF why IS NOT NULL THEN RETURN purser.barred(why, r); END IF;
  PERFORM purser.move(r, 'PREPARED', c, jsonb_build_object('message', 'approved', 'by', array_to_string(purser.approved_by(i), ', ')));
  RETURN purser.done(r);
END $$;

-- Only the operator who asked may withdraw the request. \`changed\` says how the record differs from the approved record, before the
-- first attempt or before a retry.
CREATE OR REPLACE FUNCTION purser.withdraw(c uuid, r text, changed text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep()}
  IF i.state <> 'WAITING' AND (changed IS NULL OR NOT purser.is_unused(i)) THEN RETURN purser.barred('state', r); END IF;
  IF i.made_by <> session_user THEN RETURN purser.barred('notAsker', r); END IF;
  PERFORM purser.move(r, 'NOT SENT', c, jsonb_strip_nulls(jsonb_build_object('message', CASE WHEN changed IS NULL THEN 'withdrawn' ELSE 'changed' END, 'note', changed)));
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.waiting(of_realm int) RETURNS json LANGUAGE sql STABLE ${DEFINER} AS $$
  SELECT coalesce(json_agg(json_build_object('entry', purser.entry(i.request_id), 'warnings', a.warnings, 'salt', a.salt, 'sent_hash', a.sent_hash,
    'asked_by', a.asked_by, 'asked_at', a.asked_at, 'expires_at', a.expires_at, 'now', purser.ms(purser.clock()), 'needed', purser.needed(i),
    'own', i.made_by = session_user, 'approved', purser.why_not_approved(i) IS NULL, 'why', purser.why_not_vote(i),
    'votes', (SELECT coalesce(json_agg(json_build_object('voter', v.voter, 'vote', v.vote, 'note', v.note, 'at', v.at,
      'counts', v.voter = ANY (purser.approved_by(i))) ORDER BY v.number), '[]')
      FROM purser.approval_votes v WHERE v.request_id = i.request_id)) ORDER BY i.number), '[]')
  FROM purser.intents i JOIN purser.approvals a ON a.request_id = i.request_id
  WHERE i.realm = of_realm AND (i.state = 'WAITING' OR i.made_by = session_user AND purser.is_unused(i) AND purser.why_not_approved(i) IS NULL) AND i.realm = ANY (purser.my_realms()) $$;
`;

const RULE_STEP = `DECLARE of_realm int := purser.realm_of(service, client); x purser.rule_changes;
BEGIN
  PERFORM purser.guard();
  IF of_realm IS NULL THEN RETURN purser.barred('realm'); END IF;`;

const PROPOSAL = `SELECT * INTO x FROM purser.rule_changes WHERE realm = of_realm AND number = its_number FOR UPDATE;
  IF NOT FOUND OR x.accepted IS NOT NULL OR x.withdrawn IS NOT NULL THEN RETURN purser.barred('noProposal'); END IF;`;

/** Called from the command line, so these functions need no console. */
export const RULES = `
CREATE OR REPLACE FUNCTION purser.realm_of(service text, client text) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT realm FROM purser.realms m WHERE m.base_url = rtrim(service, '/') AND m.client_id = client AND m.realm = ANY (purser.my_realms()) $$;
CREATE OR REPLACE FUNCTION purser.tell_rule(of_realm int, kind text, x purser.rule_changes) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint := purser.take(of_realm);
BEGIN
  PERFORM purser.append(of_realm, n, NULL, kind, jsonb_strip_nulls(jsonb_build_object('rule', x.number::text, 'operation', x.operation,
    'currency', x.currency, 'over', x.over::text, 'votes', x.votes::text, 'minutes', x.minutes::text, 'hours', x.hours::text, 'by', purser.person(session_user))));
  RETURN n;
END $$;
CREATE OR REPLACE FUNCTION purser.propose_rule(service text, client text, its_operation text, its_currency text, its_over text, its_votes int, its_minutes int,
  its_hours int DEFAULT NULL)
  RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${RULE_STEP}
  IF NOT purser.may_approve(session_user, of_realm) THEN RETURN purser.barred('notApprover'); END IF;
  INSERT INTO purser.rule_changes (realm, operation, currency, over, votes, minutes, hours, proposed_by, proposed_at)
    VALUES (of_realm, its_operation, its_currency, its_over::numeric, its_votes, its_minutes, its_hours, purser.person(session_user), purser.ms(purser.clock())) RETURNING * INTO x;
  PERFORM purser.tell_rule(of_realm, 'rule-proposed', x);
  RETURN json_build_object('ok', true, 'number', x.number);
END $$;
CREATE OR REPLACE FUNCTION purser.accept_rule(service text, client text, its_number int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${RULE_STEP}
  IF NOT purser.may_approve(session_user, of_realm) THEN RETURN purser.barred('notApprover'); END IF;
  ${PROPOSAL}
  IF purser.same_person(x.proposed_by, purser.person(session_user)) THEN RETURN purser.barred('ownRequest'); END IF;
  IF NOT purser.is_approver(x.proposed_by, of_realm) THEN RETURN purser.barred('proposer'); END IF;
  UPDATE purser.rule_changes SET accepted_by = purser.person(session_user), accepted = purser.tell_rule(of_realm, 'rule-accepted', x) WHERE number = its_number
    RETURNING * INTO x;
  -- A stricter rule also applies to the requests that wait.
  PERFORM purser.ring(of_realm, x.accepted);
  RETURN json_build_object('ok', true);
END $$;
CREATE OR REPLACE FUNCTION purser.withdraw_rule(service text, client text, its_number int) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${RULE_STEP}
  ${PROPOSAL}
  -- Nobody can accept the proposal of a person who is no longer an approver, so any approver may withdraw it.
  IF NOT purser.same_person(x.proposed_by, purser.person(session_user)) AND
    (purser.is_approver(x.proposed_by, of_realm) OR NOT purser.may_approve(session_user, of_realm))
  THEN RETURN purser.barred('notProposer'); END IF;
  UPDATE purser.rule_changes SET withdrawn = purser.tell_rule(of_realm, 'rule-withdrawn', x) WHERE number = its_number;
  RETURN json_build_object('ok', true);
END $$;
CREATE OR REPLACE FUNCTION purser.rules_of(service text, client text) RETURNS json LANGUAGE plpgsql STABLE ${DEFINER} AS $$
DECLARE of_realm int := purser.realm_of(service, client);
BEGIN
  IF of_realm IS NULL THEN RETURN purser.barred('realm'); END IF;
  RETURN json_build_object('ok', true,
    'rules', (SELECT coalesce(json_agg(json_build_object('operation', operation, 'currency', currency, 'over', over::text, 'votes', votes,
      'minutes', minutes, 'hours', hours) ORDER BY operation, currency, over), '[]') FROM purser.rules WHERE realm = of_realm),
    'proposed', (SELECT coalesce(json_agg(json_build_object('operation', operation, 'currency', currency, 'over', over::text, 'votes', votes,
      'minutes', minutes, 'hours', hours, 'number', number, 'by', proposed_by, 'valid', purser.is_approver(proposed_by, of_realm)) ORDER BY number), '[]') FROM purser.rule_changes WHERE realm = of_realm AND accepted IS NULL AND withdrawn IS NULL));
END $$;
`;

export const APPROVAL_TABLES = `
-- A rule is the newest accepted change for its operation, currency and limit. A change with 0 votes ends the rule. The names of
-- persons ignore case.
CREATE TABLE purser.rule_changes (
  number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, realm int NOT NULL REFERENCES purser.realms,
  operation text NOT NULL CHECK (operation <> ''), currency text CHECK (currency ~ '^[A-Z]{3}$'), over numeric CHECK (over >= 0),
  votes int NOT NULL CHECK (votes BETWEEN 0 AND 9), minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
  proposed_by text NOT NULL, proposed_at bigint NOT NULL, accepted_by text, accepted bigint,
  withdrawn bigint CHECK (withdrawn IS NULL OR accepted IS NULL),
  hours int CHECK (hours IS NULL OR hours BETWEEN 1 AND 168 AND over IS NOT NULL AND currency IS NOT NULL),
  CHECK (lower(btrim(accepted_by)) <> lower(btrim(proposed_by))), CHECK ((accepted_by IS NULL) = (accepted IS NULL)));
CREATE VIEW purser.rules AS SELECT realm, operation, currency, over, votes, minutes, number, hours FROM (
  SELECT DISTINCT ON (realm, lower(btrim(operation)), currency, over, hours) * FROM purser.rule_changes WHERE accepted IS NOT NULL
  ORDER BY realm, lower(btrim(operation)), currency, over, hours, accepted DESC) newest WHERE votes > 0;

CREATE TABLE purser.approvals (
  realm int NOT NULL REFERENCES purser.realms, request_id text PRIMARY KEY REFERENCES purser.intents (request_id),
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'), warnings text NOT NULL, salt text, sent_hash text,
  asked_by text NOT NULL, asked_at bigint NOT NULL, expires_at bigint NOT NULL, votes int NOT NULL CHECK (votes > 0),
  number bigint, UNIQUE (request_id, asked_by));
CREATE TABLE purser.approval_votes (
  realm int NOT NULL, request_id text NOT NULL, asked_by text NOT NULL, voter text NOT NULL, role name NOT NULL,
  vote text NOT NULL CHECK (vote IN ('approve', 'decline')), digest text NOT NULL, note text NOT NULL, at bigint NOT NULL,
  number bigint NOT NULL, PRIMARY KEY (realm, number),
  CHECK (lower(btrim(voter)) <> lower(btrim(asked_by))),
  FOREIGN KEY (request_id, asked_by) REFERENCES purser.approvals (request_id, asked_by));
CREATE UNIQUE INDEX one_vote ON purser.approval_votes (request_id, lower(btrim(voter)));

CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.approvals FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.approval_votes FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON purser.rule_changes FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE FUNCTION purser.rule_change_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(OLD.accepted, OLD.withdrawn) IS NOT NULL
    OR to_jsonb(NEW) - '{accepted_by,accepted,withdrawn}'::text[] <> to_jsonb(OLD) - '{accepted_by,accepted,withdrawn}'::text[]
  THEN RAISE EXCEPTION 'the journal only grows' USING ERRCODE = 'PU001'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keeps BEFORE UPDATE ON purser.rule_changes FOR EACH ROW EXECUTE FUNCTION purser.rule_change_keeps();

-- Tells the consoles that listen about a request for approval. The message is the number of a line, and nothing else.
CREATE FUNCTION purser.ring(of_realm int, line bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purser.audit_head SET rung = line WHERE realm = of_realm;
  PERFORM pg_notify('purser_' || of_realm, line::text);
END $$;
CREATE FUNCTION purser.transition_rings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM purser.approvals WHERE request_id = NEW.request_id) THEN PERFORM purser.ring(NEW.realm, NEW.number); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rings AFTER INSERT ON purser.transitions FOR EACH ROW
  WHEN (NEW.to_state IN ('WAITING', 'NOT SENT') OR NEW.from_state IN ('WAITING', 'NOT SENT')) EXECUTE FUNCTION purser.transition_rings();

${readable('rule_changes', 'approvals', 'approval_votes')}`;
