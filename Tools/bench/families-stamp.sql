-- Writes the rows that the triggers would have written if each family had been inserted in one
-- transaction: every record has revision 1 in its scopes. Then the triggers write a sample of them,
-- and the two are compared.
SET synchronous_commit = off;
SET work_mem = '256MB';
DO $$
DECLARE
  shared compass.shared_tables;
BEGIN
  FOR shared IN SELECT * FROM compass.shared_tables ORDER BY name LOOP
    EXECUTE format(
      'INSERT INTO compass.changes (scope, table_name, id, revision, gone, at)
       SELECT p.scope, %L, r.id, 1, false, now() FROM public.%I AS r CROSS JOIN LATERAL (SELECT DISTINCT unnest(%s)) AS p(scope)',
      shared.name, shared.name, shared.scopes);
  END LOOP;
  INSERT INTO compass.scopes (id, kind, revision, taken_by, live)
  SELECT c.scope, CASE WHEN EXISTS (SELECT 1 FROM public.family_units AS f WHERE f.id = c.scope) THEN 'family' ELSE 'person' END,
    1, pg_current_xact_id(), count(*)
  FROM compass.changes AS c GROUP BY c.scope;
END
$$;

BEGIN;
CREATE TEMP TABLE looked_at ON COMMIT DROP AS
  SELECT s.id FROM (SELECT id, player_user_id FROM public.family_units ORDER BY md5(id::text) LIMIT 20) AS f
  JOIN public.family_members AS m ON m.family_unit_id = f.id CROSS JOIN LATERAL (VALUES (f.id), (m.user_id)) AS s(id) GROUP BY 1;
CREATE TEMP TABLE stamped ON COMMIT DROP AS
  SELECT scope, table_name, id, revision, gone, author FROM compass.changes WHERE scope IN (SELECT id FROM looked_at);
CREATE TEMP TABLE counted ON COMMIT DROP AS
  SELECT id, kind, revision, live, forgotten, restored FROM compass.scopes WHERE id IN (SELECT id FROM looked_at);
DELETE FROM compass.changes WHERE scope IN (SELECT id FROM looked_at);
DELETE FROM compass.scopes WHERE id IN (SELECT id FROM looked_at);
DO $$
DECLARE
  name text;
  differing bigint;
BEGIN
  FOR name IN SELECT t.name FROM compass.shared_tables AS t ORDER BY 1 LOOP
    EXECUTE format('UPDATE public.%I SET id = id WHERE id IN (SELECT s.id FROM stamped AS s WHERE s.table_name = %L)', name, name);
  END LOOP;
  SELECT count(*) INTO differing FROM (
    (TABLE stamped EXCEPT SELECT scope, table_name, id, revision, gone, author FROM compass.changes)
    UNION ALL (SELECT scope, table_name, id, revision, gone, author FROM compass.changes
      WHERE scope IN (SELECT id FROM looked_at) EXCEPT TABLE stamped)) AS d;
  IF differing > 0 OR (SELECT count(*) FROM stamped) = 0 THEN
    RAISE EXCEPTION '% changes are not as the triggers write them.', differing;
  END IF;
  SELECT count(*) INTO differing FROM (
    TABLE counted EXCEPT SELECT id, kind, revision, live, forgotten, restored FROM compass.scopes) AS d;
  IF differing > 0 THEN RAISE EXCEPTION '% scopes are not as the triggers count them.', differing; END IF;
END
$$;
ROLLBACK;

-- The people who send requests: a thousand athletes, or all if there are fewer. Each gets ten rows
-- with the triggers on, which are therefore newer than the other rows.
CREATE SCHEMA bench;
CREATE TABLE bench.people AS
  SELECT f.player_user_id AS person, f.id AS family FROM public.family_units AS f ORDER BY md5(f.id::text) LIMIT 1000;
DO $$
DECLARE
  one bench.people;
BEGIN
  FOR one IN TABLE bench.people LOOP
    UPDATE public.interactions SET sentiment = 'positive'
      WHERE id IN (SELECT id FROM public.interactions WHERE family_unit_id = one.family ORDER BY occurred_at DESC LIMIT 4);
    UPDATE public.schools SET priority_tier = 'A'
      WHERE id IN (SELECT id FROM public.schools WHERE family_unit_id = one.family ORDER BY name LIMIT 2);
    UPDATE public.coaches SET phone = '555-0100'
      WHERE id IN (SELECT id FROM public.coaches WHERE family_unit_id = one.family ORDER BY last_name LIMIT 2);
    UPDATE public.athlete_task SET status = 'skipped'
      WHERE id IN (SELECT id FROM public.athlete_task WHERE athlete_id = one.person AND status = 'not_started' LIMIT 2);
    COMMIT;
  END LOOP;
END
$$;
VACUUM ANALYZE;
