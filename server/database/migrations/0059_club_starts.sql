-- How far a new club is: who asked to go live, and when; which of the first steps leave no trace elsewhere.
CREATE TABLE club_starts (
  org_id uuid PRIMARY KEY REFERENCES organisations(id),
  asked_by uuid REFERENCES members(id),
  asked_at timestamp (3) with time zone,
  receipt_seen_at timestamp (3) with time zone,
  dismissed_at timestamp (3) with time zone,
  CHECK ((asked_by IS NULL) = (asked_at IS NULL))
);
