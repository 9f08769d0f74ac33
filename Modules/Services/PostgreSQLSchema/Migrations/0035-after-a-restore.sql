-- After a restore the server does not know which numbers it has given since the backup, and a device that has one of them may come back
-- much later. So it goes on behind a gap: the numbers in it are given to nobody, and a device that has one of them keeps it.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- A backup from before this file is told of the restore before it gets the column, so its devices count as older.
ALTER TABLE compass.devices ADD COLUMN added_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE compass.devices ALTER COLUMN added_at SET DEFAULT now();

-- How wide the gap is: numbers of each kind, in whole blocks, and devices. Each copy of a file that a server makes for its pages counts as a
-- device and may take a block of each kind, so the gap has room for forty blocks of a kind and 500 devices at least. A part of it is drawn:
-- after a second restore of the same backup the server seldom goes on at the same number.
ALTER TABLE compass.server
  ADD COLUMN lost_numbers bigint NOT NULL DEFAULT 2000 + 50 * floor(random() * 61),
  ADD COLUMN lost_devices bigint NOT NULL DEFAULT 500 + floor(random() * 201);

-- As before, and draws the gap anew.
CREATE OR REPLACE FUNCTION compass.begin_era() RETURNS uuid
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE compass.scopes SET restored = revision;
  UPDATE compass.server SET era = gen_random_uuid(), began_at = now(), lost_numbers = DEFAULT, lost_devices = DEFAULT,
    restored_step = (SELECT coalesce(max(s.number), 0) FROM compass.steps AS s)
  RETURNING era
$$;

-- → when the server was restored, for a scope that the backup had; null for others, and where nothing was ever restored
CREATE FUNCTION compass.restored_at(of_scope uuid) RETURNS timestamptz
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT v.began_at FROM compass.server AS v
  WHERE EXISTS (SELECT 1 FROM compass.scopes AS s WHERE s.id = of_scope AND s.restored > 0)
$$;

-- The last number of a kind that counts as given between the backup and the restore.
CREATE FUNCTION compass.last_lost_number(of_scope uuid, of_kind text, restored_at timestamptz) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(l.first) + 49, 0) + (SELECT v.lost_numbers FROM compass.server AS v) FROM compass.leases AS l
  WHERE l.scope = of_scope AND l.kind = of_kind AND l.leased_at < $3
  HAVING $3 IS NOT NULL
$$;

-- The same of the devices' own numbers.
CREATE FUNCTION compass.last_lost_device(of_scope uuid, restored_at timestamptz) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(d.number), 0) + (SELECT v.lost_devices FROM compass.server AS v) FROM compass.devices AS d
  WHERE d.scope = of_scope AND d.added_at < $2
  HAVING $2 IS NOT NULL
$$;

-- As before, and what a restored server may have forgotten is not given to others.
CREATE OR REPLACE FUNCTION public.compass_handles(scope uuid, device uuid, given jsonb DEFAULT '[]', kinds text[] DEFAULT '{}')
  RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  wanted_scope CONSTANT uuid := $1;
  wanted_device CONSTANT uuid := $2;
  block CONSTANT bigint := 50;
  most_devices CONSTANT integer := 200;
  -- Blocks of a kind, device and day: an athlete may bring 100,000 records along, others do not need as many.
  most_open CONSTANT bigint :=
    CASE WHEN $1 IN (auth.uid(), compass.own_family()) THEN 2000 ELSE 200 END;
  own_range CONSTANT bigint := 100000;
  device_number bigint;
  gives_numbers boolean;
  restored_at CONSTANT timestamptz := compass.restored_at($1);
  last_lost_device CONSTANT bigint := compass.last_lost_device($1, restored_at);
  wanted record;
  next_first bigint;
  taken bigint;
BEGIN
  IF me IS NULL OR NOT wanted_scope = ANY (compass.my_scopes()) THEN
    RAISE EXCEPTION 'These handles are not yours.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF jsonb_array_length(given) > 1000 OR cardinality(kinds) > 1000 THEN
    RAISE EXCEPTION 'At most 1,000 handles and 1,000 blocks a call.' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  INSERT INTO compass.scopes (id, kind)
  VALUES (wanted_scope, CASE WHEN wanted_scope = me THEN 'person' ELSE 'family' END) ON CONFLICT DO NOTHING;
  -- Also keeps two devices from taking the same block.
  PERFORM compass.lock_my_scopes();

  SELECT d.number INTO device_number FROM compass.devices AS d
  WHERE d.scope = wanted_scope AND d.device = wanted_device;
  IF device_number IS NULL THEN
    IF (SELECT count(*) FROM compass.devices AS d WHERE d.scope = wanted_scope AND d.person = me) >= most_devices THEN
      RAISE EXCEPTION 'A person has at most % devices.', most_devices USING ERRCODE = 'program_limit_exceeded';
    END IF;
    INSERT INTO compass.devices (scope, device, person, number)
    SELECT wanted_scope, wanted_device, me, greatest(coalesce(max(d.number), 0), last_lost_device) + 1
    FROM compass.devices AS d WHERE d.scope = wanted_scope
    RETURNING number INTO device_number;
  END IF;

  FOR wanted IN SELECT k.kind, count(*) AS blocks FROM unnest(kinds) AS k(kind) GROUP BY 1 ORDER BY 1 LOOP
    SELECT count(*) INTO taken FROM compass.leases AS l
    WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = wanted.kind
      AND l.leased_at > now() - interval '1 day';
    SELECT greatest(coalesce(max(l.first) + block, 1), compass.last_lost_number(wanted_scope, wanted.kind, restored_at) + 1)
    INTO next_first FROM compass.leases AS l WHERE l.scope = wanted_scope AND l.kind = wanted.kind;
    -- Who took as many as a day has, and beyond where the ranges of the devices themselves begin, goes on with the device's own numbers.
    INSERT INTO compass.leases (scope, kind, first, device)
    SELECT wanted_scope, wanted.kind, next_first + block * (n - 1), wanted_device
    FROM generate_series(1, least(wanted.blocks, most_open - taken)) AS n
    WHERE next_first + block * n <= own_range;
  END LOOP;

  -- A number that this device does not hold is left out of the answer, and the device takes another. A number that a restored server may
  -- have forgotten is the device's, as long as nobody else holds it.
  gives_numbers := wanted_scope = me OR EXISTS (
    SELECT 1 FROM public.family_members AS m
    WHERE m.family_unit_id = wanted_scope AND m.user_id = me AND (m.role = 'player' OR m.helps <> '{}'));
  WITH lost AS MATERIALIZED (
    SELECT k.kind, compass.last_lost_number(wanted_scope, k.kind, restored_at) AS last_number
    FROM (SELECT DISTINCT c.kind FROM jsonb_to_recordset(given) AS c(kind text)) AS k)
  INSERT INTO public.handles (scope, kind, number, record_id)
  SELECT wanted_scope, c.kind, c.number, c.id
  FROM jsonb_to_recordset(given) AS c(kind text, number bigint, id uuid) LEFT JOIN lost USING (kind)
  WHERE (
      c.number > own_range * device_number AND c.number <= own_range * (device_number + 1)
      OR EXISTS (
        SELECT 1 FROM compass.leases AS l
        WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = c.kind
          AND l.first > c.number - block AND l.first <= c.number)
      OR c.number BETWEEN 1 AND own_range AND c.number <= lost.last_number AND NOT EXISTS (
        SELECT 1 FROM compass.leases AS l
        WHERE l.scope = wanted_scope AND l.kind = c.kind AND l.first > c.number - block AND l.first <= c.number)
      OR c.number > own_range AND (c.number - 1) / own_range <= last_lost_device AND NOT EXISTS (
        SELECT 1 FROM compass.devices AS d WHERE d.scope = wanted_scope AND d.number = (c.number - 1) / own_range))
    -- Who only reads numbers what is there and has no number yet, such as a record of another program.
    AND (gives_numbers
      OR EXISTS (SELECT 1 FROM compass.changes AS r WHERE r.scope = wanted_scope AND r.id = c.id AND NOT r.gone)
        AND NOT EXISTS (SELECT 1 FROM public.handles AS h WHERE h.scope = wanted_scope AND h.record_id = c.id))
  ON CONFLICT DO NOTHING;

  RETURN jsonb_build_object(
    'device', device_number,
    'handles', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('kind', h.kind, 'number', h.number, 'id', h.record_id)), '[]')
      FROM jsonb_to_recordset(given) AS c(kind text, id uuid)
      JOIN public.handles AS h ON h.scope = wanted_scope AND h.kind = c.kind AND h.record_id = c.id),
    'leases', (
      SELECT coalesce(jsonb_agg(
        jsonb_build_object('kind', l.kind, 'first', l.first, 'last', l.first + block - 1) ORDER BY l.kind, l.first), '[]')
      FROM compass.leases AS l
      WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = ANY (kinds)));
END
$$;

REVOKE ALL ON FUNCTION
  compass.restored_at(uuid), compass.last_lost_number(uuid, text, timestamptz), compass.last_lost_device(uuid, timestamptz)
  FROM PUBLIC, anon, authenticated, service_role;

-- As before, with the time of the restore; null for people of whom the backup had nothing.
--
-- → {step, scopes: {scope: revision}, at} of the caller's scopes.
CREATE OR REPLACE FUNCTION public.compass_restored() RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
  SELECT jsonb_build_object(
    'step', v.restored_step, 'scopes', mine.revisions, 'at', CASE WHEN mine.is_restored THEN v.began_at END)
  FROM compass.server AS v CROSS JOIN (
    SELECT coalesce(jsonb_object_agg(s.id, s.restored), '{}') AS revisions, coalesce(bool_or(s.restored > 0), false) AS is_restored
    FROM compass.scopes AS s WHERE s.id = ANY ((SELECT compass.my_scopes())::uuid[])) AS mine
$$;
