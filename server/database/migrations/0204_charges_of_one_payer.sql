-- A payer whose charge was tried gets another one for what is sold later, so only untried ones are unique. 0.3.0 names the constraint in the
-- statement that announces renewals: beside this it announces nobody, and the new version does so within the hour.
ALTER TABLE renewal_charges DROP CONSTRAINT renewal_charges_payer;

--> concurrently
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS renewal_charges_untried ON renewal_charges USING btree (payer_id, org_id, end_date) WHERE status = 'announced' AND tries = 0;
CREATE INDEX CONCURRENTLY IF NOT EXISTS renewal_charges_payer ON renewal_charges USING btree (payer_id, org_id, end_date);
