-- What a club's office notes about a member is its own: until now every club of the member read and wrote one text. Each of
-- them keeps what it could read. The column stays, empty, for servers of the version before.
CREATE TABLE member_comments (
  member_id uuid NOT NULL REFERENCES members (id),
  org_id uuid NOT NULL REFERENCES organisations (id),
  text text NOT NULL,
  PRIMARY KEY (member_id, org_id)
);
INSERT INTO member_comments (member_id, org_id, text)
  SELECT DISTINCT members.id, clubs.org_id, members.comments
  FROM members JOIN clubs_of_members clubs ON clubs.member_id = members.id
  WHERE members.comments <> '';
UPDATE members SET comments = '' WHERE comments <> '';
