-- formerly 07887bd4b5ed4788f7221e9e33910178bb5e1fce0a2322482776a7cbd1928392
-- The links in each direction are branches of their own: with a union inside a join, whoever may act for one person was looked for
-- among all links.
CREATE OR REPLACE VIEW people_in_reach AS
  SELECT parent_id AS actor_id, id AS member_id, 'participant' AS acting_as, archived_at IS NOT NULL AS archived
  FROM members WHERE parent_id IS NOT NULL AND enabled
  UNION ALL
  SELECT links.inviter_id, members.id, 'relative', members.archived_at IS NOT NULL
  FROM family_invitations links JOIN members ON members.id = links.invitee_id AND members.enabled
  WHERE links.status = 'approved'
  UNION ALL
  SELECT links.invitee_id, members.id, 'relative', members.archived_at IS NOT NULL
  FROM family_invitations links JOIN members ON members.id = links.inviter_id AND members.enabled
  WHERE links.status = 'approved'
  UNION ALL
  SELECT links.inviter_id, members.id, 'relative_participant', members.archived_at IS NOT NULL
  FROM family_invitations links
  JOIN members relatives ON relatives.id = links.invitee_id AND relatives.enabled
  JOIN members ON members.parent_id = relatives.id AND members.enabled AND members.id <> links.inviter_id
  WHERE links.status = 'approved'
  UNION ALL
  SELECT links.invitee_id, members.id, 'relative_participant', members.archived_at IS NOT NULL
  FROM family_invitations links
  JOIN members relatives ON relatives.id = links.inviter_id AND relatives.enabled
  JOIN members ON members.parent_id = relatives.id AND members.enabled AND members.id <> links.invitee_id
  WHERE links.status = 'approved';

--> concurrently
-- A club's memberships that were ever paid for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS membership_terms_paid ON membership_terms USING btree (org_id, membership_id) WHERE status IN ('active', 'cancelled');
