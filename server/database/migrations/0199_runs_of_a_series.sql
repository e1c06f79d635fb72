-- Cancellations of several dates of a series that were begun with one press: they have it in common.
ALTER TABLE event_runs ADD COLUMN press uuid;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_runs_press ON event_runs USING btree (press) WHERE press IS NOT NULL;
