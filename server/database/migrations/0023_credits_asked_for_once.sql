-- A credit is asked for once: that the gateway is about to be called stands here before it is called, until it answers.
ALTER TABLE refunds ADD COLUMN credit_called_at timestamp (3) with time zone;
ALTER TABLE refunds ADD COLUMN credited_after bigint;
-- What a process of the version before has asked for, and nobody knows the answer of.
UPDATE refunds SET credit_called_at = attempted_at, credited_after = amount + (
  SELECT coalesce(sum(earlier.amount), 0) FROM refunds AS earlier
  WHERE earlier.payment_id = refunds.payment_id AND refunds.cause = 'office' AND earlier.cause = 'office' AND earlier.status = 'done'
)
WHERE status = 'requested' AND attempted_at IS NOT NULL;
