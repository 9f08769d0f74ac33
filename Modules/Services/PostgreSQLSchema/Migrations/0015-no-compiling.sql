-- What pull and push ask is planned with many branches of which a request takes a few. Compiling such a plan takes forty times as
-- long as running it, and is done anew each time.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER FUNCTION public.compass_pull(jsonb, integer) SET jit = off;
ALTER FUNCTION public.compass_push(jsonb) SET jit = off;
ALTER FUNCTION public.compass_history(bigint, integer) SET jit = off;
ALTER FUNCTION public.compass_handles(uuid, uuid, jsonb, text[]) SET jit = off;
