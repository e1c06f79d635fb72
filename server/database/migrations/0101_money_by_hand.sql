-- Finds what was paid outside the portal, which few places were.
CREATE INDEX event_entries_by_hand ON event_entries USING btree (order_id) WHERE hand_amount > 0;
-- Finds unfinished payments of all clubs by their age.
CREATE INDEX payments_unresolved ON payments USING btree (created_at)
  WHERE status IN ('linked', 'declined', 'authorising', 'authorised', 'capturing');
