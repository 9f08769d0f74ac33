-- Files of documents. A device sends a file before the document that names it, so that a device that fetches the document finds the file. Who may
-- add documents for an athlete may send files; who may read a document may read its file.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE TABLE compass.files (
  athlete uuid NOT NULL REFERENCES public.users ON DELETE CASCADE,
  id uuid NOT NULL,
  size integer NOT NULL CHECK (size BETWEEN 1 AND 10485760),
  -- When a device last sent the file or asked about it: its document may be on the way.
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- Since when no document names the file, as far as that was looked up.
  unused_since timestamptz,
  PRIMARY KEY (athlete, id)
);

-- The parts of a file have 256 KiB each, the last one has the rest. They are added in order.
CREATE TABLE compass.file_parts (
  athlete uuid NOT NULL,
  file uuid NOT NULL,
  part integer NOT NULL CHECK (part BETWEEN 0 AND 39),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (athlete, file, part),
  FOREIGN KEY (athlete, file) REFERENCES compass.files ON DELETE CASCADE
);
-- Pictures and documents are compressed already.
ALTER TABLE compass.file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
SELECT compass.close_table('compass.files'), compass.close_table('compass.file_parts');
REVOKE ALL ON compass.files, compass.file_parts FROM service_role;

-- Whether a document that the caller may read names the file.
CREATE FUNCTION compass.names_file(athlete uuid, file uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.documents AS d WHERE d.user_id = $1 AND starts_with(d.file_url, 'kept:' || $2 || '/'));
END
$$;

-- The athletes for whom the caller may add documents.
CREATE FUNCTION compass.athletes_to_send_for() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN compass.my_athletes('records') || CASE WHEN compass.is_athlete() THEN ARRAY[auth.uid()] ELSE '{}' END;
END
$$;

-- The part that a file lacks next; null for a file that is complete.
CREATE FUNCTION compass.next_part(athlete uuid, file uuid) RETURNS integer
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parts integer := (SELECT count(*) FROM compass.file_parts AS p WHERE p.athlete = $1 AND p.file = $2);
BEGIN
  IF parts > (SELECT (f.size - 1) / 262144 FROM compass.files AS f WHERE f.athlete = $1 AND f.id = $2) THEN RETURN NULL; END IF;
  RETURN parts;
END
$$;

-- Makes room for a file. 200 MiB of files are kept for an athlete, 2,000 at most, and a small one counts as 4 KiB. A file that no document has
-- named for a day goes when its room is needed, unless a device asked about it on that day.
CREATE FUNCTION compass.make_room(athlete uuid, size integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most CONSTANT bigint := 209715200;
  least_size CONSTANT integer := 4096;
  files bigint;
  bytes bigint;
BEGIN
  FOR attempt IN 1 .. 2 LOOP
    SELECT count(*), coalesce(sum(greatest(f.size, least_size)), 0) INTO files, bytes FROM compass.files AS f WHERE f.athlete = $1;
    IF files < 2000 AND bytes + greatest(size, least_size) <= most THEN RETURN true; END IF;
    UPDATE compass.files AS f SET unused_since = now()
    WHERE f.athlete = $1 AND f.unused_since IS NULL AND NOT compass.names_file($1, f.id);
    DELETE FROM compass.files AS f
    WHERE f.athlete = $1 AND f.unused_since < now() - interval '1 day' AND f.asked_at < now() - interval '1 day'
      AND NOT compass.names_file($1, f.id);
  END LOOP;
  RETURN false;
END
$$;

-- Which of a device's files the server has, which it wants, and for which it has no room. A file without a size is one that the device
-- lacks.
--
-- [{athlete, file, size}] → {there: [file], wanted: [{file, part}], full: [file]}
CREATE FUNCTION public.compass_files(files jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  read CONSTANT uuid[] := compass.my_athletes() || auth.uid();
  sent CONSTANT uuid[] := compass.athletes_to_send_for();
  here jsonb := '[]';
  wanted jsonb := '[]';
  too_much jsonb := '[]';
  asked record;
  next integer;
BEGIN
  IF jsonb_array_length(files) > 1000 THEN
    RAISE EXCEPTION 'At most 1000 files are asked about at once.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR asked IN SELECT f.* FROM jsonb_to_recordset(files) AS f(athlete uuid, file uuid, size integer) LOOP
    CONTINUE WHEN (asked.athlete = ANY (read)) IS NOT TRUE;
    IF asked.size IS NOT NULL AND asked.athlete = ANY (sent) THEN
      UPDATE compass.files AS f SET asked_at = now(), unused_since = NULL WHERE f.athlete = asked.athlete AND f.id = asked.file;
    END IF;
    next := compass.next_part(asked.athlete, asked.file);
    IF next IS NULL THEN
      here := here || to_jsonb(asked.file);
    ELSIF asked.size IS NULL OR NOT asked.athlete = ANY (sent) THEN
      CONTINUE;
    ELSIF next > 0 OR compass.make_room(asked.athlete, asked.size) THEN
      wanted := wanted || jsonb_build_object('file', asked.file, 'part', next);
    ELSE
      too_much := too_much || to_jsonb(asked.file);
    END IF;
  END LOOP;
  RETURN jsonb_build_object('there', here, 'wanted', wanted, 'full', too_much);
END
$$;

-- Adds the next part of a file; a part that is there is not written again.
-- → {next}, which is null when the file is complete, or {full: true}
CREATE FUNCTION public.compass_keep_file(athlete uuid, file uuid, size integer, part integer, bytes text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  content CONSTANT bytea := decode(rpad(translate($5, '-_', '+/'), (length($5) + 3) / 4 * 4, '='), 'base64');
  known integer;
BEGIN
  IF ($1 = ANY (compass.athletes_to_send_for())) IS NOT TRUE THEN
    RAISE EXCEPTION 'Files for this athlete are not yours to send.' USING ERRCODE = 'insufficient_privilege';
  END IF;
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
  RETURN jsonb_build_object('next', compass.next_part($1, $2));
END
$$;

CREATE FUNCTION compass.file_part(athlete uuid, file uuid, part integer) RETURNS jsonb
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF ($1 = auth.uid() OR $1 = ANY (compass.my_athletes())) IS NOT TRUE OR compass.next_part($1, $2) IS NOT NULL THEN RETURN NULL; END IF;
  RETURN (
    SELECT jsonb_build_object('size', f.size, 'bytes', (
      SELECT translate(encode(p.bytes, 'base64'), E'+/=\n', '-_') FROM compass.file_parts AS p
      WHERE p.athlete = $1 AND p.file = $2 AND p.part = $3))
    FROM compass.files AS f WHERE f.athlete = $1 AND f.id = $2);
END
$$;

-- A part of a document's file; without a part the size alone; null where the file is not complete.
-- → {size, bytes}, in Base64 for addresses
CREATE FUNCTION public.compass_file(athlete uuid, file uuid, part integer DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT compass.names_file($1, $2) THEN RETURN NULL; END IF;
  RETURN compass.file_part($1, $2, $3);
END
$$;

-- A file that no document names is kept for 30 days more: a deletion may be undone.
CREATE FUNCTION compass.forget_files() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  WITH named AS (
    SELECT DISTINCT d.user_id, substr(d.file_url, 6, 36) AS id FROM public.documents AS d WHERE starts_with(d.file_url, 'kept:')
  ), found AS (
    SELECT f.athlete, f.id, n.id IS NOT NULL AS is_named, f.unused_since
    FROM compass.files AS f LEFT JOIN named AS n ON n.user_id = f.athlete AND n.id = f.id::text
  ), gone AS (
    DELETE FROM compass.files AS f USING found AS o
    WHERE o.athlete = f.athlete AND o.id = f.id AND NOT o.is_named AND o.unused_since < now() - interval '30 days'
  )
  UPDATE compass.files AS f SET unused_since = CASE WHEN o.is_named THEN NULL ELSE now() END
  FROM found AS o
  WHERE o.athlete = f.athlete AND o.id = f.id AND (o.unused_since IS NULL) <> o.is_named;
END
$$;

ALTER FUNCTION compass.forget() RENAME TO forget_steps;
CREATE FUNCTION compass.forget() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.forget_steps();
  PERFORM compass.forget_files();
END
$$;

REVOKE ALL ON FUNCTION
  compass.names_file(uuid, uuid), compass.athletes_to_send_for(), compass.next_part(uuid, uuid), compass.make_room(uuid, integer),
  compass.file_part(uuid, uuid, integer), compass.forget_files(), compass.forget(),
  public.compass_files(jsonb), public.compass_keep_file(uuid, uuid, integer, integer, text), public.compass_file(uuid, uuid, integer)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION
  compass.names_file(uuid, uuid), compass.file_part(uuid, uuid, integer),
  public.compass_files(jsonb), public.compass_keep_file(uuid, uuid, integer, integer, text), public.compass_file(uuid, uuid, integer)
  TO authenticated;
