-- A club edits itself. `details_version` counts the saved changes of its details, so that two people who edit at the same time do not overwrite each other.
ALTER TABLE organisations ADD COLUMN details_version integer DEFAULT 1 NOT NULL;
ALTER TABLE organisations ADD COLUMN contact_phone text DEFAULT '' NOT NULL;
-- The versions of its terms of sale and of its privacy text that count today; null where it wrote none.
ALTER TABLE organisations ADD COLUMN terms_version integer;
ALTER TABLE organisations ADD COLUMN privacy_version integer;

-- Every version is kept as it was, because orders were agreed to under it.
CREATE TABLE club_texts (
  org_id uuid NOT NULL REFERENCES organisations(id),
  purpose text NOT NULL CHECK (purpose IN ('terms', 'privacy')),
  version integer NOT NULL CHECK (version > 0),
  text jsonb NOT NULL,
  written_by uuid REFERENCES members(id),
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  PRIMARY KEY (org_id, purpose, version)
);

-- What the buyer agreed to; null where the club had no such text, and for orders of the version before.
ALTER TABLE orders ADD COLUMN terms_version integer;
ALTER TABLE orders ADD COLUMN privacy_version integer;
