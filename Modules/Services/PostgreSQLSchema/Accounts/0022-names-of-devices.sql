-- A session has a name such as "Firefox on Windows", which the server makes when it begins. Until now it had what the client said of itself,
-- word for word. Nobody needs that, so a general name takes its place.
UPDATE accounts.sessions AS s
SET device = CASE WHEN EXISTS (SELECT 1 FROM accounts.pages AS p WHERE p.session = s.id) THEN 'A browser' ELSE 'A program' END
WHERE s.device <> 'compass-server';
