-- What a hosted Supabase project has from the start, made where it is missing: four roles and the schema `auth`.
-- On a plain PostgreSQL 15 this file is run by a superuser, on a hosted project by its owner, for whom nothing is missing.
-- Nothing that is there is changed: a hosted project's owner may not touch `auth`.

DO $$
DECLARE
  missing text[];
  may_make boolean := (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
BEGIN
  SELECT array_agg(wanted) INTO missing
  FROM unnest(ARRAY['anon', 'authenticated', 'service_role', 'authenticator']) AS wanted
  WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = wanted);

  IF missing IS NOT NULL AND NOT may_make THEN
    RAISE EXCEPTION 'The roles % are missing, and % may not make them.', missing, current_user
      USING HINT = 'Run this file as a superuser, or use a database of a Supabase project.';
  END IF;

  IF 'anon' = ANY (missing) THEN CREATE ROLE anon NOLOGIN NOINHERIT; END IF;
  IF 'authenticated' = ANY (missing) THEN CREATE ROLE authenticated NOLOGIN NOINHERIT; END IF;
  IF 'service_role' = ANY (missing) THEN CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS; END IF;
  IF 'authenticator' = ANY (missing) THEN
    CREATE ROLE authenticator LOGIN NOINHERIT;
    -- It acts for people and for nobody, and never past row security.
    GRANT anon, authenticated TO authenticator;
  END IF;

  -- Who owns our objects. It reads past row security, because what it owns decides who may see what; it is no superuser.
  -- A hosted owner bypasses row security as it is and owns them itself.
  IF may_make AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    CREATE ROLE compass_owner NOLOGIN BYPASSRLS;
  END IF;
  IF may_make THEN
    EXECUTE format('GRANT CREATE ON DATABASE %I TO compass_owner', current_database());
    GRANT USAGE, CREATE ON SCHEMA public TO compass_owner;
  END IF;
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'auth') THEN RETURN; END IF;

  CREATE SCHEMA auth;
  GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role, compass_owner;

  -- Who asks. The server sets `request.jwt.claims` in every transaction, from a token whose signature it checked.
  -- After a transaction a setting of one's own is '' and not null, which no uuid can be read from.
  CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS $body$
    SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb
  $body$;
  CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $body$
    SELECT (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
  $body$;
  CREATE FUNCTION auth.role() RETURNS text LANGUAGE sql STABLE AS $body$
    SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  $body$;
END
$$;

-- What is made in `public` later is nobody's until it is granted.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
