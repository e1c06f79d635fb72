-- A club's key is the first word of its addresses: the words that are taken are rows, so that another one is an INSERT. A pattern of
-- LIKE; the word is taken with an ending such as `.json`, too.
CREATE TABLE reserved_keys (pattern text PRIMARY KEY);
INSERT INTO reserved_keys VALUES
  ('ADD-EDIT-PARTICIPANT'), ('ADMIN'), ('ALL'), ('ASSETS'), ('BUILD'), ('CLAIM-ACCOUNT'), ('CONTACT-US'), ('DOCS'), ('EDIT-PROFILE'),
  ('EVENT'), ('EVENTS'), ('FONTS'), ('HEALTHZ'), ('INDEX'), ('LOGIN-SUCCESS'), ('MEMBERSHIP'), ('MEMBERSHIPS'), ('METRICS'),
  ('MY-CALENDAR'), ('MY-CALENDER'), ('MY-PROFILE'), ('NOTIFICATIONS'), ('OPENAPI'), ('ORGANIZATION'), ('ORGANIZATIONS'),
  ('ORGANIZATIONS-REVIEW'), ('PARTICIPANTS-LIST'), ('READYZ'), ('REALMS'), ('SIMULATORS'), ('SILENT-CALLBACK'), ('TICKET'),
  ('TICKETS'), ('TOOLS'), ('UI'), ('UNSUBSCRIBE'),
  ('EVENT-%'), ('MEMBERSHIP-%'), ('ORGANIZATIONS-%'), ('PAGE-%'), ('%-API');

CREATE OR REPLACE FUNCTION organisations_key_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reserved_keys WHERE upper(NEW.key) LIKE pattern OR upper(NEW.key) LIKE pattern || '.%') THEN
    RAISE EXCEPTION 'No organisation can be called %', NEW.key
      USING ERRCODE = 'check_violation', TABLE = 'organisations', CONSTRAINT = 'organisations_key_free';
  END IF;
  RETURN NEW;
END $$;
