-- Discount codes that a club's office writes.
ALTER TABLE coupons ADD COLUMN edits integer DEFAULT 1 NOT NULL;
-- Codes that were made together, for one use each: the id of the first.
ALTER TABLE coupons ADD COLUMN batch_id uuid REFERENCES coupons(id);
CREATE INDEX coupons_batch ON coupons (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX coupons_org ON coupons (org_id, id);
