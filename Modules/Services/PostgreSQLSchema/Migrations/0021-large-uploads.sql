-- A connection keeps the plans of a function. One that was made while `compass.changes` was small compared each new row with every row of
-- its table, so that the time of a first upload grew with the square of its rows. A row that is looked up by the index takes the same
-- time whenever the plan was made. A call concerns few families; the join of their counts takes the square of those.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER FUNCTION compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)
  SET enable_seqscan = off SET enable_material = off SET enable_hashjoin = off SET enable_mergejoin = off;
