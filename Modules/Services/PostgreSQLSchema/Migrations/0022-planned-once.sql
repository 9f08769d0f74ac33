-- What policies, pull and push ask about the caller, planned once a connection: PostgreSQL 15 plans the body of a function in SQL anew in
-- each statement that calls it, which took five to ten times as long as running it. Each says the same as before. Who asks is read once:
-- where few families are, a table is read row by row, and the token's claims were with each.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE OR REPLACE FUNCTION compass.moment() RETURNS timestamptz
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN date_trunc('milliseconds', now());
END
$$;

CREATE OR REPLACE FUNCTION compass.my_families() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(m.family_unit_id), '{}') FROM public.family_members AS m WHERE m.user_id = (SELECT auth.uid()));
END
$$;

CREATE OR REPLACE FUNCTION compass.own_family() RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'player' LIMIT 1);
END
$$;

CREATE OR REPLACE FUNCTION compass.helped_families(area text) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(m.family_unit_id), '{}') FROM public.family_members AS m
    WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'parent' AND area = ANY (m.helps));
END
$$;

CREATE OR REPLACE FUNCTION compass.my_athletes(area text DEFAULT NULL) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(a.user_id), '{}')
    FROM public.family_members AS m
    JOIN public.family_members AS a ON a.family_unit_id = m.family_unit_id AND a.role = 'player'
    WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'parent' AND (area IS NULL OR area = ANY (m.helps)));
END
$$;

CREATE OR REPLACE FUNCTION compass.my_fellows() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(DISTINCT f.user_id), '{}')
    FROM public.family_members AS m JOIN public.family_members AS f ON f.family_unit_id = m.family_unit_id
    WHERE m.user_id = (SELECT auth.uid()));
END
$$;

CREATE OR REPLACE FUNCTION compass.is_athlete() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.users AS u WHERE u.id = (SELECT auth.uid()) AND u.role = 'player');
END
$$;

CREATE OR REPLACE FUNCTION compass.my_scopes() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN compass.my_families() || ARRAY(SELECT u.id FROM public.users AS u WHERE u.id = (SELECT auth.uid()));
END
$$;

CREATE OR REPLACE FUNCTION compass.former_author(record uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT c.author FROM compass.changes AS c
    WHERE c.id = record AND c.gone AND c.author IS NOT NULL AND c.scope = ANY (compass.my_scopes()) LIMIT 1);
END
$$;

CREATE OR REPLACE FUNCTION compass.athlete_of(family uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT m.user_id FROM public.family_members AS m
    WHERE m.family_unit_id = family AND m.role = 'player' AND family = ANY (compass.my_families()) LIMIT 1);
END
$$;

CREATE OR REPLACE FUNCTION compass.is_my_unit(family uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.family_units AS f WHERE f.id = family AND f.player_user_id = (SELECT auth.uid()));
END
$$;

CREATE OR REPLACE FUNCTION compass.places_of(changed_table text, record uuid) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(c.scope), '{}') FROM compass.changes AS c
    WHERE c.id = record AND c.table_name = changed_table
      AND (NOT c.gone OR c.revision = (
        SELECT s.revision FROM compass.scopes AS s WHERE s.id = c.scope AND s.taken_by = pg_current_xact_id())));
END
$$;

CREATE OR REPLACE FUNCTION compass.size_of_step(step bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM compass.step_changes AS c WHERE c.step = size_of_step.step);
END
$$;

CREATE OR REPLACE FUNCTION compass.plain_numbers(members jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(m.key,
      CASE jsonb_typeof(m.value) WHEN 'number' THEN to_jsonb(trim_scale((m.value #>> '{}')::numeric)) ELSE m.value END), '{}')
    FROM jsonb_each(members) AS m);
END
$$;
