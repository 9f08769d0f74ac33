-- A program that is too old is told so before it writes, and history tells when the server applied a step.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- The oldest form of a device's file from which changes are accepted: that of the first release. Whoever changes a table so that an older
-- program cannot send its rows any more raises this number in a migration.
CREATE FUNCTION compass.oldest_schema() RETURNS integer
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 6
$$;

-- Our own program names the form of its file in each request. Programs of another kind name none and are not refused.
CREATE FUNCTION compass.require_schema() RETURNS void
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  told CONSTANT text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'compass-schema';
BEGIN
  IF told ~ '^[0-9]{1,9}$' AND told::integer < compass.oldest_schema() THEN
    RAISE EXCEPTION 'This program is too old for the server.' USING ERRCODE = 'PT426';
  END IF;
END
$$;

-- As before, and every write of a caller asks it first.
CREATE OR REPLACE FUNCTION compass.lock_my_scopes() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
BEGIN
  -- Once a transaction; a savepoint that is taken back takes the locks and this setting back.
  IF me IS NULL OR current_setting('compass.locked', true) = concat_ws(' ', pg_current_xact_id(), me) THEN RETURN; END IF;
  PERFORM compass.require_schema();
  -- The athletes too: what a parent looked at is entered with them.
  PERFORM compass.lock_scopes(ARRAY(
    SELECT me
    UNION SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = me
    UNION SELECT a.user_id FROM public.family_members AS m
      JOIN public.family_members AS a ON a.family_unit_id = m.family_unit_id AND a.role = 'player' WHERE m.user_id = me));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), me), true);
END
$$;

-- Files of documents are sent before the steps that name them. The question which files are wanted is refused already.
CREATE FUNCTION compass.require_schema_of_sender() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.require_schema();
  RETURN NULL;
END
$$;
CREATE TRIGGER schema_of_sender BEFORE INSERT OR UPDATE ON compass.files
  FOR EACH STATEMENT EXECUTE FUNCTION compass.require_schema_of_sender();

REVOKE ALL ON FUNCTION compass.oldest_schema(), compass.require_schema(), compass.require_schema_of_sender()
  FROM PUBLIC, anon, authenticated, service_role;

-- As before, with the moment at which the server applied a step: clocks of devices differ.
--
-- → [{number, person, id, part, parts, athlete, operation, summary, at, applied_at, changes: [{table, id, op, was, set}]}]
CREATE OR REPLACE FUNCTION public.compass_history(before bigint DEFAULT NULL, "limit" integer DEFAULT 100) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET jit = off AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'number', s.number, 'person', s.person, 'id', s.id, 'part', s.part, 'parts', s.parts, 'athlete', s.athlete,
    'operation', s.operation, 'at', s.at, 'applied_at', s.applied_at, 'changes', s.changes,
    'summary', CASE WHEN jsonb_array_length(s.changes) = compass.size_of_step(s.number) THEN s.summary END)
    ORDER BY s.number DESC), '[]')
  FROM (
    SELECT t.*, seen.changes FROM compass.steps AS t
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object(
        'table', c.table_name, 'id', c.id, 'op', c.op, 'was', c.was, 'set', c.set) ORDER BY c.place) AS changes
      FROM compass.step_changes AS c WHERE c.step = t.number
    ) AS seen
    WHERE ($1 IS NULL OR t.number < $1) AND seen.changes IS NOT NULL
    ORDER BY t.number DESC LIMIT least(greatest($2, 1), 500)
  ) AS s
$$;
