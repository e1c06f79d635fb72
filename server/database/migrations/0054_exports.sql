-- Lists of a club as files, kept for a day.
CREATE TABLE exports (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisations(id),
  created_by uuid NOT NULL REFERENCES members(id),
  list text NOT NULL,
  format text NOT NULL CONSTRAINT exports_format CHECK (format IN ('csv', 'xlsx')),
  language text NOT NULL,
  query jsonb NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  bytes bytea,
  created_at timestamp(3) with time zone NOT NULL DEFAULT portal_now(),
  ready_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone
);
CREATE INDEX exports_of_org ON exports USING btree (org_id, created_at);
CREATE INDEX exports_created ON exports USING btree (created_at);
