-- formerly 722e837f034473d725e1175c7c9aa4ea9fbe6c0550faadaaec5e53ef18da9c6a
-- formerly 88aefb1b34554be375e437e1ab8427b35e63b306447ef5f3a98026b0cfd985eb
-- Who works in a club's office, in which roles. What a role may do is in the code (contract/office/scopes.ts).
CREATE TABLE office_grants (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisations(id),
  member_id uuid NOT NULL REFERENCES members(id),
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ '{chair,treasurer,secretary,event_manager,door,look}'),
  granted_by uuid REFERENCES members(id),
  granted_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- Why an operator looks.
  reason text,
  ends_at timestamp (3) with time zone,
  revoked_at timestamp (3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  CHECK (('look' = ANY (roles)) = (ends_at IS NOT NULL AND reason IS NOT NULL)),
  CHECK (NOT 'look' = ANY (roles) OR cardinality(roles) = 1)
);
CREATE UNIQUE INDEX office_grants_live ON office_grants (org_id, member_id, ('look' = ANY (roles))) WHERE revoked_at IS NULL;
CREATE INDEX office_grants_member ON office_grants (member_id) WHERE revoked_at IS NULL;

CREATE TABLE office_invitations (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisations(id),
  email text NOT NULL,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ '{chair,treasurer,secretary,event_manager,door}'),
  language text NOT NULL CHECK (language IN ('da', 'en')),
  invited_by uuid NOT NULL REFERENCES members(id),
  invited_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  accepted_by uuid REFERENCES members(id),
  accepted_at timestamp (3) with time zone,
  withdrawn_at timestamp (3) with time zone
);
CREATE UNIQUE INDEX office_invitations_open ON office_invitations (org_id, email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

-- What offices and operators did to which thing: append-only, like the log of what people did for each other. `org_id` is null for what
-- concerns no club.
CREATE TABLE office_history (
  id uuid PRIMARY KEY,
  at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  org_id uuid REFERENCES organisations(id),
  actor_id uuid NOT NULL REFERENCES members(id),
  by_operator boolean DEFAULT false NOT NULL,
  name text NOT NULL,
  thing text NOT NULL,
  thing_id text,
  label text DEFAULT '' NOT NULL,
  before jsonb,
  after jsonb,
  reason text
);
CREATE INDEX office_history_org ON office_history (org_id, id);
CREATE INDEX office_history_thing ON office_history (org_id, thing, thing_id, id);
CREATE TRIGGER office_history_stands BEFORE UPDATE OR DELETE ON office_history FOR EACH ROW EXECUTE FUNCTION acts_stand();
CREATE TRIGGER office_history_stays BEFORE TRUNCATE ON office_history FOR EACH STATEMENT EXECUTE FUNCTION acts_stand();

-- New first words of addresses. A club that has one of these keys keeps it, but its addresses would clash: it is named here.
INSERT INTO reserved_keys VALUES ('OFFICE'), ('OPERATOR'), ('DOOR'), ('OFFICE-INVITATION') ON CONFLICT DO NOTHING;
DO $$
DECLARE taken text;
BEGIN
  FOR taken IN SELECT key FROM organisations WHERE upper(key) IN ('OFFICE', 'OPERATOR', 'DOOR', 'FEED', 'OFFICE-INVITATION') LOOP
    RAISE WARNING 'The organisation % has a key that is now an address of the portal: give it another key', taken;
  END LOOP;
END $$;
