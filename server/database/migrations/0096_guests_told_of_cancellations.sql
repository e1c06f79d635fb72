-- Guests hear of a cancellation before its refunds are approved, and whoever may refund can decline with a reason. The version before tells
-- them with the refund: the same message is never sent twice.
ALTER TABLE event_run_items ADD COLUMN told_at timestamp (3) with time zone;
ALTER TABLE event_runs
  ADD COLUMN declined_by uuid REFERENCES members(id),
  ADD COLUMN declined_at timestamp (3) with time zone,
  ADD COLUMN decline_reason text;
