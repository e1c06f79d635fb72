-- Receipt numbers that were skipped, because a database restored from a backup cannot know which of them were issued.
CREATE TABLE receipt_gaps (
  org_id uuid NOT NULL REFERENCES organisations (id),
  year integer NOT NULL,
  first integer NOT NULL,
  last integer NOT NULL,
  backup_at timestamp(3) with time zone NOT NULL,
  written_at timestamp(3) with time zone NOT NULL DEFAULT portal_now(),
  PRIMARY KEY (org_id, year, first)
);
