-- People: who looks after whom, who may act for whom, what was done for whom, and finding one among a million.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE members ADD COLUMN archived_at timestamp (3) with time zone;
-- First and last name in one, so that a full name is found; the line break keeps names and address apart.
ALTER TABLE members ADD COLUMN search text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, ''))) STORED NOT NULL;
CREATE INDEX members_search ON members USING gin (search gin_trgm_ops);
CREATE INDEX members_name ON members USING btree (first_name,last_name,id);

CREATE TABLE member_images (
  member_id uuid PRIMARY KEY NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL
);
ALTER TABLE member_images ADD CONSTRAINT member_images_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;

-- One open question between two people, and one link, whoever asked whom.
CREATE UNIQUE INDEX family_invitations_pending ON family_invitations USING btree (inviter_id,invitee_email) WHERE status = 'pending';
CREATE UNIQUE INDEX family_invitations_approved ON family_invitations USING btree (least(inviter_id, invitee_id),greatest(inviter_id, invitee_id)) WHERE status = 'approved';
CREATE INDEX family_invitations_unclaimed ON family_invitations USING btree (invitee_email) WHERE status = 'pending' and invitee_id is null;
ALTER TABLE family_invitations ADD COLUMN ended_at timestamp (3) with time zone;

-- A super admin acts as one member at a time.
CREATE TABLE impersonations (
  id uuid PRIMARY KEY NOT NULL,
  actor_id uuid NOT NULL,
  member_id uuid NOT NULL,
  started_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  used_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  ended_at timestamp (3) with time zone
);
ALTER TABLE impersonations ADD CONSTRAINT impersonations_actor_id_members_id_fk FOREIGN KEY (actor_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE impersonations ADD CONSTRAINT impersonations_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX impersonations_live ON impersonations USING btree (actor_id) WHERE ended_at is null;
CREATE INDEX impersonations_member ON impersonations USING btree (member_id);

-- Who did what for whom.
CREATE TABLE acts (
  id uuid PRIMARY KEY NOT NULL,
  at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  actor_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  acting_as text,
  name text NOT NULL,
  data jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE acts ADD CONSTRAINT acts_actor_id_members_id_fk FOREIGN KEY (actor_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE acts ADD CONSTRAINT acts_subject_id_members_id_fk FOREIGN KEY (subject_id) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX acts_actor ON acts USING btree (actor_id,id);
CREATE INDEX acts_subject ON acts USING btree (subject_id,id);
CREATE FUNCTION acts_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What was done is written once and never changed';
END $$;
CREATE TRIGGER acts_stand BEFORE UPDATE OR DELETE ON acts FOR EACH ROW EXECUTE FUNCTION acts_stand();

-- For whom a member may act: their participants; the other end of each approved link; that one's participants, never that
-- one's own links. Read at every call, so that an ended link ends it at once.
CREATE VIEW people_in_reach AS
  SELECT parent_id AS actor_id, id AS member_id, 'participant' AS acting_as, archived_at IS NOT NULL AS archived
  FROM members WHERE parent_id IS NOT NULL AND enabled
  UNION ALL
  SELECT links.actor_id, members.id, 'relative', members.archived_at IS NOT NULL
  FROM (
    SELECT inviter_id AS actor_id, invitee_id AS relative_id FROM family_invitations WHERE status = 'approved'
    UNION ALL SELECT invitee_id, inviter_id FROM family_invitations WHERE status = 'approved'
  ) links JOIN members ON members.id = links.relative_id AND members.enabled
  UNION ALL
  SELECT links.actor_id, members.id, 'relative_participant', members.archived_at IS NOT NULL
  FROM (
    SELECT inviter_id AS actor_id, invitee_id AS relative_id FROM family_invitations WHERE status = 'approved'
    UNION ALL SELECT invitee_id, inviter_id FROM family_invitations WHERE status = 'approved'
  ) links
  JOIN members relatives ON relatives.id = links.relative_id AND relatives.enabled
  JOIN members ON members.parent_id = relatives.id AND members.enabled AND members.id <> links.actor_id;

-- Whose office may see a member: that of each club in which they ever held a membership.
CREATE VIEW clubs_of_members AS
  SELECT DISTINCT terms.member_id, terms.org_id, organisations.key AS org_key
  FROM membership_terms terms JOIN organisations ON organisations.id = terms.org_id
  WHERE terms.status IN ('active', 'cancelled');
