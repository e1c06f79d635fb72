-- Events that repeat: one row for each date, and what they have in common.
CREATE TABLE event_series (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  -- Which days, as `RepeatRule` has it, counted from the first.
  rule jsonb NOT NULL,
  starts_on date NOT NULL,
  edits integer DEFAULT 1 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT event_series_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id)
);
CREATE INDEX event_series_org ON event_series USING btree (org_id);

ALTER TABLE events ADD COLUMN series_id uuid;
-- The fields of a date that no longer follow its series.
ALTER TABLE events ADD COLUMN own_fields text[] DEFAULT '{}' NOT NULL;
ALTER TABLE events ADD CONSTRAINT events_series_id_event_series_id_fk FOREIGN KEY (series_id) REFERENCES event_series(id) NOT VALID;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_of_series ON events USING btree (series_id, starts_at, id) WHERE series_id IS NOT NULL;
