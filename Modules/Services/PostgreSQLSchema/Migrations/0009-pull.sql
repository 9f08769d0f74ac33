-- What is new for a device.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- `cursors`: [{scope, era, revision, table, id}], as the last answer gave them; a scope without one is told from its
-- start. A cursor of another era, or from before what was forgotten, starts anew and is said to (`anew`).
--
-- → {era, scopes: [{scope, kind, era, revision, table, id, anew}], ended: [scope], asking: [{user_id, full_name, email, asked_at}], asked,
--    more, changes: [{scope, revision, table, id, gone, row}]}
--
-- `scopes` are the cursors to send next. Changes come by scope, revision, table and id; a row that is there and that
-- the caller may not see is left out, and is never called gone. `asking` are the requests to join the caller's family,
-- `asked` says whether the caller's own request waits for its answer.
CREATE FUNCTION public.compass_pull(cursors jsonb DEFAULT '[]', "limit" integer DEFAULT 500) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog,
    pg_temp SET timezone = 'UTC' SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  size CONSTANT integer := least(greatest($2, 1), 1000);
  mine CONSTANT uuid[] := compass.my_scopes();
  answer jsonb;
  page compass.changes[];
  shared_table text;
  more jsonb[];
  more_places bigint[];
  entries jsonb[];
  places bigint[];
BEGIN
  -- A pull that finds nothing new is what devices ask most, so the page is found first. All statements of a STABLE function see one moment.
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
  answer := answer || compass.joining();
  IF page IS NULL THEN RETURN answer || '{"changes": []}'; END IF;

  SELECT array_agg(jsonb_build_object(
      'scope', p.scope, 'revision', p.revision, 'table', p.table_name, 'id', p.id, 'gone', true, 'row', NULL)), array_agg(p.ordinality)
  INTO entries, places FROM unnest(page) WITH ORDINALITY AS p WHERE p.gone;
  -- As the caller may see them: the function has the caller's rights, so that row security holds here as everywhere.
  FOR shared_table IN
    SELECT t.name FROM compass.shared_tables AS t WHERE t.name IN (SELECT p.table_name FROM unnest(page) AS p WHERE NOT p.gone)
  LOOP
    EXECUTE format('
      SELECT array_agg(jsonb_build_object(''scope'', p.scope, ''revision'', p.revision, ''table'', p.table_name, ''id'', p.id,
        ''gone'', false, ''row'', to_jsonb(r))), array_agg(p.ordinality)
      FROM unnest($1) WITH ORDINALITY AS p JOIN public.%I AS r ON r.id = p.id AND r.id = ANY ($2)
      WHERE p.table_name = $3 AND NOT p.gone', shared_table)
    INTO more, more_places
    USING page, ARRAY(SELECT p.id FROM unnest(page) AS p WHERE p.table_name = shared_table AND NOT p.gone), shared_table;
    entries := entries || more;
    places := places || more_places;
  END LOOP;
  RETURN answer || jsonb_build_object('changes', (
    SELECT coalesce(jsonb_agg(e.entry ORDER BY e.place), '[]') FROM unnest(entries, places) AS e(entry, place)));
END
$$;
