-- A step with a part that its reader may not see, such as another person's private note, had no summary, and devices left it
-- out of the history. Its summary now names the changes that the reader may see.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Returns a summary of changes as compass_history returns them, such as "Changed 2 schools". Of changes in several tables it names
-- those in the table of the first one.
CREATE FUNCTION compass.summary_of_changes(changes jsonb) RETURNS text
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' ',
    CASE WHEN count(DISTINCT c.value ->> 'op') > 1 THEN 'Changed'
      ELSE CASE min(c.value ->> 'op') WHEN 'insert' THEN 'Added' WHEN 'update' THEN 'Changed' ELSE 'Deleted' END END,
    compass.words_for($1 -> 0 ->> 'table', count(*)))
  FROM jsonb_array_elements($1) AS c WHERE c.value ->> 'table' = $1 -> 0 ->> 'table'
$$;

-- As before (0032), but another person's step has a summary also if its reader may see only a part of it. An own step of which a part
-- is hidden has none, so that no device enters half of it for undo.
--
-- → [{number, person, id, part, parts, athlete, operation, summary, at, applied_at, changes: [{table, id, op, was, set}]}]
CREATE OR REPLACE FUNCTION public.compass_history(before bigint DEFAULT NULL, "limit" integer DEFAULT 100) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET jit = off AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'number', s.number, 'person', s.person, 'id', s.id, 'part', s.part, 'parts', s.parts, 'athlete', s.athlete,
    'operation', s.operation, 'at', s.at, 'applied_at', s.applied_at, 'changes', s.changes,
    'summary', CASE WHEN jsonb_array_length(s.changes) = compass.size_of_step(s.number) THEN s.summary
      WHEN s.person IS DISTINCT FROM auth.uid() THEN compass.summary_of_changes(s.changes) END)
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

REVOKE ALL ON FUNCTION compass.summary_of_changes(jsonb) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.summary_of_changes(jsonb) TO authenticated;
