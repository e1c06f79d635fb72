-- What members write down for themselves.
CREATE TABLE notes (
  id uuid PRIMARY KEY NOT NULL,
  member_id uuid NOT NULL REFERENCES members(id),
  text text NOT NULL,
  done boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  -- Its owner may bring it back for a day.
  deleted_at timestamp (3) with time zone
);
CREATE INDEX notes_of_member ON notes USING btree (member_id,created_at,id) WHERE deleted_at IS NULL;
CREATE INDEX notes_deleted ON notes USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
