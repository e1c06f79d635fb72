-- In what an authorisation that was let go of differs from what was asked for, and when its club's office has taken note.
ALTER TABLE refunds ADD COLUMN differs text;
ALTER TABLE refunds ADD COLUMN noted_at timestamp (3) with time zone;
CREATE INDEX refunds_to_note ON refunds USING btree (org_id,payment_id) WHERE differs is not null and noted_at is null;
