-- Who may do what with which rows (rules 3, 9 and 10.10), as row security. What a policy asks about the caller is a
-- function that is worked out once a statement: `(SELECT compass.my_families())`.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- In PL/pgSQL, because PostgreSQL 15 plans the body of a function in SQL anew in each statement that calls it.
CREATE FUNCTION compass.my_families() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(m.family_unit_id), '{}') FROM public.family_members AS m WHERE m.user_id = (SELECT auth.uid()));
END
$$;

-- The family whose athlete the caller is.
CREATE FUNCTION compass.own_family() RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'player' LIMIT 1);
END
$$;

-- The families in which the caller helps with `area`: records, metrics or tasks.
CREATE FUNCTION compass.helped_families(area text) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(m.family_unit_id), '{}') FROM public.family_members AS m
    WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'parent' AND area = ANY (m.helps));
END
$$;

-- The athletes whose parent the caller is, all of them or those helped with `area`.
CREATE FUNCTION compass.my_athletes(area text DEFAULT NULL) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(a.user_id), '{}')
    FROM public.family_members AS m
    JOIN public.family_members AS a ON a.family_unit_id = m.family_unit_id AND a.role = 'player'
    WHERE m.user_id = (SELECT auth.uid()) AND m.role = 'parent' AND (area IS NULL OR area = ANY (m.helps)));
END
$$;

CREATE FUNCTION compass.my_fellows() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(DISTINCT f.user_id), '{}')
    FROM public.family_members AS m JOIN public.family_members AS f ON f.family_unit_id = m.family_unit_id
    WHERE m.user_id = (SELECT auth.uid()));
END
$$;

CREATE FUNCTION compass.is_athlete() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.users AS u WHERE u.id = (SELECT auth.uid()) AND u.role = 'player');
END
$$;

-- A person without a profile has no scope: a device of another server, whose token is good here, finds out by this that it is not known.
CREATE FUNCTION compass.my_scopes() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN compass.my_families() || ARRAY(SELECT u.id FROM public.users AS u WHERE u.id = (SELECT auth.uid()));
END
$$;

-- Who wrote a record that is gone, so that its deletion can be taken back as it was.
CREATE FUNCTION compass.former_author(record uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT c.author FROM compass.changes AS c
    WHERE c.id = record AND c.gone AND c.author IS NOT NULL AND c.scope = ANY (compass.my_scopes()) LIMIT 1);
END
$$;

-- The person whose data a family's are.
CREATE FUNCTION compass.athlete_of(family uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT m.user_id FROM public.family_members AS m
    WHERE m.family_unit_id = family AND m.role = 'player' AND family = ANY (compass.my_families()) LIMIT 1);
END
$$;

-- People and families. `role`, `is_admin` and `email` of a person, and a family's code, are in no grant (0016).
CREATE POLICY seen ON public.users FOR SELECT TO authenticated
  USING (id = (SELECT auth.uid()) OR id = ANY ((SELECT compass.my_fellows())::uuid[]));
CREATE POLICY changed ON public.users FOR UPDATE TO authenticated
  USING (id = (SELECT auth.uid())) WITH CHECK (id = (SELECT auth.uid()));
CREATE POLICY seen ON public.family_units FOR SELECT TO authenticated
  USING (id = ANY ((SELECT compass.my_families())::uuid[]) OR player_user_id = (SELECT auth.uid()));
CREATE POLICY made ON public.family_units FOR INSERT TO authenticated
  WITH CHECK (player_user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete()));
CREATE POLICY changed ON public.family_units FOR UPDATE TO authenticated
  USING (player_user_id = (SELECT auth.uid())) WITH CHECK (player_user_id = (SELECT auth.uid()));
CREATE POLICY deleted ON public.family_units FOR DELETE TO authenticated
  USING (player_user_id = (SELECT auth.uid()));

CREATE FUNCTION compass.is_my_unit(family uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.family_units AS f WHERE f.id = family AND f.player_user_id = (SELECT auth.uid()));
END
$$;
CREATE POLICY seen ON public.family_members FOR SELECT TO authenticated
  USING (family_unit_id = ANY ((SELECT compass.my_families())::uuid[]));

-- Only an athlete's own place in their own family; everybody else comes in by `join_family`.
CREATE POLICY made ON public.family_members FOR INSERT TO authenticated
  WITH CHECK (user_id = (SELECT auth.uid()) AND role = 'player' AND helps = '{}' AND compass.is_my_unit(family_unit_id));

-- The athlete says who helps with what; `helps` is the only column in the grant.
CREATE POLICY changed ON public.family_members FOR UPDATE TO authenticated
  USING (family_unit_id = (SELECT compass.own_family()) AND role = 'parent')
  WITH CHECK (family_unit_id = (SELECT compass.own_family()) AND role = 'parent');

-- A parent leaves, or the athlete removes one.
CREATE POLICY deleted ON public.family_members FOR DELETE TO authenticated
  USING (role = 'parent' AND (user_id = (SELECT auth.uid()) OR family_unit_id = (SELECT compass.own_family())));
CREATE POLICY seen ON public.family_code_usage_log FOR SELECT TO authenticated
  USING (family_unit_id = ANY ((SELECT compass.my_families())::uuid[]));

-- What is a person's own.
CREATE POLICY own ON public.user_preferences FOR ALL TO authenticated
  USING (user_id = (SELECT auth.uid())) WITH CHECK (user_id = (SELECT auth.uid()));
CREATE POLICY seen_by_parents ON public.user_preferences FOR SELECT TO authenticated
  USING (category = 'player' AND user_id = ANY ((SELECT compass.my_athletes())::uuid[]));
CREATE POLICY own ON public.preference_history FOR ALL TO authenticated
  USING (user_id = (SELECT auth.uid()))
  WITH CHECK (user_id = (SELECT auth.uid()) AND changed_by = (SELECT auth.uid()));
CREATE POLICY own ON public.notifications FOR ALL TO authenticated
  USING (user_id = (SELECT auth.uid())) WITH CHECK (user_id = (SELECT auth.uid()));
CREATE POLICY own ON public.private_notes FOR ALL TO authenticated
  USING (user_id = (SELECT auth.uid()))
  WITH CHECK (
    user_id = (SELECT auth.uid())
    AND CASE table_name
      WHEN 'schools' THEN EXISTS (SELECT 1 FROM public.schools AS s WHERE s.id = record_id)
      WHEN 'coaches' THEN EXISTS (SELECT 1 FROM public.coaches AS c WHERE c.id = record_id)
    END);
CREATE POLICY seen ON public.audit_logs FOR SELECT TO authenticated USING (user_id = (SELECT auth.uid()));
CREATE POLICY seen ON public.parent_view_log FOR SELECT TO authenticated
  USING (athlete_id = (SELECT auth.uid()) OR parent_user_id = (SELECT auth.uid()));
CREATE POLICY made ON public.parent_view_log FOR INSERT TO authenticated
  WITH CHECK (parent_user_id = (SELECT auth.uid()) AND athlete_id = ANY ((SELECT compass.my_athletes())::uuid[]));

-- The timeline. Nobody writes templates.
CREATE POLICY seen ON public.task FOR SELECT TO authenticated USING ((SELECT auth.uid()) IS NOT NULL);
CREATE POLICY seen ON public.athlete_task FOR SELECT TO authenticated
  USING (athlete_id = (SELECT auth.uid()) OR athlete_id = ANY ((SELECT compass.my_athletes())::uuid[]));
CREATE POLICY made ON public.athlete_task FOR INSERT TO authenticated
  WITH CHECK (
    (created_by IS NULL OR created_by = (SELECT auth.uid()) OR created_by = compass.former_author(id))
      AND athlete_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
    OR created_by = (SELECT auth.uid()) AND athlete_id = ANY ((SELECT compass.my_athletes('tasks'))::uuid[]));
CREATE POLICY changed ON public.athlete_task FOR UPDATE TO authenticated
  USING (athlete_id = (SELECT auth.uid()) OR athlete_id = ANY ((SELECT compass.my_athletes('tasks'))::uuid[]))
  WITH CHECK (
    athlete_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
    OR updated_by = (SELECT auth.uid()) AND athlete_id = ANY ((SELECT compass.my_athletes('tasks'))::uuid[]));
CREATE POLICY deleted ON public.athlete_task FOR DELETE TO authenticated
  USING (
    athlete_id = (SELECT auth.uid())
    OR created_by = (SELECT auth.uid()) AND athlete_id = ANY ((SELECT compass.my_athletes('tasks'))::uuid[]));
CREATE POLICY seen ON public.suggestion FOR SELECT TO authenticated
  USING (athlete_id = (SELECT auth.uid()) OR athlete_id = ANY ((SELECT compass.my_athletes())::uuid[]));
CREATE POLICY made ON public.suggestion FOR INSERT TO authenticated
  WITH CHECK (athlete_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete()));
CREATE POLICY changed ON public.suggestion FOR UPDATE TO authenticated
  USING (athlete_id = (SELECT auth.uid())) WITH CHECK (athlete_id = (SELECT auth.uid()));
CREATE POLICY deleted ON public.suggestion FOR DELETE TO authenticated USING (athlete_id = (SELECT auth.uid()));

-- The records of a family: read by its members, written by its athlete and, in the area in which they help, by
-- parents, who delete only what they made themselves. A row without a family is its owner's alone; null never
-- matches.
CREATE FUNCTION compass.let_family_in(shared_table text, area text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine CONSTANT text := 'family_unit_id = (SELECT compass.own_family())
    OR family_unit_id IS NULL AND user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())';
  helped CONSTANT text := format('family_unit_id = ANY ((SELECT compass.helped_families(%L))::uuid[])', area);
BEGIN
  EXECUTE format('CREATE POLICY seen ON public.%I FOR SELECT TO authenticated USING (
    family_unit_id = ANY ((SELECT compass.my_families())::uuid[])
    OR family_unit_id IS NULL AND user_id = (SELECT auth.uid()))', shared_table);
  EXECUTE format('CREATE POLICY made ON public.%I FOR INSERT TO authenticated WITH CHECK (
    (created_by IS NULL OR created_by = (SELECT auth.uid()) OR created_by = compass.former_author(id))
      AND user_id = (SELECT auth.uid()) AND (%s)
    OR created_by = (SELECT auth.uid()) AND user_id = compass.athlete_of(family_unit_id) AND %s)', shared_table, mine, helped);
  EXECUTE format('CREATE POLICY changed ON public.%I FOR UPDATE TO authenticated USING ((%s) OR %s)
    WITH CHECK ((%2$s) OR updated_by = (SELECT auth.uid()) AND %3$s)', shared_table, mine, helped);
  EXECUTE format('CREATE POLICY deleted ON public.%I FOR DELETE TO authenticated USING ((%s)
    OR created_by = (SELECT auth.uid()) AND %s)', shared_table, mine, helped);
END
$$;

SELECT compass.let_family_in(name, area) FROM (VALUES
  ('schools', 'records'), ('coaches', 'records'), ('events', 'records'), ('offers', 'records'), ('documents', 'records'),
  ('performance_metrics', 'metrics')) AS t(name, area);

-- Whoever puts a document in is who uploaded it.
CREATE POLICY author ON public.documents AS RESTRICTIVE FOR INSERT TO authenticated
  WITH CHECK (uploaded_by = (SELECT auth.uid()) OR uploaded_by = compass.former_author(id));

-- An interaction has no owner but whoever logged it.
CREATE POLICY seen ON public.interactions FOR SELECT TO authenticated
  USING (family_unit_id = ANY ((SELECT compass.my_families())::uuid[])
    OR family_unit_id IS NULL AND logged_by = (SELECT auth.uid()));
CREATE POLICY made ON public.interactions FOR INSERT TO authenticated
  WITH CHECK (
    (logged_by = (SELECT auth.uid()) OR logged_by = compass.former_author(id)) AND family_unit_id = (SELECT compass.own_family())
    OR logged_by = (SELECT auth.uid()) AND family_unit_id IS NULL AND (SELECT compass.is_athlete())
    OR logged_by = (SELECT auth.uid()) AND family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]));
CREATE POLICY changed ON public.interactions FOR UPDATE TO authenticated
  USING (
    family_unit_id = (SELECT compass.own_family())
    OR family_unit_id IS NULL AND logged_by = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
    OR family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]))
  WITH CHECK (
    family_unit_id = (SELECT compass.own_family())
    OR family_unit_id IS NULL AND logged_by = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
    OR updated_by = (SELECT auth.uid()) AND family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]));
CREATE POLICY deleted ON public.interactions FOR DELETE TO authenticated
  USING (
    family_unit_id = (SELECT compass.own_family())
    OR family_unit_id IS NULL AND logged_by = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
    OR logged_by = (SELECT auth.uid()) AND family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]));

-- The school's own policy decides whether it is seen. An entry goes with the change that made it, when that is
-- undone, or with its school: a step names every row that it takes away.
CREATE POLICY seen ON public.school_status_history FOR SELECT TO authenticated
  USING (EXISTS (SELECT 1 FROM public.schools AS s WHERE s.id = school_id));
CREATE POLICY made ON public.school_status_history FOR INSERT TO authenticated
  WITH CHECK (
    (changed_by = (SELECT auth.uid()) OR changed_by = compass.former_author(id))
    AND EXISTS (
      SELECT 1 FROM public.schools AS s WHERE s.id = school_id
        AND (s.family_unit_id = (SELECT compass.own_family())
          OR s.family_unit_id IS NULL AND s.user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
          OR s.family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]))));
CREATE POLICY deleted ON public.school_status_history FOR DELETE TO authenticated
  USING (EXISTS (
    SELECT 1 FROM public.schools AS s WHERE s.id = school_id
      AND (s.family_unit_id = (SELECT compass.own_family())
        OR s.family_unit_id IS NULL AND s.user_id = (SELECT auth.uid()) AND (SELECT compass.is_athlete())
        OR changed_by = (SELECT auth.uid()) AND s.family_unit_id = ANY ((SELECT compass.helped_families('records'))::uuid[]))));

-- What `compass_pull` reads as the caller.
CREATE POLICY seen ON compass.scopes FOR SELECT TO authenticated USING (id = ANY ((SELECT compass.my_scopes())::uuid[]));
CREATE POLICY seen ON compass.changes FOR SELECT TO authenticated USING (scope = ANY ((SELECT compass.my_scopes())::uuid[]));
CREATE POLICY seen ON compass.server FOR SELECT TO authenticated USING (true);
CREATE POLICY seen ON compass.shared_tables FOR SELECT TO authenticated USING (true);
