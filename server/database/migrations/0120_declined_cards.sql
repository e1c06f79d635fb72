-- Whom a club's office may want to call is asked on every visit of its first page.
CREATE INDEX memberships_declined ON memberships USING btree (org_id, renewal_ended_at) WHERE renewal_ended_because = 'declined';
CREATE INDEX renewal_charges_failing ON renewal_charges USING btree (org_id) WHERE status = 'failing';
