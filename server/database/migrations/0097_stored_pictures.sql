-- The bytes of event pictures, each once in a club: copies of an event share them. What an event's own row holds counts before them:
-- rows from before, and those of a process of the version before.
CREATE TABLE stored_pictures (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL REFERENCES organisations(id),
  hash text NOT NULL,
  bytes bytea NOT NULL,
  small bytea,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);
CREATE UNIQUE INDEX stored_pictures_of_club ON stored_pictures (org_id, hash);
ALTER TABLE event_pictures ADD COLUMN stored_id uuid REFERENCES stored_pictures(id);
CREATE INDEX event_pictures_stored ON event_pictures (stored_id) WHERE stored_id IS NOT NULL;
