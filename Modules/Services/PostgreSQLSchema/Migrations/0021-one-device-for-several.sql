-- A computer that several people of a family use is one device and counts once: whoever of them syncs tells of its numbers. A
-- device's id is drawn on that computer, and no path tells it to anybody else.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Enters the handles that a device gave (`[{kind, number, id}]`) and leases it numbers of the kinds it asks for. Two
-- devices may have numbered the same generated row: the first one stays, and the answer says which.
--
-- → {device, handles: [{kind, number, id}], leases: [{kind, first, last}]}
CREATE OR REPLACE FUNCTION public.compass_handles(scope uuid, device uuid, given jsonb DEFAULT '[]', kinds text[] DEFAULT '{}')
  RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  wanted_scope CONSTANT uuid := $1;
  wanted_device CONSTANT uuid := $2;
  block CONSTANT bigint := 50;
  most_open CONSTANT integer := 200;
  own_range CONSTANT bigint := 100000;
  device_number bigint;
  claim record;
  wanted_kind text;
  next_first bigint;
BEGIN
  IF me IS NULL OR NOT wanted_scope = ANY (compass.my_scopes()) THEN
    RAISE EXCEPTION 'These handles are not yours.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF jsonb_array_length(given) > 1000 OR cardinality(kinds) > 30 THEN
    RAISE EXCEPTION 'At most 1,000 handles and 30 kinds a call.' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  INSERT INTO compass.scopes (id, kind)
  VALUES (wanted_scope, CASE WHEN wanted_scope = me THEN 'person' ELSE 'family' END) ON CONFLICT DO NOTHING;
  -- Also keeps two devices from taking the same block.
  PERFORM compass.lock_my_scopes();

  SELECT d.number INTO device_number FROM compass.devices AS d
  WHERE d.scope = wanted_scope AND d.device = wanted_device;
  IF device_number IS NULL THEN
    INSERT INTO compass.devices (scope, device, person, number)
    SELECT wanted_scope, wanted_device, me, coalesce(max(d.number), 0) + 1 FROM compass.devices AS d WHERE d.scope = wanted_scope
    RETURNING number INTO device_number;
  END IF;

  -- A number that this device does not hold is left out of the answer, and the device takes another: after a restore from
  -- a backup the server may have forgotten a lease.
  FOR claim IN SELECT c.kind, c.number, c.id FROM jsonb_to_recordset(given) AS c(kind text, number bigint, id uuid) LOOP
    CONTINUE WHEN NOT EXISTS (
      SELECT 1 FROM compass.leases AS l
      WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = claim.kind
        AND claim.number >= l.first AND claim.number < l.first + block)
      AND NOT (claim.number > own_range * device_number AND claim.number <= own_range * (device_number + 1));
    INSERT INTO public.handles (scope, kind, number, record_id) VALUES (wanted_scope, claim.kind, claim.number, claim.id)
    ON CONFLICT DO NOTHING;
  END LOOP;

  FOREACH wanted_kind IN ARRAY kinds LOOP
    IF (SELECT count(*) FROM compass.leases AS l
        WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = wanted_kind
          AND l.leased_at > now() - interval '1 day') >= most_open
    THEN
      RAISE EXCEPTION 'This device took % blocks of % today.', most_open, wanted_kind USING ERRCODE = 'program_limit_exceeded';
    END IF;
    SELECT coalesce(max(l.first) + block, 1) INTO next_first FROM compass.leases AS l
    WHERE l.scope = wanted_scope AND l.kind = wanted_kind;
    -- Beyond this begin the ranges of the devices themselves.
    CONTINUE WHEN next_first + block > own_range;
    INSERT INTO compass.leases (scope, kind, first, device) VALUES (wanted_scope, wanted_kind, next_first, wanted_device);
  END LOOP;

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
