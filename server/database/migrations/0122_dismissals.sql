-- What of their first page somebody does not want to be asked again: a membership that ended, or the steps to a first one.
CREATE TABLE dismissals (
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  -- `joining`, or the membership's id.
  about text NOT NULL,
  -- The season that was offered, if any.
  season_id uuid,
  at timestamp (3) with time zone NOT NULL DEFAULT portal_now(),
  PRIMARY KEY (member_id, about)
);
