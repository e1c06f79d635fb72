--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_done ON refunds USING btree (org_id, done_at) WHERE status = 'done';
