-- Tests of two database sessions that write at the same time. Each change of a row gets the next
-- revision, a number, and a device asks for the rows after the last revision that it has seen.
-- Revisions must therefore become visible in ascending order. The sessions must not deadlock.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE EXTENSION IF NOT EXISTS dblink;
CREATE FUNCTION pg_temp.expect(title text, got text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF got IS DISTINCT FROM wanted THEN RAISE INFO '%: % instead of %', title, coalesce(got, 'null'), wanted; END IF;
END
$$;
CREATE FUNCTION pg_temp.open(session text) RETURNS text LANGUAGE sql AS $$
  SELECT dblink_connect(session, format('host=%s user=postgres dbname=''%s'' application_name=%s',
    current_setting('unix_socket_directories'), current_database(), session))
$$;
-- Returns as soon as the session waits for a lock or has finished its query.
CREATE PROCEDURE pg_temp.until_it_waits(session text) LANGUAGE plpgsql AS $$
BEGIN
  WHILE dblink_is_busy(session) = 1 AND NOT EXISTS (
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = session AND wait_event_type = 'Lock')
  LOOP COMMIT; END LOOP;
END
$$;

SELECT pg_temp.open('a') \g /dev/null
SELECT pg_temp.open('b') \g /dev/null

-- Session a begins first and commits last. A device must not see b's later revision before a's,
-- because it would then never fetch a's row.
CREATE TEMP TABLE cursor AS SELECT test.ask('dana', 'SELECT public.compass_pull()') -> 'scopes' AS it;
SELECT dblink_exec('a', 'BEGIN') \g /dev/null
SELECT dblink_exec('a', format('UPDATE public.schools SET notes = ''a'' WHERE id = %L', test.id('duke'))) \g /dev/null
SELECT dblink_send_query('b', format('UPDATE public.schools SET notes = ''b'' WHERE id = %L', test.id('yale'))) \g /dev/null
CALL pg_temp.until_it_waits('b');
SELECT pg_temp.expect('while the first one is open', jsonb_array_length(said -> 'changes')::text, '0')
FROM (SELECT test.ask('dana', format('SELECT public.compass_pull(%L)', it)) AS said FROM cursor) AS s;
UPDATE cursor SET it = test.ask('dana', format('SELECT public.compass_pull(%L)', it)) -> 'scopes';
SELECT dblink_exec('a', 'COMMIT') \g /dev/null
SELECT * FROM dblink_get_result('b') AS t(x text) \g /dev/null
SELECT * FROM dblink_get_result('b') AS t(x text) \g /dev/null
SELECT pg_temp.expect('once both are there', jsonb_array_length(said -> 'changes')::text, '2')
FROM (SELECT test.ask('dana', format('SELECT public.compass_pull(%L)', it)) AS said FROM cursor) AS s;

-- Both sessions send the same step at once. It must be applied only once, so the second answer is
-- `known`.
CREATE TABLE test.outcomes (said text);
GRANT ALL ON test.outcomes TO PUBLIC;
SELECT dblink_exec('a', 'BEGIN') \g /dev/null
SELECT * FROM dblink('a', $$SELECT test.push('sam', test.step('sam', 'twice', test.change('update', 'schools', 'duke',
  '{"notes": "t"}', '{"notes": "a"}')))$$) AS t(said text) \g /dev/null
SELECT dblink_send_query('b', $$SELECT test.push('sam', test.step('sam', 'twice', test.change('update', 'schools', 'duke',
  '{"notes": "t"}', '{"notes": "a"}')))$$) \g /dev/null
CALL pg_temp.until_it_waits('b');
SELECT dblink_exec('a', 'COMMIT') \g /dev/null
SELECT pg_temp.expect('sent twice at once', said, 'known') FROM dblink_get_result('b') AS t(said text);
SELECT * FROM dblink_get_result('b') AS t(said text) \g /dev/null

-- Another program changes a row of the family between two pushes of one transaction. The two
-- sessions must not deadlock, whichever order they lock in.
SELECT dblink_exec('a', 'BEGIN') \g /dev/null
SELECT * FROM dblink('a', $$SELECT test.push('sam', test.step('sam', 'first', test.change('update', 'schools', 'duke',
  '{"notes": "p"}', '{"notes": "t"}')))$$) AS t(said text) \g /dev/null
SELECT dblink_exec('b', 'BEGIN') \g /dev/null
SELECT * FROM dblink('b', $$SELECT test.ask_as('hank')::text$$) AS t(x text) \g /dev/null
SELECT dblink_send_query('b', format('UPDATE public.schools SET notes = ''h'', updated_by = %L WHERE id = %L',
  test.id('hank'), test.id('yale'))) \g /dev/null
CALL pg_temp.until_it_waits('b');
SELECT pg_temp.expect('the table write waits', dblink_is_busy('b')::text, '1');
-- If session b does not wait, the locks have a fault, and the second push would wait for b forever.
-- The test then skips that push.
SELECT dblink_is_busy('b') = 1 AS waits \gset
\if :waits
SELECT pg_temp.expect('the push goes on', (SELECT said FROM dblink('a',
  $$SELECT test.push('sam', test.step('sam', 'second', test.change('update', 'schools', 'yale', '{"ranking": 7}',
    '{"ranking": null}')))$$) AS t(said text)), 'applied');
SELECT dblink_exec('a', 'COMMIT') \g /dev/null
SELECT pg_temp.expect('and the table write after it', said, 'UPDATE 1') FROM dblink_get_result('b') AS t(said text);
SELECT * FROM dblink_get_result('b') AS t(said text) \g /dev/null
\else
SELECT * FROM dblink_get_result('b') AS t(said text) \g /dev/null
SELECT * FROM dblink_get_result('b') AS t(said text) \g /dev/null
\endif
SELECT dblink_exec('b', 'COMMIT') \g /dev/null

-- The athlete takes the rights of hank, a helper, and a write of hank waits for that. It must not be
-- done afterwards.
CREATE PROCEDURE pg_temp.expect_no_right(title text, taken text, written text, wanted text) LANGUAGE plpgsql AS $$
DECLARE
  said text;
BEGIN
  PERFORM dblink_exec('a', 'BEGIN');
  PERFORM * FROM dblink('a', $q$SELECT test.ask_as('sam')::text$q$) AS t(x text);
  PERFORM dblink_exec('a', taken);
  PERFORM dblink_exec('b', 'BEGIN');
  PERFORM * FROM dblink('b', $q$SELECT test.ask_as('hank')::text$q$) AS t(x text);
  PERFORM dblink_send_query('b', written);
  CALL pg_temp.until_it_waits('b');
  PERFORM pg_temp.expect(title || ' waits', dblink_is_busy('b')::text, '1');
  PERFORM dblink_exec('a', 'COMMIT');
  SELECT t.x INTO said FROM dblink_get_result('b', false) AS t(x text);
  PERFORM * FROM dblink_get_result('b', false) AS t(x text);
  PERFORM dblink_exec('b', 'ROLLBACK');
  PERFORM pg_temp.expect(title, coalesce(said, 'refused'), wanted);
  UPDATE public.family_members SET helps = '{records,metrics,tasks}' WHERE user_id = test.id('hank');
  COMMIT;
END
$$;
-- The athlete writes a private note on a record of hank, and hank's deletion of the record waits for that.
INSERT INTO public.schools (id, user_id, family_unit_id, name, created_by)
VALUES (test.id('hanks'), test.id('sam'), test.id('sams'), 'Hank''s', test.id('hank'));
SELECT format('CALL pg_temp.expect_no_right(%L, %L, %L, %L)', 'a helper deletes what the athlete just noted on',
  format('INSERT INTO public.private_notes (user_id, table_name, record_id, note) VALUES (%L, ''schools'', %L, ''mine'')', test.id('sam'), test.id('hanks')),
  format('DELETE FROM public.schools WHERE id = %L', test.id('hanks')), 'DELETE 0') \gexec
SELECT format('CALL pg_temp.expect_no_right(%L, %L, %L, %L)', w.title, t.taken, w.written, w.wanted)
FROM (VALUES
  (1, format('UPDATE public.family_members SET helps = ''{}'' WHERE user_id = %L', test.id('hank'))),
  (2, format('DELETE FROM public.family_members WHERE user_id = %L', test.id('hank')))) AS t(place, taken),
  (VALUES
    ('a former helper adds a school', format('INSERT INTO public.schools (user_id, family_unit_id, name) VALUES (%L, %L, ''Late'')',
      test.id('sam'), test.id('sams')), 'refused'),
    ('a former helper changes a school', format('UPDATE public.schools SET notes = ''late'' WHERE id = %L', test.id('duke')), 'UPDATE 0'),
    ('a former helper deletes a contact', format('DELETE FROM public.interactions WHERE id = %L', test.id('hank''s call')), 'DELETE 0'),
    ('a former helper changes a task', format('UPDATE public.athlete_task SET status = ''completed'' WHERE id = %L', test.id('progress')),
      'UPDATE 0')) AS w(title, written, wanted)
WHERE t.place = 1 OR w.wanted = 'refused'
ORDER BY t.place \gexec

-- A parent withdraws a request to join, and the athlete accepts it at the same moment. The second one
-- waits for the first and then finds no request.
CREATE PROCEDURE pg_temp.expect_one_end(
  title text, person text, said_first text, other text, said_second text, members text
) LANGUAGE plpgsql AS $$
DECLARE
  said text;
BEGIN
  PERFORM test.ask('rita', 'SELECT public.join_family(''FAM-AAAAAA'')');
  COMMIT;
  PERFORM dblink_exec('a', 'BEGIN');
  PERFORM * FROM dblink('a', format('SELECT test.ask(%L, %L)::text', person, said_first)) AS t(x text);
  PERFORM dblink_send_query('b', format('SELECT test.ask(%L, %L) ->> ''outcome''', other, said_second));
  CALL pg_temp.until_it_waits('b');
  PERFORM pg_temp.expect(title || ' waits', dblink_is_busy('b')::text, '1');
  PERFORM dblink_exec('a', 'COMMIT');
  SELECT t.x INTO said FROM dblink_get_result('b', false) AS t(x text);
  PERFORM * FROM dblink_get_result('b', false) AS t(x text);
  PERFORM pg_temp.expect(title, coalesce(said, 'refused'), 'unknown');
  PERFORM pg_temp.expect(title || ', members', (
    SELECT count(*)::text FROM public.family_members AS m WHERE m.user_id = test.id('rita')), members);
  COMMIT;
END
$$;
SELECT format('CALL pg_temp.expect_one_end(%L, %L, %L, %L, %L, %L)', c.title, c.person, c.said_first, c.other, c.said_second, c.members)
FROM (VALUES
  ('an admission after a withdrawal', 'rita', 'SELECT public.withdraw_join()',
    'sam', format('SELECT public.answer_join(%L, true)', test.id('rita')), '0'),
  ('a withdrawal after an admission', 'sam', format('SELECT public.answer_join(%L, true)', test.id('rita')),
    'rita', 'SELECT public.withdraw_join()', '1')) AS c(title, person, said_first, other, said_second, members) \gexec
