-- Four sessions write at random while one device fetches. The device must miss no row and get no
-- wrong one, and no deadlock may occur.
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
CREATE TABLE test.trouble (said text);
CREATE PROCEDURE test.write(person text, rounds integer) LANGUAGE plpgsql AS $$
DECLARE
  round integer;
  target uuid;
  trouble text;
BEGIN
  FOR round IN 1 .. rounds LOOP
    trouble := NULL;
    BEGIN
      PERFORM test.ask_as(person);
      CASE (random() * 4)::integer
        WHEN 0, 1 THEN
          INSERT INTO public.performance_metrics (user_id, family_unit_id, recorded_date, metric_type, value, created_by)
          SELECT test.id('sam'), test.id('sams'), '2026-11-01', 'velocity', n, test.id(person) FROM generate_series(1, 5) AS n;
        WHEN 2 THEN
          UPDATE public.performance_metrics SET notes = round::text, updated_by = test.id(person)
          WHERE id IN (SELECT id FROM public.performance_metrics ORDER BY random() LIMIT 3);
        WHEN 3 THEN
          DELETE FROM public.performance_metrics WHERE id IN (SELECT id FROM public.performance_metrics WHERE created_by = test.id(person) ORDER BY random() LIMIT 2);
        ELSE
          PERFORM public.compass_push(jsonb_build_array(test.step(person, gen_random_uuid()::text,
            test.change('insert', 'interactions', gen_random_uuid()::text, jsonb_build_object('school_id', test.id('duke'),
              'family_unit_id', test.id('sams'),
              'type', 'email', 'direction', 'inbound', 'occurred_at', now(), 'logged_by', test.id(person))),
            test.change('insert', 'notifications', gen_random_uuid()::text, jsonb_build_object('user_id', test.id(person),
              'type', 'event', 'title', 'x')))));
      END CASE;
      UPDATE public.schools SET ranking = round, updated_by = test.id(person) WHERE id = test.id('duke');
    EXCEPTION WHEN OTHERS THEN
      trouble := SQLSTATE || ' ' || SQLERRM;
    END;
    PERFORM set_config('role', 'none', true);
    IF trouble IS NOT NULL THEN INSERT INTO test.trouble VALUES (trouble); END IF;
    COMMIT;
  END LOOP;
END
$$;
CREATE TABLE test.taken (scope uuid, table_name text, id uuid, row jsonb, PRIMARY KEY (scope, table_name, id));
CREATE PROCEDURE test.follow(person text, writers text[]) LANGUAGE plpgsql AS $$
DECLARE
  cursors jsonb := '[]';
  said jsonb;
  over boolean;
BEGIN
  LOOP
    over := NOT EXISTS (SELECT 1 FROM unnest(writers) AS w WHERE dblink_is_busy(w) = 1);
    COMMIT;
    said := test.ask(person, format('SELECT public.compass_pull(%L, 20)', cursors));
    DELETE FROM test.taken AS t USING jsonb_to_recordset(said -> 'changes') AS c(scope uuid, "table" text, id uuid, gone boolean)
    WHERE c.gone AND t.scope = c.scope AND t.table_name = c."table" AND t.id = c.id;
    INSERT INTO test.taken SELECT c.scope, c."table", c.id, c.row
    FROM jsonb_to_recordset(said -> 'changes') AS c(scope uuid, "table" text, id uuid, gone boolean, row jsonb) WHERE NOT c.gone
    ON CONFLICT (scope, table_name, id) DO UPDATE SET row = excluded.row;
    cursors := said -> 'scopes';
    COMMIT;
    EXIT WHEN over AND said -> 'changes' = '[]';
  END LOOP;
END
$$;
SELECT pg_temp.open('a') \g /dev/null
SELECT pg_temp.open('b') \g /dev/null
SELECT pg_temp.open('c') \g /dev/null
SELECT pg_temp.open('d') \g /dev/null
SELECT dblink_send_query(w.session, format('CALL test.write(%L, 30)', w.person))
FROM (VALUES ('a', 'sam'), ('b', 'hank'), ('c', 'sam'), ('d', 'hank')) AS w(session, person) \g /dev/null
CALL test.follow('dana', '{a,b,c,d}');
SELECT pg_temp.expect('trouble', (SELECT string_agg(DISTINCT said, '; ') FROM test.trouble), NULL);
SELECT pg_temp.expect('missed, or told wrongly', (
  SELECT count(*)::text FROM (SELECT id,
    to_jsonb(m) AS row FROM public.performance_metrics AS m WHERE family_unit_id = test.id('sams')
    UNION ALL SELECT id, to_jsonb(i) FROM public.interactions AS i WHERE family_unit_id = test.id('sams')) AS there
  FULL JOIN (SELECT * FROM test.taken WHERE table_name IN ('performance_metrics', 'interactions')) AS taken USING (id)
  WHERE there.row IS DISTINCT FROM taken.row), '0');
SELECT pg_temp.expect('much was written', (SELECT (count(*) > 100)::text FROM test.taken), 'true');
SELECT pg_temp.expect('the room that is taken is known', (SELECT live::text FROM compass.scopes WHERE id = test.id('sams')),
  (SELECT count(*)::text FROM compass.changes WHERE scope = test.id('sams') AND NOT gone));
