--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_unanswered ON event_entries USING btree (event_id) WHERE status = 'paid' AND answers_missing > 0;
