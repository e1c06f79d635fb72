-- The check reads the table without keeping anybody out.
ALTER TABLE delayed_actions VALIDATE CONSTRAINT delayed_actions_kind_check;

-- Changes of somebody's details that an office suggests to them: they accept or decline each.
CREATE TABLE change_suggestions (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  suggested_by uuid NOT NULL,
  fields jsonb NOT NULL,
  note text DEFAULT '' NOT NULL,
  accepted text[],
  answered_at timestamp (3) with time zone,
  withdrawn_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT change_suggestions_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT change_suggestions_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT change_suggestions_suggested_by_members_id_fk FOREIGN KEY (suggested_by) REFERENCES members(id)
);
CREATE UNIQUE INDEX change_suggestions_open ON change_suggestions USING btree (org_id, member_id) WHERE answered_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX change_suggestions_member ON change_suggestions USING btree (member_id, org_id, created_at);
