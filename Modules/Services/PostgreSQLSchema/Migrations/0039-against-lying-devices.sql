-- What a device of a parent could reach with steps that no device of ours sends, and a former parent with another role.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- As before, and for the steps of a helping parent too: a foreign key that deletes or empties does it past row security, and a step that named
-- an athlete's coach in any change could delete the coach with the parent's own school. What the athlete deletes is all the athlete's.
CREATE OR REPLACE FUNCTION compass.take_along() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hanging record;
BEGIN
  IF NOT compass.is_other_program() AND (current_user <> 'authenticated' OR compass.is_athlete()) THEN RETURN OLD; END IF;
  FOR hanging IN
    SELECT r.oid::regclass AS child, r.relname, a.attname, c.confdeltype FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_class AS r ON r.oid = c.conrelid
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = TG_RELID AND c.conrelid <> TG_RELID AND c.confdeltype IN ('c', 'n')
      AND r.relname <> 'family_members' AND has_table_privilege(r.oid, 'DELETE')
    -- Coaches after what names them, which is deleted as well then and not changed before.
    ORDER BY r.relname DESC
  LOOP
    IF hanging.confdeltype = 'c' THEN
      EXECUTE format('DELETE FROM %s AS t WHERE t.%I = $1', hanging.child, hanging.attname) USING OLD.id;
    ELSE
      EXECUTE format('UPDATE %1$s AS t SET %2$I = NULL WHERE t.%2$I = $1', hanging.child, hanging.attname) USING OLD.id;
    END IF;
    IF compass.hangs_on(hanging.child, hanging.attname, OLD.id) THEN
      RAISE EXCEPTION '% hang on a row of % and are not yours to change.', hanging.relname, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN OLD;
END
$$;

-- As before; but it is the athlete alone who takes back a deletion in the name of whoever wrote the row. A helping parent deletes only rows of
-- their own, and could enter a change of a school's status or a document in the name of whoever wrote any record that is gone.
ALTER POLICY made ON public.school_status_history
  WITH CHECK (
    (changed_by = (SELECT auth.uid()) OR (SELECT compass.is_athlete()) AND changed_by = compass.former_author(id))
    AND EXISTS (
      SELECT 1 FROM public.schools AS s WHERE s.id = school_id
        AND (s.family_unit_id = (SELECT compass.own_family())
          OR s.family_unit_id IS NULL AND s.user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
          OR s.family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]))));
ALTER POLICY author ON public.documents
  WITH CHECK (uploaded_by = (SELECT auth.uid()) OR (SELECT compass.is_athlete()) AND uploaded_by = compass.former_author(id));

-- As before, and a step's note has no other id either. Ids of notes follow from the record and the author, so anybody in the family could take
-- the id of a note that another person had not written yet, and that person could write none on the record.
CREATE OR REPLACE FUNCTION compass.name_note() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  its_own CONSTANT uuid := coalesce(compass.note_id(NEW.table_name, NEW.record_id, NEW.user_id), NEW.id);
BEGIN
  IF compass.is_other_program() THEN
    NEW.id := its_own;
  -- A device sends the id with its step, in which erasing looks for it.
  ELSIF current_user = 'authenticated' AND NEW.id <> its_own THEN
    RAISE EXCEPTION 'The id of a note follows from its record and its author.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'note_id', TABLE = 'private_notes', COLUMN = 'id';
  END IF;
  RETURN NEW;
END
$$;

-- The address of a person who asks: that of the account, where accounts are kept here, or else that of the token.
CREATE FUNCTION compass.address_of(person uuid) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  address text := auth.jwt() ->> 'email';
BEGIN
  IF to_regprocedure('accounts.address(uuid)') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.address($1)' INTO address USING person;
  END IF;
  RETURN lower(nullif(address, ''));
END
$$;
REVOKE ALL ON FUNCTION compass.address_of(uuid) FROM PUBLIC, anon, authenticated, service_role;

-- As before, with the address that the account has now. A token has the one of when it was made: for as long as it was good, its owner could take
-- an address back that the account no longer has, from the profile of whoever has it, and an athlete reads it beside a request to join.
CREATE OR REPLACE FUNCTION public.open_profile(role text, full_name text DEFAULT NULL, graduation_year integer DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  address text;
  there public.users;
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Sign in to make a profile.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF open_profile.role NOT IN ('player', 'parent') THEN
    RAISE EXCEPTION 'A profile is an athlete''s (player) or a parent''s (parent).' USING ERRCODE = 'check_violation';
  END IF;
  -- Before the scopes, as erasing does.
  IF NOT compass.hold_account(me) THEN
    RAISE EXCEPTION 'There is no such account.' USING ERRCODE = 'PT410';
  END IF;
  address := compass.address_of(me);
  PERFORM compass.lock_my_scopes();
  -- An address is one account's. A profile that still has it is older: that account has another address now, or is gone.
  UPDATE public.users AS u SET email = NULL WHERE u.email = address AND u.id <> me;
  INSERT INTO public.users (id, email, role, full_name, graduation_year)
  VALUES (me, address, open_profile.role, open_profile.full_name, open_profile.graduation_year)
  ON CONFLICT (id) DO UPDATE SET email = excluded.email WHERE users.email IS DISTINCT FROM excluded.email;
  SELECT * INTO there FROM public.users AS u WHERE u.id = me;
  RETURN jsonb_build_object('id', there.id, 'role', there.role, 'email', there.email);
END
$$;

-- What a parent looked at is noted in the athlete's scope too, and takes none of the room there: a parent who may only read could note so many
-- views that the athlete's own settings, letters and private notes found no room any more. In the parent's own scope it takes room.
CREATE FUNCTION compass.leave_room() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE compass.scopes AS s SET live = s.live + CASE TG_OP WHEN 'INSERT' THEN -v.views ELSE v.views END
  FROM (SELECT t.athlete_id, count(*) AS views FROM touched AS t GROUP BY 1) AS v WHERE s.id = v.athlete_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION compass.leave_room() FROM PUBLIC, anon, authenticated, service_role;
-- Named so that they run after note_inserted and note_deleted, which count the rows.
CREATE TRIGGER views_leave_room AFTER INSERT ON public.parent_view_log REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION compass.leave_room();
CREATE TRIGGER views_left_room AFTER DELETE ON public.parent_view_log REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION compass.leave_room();
UPDATE compass.scopes AS s SET live = s.live - v.views
FROM (SELECT l.athlete_id, count(*) AS views FROM public.parent_view_log AS l GROUP BY 1) AS v WHERE s.id = v.athlete_id;

-- As before; but others do not read of an insertion after which the row was as before, and of an athlete's own rows a parent notes nothing but
-- views. Adding a row that is there and deleting one that is not there for the caller are taken as done, so a parent who may only read could put
-- steps into the athlete's history that never were, and taking such a step back would have deleted the athlete's record.
CREATE OR REPLACE FUNCTION compass.keep_step(step jsonb, digest bytea, places jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine CONSTANT uuid[] := compass.my_scopes();
  athletes CONSTANT uuid[] := compass.my_athletes();
  step_number bigint;
BEGIN
  INSERT INTO compass.steps (person, id, part, parts, digest, athlete, operation, summary, at)
  VALUES (auth.uid(), (step ->> 'id')::uuid, coalesce((step ->> 'part')::integer, 1),
    coalesce((step ->> 'parts')::integer, 1), digest, (step ->> 'athlete')::uuid,
    coalesce(step ->> 'operation', ''), coalesce(step ->> 'summary', ''),
    coalesce((step ->> 'at')::timestamptz, now()))
  RETURNING number INTO step_number;
  INSERT INTO compass.step_changes (step, place, scopes, table_name, id, op, was, set)
  SELECT step_number, e.place,
    ARRAY(
      SELECT p.scope FROM (
        SELECT b::uuid FROM jsonb_array_elements_text(places -> (e.place - 1)::integer) AS b
        UNION SELECT unnest(compass.places_of(c.table_name, c.id))) AS p(scope)
      WHERE (p.scope = ANY (mine) OR c.table_name = 'parent_view_log' AND p.scope = ANY (athletes))
        AND (c.op <> 'insert' OR EXISTS (
          SELECT 1 FROM compass.changes AS n JOIN compass.scopes AS s ON s.id = n.scope
          WHERE n.id = c.id AND n.table_name = c.table_name AND n.revision = s.revision AND s.taken_by = pg_current_xact_id())
          -- A part that came in halves before may come whole again, and then stands for its halves.
          OR EXISTS (
            SELECT 1 FROM compass.steps AS half JOIN compass.step_changes AS told ON told.step = half.number
            WHERE half.person = auth.uid() AND half.id = (keep_step.step ->> 'id')::uuid AND told.table_name = c.table_name AND told.id = c.id
              AND told.op = 'insert' AND told.scopes <> '{}'))),
    c.table_name, c.id, c.op, nullif(e.value -> 'was', 'null'), nullif(e.value -> 'set', 'null')
  FROM jsonb_array_elements(step -> 'changes') WITH ORDINALITY AS e(value, place)
  CROSS JOIN LATERAL (SELECT e.value ->> 'table' AS table_name, (e.value ->> 'id')::uuid AS id, e.value ->> 'op' AS op) AS c;
END
$$;
