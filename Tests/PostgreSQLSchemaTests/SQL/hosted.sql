-- A database as a hosted Supabase project gives it to its owner: roles and `auth` are there and belong to others; the owner is no
-- superuser, may not change `auth`, reads past row security, and whatever they make is granted to everybody by default.
CREATE ROLE anon NOLOGIN NOINHERIT;
CREATE ROLE authenticated NOLOGIN NOINHERIT;
CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
CREATE ROLE authenticator LOGIN NOINHERIT;
GRANT anon, authenticated, service_role TO authenticator;
CREATE ROLE supabase_auth_admin NOLOGIN NOINHERIT CREATEROLE;
CREATE ROLE hosted_owner LOGIN CREATEROLE CREATEDB BYPASSRLS NOSUPERUSER;
GRANT anon, authenticated, service_role TO hosted_owner;

CREATE SCHEMA auth AUTHORIZATION supabase_auth_admin;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role, hosted_owner;
SET ROLE supabase_auth_admin;
CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, encrypted_password text);
CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
$$;
CREATE FUNCTION auth.role() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;
CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
RESET ROLE;

GRANT USAGE, CREATE ON SCHEMA public TO hosted_owner;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO hosted_owner', current_database()); END $$;
ALTER DEFAULT PRIVILEGES FOR ROLE hosted_owner GRANT ALL ON TABLES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES FOR ROLE hosted_owner GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES FOR ROLE hosted_owner GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
