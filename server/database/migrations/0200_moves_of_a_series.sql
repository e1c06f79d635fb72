-- Moves of several dates of a series that were saved with one press: they have it in common.
ALTER TABLE event_moves ADD COLUMN press uuid;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_moves_press ON event_moves USING btree (press) WHERE press IS NOT NULL;
