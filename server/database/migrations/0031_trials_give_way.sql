-- A paid trial that gave way to a full membership: to which term, and its last day as it was paid for.
ALTER TABLE membership_terms ADD COLUMN gave_way_to uuid;
ALTER TABLE membership_terms ADD COLUMN planned_end_date date;
CREATE INDEX membership_terms_gave_way ON membership_terms USING btree (gave_way_to) WHERE gave_way_to IS NOT NULL;
-- The trial that a line takes the place of, as it was called.
ALTER TABLE order_lines ADD COLUMN replaces_trial text;
