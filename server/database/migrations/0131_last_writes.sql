-- When a sign-in last wrote: until a replica has that, the primary answers it.
ALTER TABLE member_identities ADD COLUMN wrote_at timestamptz;
