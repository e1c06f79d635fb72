-- An office's notes about the people of its club, instead of one text each in `member_comments`. The calls of the specification read and
-- write the one that is a comment; while the version before runs, the triggers keep both tables in step.
CREATE TABLE club_notes (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind text DEFAULT 'note' NOT NULL,
  text text NOT NULL,
  author_id uuid,
  follow_up_on date,
  done_at timestamp (3) with time zone,
  is_comment boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT portal_now() NOT NULL,
  CONSTRAINT club_notes_org_id_organisations_id_fk FOREIGN KEY (org_id) REFERENCES organisations(id),
  CONSTRAINT club_notes_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT club_notes_author_id_members_id_fk FOREIGN KEY (author_id) REFERENCES members(id),
  CONSTRAINT club_notes_kind_check CHECK (kind IN ('note', 'call', 'meeting', 'agreement'))
);
CREATE UNIQUE INDEX club_notes_comment ON club_notes USING btree (org_id, member_id) WHERE is_comment;
CREATE INDEX club_notes_person ON club_notes USING btree (member_id, org_id, created_at);
CREATE INDEX club_notes_follow_ups ON club_notes USING btree (org_id, follow_up_on) WHERE follow_up_on IS NOT NULL AND done_at IS NULL;

INSERT INTO club_notes (id, org_id, member_id, text, is_comment)
SELECT portal_new_id(), org_id, member_id, text, true FROM member_comments WHERE text <> '';

CREATE FUNCTION comment_to_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text = '' THEN
    DELETE FROM club_notes WHERE org_id = NEW.org_id AND member_id = NEW.member_id AND is_comment;
  ELSE
    INSERT INTO club_notes (id, org_id, member_id, text, is_comment)
    VALUES (portal_new_id(), NEW.org_id, NEW.member_id, NEW.text, true)
    ON CONFLICT (org_id, member_id) WHERE is_comment DO UPDATE SET text = EXCLUDED.text, version = club_notes.version + 1
    WHERE club_notes.text <> EXCLUDED.text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comment_to_note AFTER INSERT OR UPDATE ON member_comments FOR EACH ROW EXECUTE FUNCTION comment_to_note();

CREATE FUNCTION note_to_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM member_comments WHERE org_id = OLD.org_id AND member_id = OLD.member_id AND OLD.is_comment;
  ELSIF NEW.is_comment THEN
    INSERT INTO member_comments (org_id, member_id, text) VALUES (NEW.org_id, NEW.member_id, NEW.text)
    ON CONFLICT (org_id, member_id) DO UPDATE SET text = EXCLUDED.text WHERE member_comments.text <> EXCLUDED.text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_to_comment AFTER INSERT OR UPDATE OR DELETE ON club_notes FOR EACH ROW EXECUTE FUNCTION note_to_comment();

-- Leaving a club is confirmed by a mail a minute later.
ALTER TABLE delayed_actions DROP CONSTRAINT delayed_actions_kind_check;
ALTER TABLE delayed_actions ADD CONSTRAINT delayed_actions_kind_check CHECK (kind IN ('refund', 'answer', 'move', 'erase', 'leave')) NOT VALID;

--> concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_member ON messages USING btree (member_id, created_at) WHERE member_id IS NOT NULL;
