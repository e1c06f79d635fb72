-- Where a club is on its way: a draft that nobody sees, a test whose purchases end, live, paused (open, but sells nothing), closed. `enabled` and the
-- payment configuration's `test_mode` follow it, so that the version before still sells and hides the same.
ALTER TABLE organisations ADD COLUMN state text DEFAULT 'live' NOT NULL
  CHECK (state IN ('draft', 'test', 'live', 'paused', 'closed'));
ALTER TABLE organisations ADD COLUMN live_at timestamp (3) with time zone;
-- What members read while it is paused: {"da": …, "en": …}.
ALTER TABLE organisations ADD COLUMN paused_text jsonb;

UPDATE organisations SET state = CASE
  WHEN NOT enabled THEN CASE WHEN EXISTS (SELECT FROM orders WHERE org_id = organisations.id) THEN 'closed' ELSE 'draft' END
  WHEN EXISTS (SELECT FROM payment_configurations WHERE org_id = organisations.id AND enabled AND test_mode) THEN 'test'
  ELSE 'live' END
WHERE NOT enabled OR EXISTS (SELECT FROM payment_configurations WHERE org_id = organisations.id AND enabled AND test_mode);
UPDATE organisations SET live_at = created_at WHERE state IN ('live', 'closed');
