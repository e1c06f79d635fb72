-- Questions that a club asks at several events, by value. The version before neither shows nor uses them.
CREATE TABLE question_templates (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  question jsonb NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT question_templates_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id)
);
CREATE INDEX question_templates_org ON question_templates USING btree (org_id);
