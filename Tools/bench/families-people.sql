-- Prints one line of JSON for each person who sends requests in the benchmark. It contains the
-- cursors of a device that has all rows, and of a device that lacks the newest ten.
SELECT json_build_object(
  'person', b.person, 'family', b.family, 'email', p.email,
  'session', (SELECT s.id FROM accounts.sessions AS s WHERE s.person = b.person),
  'school', (SELECT s.id FROM public.schools AS s WHERE s.family_unit_id = b.family ORDER BY s.name LIMIT 1),
  'now', (
    SELECT json_agg(json_build_object('scope', c.scope, 'era', e.era, 'revision', c.revision, 'table', c.table_name, 'id', c.id))
    FROM (VALUES (b.person), (b.family)) AS w(scope) CROSS JOIN LATERAL (
      SELECT * FROM compass.changes AS c WHERE c.scope = w.scope ORDER BY revision DESC, table_name DESC, id DESC LIMIT 1) AS c),
  'before', (
    SELECT json_agg(json_build_object('scope', c.scope, 'era', e.era, 'revision', c.revision, 'table', c.table_name, 'id', c.id))
    FROM (VALUES (b.person), (b.family)) AS w(scope) CROSS JOIN LATERAL (
      SELECT * FROM compass.changes AS c WHERE c.scope = w.scope AND c.revision = 1
      ORDER BY revision DESC, table_name DESC, id DESC LIMIT 1) AS c))
FROM bench.people AS b JOIN accounts.people AS p ON p.id = b.person CROSS JOIN compass.server AS e;
