-- Daily work of people who do not visit, and e-mail about what is new. Several servers share this work (decision 71).
CREATE TABLE accounts.reminders (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  -- When e-mail comes; null while the person has not chosen.
  mail text CHECK (mail IN ('daily', 'at_once', 'important', 'off')),
  -- When a server may take the work. While one has it, this is when its right ends.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- The server that has the work; null for none.
  claim uuid,
  -- Whether something new came while a server had the work.
  is_woken boolean NOT NULL DEFAULT false,
  last_daily date
);
CREATE INDEX reminders_due ON accounts.reminders (due_at);

-- Notifications that went out by e-mail. They are remembered longer than a notification counts as news.
CREATE TABLE accounts.mailed (
  person uuid NOT NULL REFERENCES accounts.people ON DELETE CASCADE,
  notification uuid NOT NULL,
  mailed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person, notification)
);

-- A person who has just signed up is at the pages, and needs no e-mail before the next day.
CREATE FUNCTION accounts.begin_reminders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO accounts.reminders (person, last_daily) VALUES (NEW.id, now()::date);
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_reminders AFTER INSERT ON accounts.people FOR EACH ROW EXECUTE FUNCTION accounts.begin_reminders();
INSERT INTO accounts.reminders (person) SELECT p.id FROM accounts.people AS p;

-- When a person has e-mail: as chosen, otherwise daily; an athlete under 18 has none before choosing.
CREATE FUNCTION accounts.mail_of(whose uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(r.mail, CASE
    WHEN accounts.age(p.birth_date) < 18
      AND NOT EXISTS (SELECT 1 FROM public.users AS u WHERE u.id = p.id AND u.role = 'parent') THEN 'off'
    ELSE 'daily' END)
  FROM accounts.people AS p JOIN accounts.reminders AS r ON r.person = p.id WHERE p.id = whose
$$;

CREATE FUNCTION accounts.choose_mail(whose uuid, chosen text) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.reminders SET mail = chosen, due_at = CASE WHEN claim IS NULL THEN now() ELSE due_at END, is_woken = claim IS NOT NULL
  WHERE person = whose
$$;

-- New notifications are looked at soon where their person wants them at once.
CREATE FUNCTION accounts.wake_reminders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.reminders AS r
  SET due_at = CASE WHEN r.claim IS NULL THEN least(r.due_at, now()) ELSE r.due_at END, is_woken = r.claim IS NOT NULL
  WHERE r.person IN (SELECT n.user_id FROM added AS n) AND r.mail IN ('at_once', 'important');
  RETURN NULL;
END
$$;
CREATE TRIGGER wake_reminders AFTER INSERT ON public.notifications
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION accounts.wake_reminders();

-- Takes the work that has been due for the longest time. What another server is just taking is left to it. The right to the work ends
-- after ten minutes, so that the work of a server that was killed is taken again.
--
-- → {claim, session, person, user, mail, last_daily, confirmed, mailed, era, scopes, joining}; without session for a person who may not
-- sign in or has no profile
CREATE FUNCTION accounts.take_reminder() RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  taken accounts.reminders;
BEGIN
  SELECT * INTO taken FROM accounts.reminders AS r WHERE r.due_at <= now() ORDER BY r.due_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF taken.person IS NULL THEN RETURN NULL; END IF;
  UPDATE accounts.reminders AS r SET claim = gen_random_uuid(), due_at = now() + interval '10 minutes', is_woken = false
  WHERE r.person = taken.person RETURNING * INTO taken;
  RETURN jsonb_build_object(
    'claim', taken.claim, 'person', taken.person, 'user', accounts.user_of(taken.person), 'mail', accounts.mail_of(taken.person),
    'last_daily', taken.last_daily, 'confirmed', accounts.is_confirmed(taken.person),
    'session', CASE WHEN accounts.may_sign_in(taken.person) THEN accounts.begin_reading(taken.person) END,
    'mailed', (SELECT coalesce(jsonb_agg(m.notification), '[]') FROM accounts.mailed AS m WHERE m.person = taken.person)
  ) || compass.reached(taken.person);
END
$$;

-- Ends the work of one person, and forgets which notifications went out that are no news any more. What came meanwhile is looked at at once.
CREATE FUNCTION accounts.end_reminder(whose uuid, held uuid, next timestamptz, daily date) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.mailed AS m WHERE m.person = whose AND m.mailed_at < now() - interval '7 days';
  UPDATE accounts.reminders
  SET claim = NULL, due_at = CASE WHEN is_woken THEN now() ELSE next END, is_woken = false, last_daily = coalesce(daily, last_daily)
  WHERE person = whose AND claim = held
$$;

REVOKE ALL ON accounts.reminders, accounts.mailed FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.begin_reminders(), accounts.mail_of(uuid), accounts.choose_mail(uuid, text), accounts.wake_reminders(),
  accounts.take_reminder(), accounts.end_reminder(uuid, uuid, timestamptz, date) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.reminders, accounts.mailed TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.mail_of(uuid), accounts.choose_mail(uuid, text), accounts.take_reminder(),
  accounts.end_reminder(uuid, uuid, timestamptz, date) TO compass_accounts;
