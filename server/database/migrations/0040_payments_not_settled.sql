-- The office's list of payments without an end reads them by their club, declined and forgotten windows among them.
CREATE INDEX payments_not_settled ON payments USING btree (org_id, id) WHERE (status = ANY (ARRAY['linked'::text, 'declined'::text, 'authorising'::text, 'authorised'::text, 'capturing'::text]));
DROP INDEX payments_unresolved;
