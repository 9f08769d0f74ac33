-- Scopes, revisions and changes: what has to be fetched by whom, in which order (docs/server-schema.md).
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Changes when the server is restored from a backup: what devices know of revisions holds no longer.
CREATE TABLE compass.server (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  era uuid NOT NULL DEFAULT gen_random_uuid(),
  began_at timestamptz NOT NULL DEFAULT now(),
  -- The last step that the backup had: steps tell who changed what since then.
  restored_step bigint NOT NULL DEFAULT 0,
  tidied_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO compass.server DEFAULT VALUES;

-- A family, or a person for what is theirs alone. `taken_by` is the transaction that took the revision: a transaction
-- takes one, and keeps the row locked until it ends, so that revisions become visible in their order. No reference to
-- the family or the person: a scope outlives them.
-- `restored` is how far the backup was that the server was restored from: what stands above it, a device brought back, and a device that has
-- another value does not overwrite it unasked.
CREATE TABLE compass.scopes (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('family', 'person')),
  revision bigint NOT NULL DEFAULT 0,
  taken_by xid8,
  live bigint NOT NULL DEFAULT 0,
  forgotten bigint NOT NULL DEFAULT 0,
  restored bigint NOT NULL DEFAULT 0
);

-- One row for a scope and a record: at which revision it was last changed, and whether it is gone from there.
-- `author` stays of what is gone, so that its deletion can be taken back without another name on it.
CREATE TABLE compass.changes (
  scope uuid NOT NULL,
  table_name text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  gone boolean NOT NULL,
  at timestamptz NOT NULL,
  author uuid,
  PRIMARY KEY (scope, table_name, id)
);
CREATE INDEX changes_in_order ON compass.changes (scope, revision, table_name, id);
CREATE INDEX changes_of_record ON compass.changes (id, table_name);

-- What is shared. `scopes` says of a row `r` in which scopes it is, `author` whose it is where that is not the owner.
-- `never_compared`: what the program writes beside what was meant; the later one stands.
CREATE TABLE compass.shared_tables (
  name text COLLATE "C" PRIMARY KEY,
  scopes text NOT NULL,
  author text NOT NULL DEFAULT 'NULL::uuid',
  never_compared text[] NOT NULL DEFAULT '{updated_at,updated_by}'
);

INSERT INTO compass.shared_tables (name, scopes, author, never_compared) VALUES
  ('users',
    'ARRAY[r.id] || ARRAY(SELECT m.family_unit_id FROM public.family_members m WHERE m.user_id = r.id)',
    'NULL::uuid', '{updated_at,status_score,status_label,profile_completeness,email,role,is_admin}'),
  ('family_units', 'ARRAY[r.id]', 'NULL::uuid', '{updated_at,family_code,code_generated_at}'),
  ('family_members', 'ARRAY[r.family_unit_id]', 'NULL::uuid', '{added_at}'),
  ('family_code_usage_log', 'ARRAY[r.family_unit_id]', 'NULL::uuid', '{}'),
  ('user_preferences',
    'ARRAY[r.user_id] || ARRAY(SELECT m.family_unit_id FROM public.family_members m
       WHERE m.user_id = r.user_id AND m.role = ''player'' AND r.category = ''player'')', 'NULL::uuid', '{updated_at}'),
  ('preference_history', 'ARRAY[r.user_id]', 'NULL::uuid', '{}'),
  ('parent_view_log', 'ARRAY[r.parent_user_id, r.athlete_id]', 'NULL::uuid', '{}'),
  ('private_notes', 'ARRAY[r.user_id]', 'NULL::uuid', '{updated_at}'),
  ('schools', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.created_by',
    '{updated_at,updated_by,status_changed_at,fit_score,fit_score_data,fit_tier}'),
  ('school_status_history',
    'ARRAY(SELECT coalesce(s.family_unit_id, s.user_id) FROM public.schools s WHERE s.id = r.school_id)', 'r.changed_by', '{}'),
  ('coaches', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.created_by',
    '{updated_at,updated_by,last_contact_date,responsiveness_score}'),
  ('events', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.created_by', DEFAULT),
  ('interactions', 'ARRAY[coalesce(r.family_unit_id, r.logged_by)]', 'r.logged_by', DEFAULT),
  ('offers', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.created_by', DEFAULT),
  ('performance_metrics', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.created_by', DEFAULT),
  ('documents', 'ARRAY[coalesce(r.family_unit_id, r.user_id)]', 'r.uploaded_by',
    '{updated_at,updated_by,health_status,last_health_check}'),
  ('athlete_task',
    'ARRAY[coalesce((SELECT m.family_unit_id FROM public.family_members m
       WHERE m.user_id = r.athlete_id AND m.role = ''player''), r.athlete_id)]', 'r.created_by', '{updated_at,updated_by,completed_at}'),
  ('suggestion',
    'ARRAY[coalesce((SELECT m.family_unit_id FROM public.family_members m
       WHERE m.user_id = r.athlete_id AND m.role = ''player''), r.athlete_id)]', 'NULL::uuid',
    '{updated_at,completed_at,dismissed_at,surfaced_at}'),
  ('notifications', 'ARRAY[r.user_id]', 'NULL::uuid', '{read_at}'),
  ('handles', 'ARRAY[r.scope]', 'NULL::uuid', '{}');

-- Takes scopes, always in the order of their ids: two transactions that took them in different orders would wait for each other.
CREATE FUNCTION compass.lock_scopes(wanted uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM compass.scopes AS s WHERE s.id = ANY (wanted) ORDER BY s.id FOR NO KEY UPDATE;
END
$$;

-- Enters where records are now: `kept_ids[i]` is in `kept_scopes[i]`, and wherever else a record of `touched` was, it
-- is gone from. With `only_moves` what stays where it was keeps its revision.
CREATE FUNCTION compass.stamp(
  changed_table text, touched uuid[], kept_scopes uuid[], kept_ids uuid[], authors jsonb, only_moves boolean
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT xid8 := pg_current_xact_id();
  most_rows CONSTANT bigint := 200000;
  new_scopes uuid[];
  new_ids uuid[];
  left_scopes uuid[];
  left_ids uuid[];
  concerned uuid[];
BEGIN
  SELECT array_agg(k.scope), array_agg(k.id) INTO new_scopes, new_ids
  FROM unnest(kept_scopes, kept_ids) AS k(scope, id)
  WHERE NOT EXISTS (
    SELECT 1 FROM compass.changes AS c
    WHERE c.scope = k.scope AND c.table_name = changed_table AND c.id = k.id AND NOT c.gone);

  SELECT array_agg(c.scope), array_agg(c.id) INTO left_scopes, left_ids
  FROM compass.changes AS c
  WHERE c.table_name = changed_table AND c.id = ANY (touched) AND NOT c.gone
    AND (c.scope, c.id) NOT IN (SELECT k.scope, k.id FROM unnest(kept_scopes, kept_ids) AS k(scope, id));

  IF only_moves THEN
    kept_scopes := new_scopes;
    kept_ids := new_ids;
  END IF;

  SELECT array_agg(DISTINCT s.scope) INTO concerned
  FROM (SELECT unnest(kept_scopes) UNION ALL SELECT unnest(left_scopes)) AS s(scope);
  IF concerned IS NULL THEN RETURN; END IF;

  IF new_ids IS NOT NULL THEN
    INSERT INTO compass.scopes (id, kind)
    SELECT c.id, CASE WHEN EXISTS (SELECT 1 FROM public.family_units AS f WHERE f.id = c.id) THEN 'family' ELSE 'person' END
    FROM unnest(concerned) AS c(id) WHERE NOT EXISTS (SELECT 1 FROM compass.scopes AS s WHERE s.id = c.id) ORDER BY c.id
    ON CONFLICT DO NOTHING;
  END IF;
  IF cardinality(concerned) > 1 THEN PERFORM compass.lock_scopes(concerned); END IF;

  UPDATE compass.scopes AS s
  SET revision = s.revision + CASE WHEN s.taken_by = me THEN 0 ELSE 1 END,
    taken_by = me,
    live = s.live + coalesce(d.more, 0)
  FROM unnest(concerned) AS c(id)
  LEFT JOIN (
    SELECT n.scope, sum(n.more) AS more
    FROM (SELECT unnest(new_scopes), 1 UNION ALL SELECT unnest(left_scopes), -1) AS n(scope, more)
    GROUP BY n.scope
  ) AS d ON d.scope = c.id
  WHERE s.id = c.id;

  IF new_ids IS NOT NULL AND EXISTS (
    SELECT 1 FROM compass.scopes AS s WHERE s.id = ANY (new_scopes) AND s.live > most_rows)
  THEN
    RAISE EXCEPTION 'A family has room for % rows.', most_rows
      USING ERRCODE = 'program_limit_exceeded', CONSTRAINT = 'family_size';
  END IF;

  INSERT INTO compass.changes AS c (scope, table_name, id, revision, gone, at)
  SELECT k.scope, changed_table, k.id, s.revision, false, now()
  FROM unnest(kept_scopes, kept_ids) AS k(scope, id) JOIN compass.scopes AS s ON s.id = k.scope
  ON CONFLICT (scope, table_name, id)
  DO UPDATE SET revision = excluded.revision, gone = false, at = excluded.at, author = NULL;

  IF left_ids IS NULL THEN RETURN; END IF;
  UPDATE compass.changes AS c
  SET gone = true, revision = s.revision, at = now(), author = (authors ->> l.id::text)::uuid
  FROM unnest(left_scopes, left_ids) AS l(scope, id) JOIN compass.scopes AS s ON s.id = l.scope
  WHERE c.scope = l.scope AND c.table_name = changed_table AND c.id = l.id;
END
$$;

-- Looks again where records are, when it was not they that changed but whose family somebody is in.
CREATE FUNCTION compass.look_again(changed_table text, touched uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  place text := (SELECT t.scopes FROM compass.shared_tables AS t WHERE t.name = changed_table);
  kept_scopes uuid[];
  kept_ids uuid[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(p.scope), array_agg(r.id) FROM public.%I AS r
     CROSS JOIN LATERAL (SELECT DISTINCT unnest(%s)) AS p(scope) WHERE r.id = ANY ($1)', changed_table, place)
  INTO kept_scopes, kept_ids USING touched;
  PERFORM compass.stamp(changed_table, touched, kept_scopes, kept_ids, '{}', true);
END
$$;

-- After each statement on a shared table. The rows themselves have no column for it, and nothing that a device sent is altered.
CREATE FUNCTION compass.note_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shared compass.shared_tables;
  touched uuid[];
  kept_scopes uuid[];
  kept_ids uuid[];
  authors jsonb := '{}';
BEGIN
  SELECT * INTO STRICT shared FROM compass.shared_tables AS t WHERE t.name = TG_TABLE_NAME;
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT array_agg(r.id), jsonb_object_agg(r.id, %s) FROM old_rows AS r', shared.author)
    INTO touched, authors;
  ELSE
    EXECUTE format(
      'SELECT array_agg(p.scope), array_agg(r.id) FROM new_rows AS r
       CROSS JOIN LATERAL (SELECT DISTINCT unnest(%s)) AS p(scope)', shared.scopes)
    INTO kept_scopes, kept_ids;
    SELECT array_agg(r.id) INTO touched FROM new_rows AS r;
  END IF;
  IF touched IS NULL THEN RETURN NULL; END IF;
  PERFORM compass.stamp(TG_TABLE_NAME, touched, kept_scopes, kept_ids, authors, false);

  -- The history of a school that was brought into a family comes along.
  IF TG_TABLE_NAME = 'schools' AND TG_OP = 'UPDATE' THEN
    touched := ARRAY(
      SELECT h.id FROM new_rows AS r JOIN public.school_status_history AS h ON h.school_id = r.id
      JOIN compass.changes AS c ON c.id = h.id AND c.table_name = 'school_status_history' AND NOT c.gone
      WHERE c.scope <> coalesce(r.family_unit_id, r.user_id));
    IF touched <> '{}' THEN PERFORM compass.look_again('school_status_history', touched); END IF;
  END IF;
  RETURN NULL;
END
$$;

-- After each statement on memberships: a person is known in other families now, and what an athlete has without a
-- family is shared with the new one, or is theirs alone again.
CREATE FUNCTION compass.note_memberships() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  people uuid[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT r.user_id) INTO people FROM old_rows AS r;
  ELSE
    SELECT array_agg(DISTINCT r.user_id) INTO people FROM new_rows AS r;
  END IF;
  IF people IS NULL THEN RETURN NULL; END IF;
  PERFORM compass.look_again('users', people);
  PERFORM compass.look_again('user_preferences', ARRAY(
    SELECT p.id FROM public.user_preferences AS p WHERE p.user_id = ANY (people)));
  PERFORM compass.look_again('athlete_task', ARRAY(
    SELECT t.id FROM public.athlete_task AS t WHERE t.athlete_id = ANY (people)));
  PERFORM compass.look_again('suggestion', ARRAY(
    SELECT s.id FROM public.suggestion AS s WHERE s.athlete_id = ANY (people)));
  RETURN NULL;
END
$$;

-- Before each statement of a signed-in person: their scopes first, then rows. A push does the same, so that a table
-- write and a push never wait for each other in a circle.
CREATE FUNCTION compass.lock_my_scopes() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
BEGIN
  -- Once a transaction; a savepoint that is taken back takes the locks and this setting back.
  IF me IS NULL OR current_setting('compass.locked', true) = concat_ws(' ', pg_current_xact_id(), me) THEN RETURN; END IF;
  -- The athletes too: what a parent looked at is entered with them.
  PERFORM compass.lock_scopes(ARRAY(
    SELECT me
    UNION SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = me
    UNION SELECT a.user_id FROM public.family_members AS m
      JOIN public.family_members AS a ON a.family_unit_id = m.family_unit_id AND a.role = 'player' WHERE m.user_id = me));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), me), true);
END
$$;

CREATE FUNCTION compass.lock_first() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.lock_my_scopes();
  RETURN NULL;
END
$$;

CREATE FUNCTION compass.share(shared_table regclass) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER lock_first BEFORE INSERT OR UPDATE OR DELETE ON %s
    FOR EACH STATEMENT EXECUTE FUNCTION compass.lock_first()', shared_table);
  EXECUTE format('CREATE TRIGGER note_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.note_changes()', shared_table);
  EXECUTE format('CREATE TRIGGER note_updated AFTER UPDATE ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.note_changes()', shared_table);
  EXECUTE format('CREATE TRIGGER note_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.note_changes()', shared_table);
END
$$;

SELECT compass.share(format('public.%I', name)::regclass) FROM compass.shared_tables WHERE name <> 'handles' ORDER BY name;
CREATE TRIGGER note_people_inserted AFTER INSERT ON public.family_members REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.note_memberships();
CREATE TRIGGER note_people_deleted AFTER DELETE ON public.family_members REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.note_memberships();
