-- Test data: two families, a parent who was removed from one of them, and a row of every table. The
-- function test.id makes an id from a name, such as test.id('sam'). The id of a private note follows
-- from its record and its author.
CREATE SCHEMA test;
GRANT USAGE ON SCHEMA test TO PUBLIC;

CREATE FUNCTION test.id(name text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN name LIKE '%''s note'
    THEN compass.note_id('schools', md5('duke')::uuid, md5(split_part(name, '''', 1))::uuid) ELSE md5(name)::uuid END
$$;

-- Makes the rest of the transaction run as this person, as the server does for a request.
-- `nobody` is a caller without a token, and `service` one with the service key.
CREATE FUNCTION test.ask_as(person text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('role',
    CASE person WHEN 'nobody' THEN 'anon' WHEN 'service' THEN 'service_role' ELSE 'authenticated' END, true);
  PERFORM set_config('request.jwt.claims', CASE WHEN person IN ('nobody', 'service') THEN ''
    ELSE jsonb_build_object('sub', test.id(person), 'role', 'authenticated', 'email', person || '@example.org')::text END, true);
END
$$;

-- Runs a statement as a person and rolls it back. Returns the number of affected rows, or the code
-- of the error.
CREATE FUNCTION test.try(person text, statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  rows bigint;
  said text;
BEGIN
  BEGIN
    PERFORM test.ask_as(person);
    EXECUTE statement;
    GET DIAGNOSTICS rows = ROW_COUNT;
    SET CONSTRAINTS ALL IMMEDIATE;
    RAISE EXCEPTION USING ERRCODE = 'TT000', MESSAGE = rows::text;
  EXCEPTION WHEN OTHERS THEN
    said := CASE WHEN SQLSTATE = 'TT000' THEN SQLERRM ELSE SQLSTATE END;
  END;
  RETURN said;
END
$$;

-- Runs a query as a person, keeps its changes, and returns its first value.
CREATE FUNCTION test.ask(person text, statement text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  said jsonb;
BEGIN
  PERFORM test.ask_as(person);
  EXECUTE statement INTO said;
  PERFORM set_config('role', 'none', true);
  RETURN said;
END
$$;

-- Returns one change of a row in the JSON form in which devices send it.
CREATE FUNCTION test.change(op text, table_name text, name text, set jsonb DEFAULT NULL,
  was jsonb DEFAULT NULL) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('op', op, 'table', table_name, 'id', test.id(name)))
    || CASE WHEN set IS NULL THEN '{}' ELSE jsonb_build_object('set', set) END
    || CASE WHEN was IS NULL THEN '{}' ELSE jsonb_build_object('was', was) END
$$;
CREATE FUNCTION test.step(person text, name text, VARIADIC changes jsonb[]) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('id', test.id(name), 'person', test.id(person), 'operation', 'test', 'summary', name,
    'at', '2026-11-22T12:00:00.000Z', 'part', 1, 'parts', 1, 'changes', to_jsonb(changes))
$$;
-- Sends steps with `compass_push` and returns the outcomes as one text, such as `applied` or `held
-- changed notes`.
CREATE FUNCTION test.push(person text, VARIADIC steps jsonb[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  said jsonb;
BEGIN
  PERFORM test.ask_as(person);
  said := public.compass_push(to_jsonb(steps));
  PERFORM set_config('role', 'none', true);
  RETURN (
    SELECT string_agg(concat_ws(' ', s.value ->> 'outcome', (
      SELECT string_agg(concat_ws(' ', d ->> 'reason', d ->> 'column', d ->> 'rule', d ->> 'by_table'), ', ')
      FROM jsonb_array_elements(s.value -> 'details') AS d)), '; ' ORDER BY s.place)
    FROM jsonb_array_elements(said) WITH ORDINALITY AS s(value, place));
END
$$;
CREATE FUNCTION test.push_one(person text, VARIADIC changes jsonb[]) RETURNS text LANGUAGE sql AS $$
  SELECT test.push(person, test.step(person, gen_random_uuid()::text, VARIADIC changes))
$$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA test TO PUBLIC;

-- The athlete sam has the parents dana (who may only read), hank (who may change all records) and
-- rita (who was removed). The athlete kim is of another family, with the parent lee.
INSERT INTO public.users (id, email, full_name, role, graduation_year)
SELECT test.id(name), name || '@example.org', initcap(name), role, CASE role WHEN 'player' THEN 2028 END
FROM (VALUES ('sam', 'player'), ('dana', 'parent'), ('hank', 'parent'), ('rita', 'parent'), ('kim', 'player'), ('lee',
  'parent')) AS p(name, role);

INSERT INTO public.family_units (id, player_user_id, family_name, family_code, code_generated_at) VALUES
  (test.id('sams'), test.id('sam'), 'Sam''s', 'FAM-AAAAAA', now()),
  (test.id('kims'), test.id('kim'), 'Kim''s', 'FAM-BBBBBB', now());
INSERT INTO public.family_members (id, family_unit_id, user_id, role, helps) VALUES
  (test.id('sams sam'), test.id('sams'), test.id('sam'), 'player', '{}'),
  (test.id('sams dana'), test.id('sams'), test.id('dana'), 'parent', '{}'),
  (test.id('sams hank'), test.id('sams'), test.id('hank'), 'parent', '{records,metrics,tasks}'),
  (test.id('sams rita'), test.id('sams'), test.id('rita'), 'parent', '{records,metrics,tasks}'),
  (test.id('kims kim'), test.id('kims'), test.id('kim'), 'player', '{}'),
  (test.id('kims lee'), test.id('kims'), test.id('lee'), 'parent', '{records,metrics,tasks}');
DELETE FROM public.family_members WHERE id = test.id('sams rita');

INSERT INTO public.schools (id, user_id, family_unit_id, name) VALUES
  (test.id('duke'), test.id('sam'), test.id('sams'), 'Duke'),
  (test.id('yale'), test.id('sam'), test.id('sams'), 'Yale'),
  (test.id('secret school'), test.id('sam'), NULL, 'Only Sam''s'),
  (test.id('rice'), test.id('kim'), test.id('kims'), 'Rice');
INSERT INTO public.school_status_history (id, school_id, new_status, changed_by) VALUES
  (test.id('duke history'), test.id('duke'), 'contacted', test.id('sam'));
INSERT INTO public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name) VALUES
  (test.id('rivera'), test.id('duke'), test.id('sam'), test.id('sams'), 'head', 'Ana', 'Rivera'),
  (test.id('secret coach'), test.id('secret school'), test.id('sam'), NULL, 'head', 'Bo', 'Ito');
INSERT INTO public.events (id, user_id, family_unit_id, type, name, start_date) VALUES
  (test.id('camp'), test.id('sam'), test.id('sams'), 'camp', 'Summer camp', '2027-06-01'),
  (test.id('secret event'), test.id('sam'), NULL, 'game', 'A game', '2027-06-02');
INSERT INTO public.interactions (id, school_id, coach_id, family_unit_id, type, direction, occurred_at, logged_by) VALUES
  (test.id('call'), test.id('duke'), test.id('rivera'), test.id('sams'), 'phone_call', 'outbound', '2026-11-01T10:00:00Z',
    test.id('sam')),
  (test.id('hank''s call'), test.id('duke'), test.id('rivera'), test.id('sams'), 'phone_call', 'outbound',
    '2026-11-02T10:00:00Z', test.id('hank')),
  (test.id('secret call'), test.id('secret school'), NULL, NULL, 'email', 'inbound', '2026-11-01T11:00:00Z', test.id('sam'));
INSERT INTO public.offers (id, user_id, school_id, family_unit_id, offer_type) VALUES
  (test.id('offer'), test.id('sam'), test.id('duke'), test.id('sams'), 'partial'),
  (test.id('secret offer'), test.id('sam'), test.id('secret school'), NULL, 'full_ride');
INSERT INTO public.performance_metrics (id, user_id, family_unit_id, recorded_date, metric_type, value) VALUES
  (test.id('velocity'), test.id('sam'), test.id('sams'), '2026-10-01', 'velocity', 85.5),
  (test.id('secret velocity'), test.id('sam'), NULL, '2026-10-02', 'velocity', 86);
INSERT INTO public.documents (id, user_id, family_unit_id, type, title, file_url, uploaded_by) VALUES
  (test.id('video'), test.id('sam'), test.id('sams'), 'highlight_video', 'Fall', 'https://example.org/v', test.id('sam')),
  (test.id('secret video'), test.id('sam'), NULL, 'resume', 'Mine', 'https://example.org/r', test.id('sam'));
INSERT INTO public.recommendation_letters (id, user_id, writer_name) VALUES (test.id('letter'), test.id('sam'), 'Mr. Cole');
INSERT INTO public.athlete_task (id, athlete_id, task_id, status)
SELECT test.id('progress'), test.id('sam'), id, 'not_started' FROM public.task WHERE catalogue_order = 0;
INSERT INTO public.suggestion (id, athlete_id, rule_type, urgency, message) VALUES
  (test.id('suggestion'), test.id('sam'), 'school-list-building', 'low', 'Add schools');
INSERT INTO public.notifications (id, user_id, type, title) VALUES
  (test.id('sam is told'), test.id('sam'), 'deadline_alert', 'Offer'),
  (test.id('dana is told'), test.id('dana'), 'deadline_alert', 'Offer');
INSERT INTO public.user_preferences (id, user_id, category) VALUES
  (test.id('sam as player'), test.id('sam'), 'player'),
  (test.id('sam''s settings'), test.id('sam'), 'notifications'),
  (test.id('dana''s settings'), test.id('dana'), 'notifications');
INSERT INTO public.preference_history (id, user_id, category, new_value, changed_by) VALUES
  (test.id('sam before'), test.id('sam'), 'player', '{}', test.id('sam'));
INSERT INTO public.private_notes (id, user_id, table_name, record_id, note) VALUES
  (test.id('sam''s note'), test.id('sam'), 'schools', test.id('duke'), 'Sam''s own thought'),
  (test.id('dana''s note'), test.id('dana'), 'schools', test.id('duke'), 'Dana''s own thought');
INSERT INTO public.parent_view_log (id, parent_user_id, athlete_id, viewed_item_type) VALUES
  (test.id('dana looked'), test.id('dana'), test.id('sam'), 'dashboard');
INSERT INTO public.family_code_usage_log (id, family_unit_id, user_id, code_used, action) VALUES
  (test.id('code made'), test.id('sams'), test.id('sam'), 'FAM-AAAAAA', 'generated');
INSERT INTO public.audit_logs (id, user_id, action) VALUES (test.id('audited'), test.id('sam'), 'member_joined');
INSERT INTO public.handles (id, scope, kind, number, record_id) VALUES (test.id('s1'), test.id('sams'), 's', 1, test.id('duke'));
