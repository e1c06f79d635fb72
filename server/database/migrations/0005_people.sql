-- People: who looks after whom, who may act for whom, what was done for whom, and finding one among a million.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE members ADD COLUMN archived_at timestamp (3) with time zone;
-- First and last name in one, so that a full name is found; the line break keeps names and address apart.
ALTER TABLE members ADD COLUMN search text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || coalesce(email, ''))) STORED NOT NULL;
-- How many a text finds decides how it is looked for.
ALTER TABLE members ALTER COLUMN search SET STATISTICS 1000;
CREATE INDEX members_search ON members USING gin (search gin_trgm_ops) WITH (fastupdate=off);
-- Three letters in a row are found by the index above; one letter, two, and what stands between words by this one.
-- It calls nothing but what PostgreSQL brings along, so that a million members are indexed in seconds.
CREATE FUNCTION portal_pairs(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(regexp_replace(whole, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(whole, 2), '(..)', E'\\1\x01', 'g'), E'\x01')
$$;
CREATE INDEX members_letters ON members USING gin ((portal_pairs(search) || string_to_array(search, NULL))) WITH (fastupdate=off);
-- Names from a sign-in could be longer than a member may write them; the index holds them whole.
UPDATE members SET first_name = left(first_name, 80), last_name = left(last_name, 80) WHERE length(first_name) > 80 OR length(last_name) > 80;
-- Everybody who is listed, in the order of the list, with all that a search looks at.
CREATE INDEX members_listed ON members USING btree (first_name,last_name,id) INCLUDE (email, search) WHERE enabled AND archived_at IS NULL;

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
CREATE TRIGGER acts_stay BEFORE TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION acts_stand();

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
  SELECT memberships.member_id, memberships.org_id, organisations.key AS org_key
  FROM memberships JOIN organisations ON organisations.id = memberships.org_id
  WHERE EXISTS (
    SELECT FROM membership_terms terms
    WHERE terms.membership_id = memberships.id AND terms.status IN ('active', 'cancelled')
  );
