-- The client token with which a club was created, hashed: a repeated request finds the club instead of making a second one.
ALTER TABLE organisations ADD COLUMN creation_token text UNIQUE;

-- The backups made by the portal's own command, so that the operator sees how old the newest is. The files are elsewhere.
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  taken_at timestamp (3) with time zone NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX backups_newest ON backups (taken_at DESC);
