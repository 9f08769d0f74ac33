-- Prepares a database like that of a hosted Supabase project. The roles and the schema `auth` exist
-- already and belong to other roles. The owner role is no superuser and cannot change `auth`, but
-- bypasses row security. All that it creates is granted to every API role by default.
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
