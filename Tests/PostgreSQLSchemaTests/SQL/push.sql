-- Tests of `compass_push`, by which a device sends its steps (the changes of one command). Each
-- block is rolled back, so that every block begins with the data of family.sql.
CREATE TEMP TABLE said (title text, got text, wanted text);
CREATE FUNCTION pg_temp.expect(title text, got text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF got IS DISTINCT FROM wanted THEN RAISE INFO '%: % instead of %', title, coalesce(got, 'null'), wanted; END IF;
END
$$;

BEGIN;
SELECT pg_temp.expect('a new school is taken', test.push_one('sam',
  test.change('insert', 'schools', 'mit', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'MIT'))), 'applied');
SELECT pg_temp.expect('the same row again is fine', test.push_one('sam',
  test.change('insert', 'schools', 'mit', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'MIT', 'updated_at', '2020-01-01T00:00:00Z'))), 'applied');
SELECT pg_temp.expect('another row of this id is held', test.push_one('sam',
  test.change('insert', 'schools', 'mit', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'M.I.T.'))), 'held there_already name');
SELECT pg_temp.expect('a child may come before its parent', test.push_one('sam',
  test.change('insert', 'coaches', 'lin', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'school_id', test.id('cmu'), 'role', 'head', 'first_name', 'Lin', 'last_name', 'Oh')),
  test.change('insert', 'schools', 'cmu', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'CMU'))), 'applied');
SELECT pg_temp.expect('a key that leads nowhere is noticed before the answer', test.push_one('sam',
  test.change('insert', 'coaches', 'nobody''s', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id',
    test.id('sams'), 'school_id', test.id('nowhere'), 'role', 'head', 'first_name', 'A', 'last_name', 'B'))),
  'held parent_missing coaches_school_id_fkey');
SELECT pg_temp.expect('nothing of it is kept', (SELECT count(*)::text FROM public.coaches WHERE id = test.id('nobody''s')), '0');
SELECT pg_temp.expect('and the next step is taken', test.push('sam',
  test.step('sam', 'bad', test.change('insert', 'coaches', 'nobody''s', jsonb_build_object('user_id', test.id('sam'),
    'family_unit_id', test.id('sams'), 'school_id', test.id('nowhere'), 'role', 'head', 'first_name', 'A', 'last_name', 'B'))),
  test.step('sam', 'good', test.change('update', 'schools', 'duke', '{"notes": "x"}', '{"notes": null}'))),
  'held parent_missing coaches_school_id_fkey; applied');
ROLLBACK;

BEGIN;
SELECT pg_temp.expect('a change of what is there', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"notes": "first"}', '{"notes": null}')), 'applied');
SELECT pg_temp.expect('a change of what is there no more', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"notes": "second"}', '{"notes": "other"}')), 'held changed notes');
SELECT pg_temp.expect('what is so already', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"notes": "first"}', '{"notes": "other"}')), 'applied');
SELECT pg_temp.expect('columns that nobody meant are not compared', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"notes": "third", "updated_at": "2026-11-22T12:00:00.000Z", "status_changed_at": null}',
    '{"notes": "first", "updated_at": "1999-01-01T00:00:00.000Z", "status_changed_at": "1999-01-01T00:00:00.000Z"}')), 'applied');
SELECT pg_temp.expect('the later one stands', (SELECT updated_at::text FROM public.schools WHERE id = test.id('duke')),
  '2026-11-22 12:00:00+00');
SELECT pg_temp.expect('one change that does not fit holds all of the step', test.push_one('sam',
  test.change('update', 'schools', 'yale', '{"notes": "y"}', '{"notes": null}'),
  test.change('update', 'schools', 'duke', '{"notes": "z"}', '{"notes": "never"}')), 'held changed notes');
SELECT pg_temp.expect('so that nothing of it is kept', (SELECT notes FROM public.schools WHERE id = test.id('yale')), NULL);
SELECT pg_temp.expect('who wrote what stands against it is said', (
  SELECT d ->> 'by' FROM jsonb_array_elements(test.ask('sam', format('SELECT public.compass_push(%L)',
    jsonb_build_array(test.step('sam', 'asks',
    test.change('update', 'schools', 'duke', '{"notes": "z"}', '{"notes": "never"}'))))) -> 0 -> 'details') AS d),
      test.id('sam')::text);
ROLLBACK;

-- Steps that are alike are judged together. What is answered and kept must be the same as one by one.
CREATE FUNCTION pg_temp.adds(name text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT test.step('sam', 'adds ' || name, test.change('insert', 'schools', name,
    jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'name', name)))
$$;
CREATE FUNCTION pg_temp.kept() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', s.summary, c.set ->> 'name'), ', ' ORDER BY s.number)
  FROM compass.steps AS s JOIN compass.step_changes AS c ON c.step = s.number WHERE s.summary LIKE 'adds %'
$$;

BEGIN;
SELECT pg_temp.expect('steps that are alike', test.push('sam', pg_temp.adds('t1'), pg_temp.adds('t2'), pg_temp.adds('t3'),
  pg_temp.adds('t4'), pg_temp.adds('t5')), 'applied; applied; applied; applied; applied');
SELECT pg_temp.expect('each is kept with its own change', pg_temp.kept(), 'adds t1 t1, adds t2 t2, adds t3 t3, adds t4 t4, adds t5 t5');
SELECT pg_temp.expect('all are known when they come again', test.push('sam', pg_temp.adds('t1'), pg_temp.adds('t2'), pg_temp.adds('t3'),
  pg_temp.adds('t4'), pg_temp.adds('t5')), 'known; known; known; known; known');
SELECT pg_temp.expect('known ones among new ones', test.push('sam', pg_temp.adds('t6'), pg_temp.adds('t3'), pg_temp.adds('t7')),
  'applied; known; applied');
ROLLBACK;

BEGIN;
SELECT pg_temp.expect('one of many that does not fit', test.push('sam', pg_temp.adds('t1'), pg_temp.adds('t2'),
  test.step('sam', 'bad', test.change('update', 'schools', 'duke', '{"notes": "z"}', '{"notes": "never"}')),
  pg_temp.adds('t3'), pg_temp.adds('t4')), 'applied; applied; held changed notes; applied; applied');
SELECT pg_temp.expect('the others are kept in their order', pg_temp.kept(), 'adds t1 t1, adds t2 t2, adds t3 t3, adds t4 t4');
ROLLBACK;

BEGIN;
SELECT pg_temp.expect('two steps about one record', test.push('sam', pg_temp.adds('t1'),
  test.step('sam', 'first', test.change('update', 'schools', 't1', '{"notes": "one"}', '{"notes": null}')), pg_temp.adds('t2'),
  test.step('sam', 'second', test.change('update', 'schools', 't1', '{"notes": "two"}', '{"notes": "one"}'))),
  'applied; applied; applied; applied');
SELECT pg_temp.expect('the later one stands', (SELECT notes FROM public.schools WHERE id = test.id('t1')), 'two');
ROLLBACK;

BEGIN;
SELECT pg_temp.expect('another step of the same id', test.push('sam', pg_temp.adds('t1'), pg_temp.adds('t2') || jsonb_build_object(
  'id', test.id('adds t1'))), 'applied; refused another_step_has_this_id');
SELECT pg_temp.expect('a step of another person among them', test.push('sam', pg_temp.adds('t3'),
  pg_temp.adds('t4') || jsonb_build_object('person', test.id('hank')), pg_temp.adds('t5')), 'applied; refused another_person; applied');
SELECT pg_temp.expect('what cannot be read among them', test.push('sam', pg_temp.adds('t6'), '{"id": 7}', pg_temp.adds('t7') || '{"part": "x"}',
  pg_temp.adds('t8') || '{"at": "now"}', pg_temp.adds('t9')), 'applied; refused unreadable_value; refused unreadable_value; refused unreadable_value at; applied');
SELECT pg_temp.expect('a deletion among them', test.push('sam', pg_temp.adds('t10'),
  test.step('sam', 'gone', test.change('delete', 'schools', 't1', NULL, '{"name": "t1"}')), pg_temp.adds('t11')), 'applied; applied; applied');
SELECT pg_temp.expect('it is gone', (SELECT count(*)::text FROM public.schools WHERE id = test.id('t1')), '0');
ROLLBACK;

-- A later step must not change the answer to an earlier one, nor who reads it.
BEGIN;
CREATE TEMP TABLE needed ON COMMIT DROP AS SELECT task_id FROM public.athlete_task WHERE id = test.id('progress');
DELETE FROM public.athlete_task WHERE id = test.id('progress');
SELECT pg_temp.expect('a task before the one that it needs', test.push('sam',
  test.step('sam', 'second task', test.change('insert', 'athlete_task', 'later', jsonb_build_object('athlete_id', test.id('sam'), 'task_id',
    (SELECT id FROM public.task WHERE title = 'Research Division Levels'), 'status', 'completed'))),
  test.step('sam', 'first task', test.change('insert', 'athlete_task', 'sooner', jsonb_build_object('athlete_id', test.id('sam'), 'task_id',
    (SELECT task_id FROM needed), 'status', 'completed')))), 'refused rule task_is_unlocked; applied');
ROLLBACK;

BEGIN;
INSERT INTO public.users (id, email, full_name, role, graduation_year) VALUES (test.id('zoe'), 'zoe@example.org', 'Zoe', 'player', 2028);
SELECT pg_temp.expect('a family after what its athlete wrote alone', test.push('zoe',
  test.step('zoe', 'alone', test.change('insert', 'user_preferences', 'zoes', jsonb_build_object('user_id', test.id('zoe'), 'category',
    'player', 'data', '{}'::jsonb))),
  test.step('zoe', 'together', test.change('insert', 'family_units', 'zoes family', jsonb_build_object('player_user_id', test.id('zoe'),
    'family_name', 'Zoe''s')), test.change('insert', 'family_members', 'zoes zoe', jsonb_build_object('family_unit_id',
    test.id('zoes family'), 'user_id', test.id('zoe'), 'role', 'player')))), 'applied; applied');
SELECT pg_temp.expect('the family does not read it', (SELECT c.scopes::text FROM compass.step_changes AS c WHERE c.id = test.id('zoes')),
  ARRAY[test.id('zoe')]::text);
ROLLBACK;

-- A change names the value before it. The server must compare this value by the type of the column
-- and not by its spelling, so that equal values cause no conflict.
BEGIN;
SELECT pg_temp.expect('0 is false', test.push_one('sam', test.change('update', 'schools', 'duke', '{"is_favorite": 1}',
  '{"is_favorite": 0}')), 'applied');
SELECT pg_temp.expect('and 1 is true', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"is_favorite": false}', '{"is_favorite": true}')), 'applied');
SELECT pg_temp.expect('85.50 is 85.5', test.push_one('sam', test.change('update', 'performance_metrics', 'velocity',
  '{"value": 86.0}', '{"value": 85.50}')), 'applied');
SELECT pg_temp.expect('85.4 is not', test.push_one('sam', test.change('update', 'performance_metrics', 'velocity',
  '{"value": 87}', '{"value": 85.4}')), 'held changed value');
SELECT pg_temp.expect('1.0 is 1', test.push_one('sam', test.change('update', 'documents', 'video', '{"version": 2.0}',
  '{"version": 1.0}')), 'applied');
SELECT pg_temp.expect('1.5 is no whole number', test.push_one('sam', test.change('update', 'documents', 'video',
  '{"version": 1.5}', '{"version": 2}')), 'refused unreadable_value');
SELECT pg_temp.expect('an instant in another zone is the same', test.push_one('sam', test.change('update', 'interactions', 'call',
  '{"occurred_at": "2026-11-01T12:00:00.000Z"}', '{"occurred_at": "2026-11-01T05:00:00.0001-05:00"}')), 'applied');
SELECT pg_temp.expect('another instant is not', test.push_one('sam', test.change('update', 'interactions', 'call',
  '{"occurred_at": "2026-11-01T13:00:00.000Z"}', '{"occurred_at": "2026-11-01T12:00:00.001Z"}')), 'held changed occurred_at');
SELECT pg_temp.expect('a time without seconds is one', test.push_one('sam', test.change('update', 'events', 'camp',
  '{"start_time": "09:30"}', '{"start_time": null}'),
  test.change('update', 'events', 'camp', '{"start_time": "10:00"}', '{"start_time": "09:30"}')), 'applied');
SELECT pg_temp.expect('lists', test.push_one('sam', test.change('update', 'schools', 'duke', '{"pros": ["near", "warm"]}',
  '{"pros": []}'),
  test.change('update', 'schools', 'duke', '{"pros": []}', '{"pros": ["near", "warm"]}')), 'applied');
SELECT pg_temp.expect('JSON whose members stand otherwise is the same', test.push_one('sam',
  test.change('update', 'schools', 'duke', '{"academic_info": {"city": "Durham", "student_size": 6500}}',
    '{"academic_info": null}'),
  test.change('update', 'schools', 'duke', '{"academic_info": {"student_size": 7000, "city": "Durham"}}',
    '{"academic_info": {"student_size": 6500.0, "city": "Durham"}}')), 'applied');
SELECT pg_temp.expect('two devices change different members', test.push_one('sam',
  test.change('update', 'schools', 'duke', '{"academic_info": {"city": "Raleigh", "student_size": 6500}}',
    '{"academic_info": {"city": "Durham", "student_size": 6500}}')), 'applied');
SELECT pg_temp.expect('and both are kept', (SELECT academic_info::text FROM public.schools WHERE id = test.id('duke')),
  '{"city": "Raleigh", "student_size": 7000}');
SELECT pg_temp.expect('the same member is a conflict', test.push_one('sam',
  test.change('update', 'schools', 'duke', '{"academic_info": {"city": "Chapel Hill"}}',
    '{"academic_info": {"city": "Durham"}}')), 'held changed academic_info');
SELECT pg_temp.expect('a list with a hole', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"pros": ["a", null]}', '{"pros": []}')), 'refused rule texts_check');
SELECT pg_temp.expect('a list of lists', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"pros": [["a"], ["b"]]}', '{"pros": []}')), 'refused rule texts_check');
SELECT pg_temp.expect('an hour that no day has', test.push_one('sam', test.change('update', 'events', 'camp',
  '{"end_time": "24:00"}', '{"end_time": null}')), 'refused rule clock_check');
SELECT pg_temp.expect('an unknown column', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"colour": "blue"}', '{"colour": null}')), 'refused malformed');
SELECT pg_temp.expect('an unknown table', test.push_one('sam', test.change('delete', 'pg_class', 'duke')), 'refused malformed');
SELECT pg_temp.expect('a table that no step writes', test.push_one('sam', test.change('delete', 'family_code_usage_log',
  'code made')), 'refused malformed');
SELECT pg_temp.expect('a change that does not say what was', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"notes": "x"}', '{}')), 'refused malformed');
SELECT pg_temp.expect('a day that is none', test.push_one('sam', test.change('update', 'events', 'camp',
  '{"start_date": "soon"}', '{"start_date": "2027-06-01"}')), 'refused unreadable_value start_date');
SELECT pg_temp.expect('a value that a rule forbids', test.push_one('sam', test.change('update', 'schools', 'duke',
  '{"status": "dreaming"}', '{"status": "researching"}')), 'refused rule schools_status_check');
ROLLBACK;

-- Deletions: a row must still have the values that the device has seen, and a row to which other
-- rows refer is kept unless the step deletes those too.
BEGIN;
SELECT pg_temp.expect('a row as it was', test.push_one('sam', test.change('delete', 'schools', 'yale', NULL,
  '{"name": "Yale", "notes": null}')), 'applied');
SELECT pg_temp.expect('gone already is what was wanted', test.push_one('sam', test.change('delete', 'schools', 'yale', NULL,
  '{"name": "Yale"}')), 'applied');
SELECT pg_temp.expect('a change of what is gone', test.push_one('sam', test.change('update', 'schools', 'yale',
  '{"notes": "x"}', '{"notes": null}')), 'held gone');
SELECT pg_temp.expect('a row that was changed', test.push_one('sam', test.change('delete', 'offers', 'offer', NULL,
  '{"notes": "before"}')), 'held changed notes');
SELECT pg_temp.expect('a row on which others hang', test.push_one('sam', test.change('delete', 'schools', 'duke', NULL,
  '{"name": "Duke"}')),
  -- The list ends with the note that sam wrote on another device. A device that deletes the school
  -- must name the note, which shows that it knows it.
  'held used coaches, used interactions, used offers, used school_status_history, used private_notes');
SELECT pg_temp.expect('with all that hangs on it named', test.push_one('sam',
  test.change('delete', 'private_notes', 'sam''s note', NULL, '{}'),
  test.change('delete', 'interactions', 'call', NULL, '{}'), test.change('delete', 'interactions', 'hank''s call', NULL, '{}'),
  test.change('delete', 'offers', 'offer', NULL, '{}'), test.change('delete', 'school_status_history', 'duke history', NULL,
    '{}'),
  test.change('delete', 'coaches', 'rivera', NULL, '{}'), test.change('delete', 'schools', 'duke', NULL,
    '{"name": "Duke"}')), 'applied');
SELECT pg_temp.expect('taken back under the names of those who wrote it', test.push_one('sam',
  test.change('insert', 'schools', 'duke', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'Duke')),
  test.change('insert', 'interactions', 'hank''s call', jsonb_build_object('school_id', test.id('duke'), 'family_unit_id',
    test.id('sams'),
    'type', 'phone_call', 'direction', 'outbound', 'occurred_at', '2026-11-02T10:00:00Z', 'logged_by', test.id('hank')))),
      'applied');
SELECT pg_temp.expect('a note on it came back to its writer''s devices', (
  SELECT count(*)::text FROM compass.changes AS c JOIN compass.scopes AS s ON s.id = c.scope AND s.taken_by = pg_current_xact_id()
  WHERE c.id = test.id('dana''s note') AND c.scope = test.id('dana') AND c.revision = s.revision AND NOT c.gone), '1');
ROLLBACK;

-- Rights: a forbidden change of a row that the person can read is refused. For a row that the
-- person cannot read, the answer is as if it did not exist, so that it reveals nothing.
BEGIN;
SELECT pg_temp.expect('a parent changes', test.push_one('dana', test.change('update', 'schools', 'duke', '{"notes": "x"}',
  '{"notes": null}')), 'refused not_allowed');
SELECT pg_temp.expect('a parent deletes', test.push_one('dana', test.change('delete', 'schools', 'yale', NULL, '{}')),
  'refused not_allowed');
SELECT pg_temp.expect('a parent adds', test.push_one('dana', test.change('insert', 'schools', 'x',
  jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'name', 'X'))), 'refused not_allowed');
SELECT pg_temp.expect('a parent''s own view is logged', test.push_one('dana', test.change('insert', 'parent_view_log',
  'looked', jsonb_build_object('parent_user_id', test.id('dana'), 'athlete_id', test.id('sam'), 'viewed_item_type',
  'school'))), 'applied');
SELECT pg_temp.expect('a parent deletes what she logged', test.push_one('dana', test.change('delete', 'parent_view_log',
  'looked', NULL, '{}')), 'refused not_allowed');
SELECT pg_temp.expect('one''s own profile', test.push_one('dana', test.change('update', 'users', 'dana',
  '{"full_name": "Dana L."}', '{"full_name": "Dana"}')), 'applied');
SELECT pg_temp.expect('another''s', test.push_one('dana', test.change('update', 'users', 'sam', '{"full_name": "S."}',
  '{"full_name": "Sam"}')), 'refused not_allowed');
SELECT pg_temp.expect('a role', test.push_one('dana', test.change('update', 'users', 'dana', '{"role": "player"}',
  '{"role": "parent"}')), 'refused not_allowed');
SELECT pg_temp.expect('who helps', test.push_one('sam', test.change('update', 'family_members', 'sams dana',
  '{"helps": ["tasks"]}', '{"helps": []}')), 'applied');
SELECT pg_temp.expect('a helper changes', test.push_one('hank', test.change('update', 'schools', 'duke',
  jsonb_build_object('notes', 'hank''s', 'updated_by', test.id('hank')), '{"notes": null, "updated_by": null}')), 'applied');
SELECT pg_temp.expect('under her name', (SELECT updated_by::text FROM public.schools WHERE id = test.id('duke')),
  test.id('hank')::text);
SELECT pg_temp.expect('a helper takes back the first change', test.push_one('hank', test.change('update', 'schools', 'duke',
  '{"notes": null, "updated_by": null}', jsonb_build_object('notes', 'hank''s', 'updated_by', test.id('hank')))), 'applied');
SELECT pg_temp.expect('what is worked out names nobody', test.push_one('hank', test.change('update', 'coaches', 'rivera',
  '{"last_contact_date": "2026-11-02T10:00:00Z"}', '{"last_contact_date": null}')), 'applied');
SELECT pg_temp.expect('and is hers there', (SELECT updated_by::text FROM public.coaches WHERE id = test.id('rivera')),
  test.id('hank')::text);
SELECT pg_temp.expect('once more', test.push_one('hank', test.change('update', 'schools', 'duke',
  jsonb_build_object('notes', 'hank''s', 'updated_by', test.id('hank')), '{"notes": null, "updated_by": null}')), 'applied');
SELECT pg_temp.expect('an undo names whoever undoes', test.push_one('sam', test.change('update', 'schools', 'duke',
  jsonb_build_object('notes', NULL, 'updated_by', test.id('hank')), '{"notes": "hank''s", "updated_by": null}')), 'applied');
SELECT pg_temp.expect('and nobody else', (SELECT updated_by::text FROM public.schools WHERE id = test.id('duke')),
  test.id('sam')::text);
SELECT pg_temp.expect('a helper deletes what is not hers', test.push_one('hank', test.change('delete', 'schools', 'yale',
  NULL, '{}')), 'refused not_allowed');
SELECT pg_temp.expect('a stranger''s row is not there', test.push_one('kim', test.change('update', 'schools', 'duke',
  '{"notes": "x"}', '{"notes": null}')), 'held gone');
SELECT pg_temp.expect('a stranger deletes nothing', test.push_one('kim', test.change('delete', 'schools', 'yale', NULL,
  '{}')), 'applied');
SELECT pg_temp.expect('nothing of which is in another family''s history', (test.ask('sam',
  'SELECT public.compass_history()')::text LIKE '%' || test.id('kim') || '%')::text, 'false');
SELECT pg_temp.expect('and it is still there', (SELECT name FROM public.schools WHERE id = test.id('yale')), 'Yale');
SELECT pg_temp.expect('an id that is somebody else''s row', test.push_one('kim', test.change('insert', 'schools', 'duke',
  jsonb_build_object('user_id', test.id('kim'), 'family_unit_id', test.id('kims'), 'name', 'Duke'))),
  'refused id_taken schools_pkey');
SELECT pg_temp.expect('a school of another family', test.push_one('kim', test.change('insert', 'coaches', 'x',
  jsonb_build_object('user_id', test.id('kim'), 'family_unit_id', test.id('kims'), 'school_id', test.id('duke'), 'role',
  'head', 'first_name', 'A', 'last_name', 'B'))), 'refused rule school_id stays_in_family');
SELECT pg_temp.expect('a step in another''s name', test.push('sam', test.step('dana', 'hers', test.change('delete',
  'schools', 'yale'))), 'refused another_person');
SELECT pg_temp.expect('a locked task', test.push_one('sam', test.change('insert', 'athlete_task', 'locked',
  jsonb_build_object('athlete_id', test.id('sam'),
  'task_id', (SELECT id FROM public.task WHERE title = 'Research Division Levels'), 'status', 'completed'))),
    'refused rule task_is_unlocked');
SELECT pg_temp.expect('caught up with in one step, in any order', test.push_one('sam',
  test.change('insert', 'athlete_task', 'later', jsonb_build_object('athlete_id', test.id('sam'), 'task_id',
    (SELECT id FROM public.task WHERE title = 'Research Division Levels'), 'status', 'completed')),
  test.change('update', 'athlete_task', 'progress', '{"status": "completed"}', '{"status": "not_started"}')), 'applied');
SELECT pg_temp.expect('what a task needs is skipped', test.push_one('sam',
  test.change('update', 'athlete_task', 'later', '{"status": "not_started"}', '{"status": "completed"}'),
  test.change('update', 'athlete_task', 'progress', '{"status": "skipped"}', '{"status": "completed"}')), 'applied');
SELECT pg_temp.expect('and it is completed', test.push_one('sam',
  test.change('update', 'athlete_task', 'later', '{"status": "completed"}', '{"status": "not_started"}')), 'applied');
SELECT pg_temp.expect('a second row for the same task', test.push_one('sam',
  test.change('insert', 'athlete_task', 'twice', jsonb_build_object('athlete_id', test.id('sam'), 'task_id',
    (SELECT id FROM public.task WHERE catalogue_order = 0), 'status', 'skipped'))),
  'held not_unique athlete_task_athlete_id_task_id_key');
ROLLBACK;

-- A step that is sent again, because its answer was lost, must not be applied twice.
BEGIN;
SELECT pg_temp.expect('the first time', test.push('sam', test.step('sam', 'once', test.change('update', 'schools', 'duke',
  '{"notes": "x"}', '{"notes": null}'))), 'applied');
SELECT pg_temp.expect('the second time', test.push('sam', test.step('sam', 'once', test.change('update', 'schools', 'duke',
  '{"notes": "x"}', '{"notes": null}'))), 'known');
SELECT pg_temp.expect('another step under its id', test.push('sam', test.step('sam', 'once', test.change('update',
  'schools', 'duke', '{"notes": "y"}', '{"notes": "x"}'))), 'refused another_step_has_this_id');
SELECT pg_temp.expect('the same id of somebody else', test.push('hank', test.step('hank', 'once', test.change('update',
  'schools', 'duke', jsonb_build_object('notes', 'h', 'updated_by', test.id('hank')),
  '{"notes": "x", "updated_by": null}'))), 'applied');
SELECT pg_temp.expect('both parts of one step', test.push('sam',
  test.step('sam', 'long', test.change('insert', 'schools', 'p1', jsonb_build_object('user_id', test.id('sam'), 'name',
    '1'))) || '{"part": 1, "parts": 2}',
  test.step('sam', 'long', test.change('insert', 'schools', 'p2', jsonb_build_object('user_id', test.id('sam'), 'name',
    '2'))) || '{"part": 2, "parts": 2}'), 'applied; applied');
-- `compass_push` reads this limit to decide when to stop. PostgreSQL itself does not apply it here,
-- because the limit of a statement that runs already is fixed.
SELECT pg_temp.expect('what is judged when the time ran out is answered', (
  SELECT test.push('sam',
    test.step('sam', 'in time', test.change('update', 'schools', 'yale', '{"notes": "1"}', '{"notes": null}')),
    test.step('sam', 'late', test.change('update', 'schools', 'yale', '{"notes": "2"}', '{"notes": "1"}')))
  FROM (SELECT set_config('statement_timeout', '1ms', true)) AS t), 'applied');
SET LOCAL statement_timeout = 0;
SELECT pg_temp.expect('500 rows of which one may not be', test.push_one('kim', VARIADIC (
  SELECT array_agg(test.change('insert', 'schools', 'many ' || n, jsonb_build_object('user_id',
    test.id(CASE n WHEN 400 THEN 'sam' ELSE 'kim' END), 'family_unit_id', test.id('kims'), 'name', n::text)) ORDER BY n)
  FROM generate_series(1, 500) AS n)), 'refused not_allowed');
SELECT pg_temp.expect('500 rows', test.push_one('kim', VARIADIC (
  SELECT array_agg(test.change('insert', 'schools', 'many ' || n, jsonb_build_object('user_id', test.id('kim'),
    'family_unit_id', test.id('kims'), 'name', n::text)) ORDER BY n) FROM generate_series(1, 500) AS n)), 'applied');
SELECT pg_temp.expect('which all are told of', (SELECT count(*)::text FROM compass.changes AS c
  WHERE c.scope = test.id('kims') AND NOT c.gone AND c.id IN (SELECT test.id('many ' || n) FROM generate_series(1, 500) AS n)), '500');
SELECT pg_temp.expect('changed together', test.push_one('kim', VARIADIC (
  SELECT array_agg(test.change('update', 'schools', 'many ' || n, '{"notes": "x"}', '{"notes": null}') ORDER BY n)
  FROM generate_series(1, 500) AS n)), 'applied');
SELECT pg_temp.expect('of which one was changed meanwhile', test.push_one('kim',
  test.change('update', 'schools', 'many 1', '{"notes": "y"}', '{"notes": "x"}'),
  test.change('update', 'schools', 'many 2', '{"notes": "y"}', '{"notes": "other"}')), 'held changed notes');
SELECT pg_temp.expect('and nothing of it is done', (SELECT notes FROM public.schools WHERE id = test.id('many 1')), 'x');
SELECT pg_temp.expect('taken away, but for one that was changed', test.push_one('kim',
  test.change('delete', 'schools', 'many 1', NULL, '{"notes": "x"}'),
  test.change('delete', 'schools', 'many 2', NULL, '{"notes": "other"}')), 'held changed notes');
SELECT pg_temp.expect('a coach hangs on one of them', test.push_one('kim', test.change('insert', 'coaches', 'many coach',
  jsonb_build_object('user_id', test.id('kim'), 'family_unit_id', test.id('kims'), 'school_id', test.id('many 3'), 'role',
  'head', 'first_name', 'A', 'last_name', 'B'))), 'applied');
SELECT pg_temp.expect('and holds all', test.push_one('kim', test.change('delete', 'schools', 'many 2', NULL, '{"name": "2"}'),
  test.change('delete', 'schools', 'many 3', NULL, '{"name": "3"}')), 'held used coaches');
SELECT pg_temp.expect('a stranger takes none of them away', test.push_one('sam', test.change('delete', 'schools', 'many 1', NULL,
  '{}'), test.change('delete', 'schools', 'many 2', NULL, '{}')), 'applied');
SELECT pg_temp.expect('all with what hangs on them', test.push_one('kim', VARIADIC (
  SELECT ARRAY[test.change('delete', 'coaches', 'many coach', NULL, '{}')] || array_agg(test.change('delete', 'schools',
    'many ' || n, NULL, jsonb_build_object('name', n::text)) ORDER BY n) FROM generate_series(1, 499) AS n)), 'applied');
SELECT pg_temp.expect('are gone', (SELECT count(*)::text FROM public.schools AS s
  WHERE s.id IN (SELECT test.id('many ' || n) FROM generate_series(1, 500) AS n)), '1');
SELECT pg_temp.expect('a step that is too long', test.push('sam', test.step('sam', 'too long',
  '{}') || jsonb_build_object('changes',
  (SELECT jsonb_agg(test.change('delete', 'schools', n::text)) FROM generate_series(1, 501) AS n))), 'refused too_large');
UPDATE compass.scopes SET live = 200000 WHERE id = test.id('kims');
SELECT pg_temp.expect('a family that is full', test.push_one('kim', test.change('insert', 'schools', 'p3',
  jsonb_build_object('user_id', test.id('kim'), 'family_unit_id', test.id('kims'), 'name', '3'))),
  'refused too_large family_size');
SELECT pg_temp.expect('still changes', test.push_one('kim', test.change('update', 'schools', 'rice', '{"notes": "x"}',
  '{"notes": null}')), 'applied');
SELECT pg_temp.expect('a step that is no step', test.push('sam', '{"id": "x"}'), 'refused unreadable_value');
SELECT pg_temp.expect('steps of a family that is made', test.push_one('sam', test.change('delete', 'family_units', 'sams',
  NULL, '{}')), 'held used ' || (
  SELECT string_agg(t, ', used ' ORDER BY t) FROM unnest(ARRAY['coaches', 'documents', 'events', 'family_code_usage_log',
    'family_members', 'interactions', 'offers', 'performance_metrics', 'schools']) AS t));
ROLLBACK;

-- A new athlete sends, in one step, a family, the athlete's own membership, and a school.
BEGIN;
SELECT pg_temp.expect('a profile', test.ask('noa', 'SELECT public.open_profile(''player'', ''Noa'', 2029)') ->> 'role', 'player');
SELECT pg_temp.expect('a family with its athlete and a school', test.push_one('noa',
  test.change('insert', 'family_units', 'noas', jsonb_build_object('player_user_id', test.id('noa'), 'family_name', 'Noa''s')),
  test.change('insert', 'family_members', 'noas noa', jsonb_build_object('family_unit_id', test.id('noas'), 'user_id',
    test.id('noa'), 'role', 'player')),
  test.change('insert', 'schools', 'bates', jsonb_build_object('user_id', test.id('noa'), 'family_unit_id', test.id('noas'),
    'name', 'Bates'))), 'applied');
SELECT pg_temp.expect('is there once', (SELECT string_agg(id::text,
  ' ') FROM public.family_members WHERE user_id = test.id('noa')), test.id('noas noa')::text);
ROLLBACK;

-- A deadlock is no fault of the step. The whole request must fail, so that the device sends the
-- step again, instead of getting an outcome such as `refused`.
BEGIN;
CREATE FUNCTION pg_temp.deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$;
CREATE TRIGGER deadlock BEFORE UPDATE ON public.schools FOR EACH ROW EXECUTE FUNCTION pg_temp.deadlock();
GRANT ALL ON SCHEMA test TO PUBLIC;
SELECT pg_temp.expect('a deadlock', test.try('sam', format('SELECT public.compass_push(%L)',
  jsonb_build_array(test.step('sam', 'stuck',
  test.change('update', 'schools', 'duke', '{"notes": "x"}', '{"notes": null}'))))), '40P01');
ROLLBACK;
SELECT pg_temp.expect('without a token', test.try('nobody', 'SELECT public.compass_push(''[]'')'), '42501');

-- A note of sam from another device, unknown to this one, must stop the deletion of several schools
-- in one step too, as it stops that of a single school.
BEGIN;
SELECT test.ask('sam', format('INSERT INTO public.private_notes (user_id, table_name, record_id, note)
  VALUES (%L, ''schools'', %L, ''new'') RETURNING ''1''::jsonb', test.id('sam'), test.id('pine'))) FROM (
  SELECT test.push_one('sam', test.change('insert', 'schools', 'pine', jsonb_build_object('user_id', test.id('sam'),
    'family_unit_id', test.id('sams'), 'name', 'Pine')), test.change('insert', 'schools', 'fir', jsonb_build_object('user_id',
    test.id('sam'), 'family_unit_id', test.id('sams'), 'name', 'Fir')))) AS made \g /dev/null
SELECT pg_temp.expect('a note on one of several', test.push_one('sam', test.change('delete', 'schools', 'pine', NULL, '{}'),
  test.change('delete', 'schools', 'fir', NULL, '{}')), 'held used private_notes');
ROLLBACK;

-- A new kind of record that belongs to families needs only a table and one call of
-- `make_plain_kind` (docs/adding-a-record.md). The awards must then follow all rules of sharing.
BEGIN;
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') \g /dev/null
CREATE TABLE public.awards (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES public.users ON DELETE CASCADE DEFERRABLE,
  family_unit_id uuid REFERENCES public.family_units ON DELETE CASCADE DEFERRABLE,
  name compass.words NOT NULL,
  given_on compass.day,
  event_id uuid REFERENCES public.events ON DELETE SET NULL DEFERRABLE,
  created_by uuid,
  updated_by uuid,
  created_at compass.instant DEFAULT compass.moment(),
  updated_at compass.instant DEFAULT compass.moment()
);
SELECT compass.make_plain_kind('awards') \g /dev/null
RESET role;
CREATE FUNCTION pg_temp.award(name text, family text, event text DEFAULT NULL, author text DEFAULT NULL) RETURNS jsonb LANGUAGE sql AS $$
  SELECT test.change('insert', 'awards', name, jsonb_strip_nulls(jsonb_build_object('user_id', test.id('sam'), 'name', name,
    'family_unit_id', test.id(family), 'event_id', test.id(event), 'created_by', test.id(author))))
$$;
SELECT pg_temp.expect('an award is taken', test.push_one('sam', pg_temp.award('all conference', 'sams', 'camp')), 'applied');
SELECT pg_temp.expect('and of one''s helper', test.push_one('hank', pg_temp.award('mvp', 'sams', NULL, 'hank')), 'applied');
SELECT pg_temp.expect('not of a parent who looks on', test.push_one('dana', pg_temp.award('best', 'sams', NULL, 'dana')),
  'refused not_allowed');
SELECT pg_temp.expect('nor at an event of one''s own alone', test.push_one('sam', pg_temp.award('game', 'sams', 'secret event')),
  'refused rule event_id stays_in_family');
SELECT pg_temp.expect('it is pulled by ' || p, (
  SELECT count(*)::text FROM jsonb_array_elements(test.ask(p, 'SELECT public.compass_pull()') -> 'changes') AS c
  WHERE c ->> 'table' = 'awards'), wanted)
FROM (VALUES ('sam', '2'), ('dana', '2'), ('lee', '0')) AS t(p, wanted);
SELECT pg_temp.expect('another family reads none', test.try('lee', 'SELECT 1 FROM public.awards'), '0');
SELECT pg_temp.expect('nobody signed out does', test.try('nobody', 'SELECT 1 FROM public.awards'), '42501');
ROLLBACK;

-- The server may run similar changes of a step together as one statement. The outcome must be the
-- same as if it ran them one by one.
BEGIN;
SELECT pg_temp.expect('children stand among their parents', test.push_one('sam', VARIADIC (
  SELECT array_agg(c ORDER BY n, k) FROM generate_series(1, 30) AS n, LATERAL (VALUES
    (1, test.change('insert', 'coaches', 'coach ' || n, jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
      'school_id', test.id('school ' || n), 'role', 'head', 'first_name', 'A', 'last_name', 'B'))),
    (2, test.change('insert', 'schools', 'school ' || n, jsonb_build_object('user_id', test.id('sam'), 'family_unit_id',
      test.id('sams'), 'name', 'School ' || n)))) AS v(k, c))), 'applied');
SELECT pg_temp.expect('columns differ from row to row', test.push_one('sam', VARIADIC (
  SELECT array_agg(test.change('update', 'schools', 'school ' || n, CASE n % 2 WHEN 0 THEN '{"notes": "n"}' ELSE '{"city": "c"}' END::jsonb,
    CASE n % 2 WHEN 0 THEN '{"notes": null}' ELSE '{"city": null}' END::jsonb) ORDER BY n) FROM generate_series(1, 30) AS n)), 'applied');
SELECT pg_temp.expect('all of them', (SELECT count(*)::text FROM public.schools WHERE notes = 'n' OR city = 'c'), '30');
SELECT pg_temp.expect('what contradicts is found among many, and nothing else is said', test.push_one('sam', VARIADIC (
  SELECT array_agg(test.change('update', 'schools', 'school ' || n, '{"city": "d"}',
    CASE n WHEN 7 THEN '{"city": "other"}' WHEN 23 THEN '{"city": "another"}' ELSE CASE n % 2 WHEN 0 THEN '{"city": null}' ELSE '{"city": "c"}' END
    END::jsonb) ORDER BY n) FROM generate_series(1, 30) AS n)), 'held changed city, changed city');
SELECT pg_temp.expect('so is what may not be, with its record', (
  SELECT d ->> 'id' FROM jsonb_array_elements(test.ask('sam', format('SELECT public.compass_push(%L)', jsonb_build_array(test.step('sam', 'many',
    VARIADIC (SELECT array_agg(test.change('insert', 'schools', 'new ' || n, jsonb_build_object('user_id', test.id('sam'),
      'family_unit_id', test.id('sams'), 'name', nullif(n, 17)::text)) ORDER BY n) FROM generate_series(1, 30) AS n))))) -> 0 -> 'details') AS d),
  test.id('new 17')::text);
SELECT pg_temp.expect('a record that is changed twice is changed in order', test.push_one('sam',
  test.change('update', 'schools', 'school 1', '{"city": "e"}', '{"city": "c"}'),
  test.change('update', 'schools', 'school 2', '{"city": "e"}', '{"city": null}'),
  test.change('update', 'schools', 'school 1', '{"city": "f"}', '{"city": "e"}')), 'applied');
SELECT pg_temp.expect('to its last value', (SELECT city FROM public.schools WHERE id = test.id('school 1')), 'f');
ROLLBACK;

-- Words that PostgreSQL understands as dates or times, such as `now`, must be refused. A list of
-- school ids must not contain a school of another family.
BEGIN;
SELECT pg_temp.expect('no day is called ' || word, test.push_one('sam', test.change('update', 'events', 'camp',
  jsonb_build_object('start_date', word), (SELECT jsonb_build_object('start_date', start_date) FROM public.events WHERE id = test.id('camp')))),
  'refused unreadable_value start_date')
FROM (VALUES ('now'), ('epoch'), ('today'), (' infinity')) AS w(word);
SELECT pg_temp.expect('nor a moment, of several', test.push_one('sam',
  test.change('update', 'schools', 'duke', '{"created_at": "now"}', (SELECT jsonb_build_object('created_at', created_at) FROM public.schools WHERE id = test.id('duke'))),
  test.change('update', 'schools', 'yale', '{"created_at": "epoch"}', (SELECT jsonb_build_object('created_at', created_at) FROM public.schools WHERE id = test.id('yale')))),
  'refused unreadable_value created_at');
SELECT pg_temp.expect('nor a time ' || word, test.push_one('sam', test.change('update', 'events', 'camp',
  jsonb_build_object('start_time', word), '{"start_time": null}')), wanted)
FROM (VALUES ('now', 'refused unreadable_value start_time'), ('allballs', 'refused unreadable_value start_time'),
  ('09:30', 'applied')) AS w(word, wanted);
SELECT pg_temp.expect('nor the moment of a step', test.push('sam', test.step('sam', 'a step ' || word, test.change('update', 'schools', 'duke',
  '{"city": "Durham"}', '{"city": null}')) || jsonb_build_object('at', word)), 'refused unreadable_value at')
FROM (VALUES ('now'), ('epoch')) AS w(word);
SELECT pg_temp.expect('but a note may be', test.push_one('sam', test.change('update', 'schools', 'duke', '{"notes": "now"}', '{"notes": null}')), 'applied');
SELECT pg_temp.expect('a school of another family is in no list', test.push_one('sam', test.change('insert', 'documents', 'listed',
  jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'type', 'resume', 'title', 'T', 'file_url', 'f', 'uploaded_by', test.id('sam'),
    'shared_with_schools', jsonb_build_array(test.id('duke'), test.id('rice'))))), 'refused rule shared_with_schools stays_in_family');
SELECT pg_temp.expect('nor in that of a letter', test.push_one('sam', test.change('insert', 'recommendation_letters', 'listed letter',
  jsonb_build_object('user_id', test.id('sam'), 'writer_name', 'W', 'schools_submitted_to', jsonb_build_array(test.id('duke'), test.id('rice'))))),
  'refused rule schools_submitted_to stays_in_family');
SELECT pg_temp.expect('nor a coach who is not the family''s', test.push_one('sam', test.change('update', 'events', 'camp',
  jsonb_build_object('coaches_present', jsonb_build_array(test.id('rivera'), test.id('secret coach'))), '{"coaches_present": []}')),
  'refused rule coaches_present stays_in_family');
SELECT pg_temp.expect('one''s own are, and one that is gone', test.push_one('sam', test.change('insert', 'documents', 'listed',
  jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'type', 'resume', 'title', 'T', 'file_url', 'f', 'uploaded_by', test.id('sam'),
    'shared_with_schools', jsonb_build_array(test.id('duke'), test.id('nowhere'))))), 'applied');
ROLLBACK;

-- A helping parent's device sends steps that no device of ours makes. Every change of such a step is allowed, but the foreign keys
-- of the deleted school would take rows of the athlete along.
BEGIN;
SELECT test.push_one('hank', test.change('insert', 'schools', 'hanks', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
  'name', 'Hank''s', 'created_by', test.id('hank')))) \g /dev/null
SELECT test.push_one('sam', test.change('insert', 'coaches', 'sam''s coach', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
  'school_id', test.id('hanks'), 'role', 'head', 'first_name', 'A', 'last_name', 'B'))) \g /dev/null
SAVEPOINT hangs;
SELECT pg_temp.expect('a helper''s step takes an athlete''s coach along', test.push_one('hank',
  test.change('update', 'coaches', 'sam''s coach', '{"phone": "555"}', '{"phone": null}'), test.change('delete', 'schools', 'hanks')), 'refused not_allowed');
SELECT pg_temp.expect('so does a step that deletes the coach after the school', test.push_one('hank',
  test.change('delete', 'schools', 'hanks'), test.change('delete', 'coaches', 'sam''s coach')), 'refused not_allowed');
SELECT pg_temp.expect('the coach is still there', (SELECT count(*)::text FROM public.coaches WHERE id = test.id('sam''s coach')), '1');
SELECT pg_temp.expect('the athlete''s step may', test.push_one('sam',
  test.change('delete', 'schools', 'hanks'), test.change('delete', 'coaches', 'sam''s coach')), 'applied');
ROLLBACK TO hangs;
SELECT test.push_one('sam', test.change('delete', 'coaches', 'sam''s coach')) \g /dev/null
SELECT test.push_one('hank', test.change('insert', 'coaches', 'hank''s coach', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
  'school_id', test.id('hanks'), 'role', 'head', 'first_name', 'A', 'last_name', 'B', 'created_by', test.id('hank')))) \g /dev/null
SELECT pg_temp.expect('the helper''s own coach goes along', test.push_one('hank',
  test.change('delete', 'schools', 'hanks'), test.change('delete', 'coaches', 'hank''s coach')), 'applied');
ROLLBACK;

-- The athlete may enter a deleted row again in its author's name, to take the deletion back. A helping parent may not: the parent could
-- write under the id of any deleted record what its author never wrote.
BEGIN;
SELECT test.push_one('sam', test.change('insert', 'school_status_history', 'gone entry', jsonb_build_object('school_id', test.id('duke'),
  'new_status', 'contacted', 'changed_by', test.id('sam')))) \g /dev/null
SELECT test.push_one('sam', test.change('delete', 'school_status_history', 'gone entry')) \g /dev/null
SELECT pg_temp.expect('a helper enters a status in the athlete''s name', test.push_one('hank', test.change('insert', 'school_status_history', 'gone entry',
  jsonb_build_object('school_id', test.id('duke'), 'new_status', 'committed', 'changed_by', test.id('sam')))), 'refused not_allowed');
SELECT pg_temp.expect('a helper enters a document in the athlete''s name', test.push_one('hank', test.change('insert', 'documents', 'gone entry',
  jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'type', 'resume', 'title', 'T', 'file_url', 'f',
    'created_by', test.id('hank'), 'uploaded_by', test.id('sam')))), 'refused not_allowed');
SELECT pg_temp.expect('a status of the helper''s own is taken', test.push_one('hank', test.change('insert', 'school_status_history', 'his entry',
  jsonb_build_object('school_id', test.id('duke'), 'new_status', 'committed', 'changed_by', test.id('hank')))), 'applied');
SELECT test.push_one('sam', test.change('delete', 'school_status_history', 'his entry')) \g /dev/null
SELECT pg_temp.expect('the athlete takes the deletion of it back', test.push_one('sam', test.change('insert', 'school_status_history', 'his entry',
  jsonb_build_object('school_id', test.id('duke'), 'new_status', 'committed', 'changed_by', test.id('hank')))), 'applied');
ROLLBACK;

-- A family's id shows its history. Only its athlete takes a deleted family back, whatever role another member has since then.
BEGIN;
SELECT test.push_one('sam', test.change('update', 'schools', 'duke', '{"notes": "x"}', '{"notes": null}')) \g /dev/null
SELECT test.ask('sam', format('DELETE FROM public.family_units WHERE id = %L RETURNING ''1''::jsonb', test.id('sams'))) \g /dev/null
UPDATE public.users SET role = 'player' WHERE id IN (test.id('rita'), test.id('dana'));
SELECT pg_temp.expect(p || ' makes a family under the id of a deleted one', test.try(p, format(
  'INSERT INTO public.family_units (id, player_user_id) VALUES (%L, %L)', test.id('sams'), test.id(p))), wanted)
FROM (VALUES ('rita', '23514'), ('dana', '23514'), ('kim', '23514'), ('sam', '1')) AS v(p, wanted);
SELECT compass.erase_person(test.id(p)) FROM unnest(ARRAY['rita', 'dana']) AS p \g /dev/null
SELECT pg_temp.expect('the history goes with its athlete alone', (SELECT (count(*) > 0)::text FROM compass.step_changes
  WHERE scopes @> ARRAY[test.id('sams')]), 'true');
SELECT compass.erase_person(test.id('sam')) \g /dev/null
SELECT pg_temp.expect('and with the athlete it does', (SELECT count(*)::text FROM compass.step_changes
  WHERE scopes @> ARRAY[test.id('sams')]), '0');
SELECT test.ask('noa', 'SELECT public.open_profile(''player'', ''Noa'')') \g /dev/null
SELECT pg_temp.expect('a family has the id of somebody who was erased', test.try('noa', format(
  'INSERT INTO public.family_units (id, player_user_id) VALUES (%L, %L)', test.id('sam'), test.id('noa'))), '23514');
ROLLBACK;

-- The id of a private note follows from its record and its author. A caller who took another person's would keep that person from writing a note.
BEGIN;
CREATE FUNCTION pg_temp.note(author text, id_of text, record text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('op', 'insert', 'table', 'private_notes', 'id', compass.note_id('schools', test.id(record), test.id(id_of)),
    'set', jsonb_build_object('user_id', test.id(author), 'table_name', 'schools', 'record_id', test.id(record), 'note', 'mine'))
$$;
SELECT pg_temp.expect('a parent takes the id of the athlete''s note', test.push_one('dana', pg_temp.note('dana', 'sam', 'yale')), 'refused rule id note_id');
SELECT pg_temp.expect('the athlete writes a note', test.push_one('sam', pg_temp.note('sam', 'sam', 'yale')), 'applied');
SELECT pg_temp.expect('and the parent one of their own', test.push_one('dana', pg_temp.note('dana', 'dana', 'yale')), 'applied');
ROLLBACK;

-- A parent's views of the athlete's pages are noted for both. They take the parent's room and not the athlete's, who could not delete them.
BEGIN;
CREATE TEMP TABLE rooms AS SELECT id, live FROM compass.scopes;
CREATE FUNCTION pg_temp.taken(person text) RETURNS text LANGUAGE sql AS $$
  SELECT (s.live - r.live)::text FROM compass.scopes AS s JOIN rooms AS r USING (id) WHERE s.id = test.id(person)
$$;
SELECT test.push_one('dana', test.change('insert', 'parent_view_log', 'view', jsonb_build_object('parent_user_id', test.id('dana'),
  'athlete_id', test.id('sam'), 'viewed_item_type', 'dashboard'))) \g /dev/null
SELECT test.ask('dana', format('WITH made AS (INSERT INTO public.parent_view_log (parent_user_id, athlete_id, viewed_item_type)
  SELECT %L, %L, ''dashboard'' FROM generate_series(1, 3) RETURNING 1) SELECT to_jsonb(count(*)) FROM made', test.id('dana'), test.id('sam'))) \g /dev/null
SELECT pg_temp.expect('views take room of ' || p, pg_temp.taken(p), wanted) FROM (VALUES ('sam', '0'), ('dana', '4')) AS v(p, wanted);
DELETE FROM public.parent_view_log;
-- The fifth view is one of family.sql.
SELECT pg_temp.expect('and give back what they took of ' || p, pg_temp.taken(p), wanted) FROM (VALUES ('sam', '0'), ('dana', '-1')) AS v(p, wanted);
ROLLBACK;

-- A helper's record in which the athlete wrote stays, also if the athlete wrote by an insertion: two devices made the same record, or after a
-- restore the athlete's device brought it back.
BEGIN;
CREATE FUNCTION pg_temp.hanks(more jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT test.change('insert', 'schools', 'hanks', more || jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'Hank''s', 'created_by', test.id('hank')))
$$;
SELECT test.push_one('hank', pg_temp.hanks('{"academic_info": {"city": "Lima"}}')) \g /dev/null
SAVEPOINT made;
SELECT pg_temp.expect('the same record of another device', test.push_one('sam', pg_temp.hanks('{"academic_info": {"city": "Lima"}}')), 'applied');
SELECT pg_temp.expect('which changes nothing keeps no record', test.push_one('hank', test.change('delete', 'schools', 'hanks')), 'applied');
ROLLBACK TO made;
SELECT pg_temp.expect('one with words of the athlete', test.push_one('sam', pg_temp.hanks('{"academic_info": {"major": "my choice"}}')), 'applied');
SELECT pg_temp.expect('a helper deletes words of an insertion', test.push_one('hank', test.change('delete', 'schools', 'hanks')), 'refused not_allowed');
SELECT pg_temp.expect('the athlete deletes them', test.push_one('sam', test.change('delete', 'schools', 'hanks')), 'applied');
ROLLBACK;

-- Adding a row that is there, and deleting one that is not there for the caller, are taken as done. The history does not contain them: undo
-- would delete the row that is there.
BEGIN;
SELECT pg_temp.expect('a reader adds what is there', test.push_one('dana', test.change('insert', 'schools', 'duke', '{"name": "Duke"}')), 'applied');
SELECT pg_temp.expect('a reader deletes what is not there for the reader', test.push_one('dana', test.change('delete', 'private_notes', 'sam''s note')), 'applied');
SELECT pg_temp.expect('nothing happened to ' || p, jsonb_array_length(test.ask(p, 'SELECT public.compass_history()'))::text, '0')
FROM unnest(ARRAY['sam', 'hank']) AS p;
SELECT pg_temp.expect('a school that is deleted and taken back', test.push('sam', test.step('sam', 'away', test.change('delete', 'schools', 'yale')),
  test.step('sam', 'back', test.change('insert', 'schools', 'yale', jsonb_build_object('user_id', test.id('sam'), 'family_unit_id', test.id('sams'),
    'name', 'Yale')))), 'applied; applied');
SELECT pg_temp.expect('both of it happened to hank', (SELECT string_agg(h ->> 'summary', ' ') FROM jsonb_array_elements(
  test.ask('hank', 'SELECT public.compass_history()')) AS h), 'back away');
ROLLBACK;

-- PostgreSQL plans the triggers' queries while their tables are almost empty. After many insertions
-- in the same connection, the plans must still use the index and scan no whole table. The view also
-- counts what earlier transactions of the connection read in the last second.
BEGIN;
SELECT coalesce(sum(seq_tup_read), 0) AS earlier FROM pg_stat_xact_user_tables WHERE schemaname = 'compass' AND relname = 'changes' \gset
DO $$
BEGIN
  FOR part IN 1..12 LOOP
    INSERT INTO public.schools (user_id, family_unit_id, name)
    SELECT test.id('sam'), test.id('sams'), format('Many %s %s', part, n) FROM generate_series(1, 100) AS n;
  END LOOP;
END
$$;
SELECT pg_temp.expect('changes that were read to their end', (seq_tup_read - :earlier)::text, '0')
FROM pg_stat_xact_user_tables WHERE schemaname = 'compass' AND relname = 'changes';
ROLLBACK;
