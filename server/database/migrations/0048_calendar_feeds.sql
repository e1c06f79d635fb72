-- Addresses at which calendar programs read: of one person, of a family, of a club. Whoever knows the token reads, so only its hash is kept.
CREATE TABLE calendar_feeds (
  id uuid PRIMARY KEY NOT NULL,
  owner_id uuid NOT NULL REFERENCES members(id),
  kind text NOT NULL,
  person_id uuid REFERENCES members(id),
  org_id uuid REFERENCES organisations(id),
  language text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  last_read_at timestamp (3) with time zone,
  revoked_at timestamp (3) with time zone,
  CONSTRAINT calendar_feeds_kind CHECK (CASE kind
    WHEN 'person' THEN person_id IS NOT NULL AND org_id IS NULL
    WHEN 'family' THEN person_id IS NULL AND org_id IS NULL
    WHEN 'club' THEN person_id IS NULL AND org_id IS NOT NULL
    ELSE false END)
);
CREATE INDEX calendar_feeds_owner ON calendar_feeds USING btree (owner_id, id);

-- Feeds are at `/feed/…`. A club that has this key already keeps it: no page of a club ends with `.ics`.
INSERT INTO reserved_keys VALUES ('FEED');
