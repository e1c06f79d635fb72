-- Lists of people that clubs bring from spreadsheets. `imports.state` is written by the domain's import-state.ts only.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  created_by uuid NOT NULL,
  state text DEFAULT 'draft' NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  file_name text NOT NULL,
  encoding text,
  separator text,
  heads text[],
  columns text[] NOT NULL,
  known_columns boolean DEFAULT false NOT NULL,
  choices jsonb NOT NULL,
  cut_numbers integer NOT NULL,
  undo_rows integer[],
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  checked_at timestamp (3) with time zone,
  ended_at timestamp (3) with time zone,
  undo_until timestamp (3) with time zone,
  CONSTRAINT imports_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT imports_created_by_members_id_fk FOREIGN KEY (created_by) REFERENCES members(id),
  CONSTRAINT imports_state_check CHECK (state IN ('draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'))
);
CREATE INDEX imports_org ON imports USING btree (org_id, created_at);
-- Two of a club at once would add the same people twice.
CREATE UNIQUE INDEX imports_running ON imports USING btree (org_id) WHERE state IN ('running', 'undoing');
CREATE INDEX imports_unfinished ON imports USING btree (id) WHERE state IN ('checking', 'running', 'undoing');

CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  "row" integer NOT NULL,
  cells text[] NOT NULL,
  verdict text,
  found jsonb,
  choice text,
  candidate integer DEFAULT 0 NOT NULL,
  member_id uuid,
  made jsonb,
  done_at timestamp (3) with time zone,
  invited_at timestamp (3) with time zone,
  undone_at timestamp (3) with time zone,
  kept text,
  CONSTRAINT import_rows_pk PRIMARY KEY (import_id, "row"),
  CONSTRAINT import_rows_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  CONSTRAINT import_rows_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT import_rows_verdict_check CHECK (verdict IN ('new', 'same', 'changes', 'unsure', 'error')),
  CONSTRAINT import_rows_choice_check CHECK (choice IN ('same', 'other', 'skip'))
);
CREATE INDEX import_rows_member ON import_rows USING btree (member_id) WHERE member_id IS NOT NULL;

-- The same as `foldName` of the domain of people.
CREATE FUNCTION person_fold(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(word, ' ' ORDER BY word COLLATE "C"), '')
  FROM regexp_split_to_table(search_fold(name), '[\s,.-]+') word WHERE word <> ''
$$;

-- Invitations to sign in wait a minute, as what else leaves a club.
ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check CHECK (kind IN ('refund', 'answer', 'move', 'erase', 'leave', 'invite')) NOT VALID;

-- Takes back what an import made: the person as if they had never come. Whoever something refers to stays, and false is the answer.
CREATE FUNCTION take_back_person(org uuid, person uuid, term uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE import_rows SET member_id = NULL WHERE member_id = person;
  DELETE FROM membership_terms WHERE id = term;
  DELETE FROM memberships WHERE org_id = org AND member_id = person;
  DELETE FROM club_people WHERE org_id = org AND member_id = person;
  DELETE FROM messages WHERE member_id = person;
  DELETE FROM members WHERE id = person;
  RETURN true;
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $$;
