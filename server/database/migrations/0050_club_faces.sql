-- A club's face: the colour it writes itself, where `hue` only tints; the versions of its logo and its cover. Null for none.
ALTER TABLE organisations ADD COLUMN colour text CHECK (colour ~ '^#[0-9a-f]{6}$');
ALTER TABLE organisations ADD COLUMN logo text;
ALTER TABLE organisations ADD COLUMN cover text;

-- The pictures as they are served, apart from the clubs, which are read all the time; `small` is what pages show first.
CREATE TABLE club_pictures (
  org_id uuid NOT NULL REFERENCES organisations(id),
  use text NOT NULL CHECK (use IN ('logo', 'cover')),
  version text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  small bytea NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  PRIMARY KEY (org_id, use)
);
