// Presence, notes, handovers and shared views on the team's server: the tables and the functions.
import { consoleStep, DEFINER, entryStep } from './record-functions.ts';
import { readable, SELDOM } from './tables.ts';

/** A crash of the server empties `presence`, which does no harm. `id`: of a note from the file of a machine. */
export const TOGETHER_TABLES = `
CREATE UNLOGGED TABLE purser.presence (
  console uuid PRIMARY KEY, realm int NOT NULL, person text NOT NULL, user_id text NOT NULL, on_behalf_of text,
  doing text NOT NULL, at timestamptz NOT NULL) WITH (${SELDOM});
CREATE INDEX presence_by_customer ON purser.presence (realm, user_id);
CREATE TABLE purser.notes (
  realm int NOT NULL REFERENCES purser.realms, number bigint NOT NULL, user_id text NOT NULL, on_behalf_of text, record text,
  role name NOT NULL, person text NOT NULL, at bigint NOT NULL, text text NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  id uuid, PRIMARY KEY (realm, number));
CREATE UNIQUE INDEX one_note_of_an_id ON purser.notes (realm, id);
CREATE INDEX notes_by_customer ON purser.notes (realm, user_id, number);
CREATE TABLE purser.handovers (
  realm int NOT NULL REFERENCES purser.realms, number bigint NOT NULL, request_id text NOT NULL REFERENCES purser.intents (request_id),
  from_person text NOT NULL, to_person text NOT NULL, offered_by text NOT NULL, at bigint NOT NULL,
  answer text CHECK (answer IN ('accepted', 'declined', 'withdrawn')), PRIMARY KEY (realm, number));
CREATE UNIQUE INDEX one_open_handover ON purser.handovers (request_id) WHERE answer IS NULL;
CREATE INDEX handovers_by_intent ON purser.handovers (request_id, number);
CREATE TABLE purser.views (
  realm int NOT NULL REFERENCES purser.realms, place text NOT NULL, name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  person text NOT NULL, view jsonb NOT NULL CHECK (length(view::text) <= 10000));
CREATE UNIQUE INDEX one_view_of_a_name ON purser.views (realm, place, lower(name));
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON purser.notes FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
CREATE TRIGGER stays BEFORE DELETE OR TRUNCATE ON purser.handovers FOR EACH STATEMENT EXECUTE FUNCTION purser.only_grows();
${readable('presence', 'notes', 'handovers', 'views')}`;

/** These must exist before the functions that read entries. */
export const TOGETHER_INNER = `
CREATE OR REPLACE FUNCTION purser.person(who name) RETURNS text LANGUAGE sql STABLE AS
  'SELECT person FROM purser.operators WHERE role = who';
-- The owner of an entry: the person who made it, until another person accepts it.
CREATE OR REPLACE FUNCTION purser.owner_of(r text) RETURNS text LANGUAGE sql STABLE ${DEFINER} AS $$
  SELECT coalesce((SELECT to_person FROM purser.handovers WHERE request_id = r AND answer = 'accepted' ORDER BY number DESC LIMIT 1),
    purser.person(i.made_by)) FROM purser.intents i WHERE i.request_id = r AND i.realm = ANY (purser.my_realms()) $$;
CREATE OR REPLACE FUNCTION purser.held(r text) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('owner', purser.owner_of(r), 'offer', (SELECT json_build_object('to', to_person, 'by', offered_by)
    FROM purser.handovers WHERE request_id = r AND answer IS NULL)) $$;
CREATE OR REPLACE FUNCTION purser.people(of_realm int) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT o.person ORDER BY o.person), '{}') FROM purser.operators o
    JOIN purser.members m ON m.role = o.role WHERE m.realm = of_realm AND o.active $$;
`;

export const TOGETHER = `
CREATE OR REPLACE FUNCTION purser.add_note(c uuid, n jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('taken bigint;')}
  IF length(coalesce(n->>'text', '')) NOT BETWEEN 1 AND 500 THEN RETURN purser.barred('noteLength'); END IF;
  IF length(n::text) > 5000 THEN RETURN purser.barred('size'); END IF;
  IF purser.too_many(k.realm, 'notes') THEN RETURN purser.barred('tooMany'); END IF;
  taken := purser.take(k.realm);
  -- A note from the file of a machine has an ID and a time.
  IF EXISTS (SELECT FROM purser.notes WHERE realm = k.realm AND id = (n->>'id')::uuid) THEN RETURN '{"ok": true}'; END IF;
  INSERT INTO purser.notes VALUES (k.realm, taken, n->>'user', n->>'for', n->>'record', session_user, purser.person(session_user),
    least((n->>'at')::bigint, purser.ms(purser.clock())), n->>'text', (n->>'id')::uuid);
  PERFORM purser.append(k.realm, taken, c, 'note', jsonb_strip_nulls(jsonb_build_object('customer', n->>'user', 'actingFor', n->>'for',
    'record', n->>'record', 'hash', purser.hash(n->>'text'), 'written', n->>'at', 'by', purser.person(session_user))));
  UPDATE purser.audit_head SET noted = taken WHERE realm = k.realm;
  RETURN '{"ok": true}';
END $$;

-- Any operator may offer any entry, because its owner may be ill. An operator who takes an entry owns it at once.
CREATE OR REPLACE FUNCTION purser.hand_over(c uuid, r text, receiver text) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('me text := purser.person(session_user); owner text; n bigint; at_once text;', 'UNKNOWN')}
  IF receiver <> ALL (purser.people(k.realm)) THEN RETURN purser.barred('person', r); END IF;
  owner := purser.owner_of(r);
  IF owner = receiver THEN RETURN purser.barred('theirs', r); END IF;
  IF receiver = me THEN at_once := 'accepted'; END IF;
  n := purser.take(k.realm);
  UPDATE purser.handovers SET answer = 'withdrawn' WHERE request_id = r AND answer IS NULL;
  INSERT INTO purser.handovers VALUES (k.realm, n, r, owner, receiver, me, purser.ms(purser.clock()), at_once);
  PERFORM purser.append(k.realm, n, c, 'handover', jsonb_build_object('request', r, 'step', CASE WHEN at_once IS NULL THEN 'offered'
    ELSE 'taken' END, 'from', owner, 'to', receiver));
  -- Makes every console read the entry again.
  UPDATE purser.intents SET changed = n WHERE request_id = r;
  RETURN purser.done(r);
END $$;

CREATE OR REPLACE FUNCTION purser.answer_handover(c uuid, r text, accepts boolean) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${entryStep('h purser.handovers; me text := purser.person(session_user); n bigint; said text;', 'UNKNOWN')}
  SELECT * INTO h FROM purser.handovers WHERE request_id = r AND answer IS NULL;
  IF h.to_person IS DISTINCT FROM me THEN RETURN purser.barred('notOffered', r); END IF;
  said := CASE WHEN accepts THEN 'accepted' ELSE 'declined' END;
  n := purser.take(k.realm);
  UPDATE purser.handovers SET answer = said WHERE realm = h.realm AND number = h.number;
  PERFORM purser.append(k.realm, n, c, 'handover', jsonb_build_object('request', r, 'step', said, 'from', h.from_person, 'to', me));
  UPDATE purser.intents SET changed = n WHERE request_id = r;
  RETURN purser.done(r);
END $$;

-- Nobody replaces a colleague's view. Others may remove a view whose person is no longer an operator.
CREATE OR REPLACE FUNCTION purser.share_view(c uuid, its_place text, its_name text, v jsonb) RETURNS json LANGUAGE plpgsql ${DEFINER} AS $$
${consoleStep('me text := purser.person(session_user); of_person text; n bigint;')}
  IF v IS NOT NULL AND (length(v::text) > 10000 OR length(its_name) NOT BETWEEN 1 AND 100) THEN RETURN purser.barred('viewLength'); END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.realm || ' views', 0));
  SELECT person INTO of_person FROM purser.views WHERE realm = k.realm AND place = its_place AND lower(name) = lower(its_name);
  IF of_person <> me AND (v IS NOT NULL OR of_person = ANY (purser.people(k.realm))) THEN
    RETURN json_build_object('ok', false, 'barred', 'viewTaken', 'person', of_person);
  END IF;
  IF v IS NULL AND of_person IS NULL THEN RETURN purser.barred('noView'); END IF;
  n := purser.take(k.realm);
  DELETE FROM purser.views WHERE realm = k.realm AND place = its_place AND lower(name) = lower(its_name);
  IF v IS NOT NULL THEN INSERT INTO purser.views VALUES (k.realm, its_place, its_name, me, v); END IF;
  PERFORM purser.append(k.realm, n, c, CASE WHEN v IS NULL THEN 'view-removed' ELSE 'view-shared' END,
    jsonb_build_object('place', its_place, 'name', its_name));
  RETURN '{"ok": true}';
END $$;
`;
