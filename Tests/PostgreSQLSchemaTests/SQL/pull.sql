-- Tests of `compass_pull`, by which a device fetches changed rows. Statements run in transactions
-- of their own, as those of devices do, except in blocks that are rolled back.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE FUNCTION pg_temp.expect(title text, got text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF got IS DISTINCT FROM wanted THEN RAISE INFO '%: % instead of %', title, coalesce(got, 'null'), wanted; END IF;
END
$$;

-- When a school of the athlete alone is moved into the family, its status history must become
-- visible to the family too. A change of the school without a move must not send the history again.
BEGIN;
INSERT INTO public.schools (id, user_id, family_unit_id, name) VALUES (test.id('lone school'), test.id('sam'), NULL, 'Lone');
INSERT INTO public.school_status_history (id, school_id, new_status, changed_by)
VALUES (test.id('lone history'), test.id('lone school'), 'contacted', test.id('sam'));
CREATE FUNCTION pg_temp.told(person text) RETURNS text LANGUAGE sql AS $$
  SELECT count(*)::text FROM jsonb_array_elements(test.ask(person, 'SELECT public.compass_pull(''[]'', 1000)') -> 'changes') AS c
  WHERE c ->> 'table' = 'school_status_history' AND NOT (c ->> 'gone')::boolean AND c ->> 'id' = test.id('lone history')::text
$$;
SELECT pg_temp.expect('the history of a school of one''s own', pg_temp.told('dana'), '0');
UPDATE public.schools SET notes = 'x' WHERE id = test.id('lone school');
SELECT pg_temp.expect('stays so when the school changes', pg_temp.told('dana') || pg_temp.told('sam'), '01');
UPDATE public.schools SET family_unit_id = test.id('sams') WHERE id = test.id('lone school');
SELECT pg_temp.expect('and is the family''s with the school', pg_temp.told('dana') || pg_temp.told('sam'), '11');
ROLLBACK;

-- A simulated device: the rows that it has fetched, and for each scope (a person or a family) the
-- cursor up to which it has fetched. `pull` applies the answers as a device does.
CREATE TEMP TABLE file (device text, scope uuid, table_name text, id uuid, row jsonb, PRIMARY KEY (device, scope,
  table_name, id));
CREATE TEMP TABLE reached (device text PRIMARY KEY, cursors jsonb NOT NULL);
CREATE FUNCTION pg_temp.pull(device text, person text, page integer DEFAULT 500) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  said jsonb;
  pages integer := 0;
  came integer := 0;
  went integer := 0;
BEGIN
  INSERT INTO reached VALUES (device, '[]') ON CONFLICT DO NOTHING;
  LOOP
    said := test.ask(person, format('SELECT public.compass_pull(%L, %s)',
      (SELECT cursors FROM reached AS r WHERE r.device = pull.device), page));
    pages := pages + 1;
    DELETE FROM file AS f USING jsonb_to_recordset(said -> 'changes') AS c(scope uuid, "table" text, id uuid, gone boolean)
    WHERE f.device = pull.device AND f.scope = c.scope AND f.table_name = c."table" AND f.id = c.id AND c.gone;
    GET DIAGNOSTICS went = ROW_COUNT;
    INSERT INTO file SELECT pull.device, c.scope, c."table", c.id, c.row
    FROM jsonb_to_recordset(said -> 'changes') AS c(scope uuid, "table" text, id uuid, gone boolean, row jsonb) WHERE NOT c.gone
    ON CONFLICT ON CONSTRAINT file_pkey DO UPDATE SET row = excluded.row;
    came := came + jsonb_array_length(said -> 'changes');
    UPDATE reached AS r SET cursors = said -> 'scopes' WHERE r.device = pull.device;
    EXIT WHEN NOT (said ->> 'more')::boolean;
  END LOOP;
  RETURN concat_ws(' ', came, 'changes', pages, 'pages', CASE WHEN went > 0 THEN went || ' gone' END,
    CASE WHEN said -> 'ended' <> '[]' THEN jsonb_array_length(said -> 'ended') || ' ended' END,
    CASE WHEN said -> 'scopes' @> '[{"anew": true}]' THEN 'anew' END);
END
$$;

-- Returns the rows that the device has although its person may not read them, that it lacks, or
-- that differ from the server's. The result must always be empty (null).
CREATE FUNCTION pg_temp.compare(device text, person text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  shared text;
  wrong text := '';
  found text;
BEGIN
  CREATE TEMP TABLE IF NOT EXISTS visible (table_name text, id uuid, row jsonb);
  GRANT ALL ON visible TO PUBLIC;
  DELETE FROM visible;
  FOR shared IN SELECT t.name FROM compass.shared_tables AS t ORDER BY 1 LOOP
    PERFORM test.ask_as(person);
    EXECUTE format('INSERT INTO visible SELECT %L, t.id, to_jsonb(t) FROM public.%I AS t', shared, shared);
    PERFORM set_config('role', 'none', true);
  END LOOP;
  SELECT string_agg(coalesce(f.table_name,
    v.table_name) || CASE WHEN f.id IS NULL THEN ' missing' WHEN v.id IS NULL THEN ' leaked' ELSE ' differs' END, ', ')
  INTO found
  FROM (SELECT DISTINCT ON (f.table_name, f.id) * FROM file AS f WHERE f.device = compare.device ORDER BY f.table_name,
    f.id, f.scope) AS f
  FULL JOIN visible AS v ON v.table_name = f.table_name AND v.id = f.id
  WHERE f.id IS NULL OR v.id IS NULL OR f.row <> v.row;
  RETURN found;
END
$$;

-- After the first pull, each device must have exactly the rows that its person may read.
SELECT pg_temp.expect('the first pull of ' || p, left(pg_temp.pull(p, p), 0), '') FROM unnest(ARRAY['sam', 'dana', 'hank',
  'kim', 'lee', 'rita']) AS p;
SELECT pg_temp.expect('all of it for ' || p, pg_temp.compare(p, p), NULL) FROM unnest(ARRAY['sam', 'dana', 'hank', 'kim',
  'lee', 'rita']) AS p;
SELECT pg_temp.expect('nothing new', pg_temp.pull('sam', 'sam'), '0 changes 1 pages');
SELECT pg_temp.expect('a page a row', left(pg_temp.pull('sam by one', 'sam', 1), 0), '');
SELECT pg_temp.expect('the same by one', pg_temp.compare('sam by one', 'sam'), NULL);
SELECT pg_temp.expect('notes come out to nobody else', (
  SELECT count(*)::text FROM file AS f WHERE f.row::text LIKE '%Dana''s own thought%' AND f.device <> 'dana'
    OR f.row::text LIKE '%Sam''s own thought%' AND f.device NOT LIKE 'sam%'), '0');

-- Another family member's device fetches a changed row, a deleted row, and a row that was moved
-- into the family.
SELECT test.ask('sam', format('UPDATE public.schools SET notes = ''n'' WHERE id = %L RETURNING ''1''::jsonb',
  test.id('duke'))) \g /dev/null
SELECT pg_temp.expect('a change', pg_temp.pull('dana', 'dana'), '1 changes 1 pages');
SELECT test.ask('sam', format('DELETE FROM public.coaches WHERE id = %L RETURNING ''1''::jsonb', test.id('rivera'))) \g /dev/null
SELECT pg_temp.expect('a deletion, and two rows that lost what they pointed at', pg_temp.pull('dana', 'dana'),
  '3 changes 1 pages 1 gone');
SELECT test.ask('sam', format('UPDATE public.schools SET family_unit_id = %L WHERE id = %L RETURNING ''1''::jsonb',
  test.id('sams'), test.id('secret school'))) \g /dev/null
SELECT pg_temp.expect('what is shared now comes', pg_temp.pull('dana', 'dana'), '1 changes 1 pages');
SELECT pg_temp.expect('and is gone from where it was its owner''s alone', (
  SELECT string_agg(gone::text || ' ' || (scope = test.id('sams'))::text,
    ', ' ORDER BY gone) FROM compass.changes WHERE id = test.id('secret school')),
  'false true, true false');
SELECT pg_temp.pull(p, p) FROM unnest(ARRAY['sam', 'dana', 'hank', 'kim', 'lee', 'rita']) AS p \g /dev/null
SELECT pg_temp.expect('all of it again for ' || p, pg_temp.compare(p, p), NULL) FROM unnest(ARRAY['sam', 'dana', 'hank',
  'kim', 'lee', 'rita']) AS p;

-- All rows of one transaction get the same revision. A device with small pages must still fetch
-- each of them once.
SELECT pg_temp.pull('kim', 'kim') \g /dev/null
INSERT INTO public.performance_metrics (id, user_id, family_unit_id, recorded_date, metric_type, value)
SELECT gen_random_uuid(), test.id('kim'), test.id('kims'), '2026-11-01', 'velocity', n FROM generate_series(1, 2500) AS n;
SELECT pg_temp.expect('they share one revision',
  (SELECT count(DISTINCT revision)::text FROM compass.changes WHERE scope = test.id('kims')
  AND table_name = 'performance_metrics'), '1');
SELECT pg_temp.expect('all come, page by page', pg_temp.pull('kim', 'kim', 100), '2500 changes 25 pages');
SELECT pg_temp.expect('each once', pg_temp.compare('kim', 'kim'), NULL);
-- A rollback to a savepoint must not make the transaction use a second revision.
BEGIN;
SAVEPOINT before;
UPDATE public.schools SET notes = 'x' WHERE id = test.id('rice');
ROLLBACK TO before;
UPDATE public.schools SET notes = 'y' WHERE id = test.id('rice');
COMMIT;
SELECT pg_temp.expect('one transaction, one revision', (SELECT revision::text FROM compass.changes WHERE id = test.id('rice')),
  (SELECT max(revision)::text FROM compass.changes WHERE scope = test.id('kims')));

-- After the server was restored (a new era), and after the records of old deletions were erased, a
-- device with an older cursor must fetch all rows again.
BEGIN;
SELECT pg_temp.pull('sam', 'sam') \g /dev/null
SELECT pg_temp.expect('nothing was restored', test.ask('sam', 'SELECT public.compass_restored()') ->> 'at', NULL);
SELECT compass.begin_era() \g /dev/null
SELECT pg_temp.expect('a restore is told with its time', (
  SELECT (test.ask('sam', 'SELECT public.compass_restored()') ->> 'at')::timestamptz = v.began_at FROM compass.server AS v)::text,
  'true');
SELECT pg_temp.expect('after a restore everything comes anew', (
  SELECT (said -> 'scopes' -> 0 ->> 'anew') || ' ' || (jsonb_array_length(said -> 'changes') > 20)
  FROM (SELECT test.ask('sam', format('SELECT public.compass_pull(%L)',
    (SELECT cursors FROM reached WHERE device = 'sam'))) AS said) AS s), 'true true');
DELETE FROM public.events WHERE id = test.id('camp');
UPDATE compass.changes SET at = now() - interval '181 days' WHERE gone;
SELECT compass.forget();
SELECT pg_temp.expect('what is gone is forgotten after half a year',
  (SELECT count(*)::text FROM compass.changes WHERE gone), '0');
SELECT pg_temp.expect('and an older cursor begins anew', (
  SELECT said -> 'scopes' -> (CASE WHEN said -> 'scopes' -> 0 ->> 'kind' = 'family' THEN 0 ELSE 1 END) ->> 'anew'
  FROM (SELECT test.ask('sam', format('SELECT public.compass_pull(%L)', (
    SELECT jsonb_agg(c || jsonb_build_object('era', (SELECT era FROM compass.server))) FROM reached,
      jsonb_array_elements(cursors) AS c WHERE device = 'sam'))) AS said) AS s), 'true');
ROLLBACK;

-- The history shows a person only the changes of rows that the person may read. It shows a step's
-- own summary only if the person may read all its rows, because the summary could name a hidden one;
-- else the summary names what the person may read.
BEGIN;
SELECT test.push('sam', test.step('sam', 'a letter and a school', test.change('update', 'schools', 'yale', '{"notes": "x"}',
  '{"notes": null}'),
  test.change('update', 'recommendation_letters', 'letter', '{"notes": "y"}', '{"notes": null}'))) \g /dev/null
SELECT test.push('sam', test.step('sam', 'a letter', test.change('update', 'recommendation_letters', 'letter',
  '{"notes": "z"}', '{"notes": "y"}'))) \g /dev/null
SELECT test.push('sam', test.step('sam', 'a note', test.change('update', 'private_notes', 'sam''s note', '{"note": "z"}',
  '{"note": "Sam''s own thought"}'))) \g /dev/null
SELECT test.push('hank', test.step('hank', 'a deletion', test.change('delete', 'interactions', 'hank''s call', NULL,
  '{}'))) \g /dev/null
SELECT pg_temp.expect(p || ' reads', (SELECT string_agg(coalesce(h ->> 'summary',
  '?') || ' ' || jsonb_array_length(h -> 'changes'), ', ')
  FROM jsonb_array_elements(test.ask(p, 'SELECT public.compass_history()')) AS h WHERE h ->> 'operation' = 'test'), wanted)
FROM (VALUES ('sam', 'a deletion 1, a note 1, a letter 1, a letter and a school 2'), ('dana', 'a deletion 1, Changed 1 school 1'), ('kim',
  NULL)) AS v(p, wanted);
ROLLBACK;

-- Attempts to join a family with a wrong code must be refused, and after five of them the person
-- has to wait.
BEGIN;
SELECT pg_temp.expect('try ' || n, test.ask('lee', 'SELECT public.join_family(''fam-zzz zzz'')') ->> 'outcome',
  CASE WHEN n <= 5 THEN 'unknown' ELSE 'wait' END)
FROM generate_series(1, 6) AS n;
SELECT pg_temp.expect('no code', test.ask('dana', 'SELECT public.join_family(''x'')') ->> 'outcome', 'malformed');
SELECT pg_temp.expect('an athlete', test.ask('kim', 'SELECT public.join_family(''FAM-AAAAAA'')') ->> 'outcome', 'not_parent');
SELECT pg_temp.expect('a member', test.ask('dana', 'SELECT public.join_family(''AAAAAA'')') ->> 'outcome', 'member');
UPDATE public.family_units SET code_generated_at = now() - interval '8 days';
SELECT pg_temp.expect('a code that is too old', test.ask('rita', 'SELECT public.join_family(''FAM-AAAAAA'')') ->> 'outcome',
  'unknown');
SELECT pg_temp.expect('a parent renews', test.try('dana', 'SELECT public.renew_family_code()'), '42501');
SELECT pg_temp.expect('nobody who asked is let in', test.ask('sam', format('SELECT public.answer_join(%L, true)',
  test.id('lee'))) ->> 'outcome', 'unknown');
ROLLBACK;
BEGIN;
-- Attempts are also counted by IP address, so that many accounts at one address cannot guess codes.
SELECT set_config('request.address', '192.0.2.7', true) \g /dev/null
INSERT INTO public.users (id, role) SELECT test.id('guest ' || n), 'parent' FROM generate_series(1, 21) AS n;
SELECT pg_temp.expect('guest ' || n, test.ask('guest ' || n, 'SELECT public.join_family(''FAM-ZZZZZZ'')') ->> 'outcome',
  CASE WHEN n <= 20 THEN 'unknown' ELSE 'wait' END)
FROM generate_series(1, 21) AS n;
ROLLBACK;

-- A parent withdraws requests, and those of other parents stay. The parent's devices are told of it
-- until the parent asks with the same code again.
BEGIN;
CREATE FUNCTION pg_temp.asks(person text, code text) RETURNS text LANGUAGE sql AS $$
  SELECT test.ask(person, format('SELECT public.join_family(%L)', code)) ->> 'outcome'
$$;
CREATE FUNCTION pg_temp.withdraws(person text) RETURNS text LANGUAGE sql AS $$
  SELECT test.ask(person, 'SELECT public.withdraw_join()') ->> 'outcome'
$$;
CREATE FUNCTION pg_temp.joining(person text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', said ->> 'asked', said ->> 'withdrawn')
  FROM (SELECT test.ask(person, 'SELECT public.compass_pull()') AS said) AS s
$$;
SELECT pg_temp.expect('nothing to withdraw', pg_temp.withdraws('rita'), 'unknown');
SELECT pg_temp.expect(v.p || ' asks with ' || v.code, pg_temp.asks(v.p, v.code), 'asked')
FROM (VALUES ('rita', 'FAM-AAAAAA'), ('rita', 'FAM-BBBBBB'), ('lee', 'FAM-AAAAAA')) AS v(p, code);
SELECT pg_temp.expect('rita waits', pg_temp.joining('rita'), 'true []');
SELECT pg_temp.expect('rita withdraws', pg_temp.withdraws('rita'), 'withdrawn');
SELECT pg_temp.expect('rita waits no more', pg_temp.joining('rita'), 'false ["FAM-AAAAAA", "FAM-BBBBBB"]');
SELECT pg_temp.expect('lee still waits', pg_temp.joining('lee'), 'true []');
SELECT pg_temp.expect('rita is not let in', test.ask('sam', format('SELECT public.answer_join(%L, true)',
  test.id('rita'))) ->> 'outcome', 'unknown');
SELECT pg_temp.expect('rita withdraws twice', pg_temp.withdraws('rita'), 'unknown');
SELECT pg_temp.expect('rita asks again', pg_temp.asks('rita', 'FAM-AAAAAA'), 'asked');
SELECT pg_temp.expect('rita waits again', pg_temp.joining('rita'), 'true ["FAM-BBBBBB"]');
SELECT pg_temp.expect('rita is let in', test.ask('sam', format('SELECT public.answer_join(%L, true)',
  test.id('rita'))) ->> 'outcome', 'joined');
SELECT pg_temp.expect('rita withdraws too late', pg_temp.withdraws('rita'), 'unknown');
SELECT pg_temp.expect('lee is turned away', test.ask('sam', format('SELECT public.answer_join(%L, false)',
  test.id('lee'))) ->> 'outcome', 'declined');
SELECT pg_temp.expect('lee withdraws too late', pg_temp.withdraws('lee'), 'unknown');
SELECT pg_temp.expect('a declined request is not withdrawn', pg_temp.joining('lee'), 'false []');
SELECT pg_temp.expect('a caller without a token', test.try('nobody', 'SELECT public.withdraw_join()'), '42501');
ROLLBACK;

-- The server assigns handles, the short names such as `s7` by which people type records. Each
-- device gets ranges of fifty numbers, a record keeps its first handle, and a device may only use
-- numbers of its own ranges.
BEGIN;
SELECT pg_temp.expect('a first block', test.ask('kim', format('SELECT public.compass_handles(%L, %L, ''[]'', ''{s}'')',
  test.id('kims'), test.id('phone')))::text,
  '{"device": 1, "leases": [{"kind": "s", "last": 50, "first": 1}], "handles": []}');
SELECT pg_temp.expect('the next device''s', test.ask('lee', format('SELECT public.compass_handles(%L, %L, ''[]'', ''{s}'')',
  test.id('kims'), test.id('laptop'))) -> 'leases' ->> 0,
  '{"kind": "s", "last": 100, "first": 51}');
SELECT pg_temp.expect('a handle is given', test.ask('kim', format('SELECT public.compass_handles(%L, %L, %L)',
  test.id('kims'), test.id('phone'),
  jsonb_build_array(jsonb_build_object('kind', 's', 'number', 7, 'id', test.id('rice'))))) -> 'handles' -> 0 ->> 'number', '7');
SELECT pg_temp.expect('the first one stays', test.ask('lee', format('SELECT public.compass_handles(%L, %L, %L)',
  test.id('kims'), test.id('laptop'),
  jsonb_build_array(jsonb_build_object('kind', 's', 'number', 51, 'id', test.id('rice'))))) -> 'handles' -> 0 ->> 'number', '7');
SELECT pg_temp.expect('a number of another block', test.ask('lee', format('SELECT public.compass_handles(%L, %L, %L)',
  test.id('kims'), test.id('laptop'),
  jsonb_build_array(jsonb_build_object('kind', 's', 'number', 8, 'id', test.id('x'))))) ->> 'handles', '[]');
SELECT pg_temp.expect('a number of one''s own range', test.ask('lee', format('SELECT public.compass_handles(%L, %L, %L)',
  test.id('kims'), test.id('laptop'),
  jsonb_build_array(jsonb_build_object('kind', 's', 'number', 200001, 'id', test.id('x'))))) -> 'handles' -> 0 ->> 'number',
    '200001');
SELECT pg_temp.expect('another family''s', test.try('kim', format('SELECT public.compass_handles(%L, %L)', test.id('sams'),
  test.id('phone'))), '42501');
SELECT pg_temp.expect('two people of one computer count together', test.ask('kim',
  format('SELECT public.compass_handles(%L, %L, %L)', test.id('kims'), test.id('laptop'),
    jsonb_build_array(jsonb_build_object('kind', 's', 'number', 52, 'id', test.id('y')))))::text,
  format('{"device": 2, "leases": [], "handles": [{"id": "%s", "kind": "s", "number": 52}]}', test.id('y')));
SELECT pg_temp.pull('lee', 'lee') \g /dev/null
SELECT pg_temp.expect('a handle comes with a pull', pg_temp.compare('lee', 'lee'), NULL);

-- The server is restored. The numbers and devices that its backup may lack go to no device, and a
-- device that comes back with one of them keeps it.
UPDATE compass.leases SET leased_at = leased_at - interval '1 hour';
UPDATE compass.devices SET added_at = added_at - interval '1 hour';
SELECT compass.begin_era() \g /dev/null
UPDATE compass.server SET lost_numbers = 2000, lost_devices = 500;
SELECT pg_temp.expect('a block behind the gap', test.ask('kim', format('SELECT public.compass_handles(%L, %L, ''[]'', ''{s,c}'')',
  test.id('kims'), test.id('desk')))::text,
  '{"device": 503, "leases": [{"kind": "c", "last": 2050, "first": 2001}, {"kind": "s", "last": 2150, "first": 2101}], "handles": []}');
SELECT pg_temp.expect('of what a lost device gave, what nobody else holds is its own', (
  SELECT string_agg(h ->> 'number', ' ' ORDER BY h ->> 'number') FROM jsonb_array_elements(
    test.ask('lee', format('SELECT public.compass_handles(%L, %L, %L)', test.id('kims'), test.id('lost'), (
      SELECT jsonb_agg(jsonb_build_object('kind', 's', 'number', n, 'id', test.id('lost ' || n)))
      FROM unnest(ARRAY[0, 9, 101, 2100, 2101, 2151, 200002, 300001, 50300000, 50300001]) AS n))) -> 'handles') AS h),
  '101 2100 300001 50300000');
SELECT pg_temp.expect('the next block', test.ask('lee', format('SELECT public.compass_handles(%L, %L, ''[]'', ''{s}'')',
  test.id('kims'), test.id('laptop'))) -> 'leases' -> 1 ->> 'first', '2151');

-- The gap ends with the numbers that are shared, before the devices' own ranges.
UPDATE compass.server SET lost_numbers = 150000;
SELECT pg_temp.expect('of a gap beyond the shared numbers', (
  SELECT string_agg(h ->> 'number', ' ' ORDER BY h ->> 'number') FROM jsonb_array_elements(
    test.ask('lee', format('SELECT public.compass_handles(%L, %L, %L)', test.id('kims'), test.id('late'), (
      SELECT jsonb_agg(jsonb_build_object('kind', 's', 'number', n, 'id', test.id('late ' || n)))
      FROM unnest(ARRAY[99999, 100000, 100001, 150000, 200003]) AS n))) -> 'handles') AS h),
  '100000 99999');
SELECT pg_temp.expect('who has no shared number left is leased none', test.ask('lee',
  format('SELECT public.compass_handles(%L, %L, ''[]'', ''{s}'')', test.id('kims'), test.id('late'))) ->> 'leases', '[]');
ROLLBACK;

-- Each restore draws the gap, so that a backup that is restored twice seldom gives the same numbers.
BEGIN;
CREATE TEMP TABLE drawn (numbers bigint, devices bigint) ON COMMIT DROP;
DO $$
BEGIN
  FOR n IN 1..40 LOOP
    PERFORM compass.begin_era();
    INSERT INTO drawn SELECT v.lost_numbers, v.lost_devices FROM compass.server AS v;
  END LOOP;
END
$$;
SELECT pg_temp.expect('several gaps', (count(DISTINCT numbers) > 5 AND count(DISTINCT devices) > 5)::text, 'true') FROM drawn;
SELECT pg_temp.expect('whole blocks, and as wide as is said', bool_and(
  numbers % 50 = 0 AND numbers BETWEEN 2000 AND 5000 AND devices BETWEEN 500 AND 700)::text, 'true') FROM drawn;
ROLLBACK;

-- A parent is removed from the family and joins it again. The devices must drop the family's rows
-- and then fetch them again.
SELECT test.ask('sam', format('DELETE FROM public.family_members WHERE id = %L RETURNING ''1''::jsonb',
  test.id('sams hank'))) \g /dev/null
SELECT pg_temp.expect('who was removed is told that it ended', pg_temp.pull('hank', 'hank'), '0 changes 1 pages 1 ended');
SELECT pg_temp.expect('and the others that they are gone', pg_temp.pull('dana', 'dana'), '2 changes 1 pages 2 gone');
SELECT pg_temp.expect('a code', left(test.ask('sam', 'SELECT public.renew_family_code()') ->> 'code', 4), 'FAM-');
SELECT pg_temp.expect('hank asks', test.ask('hank', format('SELECT public.join_family(%L)',
  (SELECT family_code FROM public.family_units WHERE id = test.id('sams')))) ->> 'outcome', 'asked');
SELECT pg_temp.expect('and is not in yet',
  (SELECT count(*)::text FROM public.family_members WHERE user_id = test.id('hank')), '0');
SELECT pg_temp.expect('sam lets him in', test.ask('sam', format('SELECT public.answer_join(%L, true)',
  test.id('hank'))) ->> 'outcome', 'joined');
DELETE FROM file WHERE device = 'hank' AND scope = test.id('sams');
SELECT pg_temp.pull(p, p) FROM unnest(ARRAY['sam', 'dana', 'hank']) AS p \g /dev/null
SELECT pg_temp.expect('joining shows everything from the start to ' || p, pg_temp.compare(p, p),
  NULL) FROM unnest(ARRAY['sam', 'dana', 'hank']) AS p;

-- The athlete deletes the family. Its records that belong to the athlete must stay on the athlete's
-- device.
SELECT test.ask('sam', format('DELETE FROM public.family_units WHERE id = %L RETURNING ''1''::jsonb',
  test.id('sams'))) \g /dev/null
SELECT pg_temp.expect('the changes outlive it',
  (SELECT (count(*) > 0)::text FROM compass.changes WHERE scope = test.id('sams') AND gone), 'true');
SELECT pg_temp.pull('sam', 'sam') \g /dev/null
DELETE FROM file WHERE device = 'sam' AND scope = test.id('sams');
SELECT pg_temp.expect('sam keeps what was hers', pg_temp.compare('sam', 'sam'), NULL);

-- A try costs the same however many others were made in the last minutes.
BEGIN;
SELECT coalesce(sum(idx_tup_fetch + seq_tup_read), 0) AS earlier FROM pg_stat_xact_user_tables WHERE relname = 'code_tries' \gset
INSERT INTO compass.code_tries (who, tries, last_at) SELECT 'account ' || i, ARRAY[now()], now() FROM generate_series(1, 1000) AS i;
SELECT pg_temp.expect('a try is counted', compass.note_try(ARRAY['account sam', 'address of sam'], ARRAY[5, 20])::text, '0');
SELECT pg_temp.expect('it reads no rows of others', (
  SELECT (idx_tup_fetch + seq_tup_read - :earlier < 20)::text FROM pg_stat_xact_user_tables WHERE relname = 'code_tries'), 'true');
ROLLBACK;
