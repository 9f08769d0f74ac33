-- PostgreSQL planned each statement of this function anew for each call: the plan for arrays whose length it knows looks cheaper by its
-- estimate than the one that it can keep. Planning took longer than doing. All of them look rows up by an index (0021), so that one plan fits
-- any number of rows.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER FUNCTION compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)
  SET plan_cache_mode = force_generic_plan;
