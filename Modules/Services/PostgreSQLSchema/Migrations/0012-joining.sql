-- Profiles, family codes, joining. What decides about rights is written here and nowhere else.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Who asked to join and waits for the athlete's answer.
CREATE TABLE compass.join_requests (
  family_unit_id uuid NOT NULL REFERENCES public.family_units ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE,
  code_used text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_unit_id, user_id)
);
CREATE INDEX join_requests_of_user ON compass.join_requests (user_id);

-- When codes were tried: by an account, from an address, on this server.
CREATE TABLE compass.code_tries (
  who text NOT NULL PRIMARY KEY,
  tries timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX code_tries_by_time ON compass.code_tries (last_at);

-- Whether the person has an account, which then stays until the transaction ends. A hosted project keeps accounts where its owner may not
-- look, and deletes none through us: there everybody with a token has one.
CREATE FUNCTION compass.hold_account(person uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_there boolean := true;
BEGIN
  IF to_regprocedure('accounts.hold(uuid)') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.hold($1)' INTO is_there USING person;
  END IF;
  RETURN is_there;
END
$$;

-- Makes the caller's profile, or brings its e-mail address up to date. The role is chosen once, and both come from
-- here or the token.
-- A token outlives its account by minutes: a profile needs its account, and `open_profile` waits for an erasure of it, or is waited for.
CREATE FUNCTION public.open_profile(role text, full_name text DEFAULT NULL, graduation_year integer DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me CONSTANT uuid := auth.uid();
  address CONSTANT text := lower(nullif(auth.jwt() ->> 'email', ''));
  there public.users;
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Sign in to make a profile.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF open_profile.role NOT IN ('player', 'parent') THEN
    RAISE EXCEPTION 'A profile is an athlete''s (player) or a parent''s (parent).' USING ERRCODE = 'check_violation';
  END IF;
  -- Before the scopes, as erasing does.
  IF NOT compass.hold_account(me) THEN
    RAISE EXCEPTION 'There is no such account.' USING ERRCODE = 'PT410';
  END IF;
  PERFORM compass.lock_my_scopes();
  -- An address is one account's. A profile that still has it is older: that account has another address now, or is gone.
  UPDATE public.users AS u SET email = NULL WHERE u.email = address AND u.id <> me;
  INSERT INTO public.users (id, email, role, full_name, graduation_year)
  VALUES (me, address, open_profile.role, open_profile.full_name, open_profile.graduation_year)
  ON CONFLICT (id) DO UPDATE SET email = excluded.email WHERE users.email IS DISTINCT FROM excluded.email;
  SELECT * INTO there FROM public.users AS u WHERE u.id = me;
  RETURN jsonb_build_object('id', there.id, 'role', there.role, 'email', there.email);
END
$$;

-- `FAM-` and six characters, each of 32 that are not taken for another; from the server's cryptographic source.
CREATE FUNCTION compass.draw_code() RETURNS text
  LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'FAM-' || string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + (get_byte(drawn.bytes, place) & 31), 1), '')
  -- The first six bytes of a random uuid are all chance.
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS drawn, generate_series(0, 5) AS place
$$;

-- A new code for the caller's family; the old one is dead at once. It lives seven days.
CREATE FUNCTION public.renew_family_code() RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
  own CONSTANT uuid := compass.own_family();
  tries_left integer := 5;
  drawn text;
  had_one boolean;
BEGIN
  IF own IS NULL THEN
    RAISE EXCEPTION 'Only the athlete of a family renews its code.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM compass.lock_my_scopes();
  SELECT f.family_code IS NOT NULL INTO had_one FROM public.family_units AS f WHERE f.id = own;
  LOOP
    drawn := compass.draw_code();
    EXIT WHEN NOT EXISTS (SELECT 1 FROM public.family_units AS f WHERE f.family_code = drawn);
    tries_left := tries_left - 1;
    IF tries_left = 0 THEN RAISE EXCEPTION 'No free code was found.'; END IF;
  END LOOP;
  UPDATE public.family_units AS f SET family_code = drawn, code_generated_at = compass.moment() WHERE f.id = own;
  DELETE FROM compass.join_requests AS j WHERE j.family_unit_id = own;
  INSERT INTO public.family_code_usage_log (family_unit_id, user_id, code_used, action)
  VALUES (own, me, drawn, CASE WHEN had_one THEN 'regenerated' ELSE 'generated' END);
  RETURN jsonb_build_object('code', drawn, 'until', compass.moment() + interval '7 days');
END
$$;

-- One more try for each of `whose`, or how many seconds to wait. A try that is refused writes nothing, and none reads more than its own
-- rows and a few that are old: what it costs does not grow with how many others try.
CREATE FUNCTION compass.note_try(whose text[], most integer[]) RETURNS integer
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

-- Asks to join the family of a code. A wrong code is an answer and no error: an error would take the counted try back.
--
-- → {outcome: asked | member | unknown | malformed | own | not_parent | wait, seconds, family}
CREATE FUNCTION public.join_family(code text) RETURNS jsonb
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

-- Who waits to be let in, for the athlete: the name they gave and the address they signed up with.
CREATE FUNCTION public.join_requests() RETURNS TABLE (user_id uuid, full_name text, email text, asked_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT u.id, u.full_name::text, u.email::text, j.asked_at
  FROM compass.join_requests AS j JOIN public.users AS u ON u.id = j.user_id
  WHERE j.family_unit_id = compass.own_family() AND j.asked_at > now() - interval '7 days'
  ORDER BY j.asked_at, u.id;
END
$$;

-- What a pull says about joining: a parent whose request is gone without a membership was turned away. → {asking, asked}
CREATE FUNCTION compass.joining() RETURNS jsonb
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'asking', (SELECT coalesce(jsonb_agg(to_jsonb(j)), '[]') FROM public.join_requests() AS j),
    'asked', EXISTS (
      SELECT 1 FROM compass.join_requests AS j WHERE j.user_id = auth.uid() AND j.asked_at > now() - interval '7 days'));
END
$$;

-- The athlete lets somebody in, or does not. → {outcome: joined | declined | unknown}
CREATE FUNCTION public.answer_join(person uuid, accept boolean) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
  own CONSTANT uuid := compass.own_family();
  asked compass.join_requests;
BEGIN
  IF own IS NULL THEN
    RAISE EXCEPTION 'Only the athlete of a family lets people in.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM compass.lock_my_scopes();
  DELETE FROM compass.join_requests AS j
  WHERE j.family_unit_id = own AND j.user_id = person AND j.asked_at > now() - interval '7 days'
  RETURNING * INTO asked;
  IF asked.user_id IS NULL THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF NOT accept THEN RETURN '{"outcome": "declined"}'; END IF;
  INSERT INTO public.family_members (family_unit_id, user_id, role) VALUES (own, person, 'parent') ON CONFLICT DO NOTHING;
  INSERT INTO public.family_code_usage_log (family_unit_id, user_id, code_used, action)
  VALUES (own, person, asked.code_used, 'joined');
  RETURN '{"outcome": "joined"}';
END
$$;

-- Who came, who left, and who may help with what: for each of the two whom it concerns.
CREATE FUNCTION compass.audit_membership() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  touched CONSTANT public.family_members := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.helps = NEW.helps THEN RETURN NULL; END IF;
  INSERT INTO public.audit_logs (user_id, action, resource_type, resource_id, old_values, new_values, status)
  SELECT DISTINCT u.id,
    CASE TG_OP WHEN 'INSERT' THEN 'member_joined' WHEN 'DELETE' THEN 'member_left' ELSE 'helper_changed' END,
    'family_members', touched.user_id,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('helps', OLD.helps) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('helps', NEW.helps) END, 'success'
  FROM public.users AS u
  WHERE u.id IN (touched.user_id, (SELECT f.player_user_id FROM public.family_units AS f WHERE f.id = touched.family_unit_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_membership AFTER INSERT OR UPDATE OR DELETE ON public.family_members
  FOR EACH ROW EXECUTE FUNCTION compass.audit_membership();
