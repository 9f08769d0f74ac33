-- How many packets a person has e-mailed through the server on a day. The person's file counts them too, but it is a cache that goes at
-- sign-out, and the person's log can be deleted.
CREATE TABLE accounts.packets (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  day date NOT NULL,
  sent integer NOT NULL
);

-- Counts so many messages before they are sent. Those that were not sent are given back with a negative number. Answers go to the address
-- of the account, so it has to be confirmed. The day is that of UTC: a person who changes their time zone begins no new one.
--
-- → taken, full or unconfirmed
CREATE FUNCTION accounts.take_packets(whose uuid, messages integer, most integer) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  today CONSTANT date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.id = whose AND p.confirmed_at IS NOT NULL) THEN RETURN 'unconfirmed'; END IF;
  INSERT INTO accounts.packets (person, day, sent) VALUES (whose, today, greatest(messages, 0))
  ON CONFLICT (person) DO UPDATE
  SET day = today, sent = greatest(CASE WHEN packets.day = today THEN packets.sent ELSE 0 END + messages, 0)
  WHERE messages <= 0 OR CASE WHEN packets.day = today THEN packets.sent ELSE 0 END + messages <= most;
  RETURN CASE WHEN FOUND THEN 'taken' ELSE 'full' END;
END
$$;

REVOKE ALL ON accounts.packets FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.take_packets(uuid, integer, integer) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.packets TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.take_packets(uuid, integer, integer) TO compass_accounts;
