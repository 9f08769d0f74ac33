-- What one account may take of a server: tries, room for steps, numbers. And a database that tidies itself up, once a day.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER TABLE compass.code_tries ADD COLUMN last_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX code_tries_by_time ON compass.code_tries (last_at);

-- One more try for each of `whose`, or how many seconds to wait. A try that is refused writes nothing, and none reads more than its own
-- rows and a few that are old: what it costs does not grow with how many others try.
CREATE OR REPLACE FUNCTION compass.note_try(whose text[], most integer[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  spell CONSTANT interval := interval '5 minutes';
  place integer;
  lately timestamptz[];
  frees_at timestamptz;
  wait integer := 0;
BEGIN
  -- In one order; there may be no row yet that could be locked.
  PERFORM pg_advisory_xact_lock(hashtextextended('try ' || w, 0)) FROM (SELECT unnest(whose) AS w ORDER BY 1) AS o;
  FOR place IN 1 .. cardinality(whose) LOOP
    SELECT coalesce(array_agg(tried ORDER BY tried), '{}') INTO lately
    FROM compass.code_tries AS t, unnest(t.tries) AS tried
    WHERE t.who = whose[place] AND tried > clock_timestamp() - spell;
    IF cardinality(lately) >= most[place] THEN
      frees_at := lately[cardinality(lately) - most[place] + 1] + spell;
      wait := greatest(wait, ceil(extract(epoch FROM frees_at - clock_timestamp()))::integer, 1);
    END IF;
  END LOOP;
  IF wait > 0 THEN RETURN wait; END IF;
  INSERT INTO compass.code_tries AS t (who, tries, last_at)
  SELECT w, ARRAY[clock_timestamp()], clock_timestamp() FROM unnest(whose) AS w ORDER BY w
  ON CONFLICT (who) DO UPDATE SET last_at = excluded.last_at,
    tries = ARRAY(SELECT tried FROM unnest(t.tries) AS tried WHERE tried > clock_timestamp() - spell) || excluded.tries;
  -- What nobody tried lately is not kept: it holds addresses.
  DELETE FROM compass.code_tries AS t WHERE t.who IN (
    SELECT o.who FROM compass.code_tries AS o WHERE o.last_at < clock_timestamp() - spell
    ORDER BY o.last_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  RETURN 0;
END
$$;

-- By account and by address: a limit for all together would let one person keep everybody out.
CREATE OR REPLACE FUNCTION public.join_family(code text) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
  of_account CONSTANT integer := 5;
  of_address CONSTANT integer := 20;
  headers CONSTANT jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address text := nullif(current_setting('request.address', true), '');
  typed text := upper(regexp_replace(left(coalesce(code, ''), 100), '\s', '', 'g'));
  seconds integer;
  unit public.family_units;
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Sign in to join a family.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM public.users AS u WHERE u.id = me AND u.role = 'parent') THEN
    RETURN '{"outcome": "not_parent"}';
  END IF;
  IF char_length(typed) = 6 THEN typed := 'FAM-' || typed; END IF;
  IF typed !~ '^FAM-[A-Z0-9]{6}$' THEN RETURN '{"outcome": "malformed"}'; END IF;

  -- Our server says the address it was asked from; a hosted project passes on what its gateway wrote.
  address := coalesce(address, trim(split_part(headers ->> 'x-forwarded-for', ',', 1)), '');
  seconds := compass.note_try(ARRAY['account ' || me, 'address ' || left(address, 60)], ARRAY[of_account, of_address]);
  IF seconds > 0 THEN RETURN jsonb_build_object('outcome', 'wait', 'seconds', seconds); END IF;

  SELECT * INTO unit FROM public.family_units AS f
  WHERE f.family_code = typed AND f.code_generated_at > now() - interval '7 days';
  IF unit.id IS NULL THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF EXISTS (SELECT 1 FROM public.family_members AS m WHERE m.family_unit_id = unit.id AND m.user_id = me) THEN
    RETURN jsonb_build_object('outcome', 'member', 'family', unit.id);
  END IF;
  INSERT INTO compass.join_requests (family_unit_id, user_id, code_used) VALUES (unit.id, me, typed)
  ON CONFLICT (family_unit_id, user_id) DO UPDATE SET code_used = excluded.code_used, asked_at = now();
  RETURN '{"outcome": "asked"}';
END
$$;

-- Bytes that a person's steps took on a day. Twenty rows changed over and over fill a disk as well as many rows do.
CREATE TABLE compass.step_room (
  person uuid PRIMARY KEY REFERENCES public.users ON DELETE CASCADE,
  day date NOT NULL,
  bytes bigint NOT NULL
);
ALTER TABLE compass.step_room ENABLE ROW LEVEL SECURITY;
ALTER TABLE compass.step_room FORCE ROW LEVEL SECURITY;
REVOKE ALL ON compass.step_room FROM PUBLIC, anon, authenticated, service_role;

CREATE FUNCTION compass.count_steps() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most CONSTANT bigint := 134217728;
  today CONSTANT date := (now() AT TIME ZONE 'UTC')::date;
  taken bigint;
BEGIN
  IF auth.uid() IS NULL THEN RETURN NULL; END IF;
  INSERT INTO compass.step_room AS r (person, day, bytes)
  SELECT auth.uid(), today, coalesce(sum(200 + coalesce(octet_length(n.was::text), 0) + coalesce(octet_length(n.set::text), 0)), 0) FROM new_rows AS n
  ON CONFLICT (person) DO UPDATE SET day = excluded.day,
    bytes = CASE WHEN r.day = excluded.day THEN r.bytes ELSE 0 END + excluded.bytes
  RETURNING bytes INTO taken;
  -- No fault of the step: the same one is taken tomorrow. The class 53 is about room, and ends the request.
  IF taken > most THEN
    RAISE EXCEPTION 'The day''s room for steps is used up.' USING ERRCODE = 'configuration_limit_exceeded';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_steps AFTER INSERT ON compass.step_changes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.count_steps();

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

-- Old steps, old notes of what is gone, old sessions: once a day, whichever server asks first.
ALTER TABLE compass.server ADD COLUMN tidied_at timestamptz NOT NULL DEFAULT now();

CREATE FUNCTION compass.tidy_up() RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE compass.server SET tidied_at = now() WHERE tidied_at < now() - interval '1 day';
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM compass.forget();
  DELETE FROM compass.step_room AS r WHERE r.day < (now() AT TIME ZONE 'UTC')::date;
  IF to_regprocedure('accounts.forget()') IS NOT NULL THEN EXECUTE 'SELECT accounts.forget()'; END IF;
  RETURN true;
END
$$;

CREATE FUNCTION compass.applied() RETURNS TABLE (number integer, digest text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.number, m.digest FROM compass.migrations AS m
$$;

REVOKE ALL ON FUNCTION compass.count_steps(), compass.lease_is_allowed(), compass.tidy_up(), compass.applied()
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.tidy_up(), compass.applied() TO authenticator;
