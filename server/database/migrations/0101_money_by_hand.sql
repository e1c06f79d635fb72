-- formerly 1ad0d6040b77dc867513952bee3a25b8cd5257a842bf66a9b2341ca0c226f0c2
--> concurrently
-- Finds what was paid outside the portal, which few places were.
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_entries_by_hand ON event_entries USING btree (order_id) WHERE hand_amount > 0;
-- Finds unfinished payments of all clubs by their age.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_unresolved ON payments USING btree (created_at)
  WHERE status IN ('linked', 'declined', 'authorising', 'authorised', 'capturing');
