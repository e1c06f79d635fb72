-- When and why automatic renewal ended without anybody switching it off, for the member and the office to read.
ALTER TABLE memberships ADD COLUMN renewal_ended_at timestamp (3) with time zone;
ALTER TABLE memberships ADD COLUMN renewal_ended_because text
  CHECK (renewal_ended_because IN ('declined', 'not_renewed'));
