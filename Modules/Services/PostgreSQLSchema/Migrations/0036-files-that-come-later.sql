-- A device that lacks a document's file asks about it again only after it has fetched something new. So a file that is complete later than its
-- document counts as a change of the document, and each device that reads the document hears of it with the next pull.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- As before. Without `only_moves` the records count as changed where they are.
DROP FUNCTION compass.look_again(text, uuid[]);
CREATE FUNCTION compass.look_again(changed_table text, touched uuid[], only_moves boolean DEFAULT true) RETURNS void
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
  PERFORM compass.stamp(changed_table, touched, kept_scopes, kept_ids, '{}', only_moves);
END
$$;

-- As before, and a file that becomes complete is told to those who read its documents.
CREATE OR REPLACE FUNCTION public.compass_keep_file(athlete uuid, file uuid, size integer, part integer, bytes text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  content CONSTANT bytea := decode(rpad(translate($5, '-_', '+/'), (length($5) + 3) / 4 * 4, '='), 'base64');
  known integer;
BEGIN
  IF ($1 = ANY (compass.athletes_to_send_for())) IS NOT TRUE THEN
    RAISE EXCEPTION 'Files for this athlete are not yours to send.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The last part may change what documents' scopes have: scopes first, then rows, as everywhere.
  IF $4 = ($3 - 1) / 262144 THEN PERFORM compass.lock_my_scopes(); END IF;
  -- Devices that send files for one athlete take turns, so that together they stay below the limits.
  PERFORM pg_advisory_xact_lock(hashtextextended('compass files of ' || $1, 0));
  SELECT f.size INTO known FROM compass.files AS f WHERE f.athlete = $1 AND f.id = $2;
  IF known IS NULL THEN
    IF NOT compass.make_room($1, $3) THEN RETURN '{"full": true}'; END IF;
    INSERT INTO compass.files (athlete, id, size) VALUES ($1, $2, $3);
  END IF;
  IF known <> $3 OR octet_length(content) IS DISTINCT FROM least(262144, $3 - $4 * 262144)
    OR $4 NOT BETWEEN 0 AND coalesce(compass.next_part($1, $2), $4)
  THEN
    RAISE EXCEPTION 'That is no part of the file.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO compass.file_parts (athlete, file, part, bytes) VALUES ($1, $2, $4, content) ON CONFLICT DO NOTHING;
  IF FOUND AND compass.next_part($1, $2) IS NULL THEN
    PERFORM compass.look_again('documents', ARRAY(
      SELECT d.id FROM public.documents AS d WHERE d.user_id = $1 AND starts_with(d.file_url, 'kept:' || $2 || '/')), false);
  END IF;
  RETURN jsonb_build_object('next', compass.next_part($1, $2));
END
$$;

-- As before, and says that this server tells when a file has come.
--
-- [{athlete, file, size}] → {there: [file], wanted: [{file, part}], full: [file], tells: true}
ALTER FUNCTION public.compass_files(jsonb) SET SCHEMA compass;
ALTER FUNCTION compass.compass_files(jsonb) RENAME TO about_files;
CREATE FUNCTION public.compass_files(files jsonb) RETURNS jsonb
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT compass.about_files($1) || '{"tells": true}'
$$;

REVOKE ALL ON FUNCTION compass.look_again(text, uuid[], boolean), compass.about_files(jsonb), public.compass_files(jsonb)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.compass_files(jsonb) TO authenticated;
