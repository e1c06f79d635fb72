-- A purchase that is written down step by step, before there is an order: it reserves nothing and is no season of anybody's.
CREATE TABLE term_drafts (
  id uuid PRIMARY KEY NOT NULL,
  membership_id uuid NOT NULL,
  configuration_id uuid NOT NULL,
  drafted_by uuid NOT NULL,
  payment_id uuid,
  billing_name text DEFAULT '' NOT NULL,
  billing_address text DEFAULT '' NOT NULL,
  billing_email text DEFAULT '' NOT NULL,
  billing_phone text DEFAULT '' NOT NULL,
  init_device text DEFAULT '' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT term_drafts_one UNIQUE(drafted_by,membership_id,configuration_id)
);
ALTER TABLE term_drafts ADD CONSTRAINT term_drafts_membership_id_memberships_id_fk FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE term_drafts ADD CONSTRAINT term_drafts_configuration_id_membership_configurations_id_fk FOREIGN KEY (configuration_id) REFERENCES membership_configurations(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE term_drafts ADD CONSTRAINT term_drafts_drafted_by_members_id_fk FOREIGN KEY (drafted_by) REFERENCES members(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX term_drafts_updated ON term_drafts USING btree (updated_at);
