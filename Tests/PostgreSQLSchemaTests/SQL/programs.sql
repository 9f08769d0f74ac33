-- Tests of other programs that write to the tables directly. Each of their statements must become a
-- step in the history. A deletion must fail if it would cascade to a row that the person may not
-- delete.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE FUNCTION pg_temp.expect(title text, got text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF got IS DISTINCT FROM wanted THEN RAISE INFO '%: % instead of %', title, coalesce(got, 'null'), wanted; END IF;
END
$$;
-- Runs a statement as a person, keeps its changes, and returns the number of affected rows.
CREATE FUNCTION pg_temp.act(person text, statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
BEGIN
  PERFORM test.ask_as(person);
  EXECUTE statement;
  GET DIAGNOSTICS written = ROW_COUNT;
  SET CONSTRAINTS ALL IMMEDIATE;
  PERFORM set_config('role', 'none', true);
  RETURN written;
END
$$;
-- Returns the newest steps that a person can read in the history, each as its summary and its
-- number of changes.
CREATE FUNCTION pg_temp.history(person text, newest integer) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(coalesce(h.value ->> 'summary', '?') || ' [' || jsonb_array_length(h.value -> 'changes') || ']', '; ' ORDER BY h.place)
  FROM jsonb_array_elements(test.ask(person, format('SELECT public.compass_history(NULL, %s)', newest))) WITH ORDINALITY AS h(value, place)
$$;

BEGIN;
SELECT pg_temp.act('sam', format('UPDATE public.schools SET ranking = 9 WHERE id IN (%L, %L)', test.id('duke'),
  test.id('yale'))) \g /dev/null
SELECT pg_temp.expect('a change is a step', pg_temp.history('sam', 1), 'Changed 2 schools through another program [2]');
SELECT pg_temp.expect('that parents read', pg_temp.history('dana', 1), 'Changed 2 schools through another program [2]');
SELECT pg_temp.expect('and strangers do not', pg_temp.history('kim', 1), NULL);
SELECT pg_temp.expect('with what was and what is', (SELECT c.was::text || c.set::text || s.operation || (s.person = test.id('sam'))
  FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
  WHERE c.id = test.id('yale') ORDER BY s.number DESC LIMIT 1),
  (SELECT jsonb_build_object('ranking', NULL, 'updated_by', NULL)::text || jsonb_build_object('ranking', 9,
    'updated_by', test.id('sam')) || 'other programtrue'));
SELECT pg_temp.act('sam', 'UPDATE public.schools SET ranking = ranking, updated_by = updated_by') \g /dev/null
SELECT pg_temp.act('sam', 'UPDATE public.schools SET ranking = 1 WHERE false') \g /dev/null
SELECT pg_temp.act('sam', 'UPDATE public.schools SET ranking = 3') \g /dev/null
SELECT pg_temp.expect('without a hidden part the summary is that of the rest', pg_temp.history('dana', 1), 'Changed 2 schools [2]');
SELECT pg_temp.expect('what changes nothing is no step', pg_temp.history('sam', 3),
  'Changed 3 schools through another program [3]; Changed 1 school through another program [1]; Changed 2 schools through another program [2]');
SELECT pg_temp.expect('a change of a device that knows nothing of it is held',
  test.push_one('hank', test.change('update', 'schools', 'yale', '{"ranking": 4}', '{"ranking": null}')), 'held changed ranking');
SELECT pg_temp.expect('one that knows it is not', test.push_one('hank', test.change('update', 'schools', 'yale',
  '{"ranking": 4}', '{"ranking": 3}')), 'applied');
SELECT pg_temp.expect('a push keeps its own step alone', (SELECT count(*)::text FROM compass.steps WHERE person = test.id('hank')), '1');
SELECT pg_temp.expect('the service leaves no step', (SELECT count(*)::text FROM compass.steps AS s, pg_temp.act('service',
  'UPDATE public.schools SET ranking = 5') AS w WHERE s.person = test.id('kim')), '0');
SELECT pg_temp.act('sam', format('INSERT INTO public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)
  SELECT md5(n::text)::uuid, %L, %L, %L, ''head'', n::text, ''x'' FROM generate_series(1, 1200) AS n', test.id('yale'), test.id('sam'),
  test.id('sams'))) \g /dev/null
SELECT pg_temp.expect('many rows are one step in parts', (SELECT string_agg(concat_ws('/', s.part, s.parts, (
    SELECT count(*) FROM compass.step_changes AS c WHERE c.step = s.number)), ' ' ORDER BY s.part)
  FROM compass.steps AS s WHERE s.summary = 'Added 1200 coaches through another program'
    AND s.id = (SELECT id FROM compass.steps ORDER BY number DESC LIMIT 1)), '1/3/500 2/3/500 3/3/200');
SELECT pg_temp.expect('a device fetches what was written', (
  SELECT count(*)::text FROM compass.changes WHERE scope = test.id('sams') AND table_name = 'coaches' AND NOT gone), '1201');
SELECT pg_temp.act('sam', format('DELETE FROM public.schools WHERE id = %L', test.id('yale'))) \g /dev/null
SELECT pg_temp.expect('a deletion takes along what hangs on it, each in history',
  (SELECT string_agg(DISTINCT s.summary, '; ') FROM compass.steps AS s WHERE s.summary LIKE 'Deleted%'),
  'Deleted 1 school through another program; Deleted 1200 coaches through another program');
ROLLBACK;

-- A parent who helps may delete a school of their own, but not if the deletion cascades to a coach
-- that the athlete added.
BEGIN;
SELECT pg_temp.act('hank', format('INSERT INTO public.schools (id, user_id, family_unit_id, name, created_by) VALUES (%L, %L, %L, ''Hank''''s'', %L)',
  test.id('hanks'), test.id('sam'), test.id('sams'), test.id('hank'))) \g /dev/null
SELECT pg_temp.act('hank', format('INSERT INTO public.coaches (school_id, user_id, family_unit_id, role, first_name, last_name, created_by)
  VALUES (%L, %L, %L, ''head'', ''a'', ''b'', %L)', test.id('hanks'), test.id('sam'), test.id('sams'), test.id('hank'))) \g /dev/null
SAVEPOINT his;
SELECT pg_temp.act('sam', format('INSERT INTO public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)
  VALUES (%L, %L, %L, %L, ''head'', ''c'', ''d'')', test.id('sams coach'), test.id('hanks'), test.id('sam'), test.id('sams'))) \g /dev/null
SELECT pg_temp.expect('a helper takes an athlete''s coach along', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '42501');
SELECT pg_temp.expect('the athlete does', test.try('sam', format('DELETE FROM public.schools WHERE id = %L', test.id('hanks'))), '1');
ROLLBACK TO his;
SELECT pg_temp.expect('a helper takes their own along', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '1');
SELECT pg_temp.expect('an onlooker deletes nothing', test.try('dana', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '0');
-- The suggestion belongs to the athlete and refers to the school. Deleting the school would change
-- the suggestion, so the parent's deletion must fail.
UPDATE public.suggestion SET related_school_id = test.id('hanks') WHERE id = test.id('suggestion');
SELECT pg_temp.expect('a helper changes an athlete''s suggestion by a deletion', test.try('hank',
  format('DELETE FROM public.schools WHERE id = %L', test.id('hanks'))), '42501');
UPDATE public.suggestion SET related_school_id = NULL WHERE id = test.id('suggestion');
SELECT pg_temp.expect('a row that nobody changed since is deleted', test.try('hank', format('DELETE FROM public.interactions WHERE id = %L',
  test.id('hank''s call'))), '1');
-- The row is the parent's own. Whatever another person has written in it keeps the row, and what the program computes does not.
SAVEPOINT written;
SELECT pg_temp.act('sam', format('UPDATE public.schools SET notes = ''I liked it'' WHERE id = %L', test.id('hanks'))) \g /dev/null
SELECT pg_temp.act('hank', format('UPDATE public.schools SET city = ''Lima'' WHERE id = %L', test.id('hanks'))) \g /dev/null
SELECT pg_temp.expect('a helper deletes an athlete''s words', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '0');
DELETE FROM public.coaches WHERE school_id = test.id('hanks');
SELECT pg_temp.expect('so does a helper''s device, which does not have that step', test.push_one('hank', test.change('delete', 'schools',
  'hanks', NULL, '{"name": "Hank''s"}')), 'refused not_allowed');
SELECT pg_temp.expect('the athlete deletes them', test.try('sam', format('DELETE FROM public.schools WHERE id = %L', test.id('hanks'))), '1');
DELETE FROM compass.steps WHERE person = test.id('sam');
SELECT pg_temp.expect('forgotten words under a later change are the helper''s', test.try('hank',
  format('DELETE FROM public.schools WHERE id = %L', test.id('hanks'))), '1');
ROLLBACK TO written;
SELECT pg_temp.act('sam', format('UPDATE public.schools SET notes = ''I liked it'' WHERE id = %L', test.id('hanks'))) \g /dev/null
DELETE FROM compass.steps WHERE person = test.id('sam');
SELECT pg_temp.expect('who wrote last is known for longer', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '0');
ROLLBACK TO written;
INSERT INTO public.private_notes (user_id, table_name, record_id, note) VALUES (test.id('sam'), 'schools', test.id('hanks'), 'mine');
SELECT pg_temp.expect('a private note keeps the row', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '0');
ROLLBACK TO written;
SELECT pg_temp.act('sam', format('UPDATE public.schools SET fit_score = 7 WHERE id = %L', test.id('hanks'))) \g /dev/null
SELECT pg_temp.expect('what the program computes does not', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '1');
ROLLBACK TO written;
SELECT pg_temp.act('sam', format('UPDATE public.coaches SET phone = ''555 0100'' WHERE school_id = %L', test.id('hanks'))) \g /dev/null
SELECT pg_temp.expect('nor goes what hangs on it', test.try('hank', format('DELETE FROM public.schools WHERE id = %L',
  test.id('hanks'))), '42501');
ROLLBACK TO written;
SELECT pg_temp.expect('one row', test.try('sam', 'SELECT compass.expect_rows(1, 1, 1)'), '1');
SELECT pg_temp.expect('no row', test.try('sam', 'SELECT compass.expect_rows(0, 1, 1)'), 'CS003');
SELECT pg_temp.expect('too many', test.try('sam', 'SELECT compass.expect_rows(3, NULL, 2)'), 'CS004');
SELECT pg_temp.expect('as many as may be', test.try('sam', 'SELECT compass.expect_rows(2, NULL, 2)'), '1');
ROLLBACK;

-- A note that another program inserted under an id of its own has the id that devices give it. So a
-- device that has fetched it can name it.
BEGIN;
SELECT pg_temp.act('sam', format('INSERT INTO public.private_notes (id, user_id, table_name, record_id, note) VALUES (%L, %L, ''schools'', %L, ''kind'')',
  test.id('an id of its own'), test.id('sam'), test.id('yale'))) \g /dev/null
CREATE TEMP TABLE note AS SELECT id FROM public.private_notes WHERE user_id = test.id('sam') AND record_id = test.id('yale');
SELECT pg_temp.expect('the id of a note is the one of devices', (SELECT id::text FROM note),
  compass.note_id('schools', test.id('yale'), test.id('sam'))::text);
SELECT pg_temp.expect('which is that of Swift', compass.note_id('schools', '01020304-0506-4708-890a-0b0c0d0e0f10',
  '01020304-0506-4708-890a-0b0c0d0e0f10')::text, '45622a03-3d46-4f18-934c-8d3e854a8a15');
SELECT pg_temp.expect('for coaches too', compass.note_id('coaches', '01020304-0506-4708-890a-0b0c0d0e0f10',
  'fedcba98-7654-4321-8123-456789abcdef')::text, '2650dcfa-4e14-4b31-8789-8c3001ef48ea');
SELECT pg_temp.expect('a device that does not know the note is held', test.push_one('sam',
  test.change('delete', 'schools', 'yale', NULL, '{"name": "Yale"}')), 'held used private_notes');
SELECT pg_temp.expect('a device changes it', test.push_one('sam', jsonb_build_object('op', 'update', 'table', 'private_notes', 'id',
  (SELECT id FROM note), 'was', '{"note": "kind"}'::jsonb, 'set', '{"note": "kinder"}'::jsonb)), 'applied');
SELECT pg_temp.expect('and deletes it with its school', test.push_one('sam', jsonb_build_object('op', 'delete', 'table', 'private_notes',
  'id', (SELECT id FROM note), 'was', '{"note": "kinder"}'::jsonb), test.change('delete', 'schools', 'yale', NULL, '{"name": "Yale"}')), 'applied');
ROLLBACK;

-- No official client names the writer of a new row. A device sends its rows as its file has them.
BEGIN;
SELECT pg_temp.act('hank', format('INSERT INTO public.schools (id, user_id, family_unit_id, name) VALUES (%L, %L, %L, ''Hank''''s'')',
  test.id('hanks'), test.id('sam'), test.id('sams'))) \g /dev/null
SELECT pg_temp.expect('a helper''s row bears the helper''s name', (SELECT (created_by = test.id('hank') AND updated_by = test.id('hank'))::text
  FROM public.schools WHERE id = test.id('hanks')), 'true');
SELECT pg_temp.expect('in history too', (SELECT c.set ->> 'created_by' FROM compass.step_changes AS c WHERE c.id = test.id('hanks')),
  test.id('hank')::text);
SELECT pg_temp.expect('a table without an author', test.try('hank', format('INSERT INTO public.interactions (school_id, family_unit_id, type,
  direction, occurred_at, logged_by) VALUES (%L, %L, ''email'', ''inbound'', now(), %L)', test.id('hanks'), test.id('sams'), test.id('hank'))), '1');
SELECT pg_temp.expect('a device''s row', test.push_one('sam', test.change('insert', 'schools', 'elm', jsonb_build_object(
  'user_id', test.id('sam'), 'family_unit_id', test.id('sams'), 'name', 'Elm'))), 'applied');
SELECT pg_temp.expect('stays as it is', (SELECT (created_by IS NULL)::text FROM public.schools WHERE id = test.id('elm')), 'true');
ROLLBACK;

-- A name is stored as it is compared.
BEGIN;
SELECT pg_temp.act('dana', format('UPDATE public.users SET full_name = E''\u3000\u216Fax \uFF33tone '' WHERE id = %L', test.id('dana'))) \g /dev/null
SELECT pg_temp.expect('a name of compatibility forms', (SELECT full_name FROM public.users WHERE id = test.id('dana')), 'Max Stone');
SELECT pg_temp.expect('a device''s too', test.push_one('dana', test.change('update', 'users', 'dana', '{"full_name": " \uff24ana "}',
  '{"full_name": "Max Stone"}')), 'applied');
SELECT pg_temp.expect('and is stored so', (SELECT full_name FROM public.users WHERE id = test.id('dana')), 'Dana');
SELECT pg_temp.expect('a refusal has the sentence of its rule', test.ask('dana', format('SELECT public.compass_push(%L)', jsonb_build_array(
    test.step('dana', 'name', test.change('update', 'users', 'dana', '{"full_name": "   "}', '{"full_name": "Dana"}')))))
    #>> '{0,details,0,sentence}', 'The name of a person is blank.');
SELECT pg_temp.expect('a constraint of PostgreSQL has none', test.ask('dana', format('SELECT public.compass_push(%L)', jsonb_build_array(
    test.step('dana', 'gpa', test.change('update', 'users', 'dana', '{"gpa": 9}', '{"gpa": null}')))))
    #>> '{0,details,0,sentence}', NULL);
-- A name and a link from before the rules stay, and their rows can be changed otherwise.
SET LOCAL session_replication_role = replica;
UPDATE public.users SET full_name = 'Мах Stone' WHERE id = test.id('dana');
UPDATE public.schools SET website = 'ftp://cedar.edu' WHERE id = test.id('yale');
SET LOCAL session_replication_role = origin;
SELECT pg_temp.expect('a name from before stays', test.try('dana', format('UPDATE public.users SET full_name = ''Мах Stone'', zip_code = ''1''
  WHERE id = %L', test.id('dana'))), '1');
SELECT pg_temp.expect('and a link', test.try('sam', format('UPDATE public.schools SET website = ''ftp://cedar.edu'', ranking = 8 WHERE id = %L',
  test.id('yale'))), '1');
SELECT pg_temp.expect('until it becomes another', test.try('sam', format('UPDATE public.schools SET website = ''ftp://oak.edu'' WHERE id = %L',
  test.id('yale'))), '23514');
ROLLBACK;
