-- formerly 47a11fc592124a5ffd9cad3781fbc7d72b36daf77d928a1c2f2d908dcd4c79ab
-- Whom a club's office may want to call is asked on every visit of its first page.

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS memberships_declined ON memberships USING btree (org_id, renewal_ended_at) WHERE renewal_ended_because = 'declined';
CREATE INDEX CONCURRENTLY IF NOT EXISTS renewal_charges_failing ON renewal_charges USING btree (org_id) WHERE status = 'failing';
