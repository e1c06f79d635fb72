-- Teams of a club: who is in them from which day until which, and who came.
CREATE TABLE teams (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  name text NOT NULL,
  season text DEFAULT '' NOT NULL,
  archived_at timestamp (3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT teams_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id)
);
CREATE INDEX teams_org ON teams USING btree (org_id);

CREATE TABLE team_people (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  team_id uuid NOT NULL,
  member_id uuid NOT NULL,
  role text NOT NULL,
  from_on date NOT NULL,
  until_on date,
  CONSTRAINT team_people_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT team_people_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id),
  CONSTRAINT team_people_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT team_people_role_check CHECK (role IN ('player', 'helper', 'trainer'))
);
CREATE UNIQUE INDEX team_people_open ON team_people USING btree (team_id, member_id) WHERE until_on IS NULL;
CREATE INDEX team_people_member ON team_people USING btree (member_id, org_id);
CREATE INDEX team_people_org ON team_people USING btree (org_id);

CREATE TABLE attendance (
  org_id uuid NOT NULL,
  team_id uuid NOT NULL,
  member_id uuid NOT NULL,
  day date NOT NULL,
  state text NOT NULL,
  by_id uuid NOT NULL,
  at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT attendance_pkey PRIMARY KEY (team_id, day, member_id),
  CONSTRAINT attendance_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT attendance_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id),
  CONSTRAINT attendance_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT attendance_by_id_members_id_fk FOREIGN KEY (by_id) REFERENCES members(id),
  CONSTRAINT attendance_state_check CHECK (state IN ('came', 'absent', 'excused'))
);
CREATE INDEX attendance_member ON attendance USING btree (member_id);
CREATE INDEX attendance_org ON attendance USING btree (org_id);
CREATE INDEX attendance_by ON attendance USING btree (by_id);

-- A trainer is in the office for their own teams only.
ALTER TABLE office_grants DROP CONSTRAINT office_grants_roles_check;
ALTER TABLE office_grants ADD CONSTRAINT office_grants_roles_check
  CHECK (cardinality(roles) > 0 AND roles <@ '{chair,treasurer,secretary,event_manager,trainer,door,look}') NOT VALID;
ALTER TABLE office_invitations DROP CONSTRAINT office_invitations_roles_check;
ALTER TABLE office_invitations ADD CONSTRAINT office_invitations_roles_check
  CHECK (cardinality(roles) > 0 AND roles <@ '{chair,treasurer,secretary,event_manager,trainer,door}') NOT VALID;
