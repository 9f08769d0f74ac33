-- Handles (rule 9): `t47` is the same task on every device of a family. Numbers are leased in blocks, so that a
-- handle is final when it is given, also without a network.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE TABLE public.handles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  scope uuid NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z]{1,2}$'),
  number bigint NOT NULL CHECK (number > 0),
  record_id uuid NOT NULL,
  UNIQUE (scope, kind, number),
  UNIQUE (scope, kind, record_id)
);
CREATE POLICY seen ON public.handles FOR SELECT TO authenticated USING (scope = ANY ((SELECT compass.my_scopes())::uuid[]));

SELECT compass.share('public.handles');

-- A device's own number in a scope: without a lease it goes on from 100,000 times that.
CREATE TABLE compass.devices (
  scope uuid NOT NULL,
  device uuid NOT NULL,
  person uuid NOT NULL REFERENCES public.users ON DELETE CASCADE,
  number bigint NOT NULL CHECK (number > 0),
  PRIMARY KEY (scope, device),
  UNIQUE (scope, number)
);
CREATE INDEX devices_of_person ON compass.devices (person);

CREATE TABLE compass.leases (
  scope uuid NOT NULL,
  kind text NOT NULL,
  first bigint NOT NULL,
  device uuid NOT NULL,
  leased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, kind, first),
  FOREIGN KEY (scope, device) REFERENCES compass.devices ON DELETE CASCADE
);
CREATE INDEX leases_of_device ON compass.leases (scope, device, kind);

-- Numbers of a family are for those who give its records handles: the athlete, and parents who help. Others ask in vain, without an
-- error: a device asks for all kinds at once.
CREATE FUNCTION compass.lease_is_allowed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF auth.uid() IS NULL OR NEW.scope = auth.uid() OR EXISTS (
    SELECT 1 FROM public.family_members AS m
    WHERE m.family_unit_id = NEW.scope AND m.user_id = auth.uid() AND (m.role = 'player' OR m.helps <> '{}'))
  THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER lease_is_allowed BEFORE INSERT ON compass.leases FOR EACH ROW EXECUTE FUNCTION compass.lease_is_allowed();

-- Leases a device numbers of the kinds it asks for, a block for each time that a kind is named, and then enters the handles
-- that it gave (`[{kind, number, id}]`). Two devices may have numbered the same generated row: the first one stays, and the answer says which.
--
-- → {device, handles: [{kind, number, id}], leases: [{kind, first, last}]}
CREATE FUNCTION public.compass_handles(scope uuid, device uuid, given jsonb DEFAULT '[]', kinds text[] DEFAULT '{}')
  RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  wanted_scope CONSTANT uuid := $1;
  wanted_device CONSTANT uuid := $2;
  block CONSTANT bigint := 50;
  -- Blocks of a kind, device and day: an athlete may bring 100,000 records along, others do not need as many.
  most_open CONSTANT bigint :=
    CASE WHEN $1 IN (auth.uid(), compass.own_family()) THEN 2000 ELSE 200 END;
  own_range CONSTANT bigint := 100000;
  device_number bigint;
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
    INSERT INTO compass.devices (scope, device, person, number)
    SELECT wanted_scope, wanted_device, me, coalesce(max(d.number), 0) + 1 FROM compass.devices AS d WHERE d.scope = wanted_scope
    RETURNING number INTO device_number;
  END IF;

  FOR wanted IN SELECT k.kind, count(*) AS blocks FROM unnest(kinds) AS k(kind) GROUP BY 1 ORDER BY 1 LOOP
    SELECT count(*) INTO taken FROM compass.leases AS l
    WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = wanted.kind
      AND l.leased_at > now() - interval '1 day';
    SELECT coalesce(max(l.first) + block, 1) INTO next_first FROM compass.leases AS l
    WHERE l.scope = wanted_scope AND l.kind = wanted.kind;
    -- Who took as many as a day has, and beyond where the ranges of the devices themselves begin, goes on with the device's own numbers.
    INSERT INTO compass.leases (scope, kind, first, device)
    SELECT wanted_scope, wanted.kind, next_first + block * (n - 1), wanted_device
    FROM generate_series(1, least(wanted.blocks, most_open - taken)) AS n
    WHERE next_first + block * n <= own_range;
  END LOOP;

  -- A number that this device does not hold is left out of the answer, and the device takes another: after a restore from
  -- a backup the server may have forgotten a lease.
  INSERT INTO public.handles (scope, kind, number, record_id)
  SELECT wanted_scope, c.kind, c.number, c.id FROM jsonb_to_recordset(given) AS c(kind text, number bigint, id uuid)
  WHERE c.number > own_range * device_number AND c.number <= own_range * (device_number + 1)
    OR EXISTS (
      SELECT 1 FROM compass.leases AS l
      WHERE l.scope = wanted_scope AND l.device = wanted_device AND l.kind = c.kind
        AND c.number >= l.first AND c.number < l.first + block)
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
