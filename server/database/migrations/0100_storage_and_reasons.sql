-- What a club's pictures and documents may take, in megabytes.
ALTER TABLE organisations ADD COLUMN storage_mb integer DEFAULT 1000 NOT NULL CHECK (storage_mb > 0);
-- Why an operator invites somebody to a club's office, themself for example. The club reads it beside them.
ALTER TABLE office_invitations ADD COLUMN reason text;
