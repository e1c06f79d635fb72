-- One picture an event, as it is served; its own table, so that events stay narrow.
CREATE TABLE event_pictures (
  event_id uuid PRIMARY KEY NOT NULL REFERENCES events(id),
  version text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  alt_da text DEFAULT '' NOT NULL,
  alt_en text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);

-- What a search looks at. It writes the table anew, so that the indexes come after it, in a file of their own: lists are read meanwhile.
ALTER TABLE events ADD COLUMN search text GENERATED ALWAYS AS (lower(title || ' ' || kind || ' ' || place)) STORED NOT NULL;

-- A club's key is the first word of its events' addresses: no word with which other addresses begin, and no role's ALL. Not for
-- the clubs there are: they may be changed in all else, so that it is asked of new keys alone.
CREATE FUNCTION organisations_key_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF upper(NEW.key) ~ '^(ALL|ADD-EDIT-PARTICIPANT|ADMIN|ASSETS|BUILD|CLAIM-ACCOUNT|CONTACT-US|DOCS|EDIT-PROFILE|EVENTS?|FONTS|HEALTHZ|INDEX|LOGIN-SUCCESS|MEMBERSHIPS?|METRICS|MY-CALENDA?E?R|MY-PROFILE|NOTIFICATIONS|OPENAPI|ORGANIZATIONS?|ORGANIZATIONS-REVIEW|PARTICIPANTS-LIST|READYZ|REALMS|SIMULATORS|SILENT-CALLBACK|TICKETS?|TOOLS|UI|UNSUBSCRIBE)(\.|$)|^(EVENT|MEMBERSHIP|ORGANIZATIONS|PAGE)-|-API$' THEN
    RAISE EXCEPTION 'No organisation can be called %', NEW.key
      USING ERRCODE = 'check_violation', TABLE = 'organisations', CONSTRAINT = 'organisations_key_free';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organisations_key_free BEFORE INSERT ON organisations FOR EACH ROW EXECUTE FUNCTION organisations_key_free();
CREATE TRIGGER organisations_key_stays_free BEFORE UPDATE OF key ON organisations
  FOR EACH ROW WHEN (NEW.key <> OLD.key) EXECUTE FUNCTION organisations_key_free();
