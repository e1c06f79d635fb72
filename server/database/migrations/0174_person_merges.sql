-- Two people of a register whom an office found not to be one.
CREATE TABLE duplicate_pairs (
  org_id uuid NOT NULL,
  one_id uuid NOT NULL,
  other_id uuid NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT duplicate_pairs_pkey PRIMARY KEY (org_id, one_id, other_id),
  CONSTRAINT duplicate_pairs_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT duplicate_pairs_one_id_members_id_fk FOREIGN KEY (one_id) REFERENCES members(id),
  CONSTRAINT duplicate_pairs_other_id_members_id_fk FOREIGN KEY (other_id) REFERENCES members(id),
  CONSTRAINT duplicate_pairs_decided_by_members_id_fk FOREIGN KEY (decided_by) REFERENCES members(id),
  CONSTRAINT duplicate_pairs_order_check CHECK (one_id < other_id)
);

-- Merged people: each value that was changed, so that the merge can be undone.
CREATE TABLE person_merges (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  kept_id uuid NOT NULL,
  gone_id uuid NOT NULL,
  moved jsonb NOT NULL,
  also_held jsonb NOT NULL,
  merged_by uuid NOT NULL,
  merged_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  undone_by uuid,
  undone_at timestamp (3) with time zone,
  CONSTRAINT person_merges_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT person_merges_kept_id_members_id_fk FOREIGN KEY (kept_id) REFERENCES members(id),
  CONSTRAINT person_merges_gone_id_members_id_fk FOREIGN KEY (gone_id) REFERENCES members(id),
  CONSTRAINT person_merges_merged_by_members_id_fk FOREIGN KEY (merged_by) REFERENCES members(id),
  CONSTRAINT person_merges_undone_by_members_id_fk FOREIGN KEY (undone_by) REFERENCES members(id),
  CONSTRAINT person_merges_people_check CHECK (kept_id <> gone_id)
);
CREATE UNIQUE INDEX person_merges_gone ON person_merges USING btree (gone_id) WHERE undone_at IS NULL;
CREATE INDEX person_merges_kept ON person_merges USING btree (kept_id);
CREATE INDEX person_merges_org ON person_merges USING btree (org_id, merged_at);

-- Whom the row of a merged person leads to.
ALTER TABLE members ADD COLUMN merged_into uuid;
ALTER TABLE members ADD CONSTRAINT members_merged_into_members_id_fk FOREIGN KEY (merged_into) REFERENCES members(id) NOT VALID;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS members_merged ON members USING btree (merged_into) WHERE merged_into IS NOT NULL;
