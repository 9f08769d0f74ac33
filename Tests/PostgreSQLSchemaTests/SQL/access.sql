-- The access rules of docs/domain.md, sections 3 and 10.10, as one table: which statements each
-- person may run on a row of each table. The letters stand for SELECT (s), INSERT (i), UPDATE (u)
-- and DELETE (d).
--
-- A removed parent, the members of another family and a caller without a token may do none of them;
-- they may only read `task`, and the caller without a token not even that. The service key permits
-- everything, and of `task` only reading. A target whose name begins with `secret` belongs to no
-- family, so only sam may access it.
CREATE TEMP TABLE rule (
  name text, target text,
  sam text, dana text, hank text,   -- the athlete, a parent, a parent who helps with everything
  fresh jsonb,                      -- what a new row has otherwise than the target
  touched text                      -- a column that an update sets to itself
);
INSERT INTO rule VALUES
  ('users',                  'sam',             'su',   's',    's',    NULL, 'full_name'),
  ('users',                  'dana',            's',    'su',   's',    NULL, 'full_name'),
  ('family_units',           'sams',            'sud',  's',    's',    NULL, 'family_name'),
  ('family_members',         'sams dana',       'sud',  'sd',   's',    NULL, 'helps'),
  ('family_members',         'sams sam',        's',    's',    's',    NULL, 'helps'),
  ('family_code_usage_log',  'code made',       's',    's',    's',    '{}', 'code_used'),
  ('schools',                'yale',            'siud', 's',    'siu',  '{}', 'name'),
  ('schools',                'secret school',   'siud', '',     '',     '{}', 'name'),
  ('coaches',                'rivera',          'siud', 's',    'siu',  '{}', 'notes'),
  ('coaches',                'secret coach',    'siud', '',     '',     '{}', 'notes'),
  ('events',                 'camp',            'siud', 's',    'siu',  '{}', 'name'),
  ('events',                 'secret event',    'siud', '',     '',     '{}', 'name'),
  ('interactions',           'call',            'siud', 's',    'siu',  '{}', 'content'),
  ('interactions',           'hank''s call',    'siud', 's',    'siud', '{}', 'content'),
  ('interactions',           'secret call',     'siud', '',     '',     '{}', 'content'),
  ('offers',                 'offer',           'siud', 's',    'siu',  '{}', 'notes'),
  ('offers',                 'secret offer',    'siud', '',     '',     '{}', 'notes'),
  ('performance_metrics',    'velocity',        'siud', 's',    'siu',  '{}', 'value'),
  ('performance_metrics',    'secret velocity', 'siud', '',     '',     '{}', 'value'),
  ('documents',              'video',           'siud', 's',    'siu',  '{}', 'title'),
  ('documents',              'secret video',    'siud', '',     '',     '{}', 'title'),
  ('recommendation_letters', 'letter',          'siud', '',     '',     '{}', 'notes'),
  -- An undo of a school's change of status deletes the history entry, so sam may delete it.
  ('school_status_history',  'duke history',    'sid',  's',    'si',   '{}', 'notes'),
  ('task',                   NULL,              's',    's',    's',    '{}', 'title'),
  ('athlete_task',           'progress',        'siud', 's',    'siu',
    jsonb_build_object('task_id', (SELECT id FROM public.task WHERE catalogue_order = 1)), 'deadline_date'),
  ('suggestion',             'suggestion',      'siud', 's',    's',    '{}', 'dismissed'),
  ('notifications',          'sam is told',     'siud', '',     '',     '{}', 'read_at'),
  ('notifications',          'dana is told',    '',     'siud', '',     '{}', 'read_at'),
  -- Parents may read these facts about the athlete, because the packet (the document that presents
  -- the athlete to coaches) shows them.
  ('user_preferences',       'sam as player',   'siud', 's',    's',    '{"category": "school"}', 'data'),
  ('user_preferences',       'sam''s settings', 'siud', '',     '',     '{"category": "school"}', 'data'),
  ('user_preferences',       'dana''s settings','',     'siud', '',     '{"category": "school"}', 'data'),
  ('preference_history',     'sam before',      'siud', '',     '',     '{}', 'new_value'),
  ('parent_view_log',        'dana looked',     's',    'si',   '',     '{}', 'viewed_item_type'),
  ('private_notes',          'sam''s note',     'siud', '',     '',
    jsonb_build_object('record_id', test.id('yale')), 'note'),
  ('private_notes',          'dana''s note',    '',     'siud', '',
    jsonb_build_object('record_id', test.id('yale')), 'note'),
  ('audit_logs',             'audited',         's',    '',     '',     '{}', 'status'),
  ('handles',                's1',              's',    's',    's',
    jsonb_build_object('number', 2, 'record_id', test.id('yale')), 'number');

-- Every table and view of the schema `public` must be in the table of rules above.
SELECT 'not in the rules: ' || c.relname FROM pg_class AS c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm',
  'f') AND c.relname NOT IN (SELECT name FROM rule);

CREATE TEMP TABLE tried AS
SELECT r.name, r.target, who.person, verb.letter, position(verb.letter IN who.verbs) > 0 AS may,
  test.try(who.person, CASE verb.letter
    WHEN 's' THEN format('SELECT 1 FROM public.%I WHERE id = %L', r.name, target.id)
    WHEN 'u' THEN format('UPDATE public.%I SET %I = %2$I%s WHERE id = %L', r.name, r.touched,
      '',
      target.id)
    WHEN 'd' THEN format('DELETE FROM public.%I WHERE id = %L', r.name, target.id)
    WHEN 'i' THEN format('INSERT INTO public.%I (%s) SELECT %2$s FROM jsonb_populate_record(NULL::public.%1$I, %3$L)', r.name,
      (SELECT string_agg(quote_ident(k), ', ') FROM jsonb_object_keys(fresh.row) AS k), fresh.row)
  END) AS said
FROM rule AS r
CROSS JOIN LATERAL (
  SELECT coalesce(test.id(r.target), (SELECT id FROM public.task WHERE catalogue_order = 0)) AS id,
    (xpath('/table/row/j/text()', query_to_xml(format('SELECT to_jsonb(t) AS j FROM public.%I AS t WHERE id = %L', r.name,
      coalesce(test.id(r.target), (SELECT id FROM public.task WHERE catalogue_order = 0))), true, false, '')))[1]::text AS text
) AS found
CROSS JOIN LATERAL (
  SELECT found.id, replace(replace(replace(replace(found.text, '&quot;', '"'), '&lt;', '<'), '&gt;', '>'), '&amp;',
    '&')::jsonb AS row
) AS target
CROSS JOIN LATERAL (VALUES
  ('sam', r.sam), ('dana', r.dana), ('hank', r.hank),
  ('rita', CASE WHEN r.name = 'task' THEN 's' ELSE '' END), ('kim', CASE WHEN r.name = 'task' THEN 's' ELSE '' END),
  ('lee', CASE WHEN r.name = 'task' THEN 's' ELSE '' END), ('nobody', ''),
  ('service', CASE WHEN r.name = 'task' THEN 's' ELSE 'siud' END)
) AS who(person, verbs)
CROSS JOIN unnest(ARRAY['s', 'i', 'u', 'd']) AS verb(letter)
CROSS JOIN LATERAL (
  -- The new row names the person who inserts it as its author. Its owner stays the athlete.
  SELECT target.row || r.fresh || jsonb_build_object('id', gen_random_uuid())
    || CASE WHEN who.person IN ('nobody', 'service') THEN '{}' ELSE coalesce((
      SELECT jsonb_object_agg(k, test.id(who.person)) FROM jsonb_object_keys(target.row) AS k
      WHERE k IN ('created_by', 'logged_by', 'uploaded_by',
        'changed_by') OR k = 'parent_user_id' AND who.person NOT IN ('hank')), '{}') END AS row
) AS fresh
WHERE NOT (verb.letter = 'i' AND r.fresh IS NULL);

SELECT format('%s %s %s of %s: %s', person, CASE WHEN may THEN 'should be able to' ELSE 'should not be able to' END,
  CASE letter WHEN 's' THEN 'read' WHEN 'i' THEN 'insert' WHEN 'u' THEN 'update' WHEN 'd' THEN 'delete' END,
    name || coalesce(' ' || target, ''), said)
FROM tried
WHERE CASE WHEN may THEN said <> '1'
  -- A forbidden statement must affect no row ('0') or fail for a missing right (42501). Any other
  -- error would mean that the rules did not stop it. One other error is right: an interaction
  -- without a family belongs to its author alone, so its insertion fails because the person may not
  -- refer to its school (23514).
  ELSE said NOT IN ('0', '42501') AND NOT (target = 'secret call' AND letter = 'i' AND said = '23514') END
ORDER BY 1;

-- Attempts to break the six rules of docs/domain.md, section 3, such as a forged family: the person
-- who sends the statement, and the number of rows or the error code that must result.
CREATE TEMP TABLE probe (title text, person text, statement text, wanted text);
INSERT INTO probe
SELECT title, person, replace(replace(replace(statement, '$sams', quote_literal(test.id('sams'))), '$kims',
  quote_literal(test.id('kims'))),
  '$me', quote_literal(test.id(person))), wanted
FROM (VALUES
  ('a parent adds herself to a family', 'lee',
    'INSERT INTO public.family_members (family_unit_id, user_id, role) VALUES ($sams, $me, ''parent'')', '42501'),
  ('a parent makes herself a family''s athlete', 'lee',
    'INSERT INTO public.family_members (family_unit_id, user_id, role) VALUES ($sams, $me, ''player'')', '42501'),
  ('an athlete adds somebody', 'sam',
    format('INSERT INTO public.family_members (family_unit_id, user_id, role) VALUES ($sams, %L, ''parent'')',
    test.id('rita')), '42501'),
  ('a parent makes a family', 'dana', 'INSERT INTO public.family_units (player_user_id) VALUES ($me)', '42501'),
  ('a family in somebody else''s name', 'kim', format('INSERT INTO public.family_units (player_user_id) VALUES (%L)',
    test.id('dana')), '42501'),
  ('a school in a strange family', 'kim',
    'INSERT INTO public.schools (user_id, family_unit_id, name) VALUES ($me, $sams, ''X'')', '42501'),
  ('a school in somebody else''s name', 'kim',
    format('INSERT INTO public.schools (user_id, family_unit_id, name) VALUES (%L, $kims, ''X'')', test.id('sam')), '42501'),
  ('a helper''s school in her own name', 'hank',
    'INSERT INTO public.schools (user_id, family_unit_id, name, created_by) VALUES ($me, $sams, ''X'', $me)', '42501'),
  ('a helper''s school without her name', 'hank',
    format('INSERT INTO public.schools (user_id, family_unit_id, name) VALUES (%L, $sams, ''X'')', test.id('sam')), '1'),
  ('an onlooker''s school without her name', 'dana',
    format('INSERT INTO public.schools (user_id, family_unit_id, name) VALUES (%L, $sams, ''X'')', test.id('sam')), '42501'),
  ('a parent''s school without a family', 'dana', 'INSERT INTO public.schools (user_id, name) VALUES ($me, ''X'')', '42501'),
  ('a forged creator', 'sam',
    format('INSERT INTO public.schools (user_id, family_unit_id, name, created_by) VALUES ($me, $sams, ''X'', %L)',
    test.id('dana')), '42501'),
  ('a forged author of a change', 'sam', format('UPDATE public.schools SET updated_by = %L WHERE id = %L', test.id('dana'),
    test.id('duke')), '42501'),
  ('a forged author of a new row', 'sam',
    format('INSERT INTO public.schools (user_id, family_unit_id, name, updated_by) VALUES ($me, $sams, ''X'', %L)',
    test.id('dana')), '42501'),
  ('a helper''s change without her name', 'hank', format('UPDATE public.schools SET notes = ''x'' WHERE id = %L',
    test.id('duke')), '1'),
  ('a forged caller', 'sam',
    format('INSERT INTO public.interactions (school_id, family_unit_id, type, direction, occurred_at, logged_by) VALUES (%L, $sams, ''email'', ''inbound'', now(), %L)', test.id('duke'), test.id('dana')), '42501'),
  ('a forged uploader', 'sam',
    format('INSERT INTO public.documents (user_id, family_unit_id, type, title, file_url, uploaded_by) VALUES ($me, $sams, ''resume'', ''R'', ''r'', %L)', test.id('dana')), '42501'),
  ('a forged change of status', 'sam',
    format('INSERT INTO public.school_status_history (school_id, new_status, changed_by) VALUES (%L, ''declined'', %L)',
    test.id('duke'), test.id('dana')), '42501'),
  ('a school is moved into another family', 'kim', format('UPDATE public.schools SET family_unit_id = $sams WHERE id = %L',
    test.id('rice')), '42501'),
  ('a school is taken out of its family', 'sam', format('UPDATE public.schools SET family_unit_id = NULL WHERE id = %L',
    test.id('yale')), '42501'),
  ('a school without a family is brought into one''s own', 'sam',
    format('UPDATE public.schools SET family_unit_id = $sams WHERE id = %L', test.id('secret school')), '1'),
  ('a school without a family is given away', 'sam',
    format('UPDATE public.schools SET family_unit_id = $kims WHERE id = %L', test.id('secret school')), '42501'),
  ('a school changes its owner', 'sam', format('UPDATE public.schools SET user_id = %L WHERE id = %L', test.id('kim'),
    test.id('yale')), '42501'),
  ('a family changes its athlete', 'sam', format('UPDATE public.family_units SET player_user_id = %L WHERE id = $sams',
    test.id('kim')), '42501'),
  ('a family''s code is chosen', 'sam', 'UPDATE public.family_units SET family_code = ''FAM-CCCCCC'' WHERE id = $sams', '42501'),
  ('a parent makes herself a player', 'dana', 'UPDATE public.users SET role = ''player'' WHERE id = $me', '42501'),
  ('a parent makes herself an administrator', 'dana', 'UPDATE public.users SET is_admin = true WHERE id = $me', '42501'),
  ('an e-mail address is taken', 'dana', 'UPDATE public.users SET email = ''x@example.org'' WHERE id = $me', '42501'),
  ('a profile is written for somebody', 'dana',
    'INSERT INTO public.users (id, role) VALUES (gen_random_uuid(), ''player'')', '42501'),
  ('a parent makes herself a helper', 'dana', format('UPDATE public.family_members SET helps = ''{records}'' WHERE id = %L',
    test.id('sams dana')), '0'),
  ('the athlete lets a parent help', 'sam', format('UPDATE public.family_members SET helps = ''{records}'' WHERE id = %L',
    test.id('sams dana')), '1'),
  ('the athlete makes a parent the player', 'sam',
    format('UPDATE public.family_members SET role = ''player'' WHERE id = %L', test.id('sams dana')), '42501'),
  ('the athlete leaves their own family', 'sam', format('DELETE FROM public.family_members WHERE id = %L',
    test.id('sams sam')), '0'),
  ('somebody else''s inbox is read', 'kim', 'UPDATE public.notifications SET read_at = now()', '0'),
  ('somebody else is notified', 'dana',
    format('INSERT INTO public.notifications (user_id, type, title) VALUES (%L, ''offer'', ''X'')', test.id('sam')), '42501'),
  ('a visit to a stranger is logged', 'lee',
    format('INSERT INTO public.parent_view_log (parent_user_id, athlete_id, viewed_item_type) VALUES ($me, %L, ''school'')',
    test.id('sam')), '42501'),
  ('a visit is logged in another''s name', 'hank',
    format('INSERT INTO public.parent_view_log (parent_user_id, athlete_id, viewed_item_type) VALUES (%L, %L, ''school'')',
    test.id('dana'), test.id('sam')), '42501'),
  ('a coach of another family''s school', 'kim',
    format('INSERT INTO public.coaches (school_id, user_id, family_unit_id, role, first_name, last_name) VALUES (%L, $me, $kims, ''head'', ''A'', ''B'')', test.id('duke')), '23514'),
  ('a coach without a family at another family''s school', 'kim',
    format('INSERT INTO public.coaches (school_id, user_id, role, first_name, last_name) VALUES (%L, $me, ''head'', ''A'', ''B'')', test.id('duke')), '23514'),
  ('a coach of the family at a school that is not shared', 'sam',
    format('INSERT INTO public.coaches (school_id, user_id, family_unit_id, role, first_name, last_name) VALUES (%L, $me, $sams, ''head'', ''A'', ''B'')', test.id('secret school')), '23514'),
  ('a note on a hidden school', 'kim',
    format('INSERT INTO public.private_notes (user_id, table_name, record_id, note) VALUES ($me, ''schools'', %L, ''x'')',
    test.id('duke')), '42501'),
  ('a locked task is completed', 'sam',
    'INSERT INTO public.athlete_task (athlete_id, task_id, status) SELECT $me, id, ''completed'' FROM public.task WHERE title = ''Research Division Levels''', '23514'),
  ('a task is completed with what it needs', 'sam',
    'INSERT INTO public.athlete_task (athlete_id, task_id, status) SELECT $me, id, ''completed'' FROM public.task WHERE title IN (''Understand Recruiting Reality'', ''Set Recruiting Goals'')', '2'),
  ('an unknown status', 'sam', format('UPDATE public.schools SET status = ''dreaming'' WHERE id = %L', test.id('duke')), '23514'),
  ('a text without end', 'sam', format('UPDATE public.schools SET notes = repeat(''x'', 10001) WHERE id = %L',
    test.id('duke')), '23514'),
  ('a text of the greatest length', 'sam', format('UPDATE public.schools SET notes = repeat(''é'', 10000) WHERE id = %L',
    test.id('duke')), '1'),
  ('a row without end', 'sam',
    format('UPDATE public.schools SET academic_info = jsonb_build_object(''x'', repeat(''x'', 65536)) WHERE id = %L',
    test.id('duke')), '23514'),
  ('a number that is none', 'sam', format('UPDATE public.performance_metrics SET value = ''NaN'' WHERE id = %L',
    test.id('velocity')), '23514'),
  ('a number that is too large for the file', 'sam',
    format('UPDATE public.performance_metrics SET value = 1e400 WHERE id = %L', test.id('velocity')), '23514'),
  ('a day without end', 'sam', format('UPDATE public.events SET start_date = ''infinity'' WHERE id = %L', test.id('camp')),
    '23514'),
  ('an offer''s deadline before the offer', 'sam',
    format('UPDATE public.offers SET deadline_date = ''2000-01-01'' WHERE id = %L', test.id('offer')), '23514'),
  ('the helper functions give nobody rights', 'nobody', 'SELECT compass.my_families()', '42501'),
  ('a stamp is forged', 'sam', 'SELECT compass.stamp(''schools'', ''{}'', ''{}'', ''{}'', ''{}'', false)', '42501'),
  ('an era is begun', 'sam', 'SELECT compass.begin_era()', '42501'),
  ('how far the scopes of others are', 'kim', 'SELECT compass.revisions(ARRAY[$sams::uuid])', '42501'),
  ('which scopes of others were restored', 'kim', 'SELECT 1 WHERE public.compass_restored() -> ''scopes'' ? $sams::text', '0'),
  ('a change is entered by hand', 'sam',
    'INSERT INTO compass.changes VALUES ($sams, ''schools'', gen_random_uuid(), 1, false, now(), NULL)', '42501'),
  ('a step in another''s name', 'sam',
    format('INSERT INTO compass.steps (person, id, digest, operation, summary, at) VALUES (%L, gen_random_uuid(), '''', '''', '''', now())', test.id('dana')), '42501'),
  ('an erasure is noted by hand', 'sam', 'INSERT INTO compass.erasing VALUES ($me)', '42501'),
  ('somebody else is erased', 'kim', 'SELECT compass.erase_person($sams)', '42501'),
  ('who was erased is nobody''s to say', 'kim', 'SELECT compass.erase_again(ARRAY[compass.digest_of($sams)])', '42501'),
  ('nor who reads it', 'sam', 'SELECT 1 FROM compass.erased', '42501'),
  ('nor what is remembered', 'sam', 'SELECT compass.notice_restore(9999999, ''{}'')', '42501'),
  ('nor where the log is', 'sam', 'SELECT compass.mark()', '42501'),
  ('nor that it is elsewhere', 'sam', 'SELECT compass.notice_restore(0, ''{}'', ''{}'')', '42501'),
  ('the rows of files', 'sam', 'SELECT 1 FROM compass.files', '42501'),
  ('who withdrew which request', 'sam', 'SELECT 1 FROM compass.withdrawn_requests', '42501'),
  ('an address belongs to its account', 'service', 'UPDATE public.users SET email = ''other@example.org'' WHERE id = test.id(''sam'')', '42501'),
  ('other columns of people are the service''s', 'service', 'UPDATE public.users SET full_name = full_name WHERE id = test.id(''sam'')', '1'),
  ('another program names no school with a blank', 'sam', 'UPDATE public.schools SET name = E'' \t\u00A0'' WHERE id = (SELECT id FROM public.schools LIMIT 1)', '23514'),
  ('nor does the service', 'service', 'UPDATE public.schools SET name = '''' WHERE id = (SELECT id FROM public.schools LIMIT 1)', '23514'),
  ('nor a coach', 'service', 'INSERT INTO public.coaches (id, school_id, user_id, first_name, last_name) SELECT gen_random_uuid(), id, user_id, '' '', '''' FROM public.schools LIMIT 1', '23514'),
  ('nor an event', 'service', 'INSERT INTO public.events (id, user_id, name, type, start_date) SELECT gen_random_uuid(), user_id, '' '', ''camp'', ''2026-06-01'' FROM public.schools LIMIT 1', '23514'),
  ('nor for the service', 'service', 'SELECT 1 FROM compass.file_parts', '42501'),
  ('a name of blanks', 'sam', 'UPDATE public.users SET full_name = E'' \t\u00A0\u3000'' WHERE id = $me', '23514'),
  ('nor the service gives one', 'service', 'UPDATE public.users SET full_name = '''' WHERE id = test.id(''sam'')', '23514'),
  ('nor the first profile has one', 'sam', 'SELECT public.open_profile(''player'', ''   '')', '23514'),
  ('no name at all', 'sam', 'UPDATE public.users SET full_name = NULL WHERE id = $me', '1'),
  ('a website of any scheme', 'service', 'UPDATE public.schools SET website = ''javascript:alert(1)'' WHERE id = test.id(''duke'')', '23514'),
  ('an event''s link of any scheme', 'service', 'UPDATE public.events SET url = ''ftp://cedar.edu'' WHERE id = test.id(''camp'')', '23514'),
  ('a document''s link of any scheme', 'sam', 'UPDATE public.documents SET file_url = ''data:text/html,x''', '23514'),
  ('a notification that leads elsewhere', 'sam', 'UPDATE public.notifications SET action_url = ''https://example.org'' WHERE user_id = $me', '23514'),
  ('a notification that leads to a page', 'sam', 'UPDATE public.notifications SET action_url = ''/tasks'' WHERE user_id = $me', '1'),
  ('files are forgotten by hand', 'sam', 'SELECT compass.forget_files()', '42501'),
  ('too many files at once', 'sam',
    'SELECT public.compass_files(jsonb_agg(jsonb_build_object(''file'', $me))) FROM generate_series(1, 1001) AS n', '22023'),
  ('nobody is erased', 'nobody', 'SELECT public.compass_erase_me()', '42501'),
  ('the service is nobody who could be erased', 'service', 'SELECT public.compass_erase_me()', '42501'),
  ('oneself, where the project keeps the accounts', 'sam',
    'SELECT 1 WHERE public.compass_erase_me() = ''{"account": false}''', '1'),
  ('a helper, whose rows get the athlete''s name', 'dana',
    'SELECT 1 WHERE public.compass_erase_me() = ''{"account": false}''', '1'),
  ('the scopes of others', 'kim', 'SELECT 1 FROM compass.changes WHERE scope = $sams', '0'),
  ('the notes of others are counted', 'sam', 'SELECT 1 FROM public.private_notes WHERE user_id <> $me', '0')
) AS p(title, person, statement, wanted);

-- Attempts to store the first part of a document's file. The part always has five bytes; the
-- attempts differ in the person, the athlete, the stated size and the number of the part.
INSERT INTO probe
SELECT title, person, format('SELECT 1 WHERE public.compass_keep_file(%L, %L, %s, %s, ''JVBERi0'') = ''{"next": null}''',
  athlete, test.id('a file'), size, part), wanted
FROM (VALUES
  ('a file for oneself', 'sam', test.id('sam'), 5, 0, '1'),
  ('a helper''s file for the athlete', 'hank', test.id('sam'), 5, 0, '1'),
  ('a file for an athlete whom the parent does not help', 'dana', test.id('sam'), 5, 0, '42501'),
  ('a file for a stranger', 'kim', test.id('sam'), 5, 0, '42501'),
  ('a parent''s file for themselves', 'dana', test.id('dana'), 5, 0, '42501'),
  ('a file for nobody', 'sam', NULL, 5, 0, '42501'),
  ('a file of somebody without a token', 'nobody', test.id('sam'), 5, 0, '42501'),
  ('a part that is shorter than the file', 'sam', test.id('sam'), 6, 0, '22023'),
  ('a part that is longer', 'sam', test.id('sam'), 4, 0, '22023'),
  ('a part before the first', 'sam', test.id('sam'), 5, -1, '22023'),
  ('the second part first', 'sam', test.id('sam'), 262149, 1, '22023'),
  ('an empty file', 'sam', test.id('sam'), 0, 0, '23514'),
  ('more than ten megabytes', 'sam', test.id('sam'), 10485761, 0, '23514'),
  ('a size beyond all numbers', 'sam', test.id('sam'), 5, 2147483647, '22003')
) AS f(title, person, athlete, size, part, wanted);

-- Names, of which athletes judge whom to let in. Each is the name of a person who writes it herself.
INSERT INTO probe
SELECT 'the name ' || name, 'dana', format('UPDATE public.users SET full_name = %L WHERE id = $me', name), wanted
FROM (VALUES
  ('José Núñez', '1'), ('Nguyễn Văn Á', '1'), ('Łukasz O’Brien-Şıl, Jr.', '1'), ('Kaʻiulani', '1'), ('Папа', '1'), ('Мах Стоун', '1'),
  ('李', '1'), ('山田 タロウ', '1'), ('김철수', '1'), ('محمد علی', '1'), ('Sam 🏀', '1'), ('ᎷᎪᎡ', '1'), ('Ⅿax Stone', '1'), ('Ｍax Stone', '1'),
  -- Cyrillic, Greek, Cherokee and Lisu letters beside Latin ones, also in another word.
  ('Мах Stone', '23514'), ('Dаna', '23514'), ('Αnna', '23514'), ('Ꭷmar', '23514'), ('ꓲan', '23514'), ('Анна Παππά', '23514'),
  -- Letters of phonetics, and a sign that looks like a letter.
  ('Dɑna', '23514'), ('a℮', '23514'),
  (E'Sam\u202Ex', '23514'), (E'Sa\u200Bm', '23514')
) AS n(name, wanted);
UPDATE probe SET statement = replace(statement, '$me', quote_literal(test.id(person))) WHERE title LIKE 'the name %';

-- Addresses of schools, as the tests of the rule in Swift have them.
INSERT INTO probe
SELECT 'the website ' || link, 'sam', format('UPDATE public.schools SET website = %L WHERE id = test.id(''duke'')', link),
  CASE WHEN may THEN '1' ELSE '23514' END
FROM (VALUES
  ('https://cedar.edu', true), ('http://cedar.edu/team?a=b#c', true), ('HTTPS://a.b:80', true), ('https://a@b@c.d/x', true), ('', true),
  ('team 1.5', false), ('me@cedar.edu', false), ('ftp://cedar.edu', false), ('https://', false), ('https://cedar', false),
  ('https://.edu', false), ('https://cedar.', false), ('https://cedar.edu@x', false), ('https://cedar.edu/" onclick="x', false),
  ('https://cedar .edu', false), (E'https://cedar.edu/\u2003', false), ('https://cedar.edu/' || repeat('x', 2000), false)
) AS l(link, may);
INSERT INTO probe
SELECT 'the path ' || link, 'sam', format('UPDATE public.notifications SET action_url = %L WHERE id = test.id(''sam is told'')', link),
  CASE WHEN may THEN '1' ELSE '23514' END
FROM (VALUES
  ('/', true), ('/coaches?not_contacted=7', true), ('schools', false), ('//example.org', false), ('/\example.org', false), ('/a\b', false)
) AS l(link, may);

SELECT format('%s (%s): %s instead of %s', title, person, said, wanted)
FROM (SELECT p.*, test.try(p.person, p.statement) AS said FROM probe AS p) AS p
WHERE said <> wanted ORDER BY 1;

-- Rules for every table and function of the schemas, so that objects of later migrations are
-- checked too.
SELECT format('%s has no row security', c.oid::regclass) FROM pg_class AS c
WHERE c.relnamespace IN ('public'::regnamespace, 'compass'::regnamespace) AND c.relkind = 'r'
  AND NOT (c.relrowsecurity AND c.relforcerowsecurity);
SELECT format('%s may %s %s', g.grantee, g.privilege_type, g.table_name) FROM information_schema.role_table_grants AS g
WHERE g.table_schema IN ('public', 'compass') AND (g.grantee IN ('anon', 'PUBLIC') OR g.grantee = 'authenticated'
  AND g.privilege_type = 'TRUNCATE');
SELECT format('%s has no fixed search_path', p.oid::regprocedure) FROM pg_proc AS p
WHERE p.pronamespace IN ('public'::regnamespace,
  'compass'::regnamespace) AND NOT 'search_path=pg_catalog, pg_temp' = ANY (coalesce(p.proconfig, '{}'));
-- The server connects as `authenticator` before it acts for a person. This role may call only the
-- functions listed here: they report revisions, steps and migrations, delete old rows, and notice
-- that the database was restored from a backup.
SELECT format('%s may be called by %s', p.oid::regprocedure, r.name) FROM pg_proc AS p CROSS JOIN unnest(ARRAY['anon',
  'authenticator']) AS r(name)
WHERE p.pronamespace IN ('public'::regnamespace, 'compass'::regnamespace) AND has_function_privilege(r.name, p.oid, 'EXECUTE')
  AND NOT (r.name = 'authenticator'
    AND p.oid IN ('compass.revisions(uuid[])'::regprocedure, 'compass.newest_migration()'::regprocedure,
      'compass.applied()'::regprocedure, 'compass.tidy_up()'::regprocedure, 'compass.standing()'::regprocedure,
      'compass.notice_restore(bigint, text[])'::regprocedure, 'compass.mark()'::regprocedure,
      'compass.notice_restore(bigint, text[], jsonb)'::regprocedure));
SELECT format('%s may be called by everybody', p.oid::regprocedure) FROM pg_proc AS p
CROSS JOIN aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
WHERE p.pronamespace IN ('public'::regnamespace, 'compass'::regnamespace) AND a.grantee = 0;
SELECT format('%s decides about rights and is owned by %s, who does not bypass row security', p.oid::regprocedure, o.rolname)
FROM pg_proc AS p JOIN pg_roles AS o ON o.oid = p.proowner
WHERE p.pronamespace IN ('public'::regnamespace, 'compass'::regnamespace) AND p.prosecdef AND NOT o.rolbypassrls;
SELECT format('%s is owned by a superuser', p.oid::regprocedure) FROM pg_proc AS p JOIN pg_roles AS o ON o.oid = p.proowner
WHERE p.pronamespace IN ('public'::regnamespace, 'compass'::regnamespace) AND o.rolsuper;
SELECT format('%s tells nobody of its %s', t.name, verb) FROM compass.shared_tables AS t
CROSS JOIN unnest(ARRAY['note_inserted', 'note_updated', 'note_deleted', 'lock_first']) AS verb
WHERE NOT EXISTS (SELECT 1 FROM pg_trigger AS g WHERE g.tgrelid = format('public.%I',
  t.name)::regclass AND g.tgname = verb AND g.tgenabled = 'O');
SELECT format('%s.%s has no index that begins with it', k.conrelid::regclass, a.attname) FROM pg_constraint AS k
JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
WHERE k.contype = 'f' AND k.connamespace IN ('public'::regnamespace, 'compass'::regnamespace)
  AND NOT EXISTS (SELECT 1 FROM pg_index AS i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1]);
