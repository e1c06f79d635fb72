-- Two people who both sign in, asked by an office whether they are one.
CREATE TABLE merge_requests (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  kept_id uuid NOT NULL,
  gone_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  until timestamp (3) with time zone NOT NULL,
  kept_agreed_at timestamp (3) with time zone,
  gone_agreed_at timestamp (3) with time zone,
  declined_by uuid,
  declined_at timestamp (3) with time zone,
  withdrawn_at timestamp (3) with time zone,
  merged_at timestamp (3) with time zone,
  CONSTRAINT merge_requests_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT merge_requests_kept_id_members_id_fk FOREIGN KEY (kept_id) REFERENCES members(id),
  CONSTRAINT merge_requests_gone_id_members_id_fk FOREIGN KEY (gone_id) REFERENCES members(id),
  CONSTRAINT merge_requests_asked_by_members_id_fk FOREIGN KEY (asked_by) REFERENCES members(id),
  CONSTRAINT merge_requests_declined_by_members_id_fk FOREIGN KEY (declined_by) REFERENCES members(id),
  CONSTRAINT merge_requests_people_check CHECK (kept_id <> gone_id)
);
CREATE UNIQUE INDEX merge_requests_open ON merge_requests USING btree (org_id, least(kept_id, gone_id), greatest(kept_id, gone_id))
  WHERE declined_at IS NULL AND withdrawn_at IS NULL AND merged_at IS NULL;
CREATE INDEX merge_requests_kept ON merge_requests USING btree (kept_id);
CREATE INDEX merge_requests_gone ON merge_requests USING btree (gone_id);
