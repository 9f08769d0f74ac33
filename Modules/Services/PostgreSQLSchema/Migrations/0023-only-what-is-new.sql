-- A pull that finds nothing new is what devices ask most. In one statement it cost the start of all that the row security of twenty-one
-- tables may need; now the page is found first, and rows are looked for where there is one. It stays one moment: every statement of a
-- STABLE function sees what the one that called it saw.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- What goes in and what comes back: 0009.
CREATE OR REPLACE FUNCTION public.compass_pull(cursors jsonb DEFAULT '[]', "limit" integer DEFAULT 500) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog,
    pg_temp SET timezone = 'UTC' SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  size CONSTANT integer := least(greatest($2, 1), 1000);
  mine CONSTANT uuid[] := compass.my_scopes();
  answer jsonb;
  page compass.changes[];
BEGIN
  WITH
  given AS (
    SELECT DISTINCT ON (c.scope) c.scope, c.era, c.revision, coalesce(c."table", '') AS table_name,
      coalesce(c.id, '00000000-0000-0000-0000-000000000000') AS id
    FROM jsonb_to_recordset($1) AS c(scope uuid, era uuid, revision bigint, "table" text, id uuid)
    ORDER BY c.scope
  ),
  starts AS (
    SELECT s.id AS scope, s.kind, server.era, g.scope IS NOT NULL AND NOT fits AS anew,
      CASE WHEN fits THEN g.revision ELSE 0 END AS revision,
      CASE WHEN fits THEN g.table_name ELSE '' END AS table_name,
      CASE WHEN fits THEN g.id ELSE '00000000-0000-0000-0000-000000000000' END AS id
    FROM compass.scopes AS s
    CROSS JOIN compass.server AS server
    LEFT JOIN given AS g ON g.scope = s.id
    CROSS JOIN LATERAL (
      SELECT coalesce(g.era = server.era AND g.revision >= s.forgotten AND g.revision <= s.revision, false) AS fits
    ) AS judged
    WHERE s.id = ANY (mine)
  ),
  found AS (
    SELECT c.*, row_number() OVER (ORDER BY (c.entry).scope, (c.entry).revision, (c.entry).table_name, (c.entry).id) AS place
    FROM starts AS s
    CROSS JOIN LATERAL (
      SELECT n AS entry
      FROM compass.changes AS n
      WHERE n.scope = s.scope AND (n.revision, n.table_name, n.id) > (s.revision, s.table_name COLLATE "C", s.id)
      ORDER BY n.revision, n.table_name, n.id
      LIMIT size + 1
    ) AS c
  ),
  reached AS (
    SELECT DISTINCT ON ((f.entry).scope) f.entry FROM found AS f WHERE f.place <= size ORDER BY (f.entry).scope, f.place DESC
  )
  SELECT jsonb_build_object(
      'era', (SELECT era FROM compass.server),
      'more', EXISTS (SELECT 1 FROM found AS f WHERE f.place > size),
      'scopes', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
          'scope', s.scope, 'kind', s.kind, 'era', s.era, 'anew', s.anew, 'revision', coalesce((r.entry).revision, s.revision),
          'table', coalesce((r.entry).table_name, s.table_name), 'id', coalesce((r.entry).id, s.id)) ORDER BY s.scope), '[]')
        FROM starts AS s LEFT JOIN reached AS r ON (r.entry).scope = s.scope),
      'ended', (SELECT coalesce(jsonb_agg(g.scope ORDER BY g.scope), '[]') FROM given AS g WHERE NOT g.scope = ANY (mine))),
    (SELECT array_agg(f.entry ORDER BY f.place) FROM found AS f WHERE f.place <= size)
  INTO answer, page;
  IF page IS NULL THEN RETURN answer || '{"changes": []}'; END IF;

  RETURN answer || jsonb_build_object('changes', (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'scope', e.scope, 'revision', e.revision, 'table', e.table_name, 'id', e.id, 'gone', e.gone, 'row', e.row)
      ORDER BY e.ordinality), '[]')
    FROM (
      -- As the caller may see them: the function has the caller's rights, so that row security holds here as everywhere.
      SELECT p.*, CASE WHEN p.gone THEN NULL ELSE
        CASE p.table_name
          WHEN 'athlete_task' THEN (SELECT to_jsonb(r) FROM public.athlete_task AS r WHERE r.id = p.id)
          WHEN 'coaches' THEN (SELECT to_jsonb(r) FROM public.coaches AS r WHERE r.id = p.id)
          WHEN 'documents' THEN (SELECT to_jsonb(r) FROM public.documents AS r WHERE r.id = p.id)
          WHEN 'events' THEN (SELECT to_jsonb(r) FROM public.events AS r WHERE r.id = p.id)
          WHEN 'family_code_usage_log' THEN (SELECT to_jsonb(r) FROM public.family_code_usage_log AS r WHERE r.id = p.id)
          WHEN 'family_members' THEN (SELECT to_jsonb(r) FROM public.family_members AS r WHERE r.id = p.id)
          WHEN 'family_units' THEN (SELECT to_jsonb(r) FROM public.family_units AS r WHERE r.id = p.id)
          WHEN 'handles' THEN (SELECT to_jsonb(r) FROM public.handles AS r WHERE r.id = p.id)
          WHEN 'interactions' THEN (SELECT to_jsonb(r) FROM public.interactions AS r WHERE r.id = p.id)
          WHEN 'notifications' THEN (SELECT to_jsonb(r) FROM public.notifications AS r WHERE r.id = p.id)
          WHEN 'offers' THEN (SELECT to_jsonb(r) FROM public.offers AS r WHERE r.id = p.id)
          WHEN 'parent_view_log' THEN (SELECT to_jsonb(r) FROM public.parent_view_log AS r WHERE r.id = p.id)
          WHEN 'performance_metrics' THEN (SELECT to_jsonb(r) FROM public.performance_metrics AS r WHERE r.id = p.id)
          WHEN 'preference_history' THEN (SELECT to_jsonb(r) FROM public.preference_history AS r WHERE r.id = p.id)
          WHEN 'private_notes' THEN (SELECT to_jsonb(r) FROM public.private_notes AS r WHERE r.id = p.id)
          WHEN 'recommendation_letters' THEN (SELECT to_jsonb(r) FROM public.recommendation_letters AS r WHERE r.id = p.id)
          WHEN 'school_status_history' THEN (SELECT to_jsonb(r) FROM public.school_status_history AS r WHERE r.id = p.id)
          WHEN 'schools' THEN (SELECT to_jsonb(r) FROM public.schools AS r WHERE r.id = p.id)
          WHEN 'suggestion' THEN (SELECT to_jsonb(r) FROM public.suggestion AS r WHERE r.id = p.id)
          WHEN 'user_preferences' THEN (SELECT to_jsonb(r) FROM public.user_preferences AS r WHERE r.id = p.id)
          WHEN 'users' THEN (SELECT to_jsonb(r) FROM public.users AS r WHERE r.id = p.id)
        END END AS row
      FROM unnest(page) WITH ORDINALITY AS p
    ) AS e
    WHERE e.gone OR e.row IS NOT NULL));
END
$$;
