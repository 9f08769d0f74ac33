-- A write of a helper waits until the athlete's write that ends the right is over, and then asks whether the right is still there.
-- A stable function answers with what was there when the statement began, before it waited; a volatile one with what is there now.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER FUNCTION compass.helped_families(text) VOLATILE;
ALTER FUNCTION compass.my_athletes(text) VOLATILE;
